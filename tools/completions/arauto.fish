# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Completion of fish for the command arauto. The command's own help says which words there are, so that this file does
# not repeat them; the three shells read it by the same patterns.
function __arauto_commands
    set -l words (commandline -opc)
    $words[1] --help 2>/dev/null | sed -nE 's/^  ([a-z]+)( [A-Z]+, ([a-z]+) [A-Z]+  )?.*/\1 \3/p' | string split -n ' '
    printf '%s\n' --help --version
end
function __arauto_options
    set -l words (commandline -opc)
    $words[1] $words[2] --help 2>/dev/null |
        sed -nE '/^  -h, /d; s/^  (--?[A-Za-z][A-Za-z0-9-]*(=[a-z]+)?)([= ]?[^ ,]*, (--?[A-Za-z][A-Za-z0-9-]*))?.*/\1 \4/p' |
        string split -n ' '
    echo --help
end
function __arauto_groups
    set -l words (commandline -opc)
    $words[1] bench --help 2>/dev/null | sed -nE 's/^  \{([a-z0-9_,]+)\}.*/\1/p' | string split ,
end
function __arauto_settings
    set -l words (commandline -opc)
    $words[1] info 2>/dev/null | sed -nE '/^setting$/,/^$/s/^  (ARAUTO_[A-Z_]+) .*/\1/p'
end
function __arauto_is # COMMAND...: whether one of these stands first
    set -l words (commandline -opc)
    contains -- "$words[2]" $argv
end
complete -c arauto -n __fish_is_first_token -f -a '(__arauto_commands)'
complete -c arauto -n 'not __fish_is_first_token; and string match -q -- "-*" (commandline -ct)' -a '(__arauto_options)'
# Behind an option, as --json, there may be a file.
complete -c arauto -n '__arauto_is bench; and not string match -q -- "--*" (commandline -opc)[-1]' -f
complete -c arauto -n '__arauto_is bench; and not string match -q -- "-*" (commandline -ct)' -a '(__arauto_groups)'
complete -c arauto -n '__arauto_is info; and not string match -q -- "-*" (commandline -ct)' -a '(__arauto_settings)'
complete -c arauto -n '__arauto_is info where' -f
