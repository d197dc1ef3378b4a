// Following a stream: read, listen, take it up again by itself; and what the page says of the connection meanwhile.
import { describe, expect, it } from 'vitest'
import { LiveFailure } from '../../src/page/live/client.ts'
import { type Connection, nextConnection, retryDelay } from '../../src/page/live/connection.ts'
import { watch } from '../../src/page/live/watch.ts'

describe('watch', () => {
  it('reads first, listens from there, and hands on what comes', async () => {
    const world = new World()
    await world.settle()
    expect(world.log).toEqual(['read', 'listen after 0'])
    world.source.tell('open')
    world.source.tell('message', '{"cursor":3}')
    expect(world.log.slice(2)).toEqual(['opened', 'message 3'])
  })

  it('takes a lost stream up where it was, without reading all again', async () => {
    const world = new World()
    await world.settle()
    world.source.tell('open')
    world.source.tell('message', '{"cursor":7}')
    world.source.tell('error')
    expect(world.source.isClosed).toBe(true)
    await world.pass()
    world.source.tell('open')
    expect(world.log.slice(2)).toEqual(['opened', 'message 7', 'failed', 'wait 500', 'listen after 7', 'opened'])
  })

  it('reads again when the stream cannot be taken up, and waits longer each time', async () => {
    const world = new World()
    await world.settle()
    world.source.tell('open')
    world.log.length = 0
    world.source.tell('error')
    await world.pass()
    world.answer = new LiveFailure(0, 'unreachable', 'the server does not answer', null)
    world.source.tell('error')
    await world.pass()
    await world.pass()
    world.answer = null
    await world.pass()
    world.source.tell('open')
    world.source.tell('error')
    expect(world.log).toEqual([
      'failed',
      'wait 500',
      'listen after 0',
      'failed',
      'wait 1000',
      'read',
      'failed unreachable',
      'wait 2000',
      'read',
      'failed unreachable',
      'wait 4000',
      'read',
      'listen after 0',
      'opened',
      'failed',
      'wait 500',
    ])
  })

  it('says when the token is refused, and goes on trying; and ends for good when the run is gone', async () => {
    const world = new World(new LiveFailure(401, 'unauthorized', 'no', null))
    await world.settle()
    world.answer = new LiveFailure(404, 'not-a-run', 'no such run', null)
    await world.pass()
    expect(world.log).toEqual(['read', 'refused unauthorized', 'wait 1000', 'read', 'gone not-a-run'])
    expect(world.waiting).toBeNull()
  })

  it('ends for good when the stream says that the run is gone', async () => {
    const world = new World()
    await world.settle()
    world.source.tell('gone')
    expect(world.log.at(-1)).toBe('gone')
    expect(world.source.isClosed).toBe(true)
    expect(world.waiting).toBeNull()
  })

  it('does nothing any more once it is ended, whatever it was at', async () => {
    const reading = new World()
    reading.end()
    await reading.settle()
    expect(reading.log).toEqual(['read'])

    const waiting = new World()
    await waiting.settle()
    waiting.source.tell('error')
    waiting.end()
    expect(waiting.waiting).toBeNull()

    const listening = new World()
    await listening.settle()
    listening.end()
    expect(listening.source.isClosed).toBe(true)
  })
})

describe('the connection', () => {
  it('is back only after it was lost, and says so until something else happens', () => {
    const through = (...events: Parameters<typeof nextConnection>[1][]) =>
      events.reduce<Connection>((at, event) => nextConnection(at, event), 'opening')
    expect(through('opened')).toBe('live')
    expect(through('failed')).toBe('lost')
    expect(through('opened', 'failed', 'failed', 'opened')).toBe('back')
    expect(through('opened', 'failed', 'opened', 'failed')).toBe('lost')
    expect(through('failed', 'refused')).toBe('refused')
    expect(through('failed', 'refused', 'opened')).toBe('back')
    expect(through('opened', 'gone', 'failed', 'opened')).toBe('gone')
  })

  it('is tried again soon, then less often, but never less than every eight seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 60, 1e6].map(retryDelay)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000, 8000])
  })
})

class Source {
  isClosed = false
  private readonly listeners = new Map<string, (event: unknown) => void>()

  addEventListener(kind: string, listener: unknown): void {
    this.listeners.set(kind, listener as (event: unknown) => void)
  }

  tell(kind: string, data?: string): void {
    this.listeners.get(kind)!({ data })
  }

  close(): void {
    this.isClosed = true
  }
}

/** A server and a clock, and what happened in order. */
class World {
  readonly log: string[] = []
  source = new Source()
  waiting: (() => void) | null = null
  readonly end: () => void
  private cursor = 0

  constructor(public answer: LiveFailure | null = null) {
    this.end = watch<{ readonly cursor: number }>(
      {
        read: async () => {
          this.log.push('read')
          if (this.answer) throw this.answer
        },
        address: () => `after ${this.cursor}`,
        onMessage: ({ cursor }) => {
          this.cursor = cursor
          this.log.push(`message ${cursor}`)
        },
        onConnection: (event, failure) => this.log.push(failure ? `${event} ${failure.code}` : event),
      },
      {
        open: address => {
          this.log.push(`listen ${address}`)
          this.source = new Source()
          return this.source as unknown as EventSource
        },
        later: (work, ms) => {
          this.log.push(`wait ${ms}`)
          this.waiting = work
          return () => {
            this.waiting = null
          }
        },
      },
    )
  }

  /** The time it waits for goes by. */
  async pass(): Promise<void> {
    const work = this.waiting!
    this.waiting = null
    work()
    await this.settle()
  }

  async settle(): Promise<void> {
    for (let k = 0; k < 5; k++) await Promise.resolve()
  }
}
