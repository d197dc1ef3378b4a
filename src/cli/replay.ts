// `shoal replay RUN`: an analysis again from the record of its model calls, with no model and no network.
import type { ExitStatus } from '../model/errors.ts'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'
import { runArgument, withRun } from './named-run.ts'
import { realWorld, type World } from './team/world.ts'

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
  const name = runArgument('replay', args)
  const [{ replayAnalysis }, { leadAnalysis }, { checkOutputs }] = await Promise.all([
    import('../run/analysis/analyze.ts'),
    import('./led-analysis.ts'),
    import('./report-document.ts'),
  ])
  checkOutputs(io, face, [])
  return await withRun<ExitStatus>({ io, world, name }, ledger =>
    leadAnalysis(io, { face, settings, world, ledger, inputs: [] }, options => replayAnalysis(name, settings, options)),
  )
}
