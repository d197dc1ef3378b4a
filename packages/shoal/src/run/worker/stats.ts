// What a worker has done, as lines of JSON for those who read its log and as figures for those who watch it.
import type { Ending } from '@shoal/base/model/task'
import type { Assignment } from '@shoal/base/model/worker'

export class WorkerStats {
  active = 0
  runs = 0
  bytes = 0
  private readonly ended = new Map<Ending['status'], number>()
  private readonly startedAt: number
  private heardAt: number

  constructor(
    private readonly name: string,
    private readonly write: (line: string) => void,
    private readonly now: () => number = Date.now,
  ) {
    this.startedAt = now()
    this.heardAt = now()
  }

  say(event: string, about: Readonly<Record<string, unknown>> = {}): void {
    const at = new Date(this.now()).toISOString()
    this.write(`${JSON.stringify({ at, event, worker: this.name, ...about })}\n`)
  }

  /** The ledger has answered. */
  heard(): void {
    this.heardAt = this.now()
  }

  /** That have ended here in whichever way. */
  get tasks(): number {
    return [...this.ended.values()].reduce((sum, count) => sum + count, 0)
  }

  async during({ team, task, member }: Assignment, work: () => Promise<Ending>): Promise<Ending> {
    this.active++
    const since = performance.now()
    try {
      const ending = await work()
      this.ended.set(ending.status, (this.ended.get(ending.status) ?? 0) + 1)
      const reason = 'reason' in ending && ending.reason !== undefined ? { reason: ending.reason } : {}
      const ms = Math.round(performance.now() - since)
      this.say('task', { run: team, task: task.id, member, status: ending.status, ms, ...reason })
      return ending
    } finally {
      this.active--
    }
  }

  /** Milliseconds since the ledger was last heard of. */
  silence(): number {
    return this.now() - this.heardAt
  }

  /** In the text format of Prometheus. */
  metrics(): string {
    const rows: [name: string, type: 'counter' | 'gauge', help: string, values: [labels: string, value: number][]][] = [
      ['tasks_total', 'counter', 'Tasks ended here.', this.byStatus()],
      ['tasks_active', 'gauge', 'Tasks at work.', [['', this.active]]],
      ['runs_total', 'counter', 'Runs helped with.', [['', this.runs]]],
      ['bytes_read_total', 'counter', 'Bytes of files read.', [['', this.bytes]]],
      ['silence_seconds', 'gauge', 'Since the ledger was last heard of.', [['', this.silence() / 1000]]],
      ['uptime_seconds', 'gauge', 'Since it was started.', [['', (this.now() - this.startedAt) / 1000]]],
      ['memory_bytes', 'gauge', 'Resident memory.', [['', process.memoryUsage.rss()]]],
    ]
    return rows
      .map(([name, type, help, values]) => {
        const full = `shoal_worker_${name}`
        const lines = values.map(([labels, value]) => `${full}${labels} ${value}\n`).join('')
        return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines}`
      })
      .join('')
  }

  private byStatus(): [string, number][] {
    const statuses = ['completed', 'failed', 'released', 'planned'] as const
    return statuses.map(status => [`{status="${status}"}`, this.ended.get(status) ?? 0])
  }
}
