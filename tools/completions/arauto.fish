# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Completion of fish for the command arauto. The command's own help says which words there are, so that this file does not repeat them.
function __arauto_commands
    set -l words (commandline -opc)
    $words[1] --help 2>/dev/null | string match -rg '^  ([a-z]+)(?: .*, ([a-z]+) )?' | string match -v ''
    printf '%s\n' --help --version
end
function __arauto_options
    set -l words (commandline -opc)
    $words[1] $words[2] --help 2>/dev/null | string match -rag -- '(--?[a-z][a-z-]*)' | sort -u
end
complete -c arauto -n '__fish_is_first_token' -f -a '(__arauto_commands)'
complete -c arauto -n 'not __fish_is_first_token; and string match -q -- "-*" (commandline -ct)' -a '(__arauto_options)'
