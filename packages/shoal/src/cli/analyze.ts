// `shoal analyze PATH… [QUERY]`: the main job. Detects, cuts, reads, checks every quote, merges, and reports.
import { relative } from 'node:path'
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { BUILT_IN } from '@shoal/base/model/live'
import type { RunReport } from '@shoal/base/model/report'
import { optionRows, shownFlag } from '../config/options.ts'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'
import { readablePaths, splitQuery } from './paths.ts'
import { SkippedFiles } from './skipped-files.ts'
import { realWorld, type World, withLedger } from './team/world.ts'

export function analyzeCommand(world: World = realWorld): Command {
  return {
    name: 'analyze',
    summary: 'reads everything, answers, and reports: the main job',
    usage: 'PATH… [QUERY]',
    examples: [
      { line: 'shoal analyze examples/data "What looks wrong?"', does: 'a directory of mixed files and a question' },
      { line: 'shoal analyze orders.csv "average amount by region"', does: 'exact figures from one table' },
      {
        line: 'shoal analyze logs "Why did the deploy fail?" --model anthropic --max-cost 0.50',
        does: 'models read on top of the exact figures',
      },
      { line: 'shoal analyze examples/data --output report.html', does: 'a page to look at, in one file' },
      { line: 'shoal analyze src --goal security --fail-on high --output report.sarif', does: 'for CI' },
      {
        line: 'shoal analyze logs "What errors occurred?" -o report.md -o report.json',
        does: 'several documents at once',
      },
    ],
    run: (io, input) => run(io, input, world),
  }
}

async function run(io: Io, input: CommandInput, world: World): Promise<ExitStatus> {
  const { args, settings, face } = input
  checkModelOptions(input)
  if (face.dryRun) return await (await import('./plan.ts')).plan.run(io, input)
  const { paths: named, query } = splitQuery(io, args, face.query)
  const paths = readablePaths(io, named, 'analyze')
  if (paths.length === 0) return 2
  const [{ analyzePaths }, { leadAnalysis }, { checkOutputs }] = await Promise.all([
    import('../run/analysis/analyze.ts'),
    import('./led-analysis.ts'),
    import('./report-document.ts'),
  ])
  checkOutputs(io, face, paths)
  const changed = face.since === null ? [] : await changedFirst(io, face.since, paths)
  return await withLedger({ io, world }, async ledger => {
    const skipped = new SkippedFiles(io, paths, true)
    const leading = {
      face,
      settings,
      world,
      ledger,
      inputs: paths,
      onReport: (report: RunReport) => {
        for (const { path, reason, cause } of report.skipped) skipped.add(path, reason, cause)
      },
    }
    const status = await leadAnalysis(io, leading, options =>
      analyzePaths(
        paths,
        query,
        { ...settings, first: [...changed, ...settings.first] },
        { ...options, ...(face.name === null ? {} : { name: face.name }) },
      ),
    )
    // A path that is not there is a failure, whatever was found in the others.
    return status <= 1 && (paths.length < named.length || skipped.named > 0) ? 2 : status
  })
}

/** More are not named one by one: of so many most are to be read first anyway. */
const MOST_FIRST = 500

/** Globs of what was changed, which is read before the rest. */
async function changedFirst(io: Io, since: string, paths: readonly string[]): Promise<string[]> {
  const { changesSince } = await import('./git-changes.ts')
  const { changed } = await changesSince(io, since, paths)
  const names = [...changed.keys()].slice(0, MOST_FIRST).map(path => relative(io.cwd, path))
  return names.map(name => name.replaceAll(/[\\*?[\]{}()!+@|]/g, '\\$&'))
}

/** What only concerns models is of no effect without one, and whoever types it expects one. */
function checkModelOptions({ settings, typed }: CommandInput): void {
  const typedOf = optionRows.filter(({ name, group }) => group === 'Models' && name !== 'model' && typed.has(name))
  if (settings.model === BUILT_IN && typedOf.length > 0) {
    const flag = shownFlag(typedOf[0]!)
    throw new ShoalError('bad-value', `${flag} needs a model, and \`--model ${BUILT_IN}\` means none`, {
      detail: flag,
      advice: 'leave out one of the two; the built-in analysts cost nothing',
    })
  }
  // The synthesis has words of its own for it.
  const idle = typedOf.find(({ name }) => name !== 'synthesisModel')
  if (settings.model !== null || idle === undefined) return
  const flag = shownFlag(idle)
  throw new ShoalError('bad-value', `${flag} needs --model`, {
    detail: flag,
    advice: 'name the model that reads, or leave it out; the built-in analysts cost nothing',
  })
}
