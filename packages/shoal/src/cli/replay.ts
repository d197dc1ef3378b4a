// `shoal replay RUN`: an analysis again from the record of its model calls, with no model and no network.
import type { ExitStatus } from '@shoal/base/model/errors'
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
      {
        line: 'shoal runs replay analyze-data',
        does: 'reads and checks everything again; what models said is repeated',
      },
      { line: 'shoal runs replay analyze-data --json', does: 'for a script' },
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
  return await withRun<ExitStatus>({ io, world, name }, async ledger => {
    const { patternOf } = await import('../run/definition.ts')
    if (patternOf(await ledger.definition(name)) === 'ask') {
      const [{ replayAsk }, { checkAskOutputs, leadAsk }] = await Promise.all([
        import('../run/ask/ask.ts'),
        import('./ask.ts'),
      ])
      checkAskOutputs(io, face, [])
      return await leadAsk(io, { face, world, ledger, inputs: [] }, options => replayAsk(name, options))
    }
    checkOutputs(io, face, [])
    const leading = { face, settings, world, ledger, inputs: [] }
    return await leadAnalysis(io, leading, options => replayAnalysis(name, settings, options))
  })
}
