# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Completion of bash for the command arauto. The command's own help says which words there are, so that this file does
# not repeat them; the three shells read it by the same patterns. Where a command takes files, bash completes these
# when no word fits.
_arauto() {
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[0]} words=
    local commands='s/^  ([a-z]+)( [A-Z]+, ([a-z]+) [A-Z]+  )?.*/\1 \3/p'
    local options='/^  -h, /d; s/^  (--?[A-Za-z][A-Za-z0-9-]*(=[a-z]+)?)([= ]?[^ ,]*, (--?[A-Za-z][A-Za-z0-9-]*))?.*/\1 \4/p'
    local groups='s/^  \{([a-z0-9_,]+)\}.*/\1/p'
    local settings='/^setting$/,/^$/s/^  (ARAUTO_[A-Z_]+) .*/\1/p'
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="$("$command" --help 2>/dev/null | sed -nE "$commands") --help --version"
    elif [[ $word == -* ]]; then
        words="$("$command" "${COMP_WORDS[1]}" --help 2>/dev/null | sed -nE "$options") --help"
    elif [ "${COMP_WORDS[1]}" = bench ]; then
        words=$("$command" bench --help 2>/dev/null | sed -nE "$groups" | tr , ' ')
    elif [ "${COMP_WORDS[1]}" = info ]; then
        words=$("$command" info 2>/dev/null | sed -nE "$settings")
    fi
    [ -z "$words" ] || COMPREPLY=($(compgen -W "$words" -- "$word"))
    case $COMP_CWORD,${COMP_WORDS[1]} in
        1,* | *,info | *,where) compopt +o default 2>/dev/null ;; # which take no files
    esac
}
complete -o default -F _arauto arauto
