#!/usr/bin/env bash
# Makes the Debian packages and looks into them.
#
#   deb.sh BUILD_DIRECTORY
set -euo pipefail
command -v dpkg-deb > /dev/null || { echo "dpkg-deb is not here"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cpack --config "$1/CPackConfig.cmake" -G DEB -B "$work" > "$work/log" || { cat "$work/log"; exit 1; }
program=$(ls "$work"/isotypic_*.deb)
library=$(ls "$work"/libisotypic-dev_*.deb)
dpkg-deb -c "$program" > "$work/program"
for file in bin/isotypic share/man/man1/isotypic.1.gz share/bash-completion/completions/isotypic \
            share/zsh/vendor-completions/_isotypic share/fish/vendor_completions.d/isotypic.fish; do
  grep -q "\./usr/$file\$" "$work/program" || { echo "the program's package lacks $file"; exit 1; }
done
dpkg-deb -c "$library" > "$work/library"
for file in isotypic/symmetry/symmetry.hpp isotypic-config.cmake isotypic.pc; do
  grep -q "/$file\$" "$work/library" || { echo "the library's package lacks $file"; exit 1; }
done
dpkg-deb -f "$program" Depends | grep -q libnauty2

# What was packed runs, and the completions and the man page know every command.
dpkg-deb -x "$program" "$work/root"
export PATH=$work/root/usr/bin:$PATH
commands=$(isotypic --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\).*/\1/p')
source "$work/root/usr/share/bash-completion/completions/isotypic"
COMP_WORDS=(isotypic "") COMP_CWORD=1
_isotypic
for command in $commands; do
  [[ " ${COMPREPLY[*]} " == *" $command "* ]] || { echo "no completion of $command"; exit 1; }
  zcat "$work/root/usr/share/man/man1/isotypic.1.gz" | sed 's/\\-/-/g' | grep -qx ".B $command" ||
    { echo "the man page lacks $command"; exit 1; }
done
COMP_WORDS=(isotypic embed --max) COMP_CWORD=2
_isotypic
[ "${COMPREPLY[*]}" = "--max-blocks" ]
