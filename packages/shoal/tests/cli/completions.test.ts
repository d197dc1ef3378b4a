// The completions in the shells themselves. A shell that is not installed is skipped by name.
import { spawnSync } from 'node:child_process'
import { commandNames, groupOf } from '@shoal/base/model/option'
import { beforeAll, describe, expect, it } from 'vitest'
import { allCommands } from '../../src/cli/commands.ts'
import { completionTree } from '../../src/cli/completions/tree.ts'
import { optionsOf, shownFlag } from '../../src/config/options.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const isThere = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0

type Complete = (words: string) => string[]

/** What each shell offers for a line; the cursor stands at its end. */
const shells: Readonly<Record<string, Complete>> = {
  // Readline cuts words at the equals sign.
  bash: line =>
    run('bash', [
      '--norc',
      '-c',
      `source ${script('bash')}; COMP_WORDS=(${line.replaceAll('=', ' = ')}${line.endsWith(' ') ? " ''" : ''}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); _shoal; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]),
  fish: line =>
    run('fish', ['--no-config', '-c', `source ${script('fish')}; complete -C ${JSON.stringify(line)}`]).map(
      offer => offer.split('\t')[0]!,
    ),
  // The list that is drawn below the line, in a terminal.
  zsh: line => {
    const drawn = run('zsh', ['-f', dir.write('ask.zsh', zshAsks(line))]).join('\n')
    const [, list = ''] = /\u001b\[J(.*?)\u001b\[A/s.exec(drawn.split('[?2004h').at(-1)!) ?? []
    return list.split(/\s+/).filter(word => word !== '')
  },
}

beforeAll(async () => {
  for (const shell of Object.keys(shells))
    dir.write(`completions.${shell}`, (await shoal(['completions', shell])).stdout)
})

const cases: readonly (readonly [line: string, offers: readonly string[], not: readonly string[]])[] = [
  ['shoal an', ['analyze'], ['ask', 'watch']],
  ['shoal runs de', ['delete'], ['report']],
  ['shoal team sh', ['show', 'shutdown'], ['send']],
  ['shoal analyze --form', ['--format'], ['--model']],
  ['shoal analyze --format ', ['text', 'sarif'], ['--format', 'analyze']],
  ['shoal analyze --fail-on m', ['medium'], ['high']],
  ['shoal runs report --format ', ['html'], ['report']],
  ['shoal analyze src --query runs --no-rec', ['--no-recursive'], ['--json']],
  ['shoal --color never cache pr', ['prune'], ['clear']],
  ['shoal completions z', ['zsh'], ['bash']],
]

describe.each(Object.keys(shells))('%s', shell => {
  it.skipIf(!isThere(shell)).each(cases)(
    `completes “%s”${isThere(shell) ? '' : ' (not installed)'}`,
    (line, offers, not) => {
      // zsh is asked after the command: options before it are rare, and its own functions do not foresee them.
      if (shell === 'zsh' && line.startsWith('shoal --')) return
      const found = shells[shell]!(line).map(offer => offer.replace(/=$/, ''))
      expect(found).toEqual(expect.arrayContaining([...offers]))
      expect(found.filter(one => not.includes(one))).toEqual([])
    },
  )

  it.skipIf(!isThere(shell))('takes the script without a word', () => {
    const flags = shell === 'zsh' ? ['-f', '-n'] : ['-n']
    const { status, stderr } = spawnSync(shell, [...flags, script(shell)], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describe('what can be completed', () => {
  it('is every command with every option of the table', async () => {
    const tree = completionTree(await allCommands())
    for (const name of commandNames) {
      const flags = tree.find(({ words }) => words === name)?.options.map(({ flag }) => flag)
      expect(flags, name).toEqual(optionsOf(name).map(shownFlag))
      if (groupOf(name))
        expect(
          tree.some(({ words }) => words === `${groupOf(name)} ${name}`),
          name,
        ).toBe(true)
    }
  })

  it('is refused for a shell that is not known', async () => {
    for (const argv of [['completions'], ['completions', 'tcsh'], ['completions', 'bash', 'zsh']])
      expect(await shoal(argv)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: /^shoal: shoal completions takes bash, zsh or fish — .+\n$/,
      })
  })
})

function script(shell: string): string {
  return `${dir.path}/completions.${shell}`
}

function run(shell: string, args: string[]): string[] {
  const { stdout, stderr, status } = spawnSync(shell, args, {
    encoding: 'utf8',
    env: { ...process.env, TERM: 'xterm' },
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  return stdout.split('\n').filter(line => line !== '')
}

/** A shell in a terminal of its own, told to list what could follow. */
function zshAsks(line: string): string {
  return `zmodload zsh/zpty
zpty z zsh -f -i
ask() { zpty -w z "$1" }
ask 'PROMPT=; autoload -Uz compinit; compinit -u -D; source ${script('zsh')}; zstyle ":completion:*" verbose no; LISTMAX=0; bindkey "^Xl" list-choices'
ask 'TRAPEXIT() { print END-OF''-ALL }; print READY''-NOW'
while zpty -r z piece; do [[ $piece == *READY-NOW* ]] && break; done
# The editor of the line is there once it has asked the terminal for pasted text in brackets.
while [[ $piece != *'[?2004h'* ]]; do zpty -r z piece; done
print -r -- "$piece"
zpty -w -n z $'${line}\\C-Xl\\C-u'
zpty -w z 'exit'
while zpty -r z piece; do
  print -r -- "$piece"
  [[ $piece == *END-OF-ALL* ]] && break
done
exit 0
`
}
