// The completions for bash (3.2 and newer, without the package bash-completion).
import type { Completed } from './tree.ts'

export function bashScript(tree: readonly Completed[]): string {
  const options = tree.flatMap(one => one.options)
  const spellings = (wanted: typeof options) => [
    ...new Set(wanted.flatMap(({ flag, short }) => (short ? [flag, short] : [flag]))),
  ]
  const withValue = spellings(options.filter(({ value }) => value !== null)).join('|')
  return `# Completions of shoal for bash, from its tables. In ~/.bashrc: eval "$(shoal completions bash)"
_shoal() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at=1 words= known=1 verbs= options= values= word
  COMPREPLY=()
  # --flag=value comes as three words.
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  while (( at < COMP_CWORD )); do
    word=\${COMP_WORDS[at]}
    case $word in
      ${withValue}) (( at++ )); [[ \${COMP_WORDS[at]} == = ]] && (( at++ )) ;;
      -*|=) ;;
      *) if [[ -z $words ]]; then words=$word
         elif (( known == 1 )); then
           known=2
           case "$words $word" in
             ${tree.flatMap(({ words }) => (words.includes(' ') ? [`'${words}'`] : [])).join('|')}) words="$words $word" ;;
           esac
         fi ;;
    esac
    (( at++ ))
  done
  case $words in
${tree.map(caseOf).join('\n')}
  esac
  case $prev in
    ${withValue}) COMPREPLY=( $(compgen -W "$values" -- "$cur") ); return ;;
  esac
  if [[ $cur == -* ]]; then COMPREPLY=( $(compgen -W "$options" -- "$cur") )
  elif (( known == 1 )); then COMPREPLY=( $(compgen -W "$verbs" -- "$cur") )
  fi
}
complete -o default -F _shoal shoal
`
}

function caseOf({ words, verbs, options }: Completed): string {
  const choices = options.flatMap(({ flag, value }) =>
    Array.isArray(value?.of) ? [`${flag}) values='${value.of.join(' ')}' ;;`] : [],
  )
  const inner = choices.length === 0 ? '' : `; case $prev in ${choices.join(' ')} esac`
  const named = verbs.length === 0 ? '' : `; verbs='${verbs.map(([name]) => name).join(' ')}'`
  return `    '${words}') options='${options.map(({ flag }) => flag).join(' ')}'${named}${inner} ;;`
}
