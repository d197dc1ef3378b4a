// `shoal report RUN`: the report of an analysis again, in any form; nothing is read anew.
import type { ExitStatus } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'
import { runArgument, withRun } from './named-run.ts'
import { realWorld, type World } from './team/world.ts'

export function reportCommand(world: World = realWorld): Command {
  return {
    name: 'report',
    summary: 'the report of an analysis again, in any form',
    usage: 'RUN',
    examples: [
      { line: 'shoal runs report analyze-data', does: 'as it was shown' },
      { line: 'shoal runs report analyze-data --format md --output report.md', does: 'as Markdown' },
      { line: 'shoal runs report analyze-data --output report.html', does: 'as a page to look at' },
      { line: 'shoal runs report analyze-data --top 200', does: 'with more of its findings' },
    ],
    run: (io, input) => run(io, input, world),
  }
}

async function run(io: Io, { args, settings, face }: CommandInput, world: World): Promise<ExitStatus> {
  const name = runArgument('report', args)
  const [{ readReport }, { checkOutputs, writeReport }] = await Promise.all([
    import('../run/analysis/report.ts'),
    import('./report-document.ts'),
  ])
  return await withRun<ExitStatus>({ io, world, name }, async ledger => {
    const { patternOf } = await import('../run/definition.ts')
    if (patternOf(await ledger.definition(name)) === 'ask') return await reportAnswer(io, face, ledger, name)
    checkOutputs(io, face, [])
    const report = await readReport({ ledger, run: name, directory: world.runDirectory(io, name) })
    return await writeReport(io, { face, settings, ledger, report, inputs: [] })
  })
}

async function reportAnswer(io: Io, face: CommandInput['face'], ledger: Ledger, name: string): Promise<ExitStatus> {
  const [{ readAskReport }, { checkAskOutputs, writeAsk }] = await Promise.all([
    import('../run/ask/ask.ts'),
    import('./ask.ts'),
  ])
  checkAskOutputs(io, face, [])
  await writeAsk(io, { face, report: await readAskReport(ledger, name), inputs: [] })
  return 0
}
