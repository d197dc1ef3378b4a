// `shoal completions SHELL`: what a shell completes, made from the tables of commands and options.
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'
import type { Command } from './command.ts'
import { completionTree } from './completions/tree.ts'

const shells = {
  bash: async () => (await import('./completions/bash.ts')).bashScript,
  zsh: async () => (await import('./completions/zsh.ts')).zshScript,
  fish: async () => (await import('./completions/fish.ts')).fishScript,
}

/** `commands` is asked only when it runs, because it is one of them. */
export function completionsCommand(commands: () => Promise<readonly Command[]>): Command {
  return {
    name: 'completions',
    summary: 'what bash, zsh or fish completes after `shoal`',
    usage: 'bash|zsh|fish',
    ownVerbs: [
      ['bash', 'in ~/.bashrc: eval "$(shoal completions bash)"'],
      ['zsh', 'in ~/.zshrc, after compinit: eval "$(shoal completions zsh)"'],
      ['fish', 'shoal completions fish > ~/.config/fish/completions/shoal.fish'],
    ],
    examples: [
      { line: 'shoal completions bash > ~/.local/share/bash-completion/completions/shoal', does: 'for bash, to stay' },
      { line: 'shoal completions fish > ~/.config/fish/completions/shoal.fish', does: 'for fish, to stay' },
    ],
    async run(io, { args }): Promise<ExitStatus> {
      const [shell, more] = args
      const load = shell === undefined ? undefined : lookup(shells, shell)
      if (!load || more !== undefined)
        throw new ShoalError(
          shell === undefined ? 'missing-argument' : 'bad-value',
          'shoal completions takes bash, zsh or fish',
          {
            detail: more ?? shell ?? 'SHELL',
          },
        )
      const script = await load()
      io.stdout.write(script(completionTree(await commands())))
      return 0
    },
  }
}
