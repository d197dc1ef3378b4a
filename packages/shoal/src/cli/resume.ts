// `shoal resume RUN`: goes on with a run from where it stopped.
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Command, CommandInput } from './command.ts'
import type { Io } from './io.ts'
import { runArgument, withRun } from './named-run.ts'
import { sayRun } from './program.ts'
import { realWorld, type World } from './team/world.ts'

export function resumeCommand(world: World = realWorld): Command {
  return {
    name: 'resume',
    summary: 'goes on with a run from where it stopped',
    usage: 'RUN',
    examples: [
      { line: 'shoal runs resume nightly', does: 'what is completed stays so; the rest is done' },
      {
        line: 'shoal runs resume analyze-logs --max-cost 2',
        does: 'one that stopped at its limit: the new one is for all of it',
      },
      { line: 'shoal runs resume nightly --json', does: 'for a script' },
    ],
    run: (io, input) => run(io, input, world),
  }
}

async function run(io: Io, { args, settings, face, typed }: CommandInput, world: World): Promise<ExitStatus> {
  const name = runArgument('resume', args)
  return await withRun<ExitStatus>({ io, world, name }, async ledger => {
    const [{ resumeRun }, { patternOf }, { currentOverview }, { RunProgress }, { concludeRun, writeRun }] =
      await Promise.all([
        import('../run/pattern.ts'),
        import('../run/definition.ts'),
        import('../run/overviews.ts'),
        import('./run-progress.ts'),
        import('./run-document.ts'),
      ])
    const definition = await ledger.definition(name).catch(() => null)
    if (definition !== null && patternOf(definition) === 'analyze')
      return await resumeAnalysis(io, { name, settings, face, typed, world, ledger })
    if (definition !== null && patternOf(definition) === 'ask')
      return await resumeQuestion(io, { name, settings, face, typed, world, ledger })
    checkForm(face)
    const to = { io, face, ledger, inputs: [] }
    const { overview } = await currentOverview(ledger, name)
    const { total, completed, skipped } = overview.tasks
    // A task of a completed run may have been sent back since.
    if (overview.ended === 'completed' && completed + skipped === total) {
      if (!face.quiet) io.stderr.write(`run ${name} is completed; nothing is left to do\n`)
      const pattern = patternOf(await ledger.definition(name))
      await writeRun(to, { run: name, pattern, ended: 'completed', reason: overview.endedReason })
      return 0
    }
    sayRun(name)
    const progress = new RunProgress(io, face, ledger)
    const { concurrency } = face
    const resumed = resumeRun(name, {
      ledger,
      env: io.env,
      settings,
      ...(concurrency === null ? {} : { concurrency }),
      ...(typed.has('maxCost') && settings.maxCost !== null ? { maxCost: settings.maxCost } : {}),
      runDirectory: resumed => world.runDirectory(io, resumed),
      signal: io.signal,
      observer: progress,
    })
    return await concludeRun(to, await resumed.finally(() => progress.end()))
  })
}

/** Where and for how much the run was started is kept with it: a config file that changed since does not count. */
function asStarted(settings: CommandInput['settings'], typed: CommandInput['typed']): CommandInput['settings'] {
  return {
    ...settings,
    baseUrl: typed.has('baseUrl') ? settings.baseUrl : null,
    maxCost: typed.has('maxCost') ? settings.maxCost : null,
    maxTokens: typed.has('maxTokens') ? settings.maxTokens : null,
  }
}

interface Resuming extends Omit<CommandInput, 'args' | 'codingAgents'> {
  readonly name: string
  readonly world: World
  readonly ledger: Ledger
}

async function resumeAnalysis(io: Io, { name, settings, face, typed, world, ledger }: Resuming): Promise<ExitStatus> {
  const [analysis, { leadAnalysis }, { checkOutputs }] = await Promise.all([
    import('../run/analysis/analyze.ts'),
    import('./led-analysis.ts'),
    import('./report-document.ts'),
  ])
  checkOutputs(io, face, [])
  return await leadAnalysis(io, { face, settings, world, ledger, inputs: [] }, options =>
    analysis.resumeAnalysis(name, asStarted(settings, typed), { ...options, takesOver: face.force }),
  )
}

async function resumeQuestion(io: Io, { name, settings, face, typed, world, ledger }: Resuming): Promise<ExitStatus> {
  const [{ resumeAsk }, { checkAskOutputs, leadAsk }] = await Promise.all([
    import('../run/ask/ask.ts'),
    import('./ask.ts'),
  ])
  checkAskOutputs(io, face, [])
  return await leadAsk(io, { face, world, ledger, inputs: [] }, options =>
    resumeAsk(name, asStarted(settings, typed), options),
  )
}

/** Only an analysis has a report in all forms. */
function checkForm({ format }: CommandInput['face']): void {
  if (format === null || format === 'text' || format === 'json') return
  throw new ShoalError('bad-value', `a run that is no analysis has no report as ${format}`, {
    detail: '--format',
    advice: 'choose text or json',
  })
}
