// `shoal run FILE`: carries out a pattern and gives its results.
import { resolve } from 'node:path'
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'
import { sayRun } from './program.ts'
import { realWorld, type World, withLedger } from './team/world.ts'

export function runCommand(world: World = realWorld): Command {
  return {
    name: 'run',
    summary: 'carries out an orchestration pattern from a file',
    usage: 'FILE',
    examples: [
      { line: 'shoal run examples/patterns/swarm.yaml', does: 'its tasks and results, with progress on stderr' },
      { line: 'shoal run build.yaml --name nightly --concurrency 4', does: 'under a name, with four members at work' },
      { line: 'shoal run build.yaml --json --output result.json', does: 'for a script' },
    ],
    run: (io, input) => run(io, input, world),
  }
}

async function run(io: Io, { args, face, settings, codingAgents }: CommandInput, world: World): Promise<ExitStatus> {
  const [file] = args
  if (file === undefined) throw new ShoalError('missing-argument', 'shoal run needs a FILE')
  if (args.length > 1)
    throw new ShoalError('bad-value', `shoal run takes one FILE; it got ${args.length}`, {
      detail: args[1]!,
      advice: 'run it once for each',
    })
  const { readPatternFile } = await import('@shoal/team/pattern-file/parse')
  const pattern = readPatternFile(file, io.cwd, codingAgents)
  if (pattern.spec.pattern === 'rlm') {
    const [{ analyzeWithTeam }, { leadAnalysis }] = await Promise.all([
      import('../run/analysis/analyze.ts'),
      import('./led-analysis.ts'),
    ])
    const inputs = [resolve(io.cwd, file), ...pattern.spec.paths.map(path => resolve(pattern.dir, path))]
    const named = face.name === null ? {} : { name: face.name }
    return await withLedger({ io, world }, ledger =>
      leadAnalysis(io, { face, settings, world, ledger, inputs }, options =>
        analyzeWithTeam(pattern, { ...options, ...named, settings }),
      ),
    )
  }
  const [{ runPatternFile }, { RunProgress }, { concludeRun }] = await Promise.all([
    import('../run/pattern.ts'),
    import('./run-progress.ts'),
    import('./run-document.ts'),
  ])
  return await withLedger({ io, world }, async ledger => {
    const progress = new RunProgress(io, face, ledger)
    const { name, concurrency } = face
    const outcome = await runPatternFile(file, {
      ledger,
      cwd: io.cwd,
      env: io.env,
      agents: codingAgents,
      settings,
      runDirectory: started => world.runDirectory(io, started),
      ...(name === null ? {} : { name }),
      ...(concurrency === null ? {} : { concurrency }),
      signal: io.signal,
      observer: progress,
      onNotice: line => {
        if (!face.quiet) io.stderr.write(`${line}\n`)
      },
      onStart: started => {
        sayRun(started)
        progress.start(started)
      },
    }).finally(() => progress.end())
    return await concludeRun({ io, face, ledger, inputs: [resolve(io.cwd, file)] }, outcome)
  })
}
