// The threads that work on files: each on one at a time. One that makes no progress is ended, its file given up, and a fresh
// thread takes the rest.
import { setMaxListeners } from 'node:events'
import { availableParallelism } from 'node:os'
import { FileThread, type ThreadJob } from './file-thread.ts'

const MOST_THREADS = 8
/** Starting one more costs about as much as this much work of each that there is. */
const WORTH_ONE_MORE = 256 * 1024
const WORTH_ORDERS = 32
/** How often it is looked whether threads get on. */
const LOOK_MS = 100
/** Idle threads keep what they have loaded so long. */
const IDLE_MS = 2000
/** The last one is kept for what comes next, as the process of DuckDB is: a fresh one takes 0.2 s of a processor until it has loaded as much. */
const KEPT_MS = 60_000

class FileThreads {
  private readonly threads: FileThread[] = []
  private readonly waiting: Waiting[] = []
  private watch: NodeJS.Timeout | null = null
  private idle: NodeJS.Timeout | null = null

  constructor(private readonly most = Math.min(MOST_THREADS, availableParallelism())) {}

  /** Jobs are begun in the order in which they are given. */
  run(job: ThreadJob): void {
    const { signal } = job
    if (signal.aborted) {
      job.reject(signal.reason)
      return
    }
    const entry: Waiting = {
      job,
      forget: () => {
        this.waiting.splice(this.waiting.indexOf(entry), 1)
        job.reject(signal.reason)
      },
    }
    setMaxListeners(0, signal)
    signal.addEventListener('abort', entry.forget, { once: true })
    this.waiting.push(entry)
    this.shareOut()
  }

  private shareOut(): void {
    while (this.waiting.length > 0) {
      const thread = this.threads.find(({ job }) => job === null) ?? this.oneMore()
      if (!thread) break
      const { job, forget } = this.waiting.shift()!
      job.signal.removeEventListener('abort', forget)
      thread.begin(job)
    }
    this.look()
  }

  private oneMore(): FileThread | null {
    // One that waits for an answer may wait for another order to be carried out.
    const { length } = this.threads.filter(({ isWaiting }) => !isWaiting)
    if (length >= this.most) return null
    const bytes = sum(this.waiting) + sum(this.threads)
    const isWorthIt = length === 0 || bytes >= length * WORTH_ONE_MORE || this.waiting.length >= WORTH_ORDERS
    if (!isWorthIt) return null
    const thread = new FileThread({
      onFree: () => this.shareOut(),
      onEnd: () => {
        this.threads.splice(this.threads.indexOf(thread), 1)
        this.shareOut()
      },
    })
    this.threads.push(thread)
    return thread
  }

  /** Threads are watched while one is at work, and ended some time after. */
  private look(): void {
    const isAtWork = this.threads.some(({ job }) => job !== null)
    if (isAtWork && this.watch === null) {
      let last = { cpu: cpuMs(), wall: performance.now() }
      this.watch = setInterval(() => {
        const now = { cpu: cpuMs(), wall: performance.now() }
        const busy = this.threads.filter(({ job, isWaiting }) => job !== null && !isWaiting)
        const wall = now.wall - last.wall
        // On a machine that is busy with other things a thread gets little done, and is given more time.
        const worked = Math.min(wall, (now.cpu - last.cpu) / Math.max(1, busy.length))
        last = now
        for (const thread of busy) thread.tick(worked, wall)
      }, LOOK_MS).unref()
    }
    if (!isAtWork && this.watch !== null) {
      clearInterval(this.watch)
      this.watch = null
    }
    const isSomeFree = this.threads.some(({ job }) => job === null)
    if (isSomeFree && this.idle === null) this.idle = setTimeout(() => this.endIdle(), IDLE_MS).unref()
  }

  /** Others may be at work for long, and memory is theirs then. */
  private endIdle(): void {
    this.idle = null
    const now = performance.now()
    for (const thread of [...this.threads]) {
      const most = this.threads.length === 1 ? KEPT_MS : IDLE_MS
      if (thread.job === null && now - thread.freeSince >= most) thread.end()
    }
    this.look()
  }
}

interface Waiting {
  readonly job: ThreadJob
  /** It is not wanted any more. */
  forget(): void
}

function sum(of: readonly { readonly job: ThreadJob | null }[]): number {
  return of.reduce((bytes, { job }) => bytes + (job?.bytes ?? 0), 0)
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let threads: FileThreads | undefined

/** The threads of this process: started when they are needed, and ended when they are not. */
export function fileThreads(): FileThreads {
  threads ??= new FileThreads()
  return threads
}
