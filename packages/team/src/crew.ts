// The members that live in this process, from their start to their end.
import type { MemberDraft } from './draft.ts'
import { kindOf, live, type Surroundings } from './member.ts'

/** Members that are started together, and tasks that are worked on at a time unless the draft says otherwise. */
export const STAGE = 15

export class Crew {
  private readonly lives = new Set<Promise<void>>()
  /** Members of a kind that found no work and wait for it. */
  private readonly idle = new Map<string, number>()
  /** Those that are not there yet, or not there any more and to be started afresh. */
  private queue: MemberDraft[]
  private readonly hadMembers: boolean
  /** Some have left because they were asked to. */
  wereShutDown = false
  private onChange = () => {}
  /** Called when a member found nothing to do, and when it has left. */
  onRest = () => {}

  constructor(
    drafts: readonly MemberDraft[],
    private readonly around: Surroundings,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.queue = [...drafts]
    this.hadMembers = drafts.length > 0
  }

  /** A stage is started when everyone of the one before has a task or found none. Goes on until all have left. */
  async start(): Promise<void> {
    const { signal } = this.around
    while (!signal.aborted && (this.queue.length > 0 || this.lives.size > 0)) {
      const stage = this.nextStage()
      if (stage.length === 0) await this.change()
      else await Promise.all(stage.map(draft => this.begin(draft)))
    }
  }

  /** Nobody works or looks for work. */
  isIdle(): boolean {
    return this.around.slots.inUse === 0
  }

  /** All members there were have left. */
  hasLeft(): boolean {
    return this.hadMembers && this.queue.length === 0 && this.lives.size === 0
  }

  async gone(): Promise<void> {
    this.onChange()
    await Promise.all(this.lives)
  }

  /** Where one of its kind waits for work already, another one that is there for one task only is of no use yet. */
  private nextStage(): MemberDraft[] {
    const stage: MemberDraft[] = []
    this.queue = this.queue.filter(draft => {
      const isUseless = draft.once && (this.idle.get(kindOf(draft)) ?? 0) > 0
      if (isUseless || stage.length === STAGE) return true
      stage.push(draft)
      return false
    })
    return stage
  }

  /** Resolves when the member has a task or found none. */
  private async begin(draft: MemberDraft): Promise<void> {
    const kind = kindOf(draft)
    await new Promise<void>(resolve => {
      let isIdle = false
      const onState = (state: 'working' | 'idle') => {
        resolve()
        if (state === 'idle') this.onRest()
        if (isIdle === (state === 'idle')) return
        isIdle = state === 'idle'
        this.idle.set(kind, (this.idle.get(kind) ?? 0) + (isIdle ? 1 : -1))
        this.onChange()
      }
      const life = live(draft, this.around, onState)
        .then(end => {
          if (end === 'did its task') this.queue.push(draft)
          if (end === 'was shut down') this.wereShutDown = true
        })
        .catch(this.onFailure)
        .finally(() => {
          this.lives.delete(life)
          onState('working')
          this.onChange()
          this.onRest()
        })
      this.lives.add(life)
    })
  }

  private async change(): Promise<void> {
    const { signal } = this.around
    await new Promise<void>(resolve => {
      const done = () => {
        signal.removeEventListener('abort', done)
        this.onChange = () => {}
        resolve()
      }
      this.onChange = done
      signal.addEventListener('abort', done, { once: true })
    })
  }
}
