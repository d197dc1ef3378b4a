// `shoal report RUN`: the report of an analysis again, in any form; nothing is read anew.
import { type ExitStatus, ShoalError } from '../model/errors.ts'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'
import { noTeam, realWorld, type World, withLedger } from './team/world.ts'

export function reportCommand(world: World = realWorld): Command {
  return {
    name: 'report',
    summary: 'the report of an analysis again, in any form',
    usage: 'RUN',
    examples: [
      { line: 'shoal report analyze-data', does: 'as it was shown' },
      { line: 'shoal report analyze-data --format md --output report.md', does: 'as Markdown' },
      { line: 'shoal report analyze-data --top 200', does: 'with more of its findings' },
    ],
    run: (io, input) => run(io, input, world),
  }
}

async function run(io: Io, { args, face }: CommandInput, world: World): Promise<ExitStatus> {
  const [name] = args
  if (name === undefined)
    throw new ShoalError('missing-argument', 'shoal report needs a RUN', { advice: 'run `shoal runs` for the runs' })
  if (args.length > 1)
    throw new ShoalError('bad-value', `shoal report takes one RUN; it got ${args.length}`, { detail: args[1]! })
  const [{ readReport }, { checkOutputs, writeReport }] = await Promise.all([
    import('../run/analysis/report.ts'),
    import('./report-document.ts'),
  ])
  checkOutputs(io, face, [])
  return await withLedger<ExitStatus>({ io, world, none: () => noTeam(name) }, async ledger =>
    writeReport(io, face, await readReport({ ledger, run: name, directory: world.runDirectory(io, name) }), []),
  )
}
