// One run as the events of its ledger tell it, kept current. Everything in it bears the number of the event that last
// changed it, so that what is new since any cursor can be said, whoever asks and after however long.
import type { LedgerEvent } from '@shoal/base/model/event'
import type { Ledger } from '@shoal/base/model/ledger'
import type { LiveFinding, LiveStage, LiveTask } from '@shoal/base/model/live'
import type { Message } from '@shoal/base/model/message'
import type { Task } from '@shoal/base/model/task'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { WorkClock } from '../../run/work-clock.ts'
import { liveFindings, liveTask } from './live-rows.ts'
import { depths, NOTHING_READ, type PlannedTasks } from './work.ts'

/** Events that are taken in at once: each time, many tasks may have to be read. */
const PAGE = 20_000
const MOST_FINDINGS = 300
const MOST_MESSAGES = 200
/** Of the list; there may be more. */
const MOST_TASKS = 5000
/** From so many tasks on, all are read at once. */
const MANY = 200

interface Numbered<Value> {
  readonly number: number
  readonly value: Value
}

export interface Work {
  readonly done: number
  readonly doneTasks: number
  readonly left: number
}

export class RunMirror {
  /** All events up to this one are in it. */
  cursor = 0
  /** Whoever has seen less than this must be told everything anew: something was taken back. */
  rewrittenAt = 0
  /** The last event of this run. */
  changedAt = 0
  messageCount = 0
  /** How long it was at work. */
  clock = new WorkClock()
  private readonly tasks = new Map<string, { number: number; value: LiveTask }>()
  /** The newest first; at most MOST_FINDINGS. */
  private findings: readonly Numbered<LiveFinding>[] = []
  private readonly found = new Map<string, number>()
  /** The newest first; at most MOST_MESSAGES. */
  private messages: readonly Numbered<Message>[] = []
  private newestMessage = 0
  private refreshing: Promise<void> = Promise.resolve()

  constructor(
    private readonly ledger: Ledger,
    readonly run: string,
    /** Null for a run that is no analysis. */
    readonly plan: PlannedTasks | null,
  ) {}

  /** Throws `unknown-team` when the run is gone. */
  refresh(): Promise<void> {
    this.refreshing = this.refreshing.catch(() => {}).then(() => this.catchUp())
    return this.refreshing
  }

  get findingCount(): number {
    let sum = 0
    for (const count of this.found.values()) sum += count
    return sum
  }

  task(id: string): LiveTask | null {
    return this.tasks.get(id)?.value ?? null
  }

  /** In order of creation. */
  tasksSince(cursor: number): readonly LiveTask[] {
    const since: LiveTask[] = []
    let at = 0
    for (const { number, value } of this.tasks.values()) {
      if (at++ === MOST_TASKS) break
      if (number > cursor) since.push(value)
    }
    return since
  }

  findingsSince(cursor: number): readonly LiveFinding[] {
    return since(this.findings, cursor)
  }

  messagesSince(cursor: number): readonly Message[] {
    return since(this.messages, cursor)
  }

  stages(): readonly LiveStage[] {
    const stages: Counted[] = []
    const add = (title: string) => stages.push({ title, tasks: 0, done: 0, failed: 0, working: 0 })
    for (const title of this.plan?.titles ?? []) add(title)
    for (const { value } of this.tasks.values()) {
      while (stages.length <= value.stage) add(`Step ${stages.length + 1}`)
      const stage = stages[value.stage]!
      stage.tasks++
      if (value.status === 'completed' || value.status === 'skipped') stage.done++
      else if (value.status === 'failed') stage.failed++
      else if (value.status === 'in_progress') stage.working++
      else if (value.approval?.status === 'requested') stage.toApprove = (stage.toApprove ?? 0) + 1
    }
    return stages
  }

  /** Bytes of what readers are done with. */
  bytesDone(): number {
    let sum = 0
    for (const { value } of this.tasks.values()) if (value.status === 'completed') sum += value.bytes ?? 0
    return sum
  }

  /** What tasks weigh, by the tokens that they read: those completed since a time, and those that are still to be done. */
  work(since: number): Work {
    const work = { done: 0, doneTasks: 0, left: 0 }
    for (const { value } of this.tasks.values()) {
      const weight = Math.max(1, value.tokens ?? 0)
      if (value.status === 'pending' || value.status === 'in_progress') work.left += weight
      if (value.status !== 'completed' || (value.endedAt ?? 0) < since) continue
      work.done += weight
      work.doneTasks++
    }
    return work
  }

  private async catchUp(): Promise<void> {
    const last = await this.ledger.lastEvent()
    for (;;) {
      const events = await this.ledger.events({ team: this.run, after: this.cursor, limit: PAGE })
      const isWhole = events.length < PAGE
      const to = Math.max(isWhole ? last : 0, events.at(-1)?.number ?? this.cursor)
      await this.take(events)
      this.cursor = to
      if (isWhole) return
    }
  }

  /** What cannot be taken in is taken in by the next refresh: the cursor stays behind it. */
  private async take(all: readonly LedgerEvent[]): Promise<void> {
    const last = all.at(-1)
    if (!last) return
    // Who saw a run of this name before this one was there has seen another; it may have been made in the same moment.
    const born = all.findLastIndex(({ kind }) => kind === 'team-created')
    const events = all.slice(Math.max(0, born))
    if (born >= 0) {
      this.rewrittenAt = all[born]!.number
      this.forget()
    }
    await this.readTasks(this.touchedBy(events), events)
    if (events.some(({ kind }) => kind === 'tasks-created' || kind === 'task-blocked')) this.layOut(last.number)
    await this.readFindings(events)
    await this.readMessages(events)
    if (born >= 0) this.clock = new WorkClock()
    for (const event of events) this.clock.take(event)
    this.changedAt = last.number
  }

  private forget(): void {
    this.tasks.clear()
    this.found.clear()
    this.findings = []
    this.messages = []
    this.messageCount = 0
    this.newestMessage = 0
  }

  /** By the number of the last event about each. */
  private touchedBy(events: readonly LedgerEvent[]): ReadonlyMap<string, number> {
    const touched = new Map<string, number>()
    for (const { task, number } of events) if (task !== null) touched.set(task, number)
    const retried = retriesOf(events)
    // Those that were ready wait again, without an event of their own.
    if (retried.size > 0)
      for (const { value } of this.tasks.values()) {
        const again = lastOf(value.blockedBy, retried)
        if (again > 0) touched.set(value.id, Math.max(again, touched.get(value.id) ?? 0))
      }
    return touched
  }

  private async readTasks(touched: ReadonlyMap<string, number>, events: readonly LedgerEvent[]): Promise<void> {
    const { ledger, run } = this
    // One event for many new tasks does not say which: then all count as changed.
    const created = events.findLast(({ kind, task }) => kind === 'tasks-created' && task === null)?.number ?? 0
    const isAll = created > 0 || touched.size > MANY
    const tasks = isAll
      ? await ledger.tasks(run)
      : await Promise.all([...touched.keys()].map(id => ledger.task(run, id)))
    const retried = retriesOf(events)
    for (const task of tasks) {
      // Those that are new here were not known yet when it was asked who waits for what is retried.
      const again = retried.size === 0 ? 0 : lastOf(task.blockedBy, retried)
      const number = Math.max(created, touched.get(task.id) ?? 0, again)
      if (number > 0) this.keepTask(task, number)
    }
  }

  private keepTask(task: Task, number: number): void {
    const { plan } = this
    const stage = plan ? plan.stage(task.id) : (this.tasks.get(task.id)?.value.stage ?? 0)
    const reading = plan?.reading(task.id) ?? NOTHING_READ
    this.tasks.set(task.id, { number, value: liveTask(task, { ...reading, stage }) })
  }

  /** Without a plan, stages follow from what waits for what. */
  private layOut(number: number): void {
    if (this.plan) return
    const stages = depths(new Map([...this.tasks].map(([id, { value }]) => [id, value])))
    for (const entry of this.tasks.values()) {
      const stage = stages.get(entry.value.id) ?? 0
      if (stage === entry.value.stage) continue
      entry.value = { ...entry.value, stage }
      entry.number = number
    }
  }

  private async readFindings(events: readonly LedgerEvent[]): Promise<void> {
    const said = new Map<string, number>()
    for (const { kind, task, number } of events) {
      if (task === null || !this.plan?.reads(task)) continue
      const isAgain = this.found.has(task) || said.has(task)
      if (kind !== 'task-completed' && kind !== 'task-amended' && !(kind === 'task-retried' && isAgain)) continue
      if (isAgain) this.rewrittenAt = number
      // The last word counts, and stands where it was said.
      said.delete(task)
      said.set(task, number)
    }
    const turn = yieldToEventLoop()
    for (const [task, number] of said) {
      await turn()
      await this.readFindingsOf(task, number)
    }
  }

  /** A result that is lost says nothing. */
  private async readFindingsOf(task: string, number: number): Promise<void> {
    const result = await this.ledger.result(this.run, task).catch(() => null)
    const findings = liveFindings(result, task, this.task(task)?.owner ?? null)
    const others = this.found.has(task) ? this.findings.filter(({ value }) => value.task !== task) : this.findings
    const fresh = findings.slice(0, MOST_FINDINGS).map(value => ({ number, value }))
    this.findings = [...fresh, ...others].slice(0, MOST_FINDINGS)
    this.found.set(task, findings.length)
  }

  /** Every message has its event, in the same order. */
  private async readMessages(events: readonly LedgerEvent[]): Promise<void> {
    const sent = events.filter(({ kind }) => kind === 'message-sent')
    if (sent.length === 0) return
    const { ledger, run, newestMessage: after } = this
    const read = await ledger.messages(run, { after, limit: sent.length })
    const fresh = read.map((value, k) => ({ number: sent[k]!.number, value }))
    this.newestMessage = read.at(-1)?.number ?? after
    this.messageCount += read.length
    this.messages = [...fresh.reverse(), ...this.messages].slice(0, MOST_MESSAGES)
  }
}

function retriesOf(events: readonly LedgerEvent[]): ReadonlyMap<string, number> {
  const retried = new Map<string, number>()
  for (const { kind, task, number } of events) if (kind === 'task-retried' && task !== null) retried.set(task, number)
  return retried
}

function lastOf(ids: readonly string[], numbers: ReadonlyMap<string, number>): number {
  let last = 0
  for (const id of ids) last = Math.max(last, numbers.get(id) ?? 0)
  return last
}

function since<Value>(numbered: readonly Numbered<Value>[], cursor: number): readonly Value[] {
  return numbered.flatMap(({ number, value }) => (number > cursor ? [value] : []))
}

type Counted = { -readonly [K in keyof LiveStage]: LiveStage[K] }
