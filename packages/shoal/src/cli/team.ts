// `shoal team VERB …`: teams, their tasks and their messages, seen and moved by hand.

import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import { nearest } from '@shoal/base/text/nearest'
import type { Command, CommandInput } from './command.ts'
import { type CommandWithVerbs, commandText } from './help-text.ts'
import type { Io } from './io.ts'
import { styleFor } from './style.ts'
import { checkArguments, checkOptions, verbNamed } from './team/verb.ts'
import { verbs } from './team/verbs.ts'
import { noTeam, realWorld, type World, withLedger } from './team/world.ts'

export function teamCommand(world: World = realWorld): CommandWithVerbs {
  const command: CommandWithVerbs = {
    name: 'team',
    summary: 'teams, their tasks and messages: see them, and decide',
    usage: '[VERB …]',
    verbs,
    examples: [
      { line: 'shoal team list', does: 'every team: status, tasks done, members alive' },
      { line: 'shoal team show nightly --follow', does: 'one team, and what happens to it from here on' },
      { line: 'shoal team tasks nightly --status failed', does: 'what failed, and why' },
      { line: 'shoal team retry nightly build', does: 'have a failed task done again' },
      { line: "shoal team reject rename 2 --feedback 'Keep the old name'", does: 'send a plan back' },
      { line: 'shoal team shutdown nightly --now', does: 'stop everything; `shoal resume nightly` goes on' },
    ],
    run: (io, input) => run(command, io, input, world),
  }
  return command
}

async function run(command: Command, io: Io, { args, face }: CommandInput, world: World): Promise<ExitStatus> {
  const [name, ...rest] = args
  if (name === undefined) {
    io.stdout.write(commandText(command, { style: styleFor(io, face), columns: io.columns }))
    return 0
  }
  const verb = verbNamed(verbs, name)
  checkOptions(verb, face)
  checkArguments(verb, face, rest)
  const team = rest[0] ?? ''
  const none = async () => {
    if (verb.name !== 'list') return await noTeam(team)
    const { writeTeams } = await import('./team/list.ts')
    return await writeTeams({ io, face, world }, [])
  }
  return await withLedger({ io, world, ...(verb.name === 'create' ? {} : { none }) }, async ledger => {
    const runVerb = await verb.load()
    return await suggesting(ledger, () => runVerb({ io, args: rest, face, ledger, world }))
  })
}

/** A misspelt team is answered with the one that was probably meant. */
async function suggesting<T>(ledger: Ledger, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ShoalError && error.code === 'unknown-team') || error.detail === null) throw error
    const teams = await ledger.teams()
    const meant = nearest(
      error.detail,
      teams.map(({ name }) => name),
    )
    if (meant === null) throw error
    throw new ShoalError(error.code, error.message, {
      detail: error.detail,
      advice: `did you mean ${meant}?`,
      cause: error,
    })
  }
}
