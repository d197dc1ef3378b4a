// `shoal plan PATH… [QUERY]`: what an analysis would do and cost; runs nothing.
import type { ExitStatus } from '@shoal/base/model/errors'
import type { Command, CommandInput } from './command.ts'
import { sayDetected } from './detected-types.ts'
import { writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { readablePaths, splitQuery } from './paths.ts'
import { SkippedFiles } from './skipped-files.ts'
import { styleFor } from './style.ts'

export const plan: Command = {
  name: 'plan',
  summary: 'files, chunks, tasks, tokens and cost, before it runs',
  usage: 'PATH… [QUERY]',
  examples: [
    { line: 'shoal plan src', does: 'how a directory would be analysed' },
    { line: 'shoal plan logs "Why did the deploy fail?" --json', does: 'the tasks for a question, for a script' },
    { line: 'shoal plan . --exclude "tests/**" --goal security', does: 'leave files out, look for one thing' },
    { line: 'shoal plan data --model anthropic:claude-haiku-4-5', does: 'what a model would cost' },
  ],
  run,
}

async function run(io: Io, { args, settings, face }: CommandInput): Promise<ExitStatus> {
  const { paths: named, query } = splitQuery(io, args, face.query)
  const paths = readablePaths(io, named, 'plan')
  if (paths.length === 0) return 2
  const [{ planPaths }, { limitWarnings }, { planJson }, { renderPlan }] = await Promise.all([
    import('../run/plan.ts'),
    import('../stages/plan-estimate.ts'),
    import('../stages/plan-json.ts'),
    import('../stages/plan-render.ts'),
  ])
  const planned = await planPaths(paths, query, settings, io.signal)
  const made = { ...planned, warnings: [...planned.warnings, ...limitWarnings(planned.estimate, settings.maxCost)] }
  if (!face.quiet) await sayDetected(io, made.files)
  const skipped = new SkippedFiles(io, paths, true)
  for (const { path, reason, cause } of made.skipped) skipped.add(path, reason, cause)
  await writeDocument(io, { output: face.output, inputs: paths, force: face.force }, async write => {
    if (face.format === 'json') await writeJsonObject(write, planJson(made))
    else await write(renderPlan(made, { width: io.columns, color: styleFor(io, face).enabled }))
  })
  return skipped.status(paths.length === named.length)
}
