// `shoal help [COMMAND]`.
import { nearest } from '../config/nearest.ts'
import { ShoalError } from '../model/errors.ts'
import type { Command } from './command.ts'
import { commandText, overviewText } from './help-text.ts'
import { styleFor } from './style.ts'

/** `commands` is asked only when help is wanted, because help is one of them. */
export function helpCommand(commands: () => Promise<readonly Command[]>): Command {
  return {
    name: 'help',
    summary: 'what shoal can do, or how to use one command',
    usage: '[COMMAND]',
    examples: [{ line: 'shoal help plan', does: 'how to use `shoal plan`' }],
    async run(io, { args: [topic], face }) {
      const all = await commands()
      const layout = { style: styleFor(io, face), columns: io.columns }
      const command = all.find(({ name }) => name === topic)
      if (topic !== undefined && !command) throw unknownTopic(topic, all)
      io.stdout.write(command ? commandText(command, layout) : overviewText(all, layout))
      return 0
    },
  }
}

function unknownTopic(topic: string, all: readonly Command[]): ShoalError {
  const names = all.map(({ name }) => name)
  const meant = nearest(topic, names)
  return new ShoalError('unknown-command', `unknown command "${topic}"`, {
    detail: topic,
    ...(meant ? { advice: `did you mean \`shoal help ${meant}\`?` } : {}),
  })
}
