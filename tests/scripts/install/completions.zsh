# completions.zsh DIRECTORY 'words of a command line': prints what zsh shows after Tab, in a terminal.
zmodload zsh/zpty
zpty shell "TERM=dumb PS1='ready>' zsh -f -i"
zpty -w shell "fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; echo begin"
zpty -r shell all '*begin*begin*ready>*'
zpty -w -n shell "$2"$'\t'
# The terminal's echo of what was completed ends with a blank or a comma.
zpty -w -n shell $'\C-e#end\n'
zpty -r shell all '*#end*'
print -r -- "$all"
zpty -d shell
