// `shoal replay RUN`: an analysis again from the record of its model calls, with no model and no network.
import { type ExitStatus, ShoalError } from '../model/errors.ts'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'
import { noTeam, realWorld, type World, withLedger } from './team/world.ts'

export function replayCommand(world: World = realWorld): Command {
  return {
    name: 'replay',
    summary: 'an analysis again from the record of its calls, with no model and no network',
    usage: 'RUN',
    examples: [
      { line: 'shoal replay analyze-data', does: 'reads and checks everything again; what models said is repeated' },
      { line: 'shoal replay analyze-data --json', does: 'for a script' },
    ],
    run: (io, input) => run(io, input, world),
  }
}

async function run(io: Io, { args, settings, face }: CommandInput, world: World): Promise<ExitStatus> {
  const [name] = args
  if (name === undefined)
    throw new ShoalError('missing-argument', 'shoal replay needs a RUN', { advice: 'run `shoal runs` for the runs' })
  if (args.length > 1)
    throw new ShoalError('bad-value', `shoal replay takes one RUN; it got ${args.length}`, {
      detail: args[1]!,
      advice: 'replay each by itself',
    })
  const [{ replayAnalysis }, { leadAnalysis }, { checkOutputs }] = await Promise.all([
    import('../run/analysis/analyze.ts'),
    import('./led-analysis.ts'),
    import('./report-document.ts'),
  ])
  checkOutputs(io, face, [])
  return await withLedger<ExitStatus>({ io, world, none: () => noTeam(name) }, ledger =>
    leadAnalysis(io, { face, world, ledger, inputs: [] }, options => replayAnalysis(name, settings, options)),
  )
}
