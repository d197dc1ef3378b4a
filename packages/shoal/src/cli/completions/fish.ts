// The completions for fish.
import type { Completed, CompletedOption } from './tree.ts'

export function fishScript(tree: readonly Completed[]): string {
  const options = tree.flatMap(one => one.options)
  const withValue = new Set(
    options.flatMap(({ flag, short, value }) => (value ? [flag, ...(short ? [short] : [])] : [])),
  )
  const paths = tree.flatMap(({ words }) => (words.includes(' ') ? [quoted(words)] : []))
  return `# Completions of shoal for fish, from its tables: shoal completions fish > ~/.config/fish/completions/shoal.fish
function __shoal_words
    set -l words
    set -l skip 0
    for word in (commandline -opc)[2..]
        if test $skip = 1
            set skip 0
        else if contains -- $word ${[...withValue].join(' ')}
            set skip 1
        else if not string match -q -- '-*' $word
            set -a words $word
        end
    end
    if contains -- "$words[1] $words[2]" ${paths.join(' ')}
        echo "$words[1] $words[2]"
    else if set -q words[2]
        echo "$words[1] "
    else
        echo "$words[1]"
    end
end
# The words so far are exactly these: a verb may follow.
function __shoal_after
    test (__shoal_words) = "$argv"
end
# Options of these words may follow, whatever stands between.
function __shoal_in
    test (string trim -- (__shoal_words)) = "$argv"
end
${tree.flatMap(linesOf).join('\n')}
`
}

function linesOf({ words, verbs, options }: Completed): string[] {
  return [
    ...verbs.map(([name, does]) => line(`-f -n ${quoted(`__shoal_after ${words}`)} -a ${name}`, does)),
    ...options.map(option => line(`-n ${quoted(`__shoal_in ${words}`)} ${optionWords(option)}`, option.description)),
  ]
}

function optionWords({ flag, short, value }: CompletedOption): string {
  const spelling = `-l ${flag.slice(2)}${short ? ` -s ${short.slice(1)}` : ''}`
  if (value === null) return spelling
  if (typeof value.of !== 'string') return `${spelling} -x -a ${quoted(value.of.join(' '))}`
  return `${spelling} ${{ files: '-r -F', directories: '-x -a "(__fish_complete_directories)"', text: '-x' }[value.of]}`
}

function line(how: string, does: string): string {
  return `complete -c shoal ${how} -d ${quoted(does)}`
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
