// Runs that are started or resumed from the page. Each is a process of its own, the same command a person would type,
// so that the page stays quick whatever they do; they are stopped with the server and can be resumed.
import { ShoalError } from '@shoal/base/model/errors'
import type { LiveResume, LiveStart } from '@shoal/base/model/live'
import { checkLimits } from '../../run/analysis/budgets.ts'
import { isAnalysis } from '../../run/analysis/definition.ts'
import { runName } from '../../run/analysis/naming.ts'
import { currentOverview, unlessGone } from '../../run/overviews.ts'
import { isPlanning } from '../../run/planned-run.ts'
import { canResume } from '../api/can-resume.ts'
import { type Outline, outlineOf } from '../api/outline.ts'
import type { ApiContext } from '../api-context.ts'
import { type Child, type ChildEnd, startChild } from './child.ts'
import { checkStart } from './start-request.ts'

export interface ChildRunsOptions extends Pick<ApiContext, 'ledger' | 'settings' | 'cwd' | 'env'> {
  /** What every command is given as well. */
  readonly flags: readonly string[]
  note(line: string): void
}

/** How long news may take where the ledger does not announce them. */
const LOOK_MS = 500
/** Findings above a limit, failed tasks, a budget that is reached and a stop: it was at work. */
const WORKED: readonly number[] = [0, 1, 3, 6, 130]

export class ChildRuns {
  private readonly children = new Map<string, Child>()
  /** Whose process has not got as far as its run. */
  private readonly starting = new Set<string>()
  private isClosed = false

  constructor(private readonly options: ChildRunsOptions) {}

  /** The name of the run, once somebody leads it. Throws why it could not be started. */
  async start(asked: LiveStart): Promise<string> {
    checkStart(this.options, asked)
    const { run, child } = await this.launchNew(asked)
    const end = await this.until(run, child, () => this.isBegun(run))
    if (end !== null && !(await this.isThere(run))) throw failure(end)
    this.noteFailure(run, child)
    return run
  }

  /**
   * Once somebody leads it. Throws `run-alive`, `wrong-state` when nothing is left to do, and `bad-value` for a limit that is
   * used up before it begins.
   */
  async resume(run: string, asked: LiveResume): Promise<void> {
    const { ledger } = this.options
    const team = await ledger.overview(run)
    const outline = await outlineOf(ledger, team)
    if (outline) checkAsksModels(run, outline, asked)
    await checkLimits(ledger, run, { maxCost: asked.maxCostUsd, maxTokens: asked.maxTokens })
    // A process that has ended its run takes a moment to go; one that has just been started has not opened it again yet.
    if (team.ended !== null && !this.starting.has(run)) await this.children.get(run)?.end
    const { overview, status } = await currentOverview(ledger, run)
    // From here to the launch nothing is waited for, so that nobody else launches it meanwhile.
    if (this.children.has(run) || overview.leadAlive)
      throw new ShoalError('run-alive', `run "${run}" is at work already`, { detail: run, advice: 'let it go on' })
    if (outline && !canResume({ status, tasks: overview.tasks }, outline)) throw notResumed(run, outline)
    const child = this.launch(run, ['resume', ...limitFlags(asked)], [run])
    // One that is started over is gone for a moment.
    const isLed = async () => (await unlessGone(ledger.overview(run), null))?.leadAlive === true
    const end = await this.until(run, child, isLed)
    if (end !== null && !WORKED.includes(end.status)) throw failure(end)
    this.noteFailure(run, child)
  }

  /** Asks all to stop and waits for them; after `graceMs` they are ended. */
  async close(graceMs: number): Promise<void> {
    this.isClosed = true
    await Promise.all([...this.children.values()].map(child => child.stop(graceMs)))
    process.off('exit', this.endAll)
  }

  /** A second Ctrl-C does not wait for the first. */
  private readonly endAll = () => {
    for (const child of this.children.values()) child.endNow()
  }

  private async launchNew(asked: LiveStart): Promise<{ readonly run: string; readonly child: Child }> {
    const wanted = runName(asked.paths, this.options.cwd, asked.asks ? 'ask' : undefined)
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : `-${number}`
      const run = wanted.slice(0, 64 - suffix.length) + suffix
      // One that is being started is not in the ledger yet; nobody else can take the name between this and the launch.
      if ((await this.isThere(run)) || this.children.has(run)) continue
      return { run, child: this.launch(run, [...startFlags(asked), `--name=${run}`], asked.paths) }
    }
  }

  /** Before that it would look as if it had been left. */
  private async isBegun(run: string): Promise<boolean> {
    const { ledger } = this.options
    const definition = await unlessGone(ledger.definition(run), null)
    // What turns out to have nothing to read while it is planned was never started.
    if (definition === null || isPlanning(definition)) return false
    const team = await unlessGone(ledger.overview(run), null)
    if (team === null || team.ended !== null) return team !== null
    // An analysis is led by one while it is planned and by another while its tasks are done, and by nobody in between.
    const { inProgress, completed, failed, skipped } = team.tasks
    return team.leadAlive && (!isAnalysis(definition) || inProgress + completed + failed + skipped > 0)
  }

  private async isThere(run: string): Promise<boolean> {
    return (await unlessGone(this.options.ledger.team(run), null)) !== null
  }

  private launch(run: string, words: readonly string[], args: readonly string[]): Child {
    if (this.isClosed) throw new ShoalError('interrupted', 'the server is ending')
    const { cwd, flags } = this.options
    // The token is for whoever looks at this server.
    const { SHOAL_SERVE_TOKEN: _, ...env } = this.options.env
    if (this.children.size === 0) process.off('exit', this.endAll).on('exit', this.endAll)
    const child = startChild([...words, '--quiet', ...flags, '--', ...args], { cwd, env })
    this.children.set(run, child)
    void child.end.then(() => this.children.delete(run))
    return child
  }

  /** Who asked for it has had an answer by then. */
  private noteFailure(run: string, { end }: Child): void {
    void end.then(({ status, says }) => {
      if (!WORKED.includes(status)) this.options.note(`run ${run}: ${says}`)
    })
  }

  /** Null once it `isSo`, or how the child ended before. */
  private async until(run: string, child: Child, isSo: () => Promise<boolean>): Promise<ChildEnd | null> {
    const { ledger } = this.options
    let end: ChildEnd | null = null
    void child.end.then(ended => {
      end = ended
    })
    this.starting.add(run)
    try {
      for (;;) {
        const seen = await ledger.lastEvent()
        if (await isSo()) return null
        if (end !== null) return end
        await Promise.race([child.end, ledger.changed(seen, LOOK_MS)])
      }
    } finally {
      this.starting.delete(run)
    }
  }
}

function notResumed(run: string, { isDelegated }: Outline): ShoalError {
  const [why, advice] = isDelegated
    ? ['is read by agents of a client', `let them report; \`shoal resume ${run} --force\` leaves the rest to programs`]
    : ['is completed; nothing is left to do', 'see its report']
  return new ShoalError('wrong-state', `run "${run}" ${why}`, { detail: run, advice })
}

function checkAsksModels(run: string, { asksModels }: Outline, { maxCostUsd, maxTokens }: LiveResume): void {
  if (asksModels || (maxCostUsd === null && maxTokens === null)) return
  throw new ShoalError('bad-value', `run "${run}" asks no model, so there is nothing to limit`, {
    detail: run,
    advice: 'resume it without a limit',
  })
}

function startFlags({ query, model, maxCostUsd, asks }: LiveStart): string[] {
  return [
    asks ? 'ask' : 'analyze',
    // With the equals sign a value may begin with a dash.
    ...(query === null ? [] : [`--query=${query}`]),
    ...(model === null ? [] : [`--model=${model}`]),
    ...limitFlags({ maxCostUsd, maxTokens: null }),
  ]
}

function limitFlags({ maxCostUsd, maxTokens }: LiveResume): string[] {
  return [
    // A command line takes no exponents.
    ...(maxCostUsd === null ? [] : [`--max-cost=${maxCostUsd.toFixed(6)}`]),
    ...(maxTokens === null ? [] : [`--max-tokens=${maxTokens}`]),
  ]
}

/** What a command says at its end is `shoal: what is wrong — what to do`. */
function failure({ status, says }: ChildEnd): ShoalError {
  const code =
    status === 4 ? 'no-credentials' : status === 130 ? 'interrupted' : status === 2 ? 'bad-value' : 'internal'
  const line = says.replace(/^shoal: /, '')
  const at = line.lastIndexOf(' — ')
  if (at < 0) return new ShoalError(code, line)
  return new ShoalError(code, line.slice(0, at), { advice: line.slice(at + 3) })
}
