# Completion of isotypic in fish. The words come from --help, so they are always those of the
# installed version.
function __isotypic_commands
    isotypic --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\).*/\1/p'
end
function __isotypic_options
    set -l command (commandline -opc)[2]
    isotypic $command --help 2>/dev/null | grep -oE -- '--[a-z][a-z0-9-]*' | sort -u
end
complete -c isotypic -n __fish_use_subcommand -f -a '(__isotypic_commands) --help --version'
complete -c isotypic -n 'not __fish_use_subcommand; and string match -q -- "-*" (commandline -ct)' \
    -f -a '(__isotypic_options)'
complete -c isotypic -n '__fish_seen_subcommand_from generate' -f \
    -a '(isotypic generate --list 2>/dev/null | cut -d " " -f 1)'
