// How a run gets on, on stderr: one line that keeps itself current on a terminal, else a line for each task that ends.

import type { LedgerEvent } from '@shoal/base/model/event'
import type { Budget, Ledger } from '@shoal/base/model/ledger'
import type { LiveWorker } from '@shoal/base/model/live'
import type { Task } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import { formatCount, printable } from '@shoal/base/text/printable'
import { lasted } from '@shoal/base/text/times'
import { usedWords } from '@shoal/base/text/used-words'
import type { FaceOptions } from '../config/options.ts'
import { hasReviewer } from '../run/definition.ts'
import type { Said } from '../run/inbox-files.ts'
import { type Io, progressWidth } from './io.ts'
import { eachTask } from './team/task-pages.ts'
import { decisionCommands } from './team/words.ts'

/** Between two drawings of the line. */
const REDRAW_MS = 100
const TICK_MS = 1000

/** What is worth a line of its own, and its word. */
const endings: Readonly<Partial<Record<LedgerEvent['kind'], string>>> = {
  'task-completed': 'completed',
  'task-failed': 'failed',
  'task-released': 'put back',
  'task-lost': 'lost',
  'task-skipped': 'skipped',
  'task-retried': 'again',
  'task-amended': 'amended',
  'plan-submitted': 'plan made',
  'plan-approved': 'plan approved',
  'plan-rejected': 'plan sent back',
}

export class RunProgress {
  private readonly isLive: boolean
  private readonly began = Date.now()
  private readonly asked = new Set<string>()
  private reviewer: Promise<boolean> | null = null
  private run: string | null = null
  private timer: NodeJS.Timeout | null = null
  private tick: NodeJS.Timeout | null = null
  private lastWords = { member: '', words: '' }
  private isDrawn = false
  private isOver = false

  constructor(
    private readonly io: Io,
    private readonly face: FaceOptions,
    private readonly ledger: Ledger,
  ) {
    const isTerminal = (io.stderr as NodeJS.WriteStream).isTTY === true && io.env.TERM !== 'dumb'
    this.isLive = isTerminal && !face.quiet
  }

  start(run: string): void {
    if (this.run !== null) return
    this.run = run
    if (!this.face.quiet) this.say(`run ${run}; watch it with \`shoal team show ${run} --follow\``)
    if (this.isLive) this.redrawSoon()
    // Progress is a courtesy: a ledger that does not answer is for the run itself to complain of.
    this.remindOfPlans(run).catch(() => {})
  }

  readonly onEvent = (event: LedgerEvent): void => {
    this.start(event.team)
    const isOfLead = event.kind === 'message-sent' && event.member === LEAD
    if (event.task !== null && (event.kind === 'plan-submitted' || isOfLead))
      this.lookAtPlan(event.kind, event.team, event.task).catch(() => {})
    const word = endings[event.kind]
    if (word !== undefined && event.member === this.lastWords.member) this.lastWords = { member: '', words: '' }
    if (word !== undefined && !this.face.quiet && (!this.isLive || event.kind === 'task-failed')) {
      const by = event.member === null ? '' : ` (${printable(event.member)})`
      const detail = event.detail === null || event.detail === '' ? '' : `: ${printable(event.detail)}`
      this.say(`${word} ${printable(event.task ?? '')}${by}${detail}`)
    }
    if (this.isLive) this.redrawSoon()
  }

  /** On a terminal, in the line that keeps itself current. */
  readonly onWorker = (worker: LiveWorker): void => {
    this.lastWords = { member: worker.member, words: workerWords(worker) }
    if (this.isLive) this.redrawSoon()
  }

  readonly onMessage = ({ from, to, text }: Said): void => {
    if (this.face.quiet || this.isOver) return
    const [line = '', more] = text.split(/[\r\n]+/, 2)
    this.say(
      `message from ${printable(from)} to ${to === null ? 'all' : printable(to)}: ${printable(line)}${more ? ' …' : ''}`,
    )
  }

  end(): void {
    this.isOver = true
    if (this.timer) clearTimeout(this.timer)
    if (this.tick) clearTimeout(this.tick)
    this.clear()
  }

  /** Of plans that were handed in before, in a run that is now resumed. */
  private async remindOfPlans(run: string): Promise<void> {
    if ((await this.ledger.counts(run)).awaitingApproval === 0 || (await this.hasReviewer(run))) return
    for await (const task of eachTask(this.ledger, run, { status: 'pending' })) this.askForDecision(run, task)
  }

  /** A reviewer decides on plans by itself; what it leaves to a person it tells the lead in a message about the task. */
  private async lookAtPlan(kind: LedgerEvent['kind'], run: string, id: string): Promise<void> {
    if (kind === 'plan-submitted' && (await this.hasReviewer(run))) return
    this.askForDecision(run, await this.ledger.task(run, id))
  }

  private async hasReviewer(run: string): Promise<boolean> {
    this.reviewer ??= this.ledger.definition(run).then(hasReviewer)
    return await this.reviewer
  }

  /** Without a decision the run would wait for ever, so this is said even to those who want quiet. */
  private askForDecision(run: string, { id, approval }: Task): void {
    const plan = `${id}\n${approval?.round}`
    if (approval?.status !== 'requested' || this.asked.has(plan) || this.isOver) return
    this.asked.add(plan)
    const commands = decisionCommands(run, id).map(command => `    ${command}`)
    this.say([`task ${printable(id)} awaits a decision on its plan:`, ...commands].join('\n'))
  }

  private say(line: string): void {
    this.clear()
    this.io.stderr.write(`${line}\n`)
  }

  private clear(): void {
    if (this.isDrawn) this.io.stderr.write('\r\u001b[2K')
    this.isDrawn = false
  }

  private redrawSoon(): void {
    this.timer ??= setTimeout(() => void this.redraw(), REDRAW_MS).unref()
  }

  /** The time goes on between events too. */
  private redrawLater(): void {
    if (this.tick) clearTimeout(this.tick)
    this.tick = setTimeout(() => void this.redraw(), TICK_MS).unref()
  }

  private async redraw(): Promise<void> {
    const { run } = this
    const counts = run === null ? null : await this.ledger.counts(run).catch(() => null)
    const budgets = run === null ? [] : await this.ledger.budgets(run).catch(() => [])
    this.timer = null
    if (counts === null || this.isOver) return
    const { total, completed, skipped, failed, inProgress, awaitingApproval } = counts
    const parts = [
      `${formatCount(completed + skipped)} of ${formatCount(total)} tasks done`,
      inProgress > 0 ? `${formatCount(inProgress)} in progress` : '',
      failed > 0 ? `${formatCount(failed)} failed` : '',
      awaitingApproval > 0 ? `${formatCount(awaitingApproval)} awaiting approval` : '',
      ...budgets.map(budgetWords),
      lasted(Date.now() - this.began),
    ]
    this.redrawLater()
    this.clear()
    const { words } = this.lastWords
    const line = [parts.filter(part => part !== '').join(', '), words].filter(part => part !== '').join(' · ')
    this.io.stderr.write(line.slice(0, progressWidth(this.io)))
    this.isDrawn = true
  }
}

/** `ann (3 turns, about $0.04): Edit src/a.ts`. */
export function workerWords(worker: LiveWorker): string {
  const used = usedWords(worker)
  return `${printable(worker.member)}${used === '' ? '' : ` (${used})`}: ${worker.lines.at(-1) ?? ''}`
}

/** `$0.42 of $2`, `7 of 20 turns`. */
function budgetWords({ unit, used, limit }: Budget): string {
  return unit === 'micro_usd'
    ? `$${(used / 1e6).toFixed(2)} of $${limit / 1e6}`
    : `${formatCount(used)} of ${formatCount(limit)} ${unit}`
}
