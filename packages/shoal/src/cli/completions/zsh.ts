// The completions for zsh: to be evaluated, or put as _shoal into a directory of $fpath.
import { shellQuoted } from '@shoal/base/text/shell-word'
import type { Completed, CompletedOption } from './tree.ts'

export function zshScript(tree: readonly Completed[]): string {
  const [root, ...rest] = tree
  const single = rest.filter(({ words }) => !words.includes(' '))
  return `#compdef shoal
# Completions of shoal for zsh, from its tables. In ~/.zshrc, after compinit: eval "$(shoal completions zsh)"
_shoal() {
  local -a verbs
  if (( CURRENT == 2 )); then
    verbs=(${described(root!.verbs)})
    _describe -t commands 'command' verbs
    return
  fi
  shift words; (( CURRENT-- ))
  case $words[1] in
${single.map(one => commandCase(one, rest)).join('\n')}
    *) _files ;;
  esac
}
if [[ $funcstack[1] == _shoal ]]; then _shoal "$@"; else compdef _shoal shoal; fi
`
}

function commandCase(command: Completed, all: readonly Completed[]): string {
  const inner = all.filter(({ words }) => words.startsWith(`${command.words} `))
  const own = `_arguments -s ${command.options.map(spec).join(' ')} '*:file:_files'`
  if (inner.length === 0 && command.verbs.length === 0) return `    ${command.words}) ${own} ;;`
  const cases = inner.map(({ words, options }) => {
    const verb = words.slice(command.words.length + 1)
    return `        ${verb}) shift words; (( CURRENT-- )); _arguments -s ${options.map(spec).join(' ')} '*:file:_files' ;;`
  })
  return `    ${command.words})
      if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then
        verbs=(${described(command.verbs)})
        _describe -t commands 'verb' verbs
        return
      fi
      case $words[2] in
${cases.join('\n')}
        *) ${own} ;;
      esac ;;`
}

function described(verbs: Completed['verbs']): string {
  return verbs.map(([name, does]) => shellQuoted(`${name}:${does}`)).join(' ')
}

function spec({ flag, short, description, repeats, value }: CompletedOption): string {
  const said = `[${description.replace(/[\\[\]:]/g, '\\$&')}]`
  const action =
    value === null
      ? ''
      : `:${value.shown.replaceAll(':', '\\:')}:${typeof value.of === 'string' ? actions[value.of] : `(${value.of.join(' ')})`}`
  const spellings = [`${flag}${value ? '=' : ''}`, ...(short ? [`${short}${value ? '+' : ''}`] : [])]
  return spellings.map(one => shellQuoted(`${repeats ? '*' : ''}${one}${said}${action}`)).join(' ')
}

const actions = { files: '_files', directories: '_files -/', text: ' ' }
