// `shoal help [COMMAND [VERB]]`.

import { ShoalError } from '@shoal/base/model/errors'
import { groupOf } from '@shoal/base/model/option'
import { nearest } from '@shoal/base/text/nearest'
import type { Command } from './command.ts'
import { type CommandWithVerbs, commandText, overviewText, verbText } from './help-text.ts'
import { styleFor } from './style.ts'
import { verbNamed } from './team/verb.ts'

/** `commands` is asked only when help is wanted, because help is one of them. */
export function helpCommand(commands: () => Promise<readonly Command[]>): Command {
  return {
    name: 'help',
    summary: 'what shoal can do, or how to use one command',
    usage: '[COMMAND [VERB]]',
    examples: [
      { line: 'shoal help plan', does: 'how to use `shoal plan`' },
      { line: 'shoal help team send', does: 'one verb of `shoal team`' },
    ],
    async run(io, { args: [topic, verb], face }) {
      const all = await commands()
      const layout = { style: styleFor(io, face), columns: io.columns }
      const members = all.filter(({ name }) => groupOf(name) === topic)
      const wanted = members.some(({ name }) => name === verb) ? verb : topic
      const command: CommandWithVerbs | undefined = all.find(({ name }) => name === wanted)
      if (topic !== undefined && !command) throw unknownTopic(topic, all)
      if (command?.verbs && verb !== undefined)
        io.stdout.write(verbText(command, verbNamed(command.verbs, verb), layout))
      else
        io.stdout.write(
          command ? commandText(command, layout, wanted === topic ? members : []) : overviewText(all, layout),
        )
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
