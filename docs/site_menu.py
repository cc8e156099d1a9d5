# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The menu of the site, for make_site.py: for each tab its pages, by their places in the source
tree. A pattern stands for all that it finds, a README first."""

from __future__ import annotations

Entry = str

MENU: dict[str, list[Entry]] = {
    "Start": [
        "README.md",
        "docs/guide/coarrays.md",
        "docs/guide/tutorial.md",
        "docs/guide/cookbook.md",
        "docs/guide/install.md",
        "docs/guide/faq.md",
        "docs/conformance.md",
        "CHANGELOG.md",
    ],
    "Guide": [
        "docs/guide/synchronisation.md",
        "docs/guide/notified-access.md",
        "docs/guide/halo-library.md",
        "docs/guide/build-systems.md",
        "docs/guide/python.md",
        "docs/guide/cluster.md",
        "docs/guide/trace.md",
        "docs/guide/waits.md",
        "docs/guide/race.md",
        "docs/guide/profile.md",
        "docs/guide/debugging.md",
        "docs/guide/errors.md",
        "docs/guide/failures.md",
        "docs/guide/openmp.md",
        "docs/security.md",
    ],
    "Moving": [
        "docs/guide/from-mpi.md",
        "docs/guide/mpi-and-coarrays.md",
        "docs/guide/opencoarrays.md",
        "docs/guide/from-ifx.md",
    ],
    "Compilers": [
        "docs/guide/gfortran.md",
        "docs/guide/translated.md",
        "docs/guide/prif.md",
        "docs/guide/coarrays-c.md",
        "docs/guide/coarrays-cpp.md",
    ],
    "MPI": [
        "docs/guide/mpi.md",
        "docs/guide/mpi-notified.md",
        "docs/guide/mpi-epochs.md",
        "docs/guide/halo.md",
    ],
    "Commands": [
        "docs/commands/fc.md",
        "docs/commands/run.md",
        "docs/commands/info.md",
        "docs/commands/translate.md",
        "docs/commands/*.md",
    ],
    "Reference": [
        "docs/api/README.md",
        "docs/api/*.md",
        "docs/api/coarray/*.md",
        "docs/api/spi/*.md",
    ],
    "Performance": [
        "docs/performance.md",
        "docs/performance/*.md",
        "docs/papers.md",
        "docs/apps/README.md",
        "docs/apps/*.md",
        "docs/scaling.md",
    ],
    "Inside": [
        "ARCHITECTURE.md",
        "GLOSSARY.md",
        "CONTRIBUTING.md",
        "STYLE.md",
        "docs/specs/*.md",
        "docs/decisions/*.md",
    ],
}
