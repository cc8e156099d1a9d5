# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Completion of bash for the command arauto. The command's own help says which words there are, so that this file does not repeat them.
_arauto() {
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[0]} words
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$("$command" --help 2>/dev/null | sed -nE 's/^  ([a-z]+)( .*, ([a-z]+) )?.*/\1 \3/p')
        COMPREPLY=($(compgen -W "$words --help --version" -- "$word"))
    elif [[ $word == -* ]]; then
        words=$("$command" "${COMP_WORDS[1]}" --help 2>/dev/null | grep -oE -e '--?[a-z][a-z-]*' | sort -u)
        COMPREPLY=($(compgen -W "$words" -- "$word"))
    fi
}
complete -o default -F _arauto arauto
