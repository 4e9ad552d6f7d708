# Presses the key for completion in an interactive zsh, whose takt says what it was called with. Arguments: a folder that is in fpath,
# what is typed. Prints <word>...
zmodload zsh/zpty
zpty terminal zsh -f -i
zpty -w terminal "fpath=(${(q)1} \$fpath); autoload -Uz compinit && compinit -u -D; takt() print -r -- \"called:<\${(j:><:)@}>:\"; print rea''dy"
zpty -r terminal said '*ready*'
zpty -n -w terminal "$2"$'\t\n'
zpty -r terminal said '*called:<*>:*'
zpty -d terminal
# All that the terminal showed, for who looks why it is not so.
print -r -- "$said" >&2
print -r -- "${${said##*called:}%%:*}"
