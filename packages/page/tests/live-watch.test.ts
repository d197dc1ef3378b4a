// Following a stream: read, listen, take it up again by itself; and what the page says of the connection meanwhile.
import { describe, expect, it } from 'vitest'
import { LiveFailure } from '../src/live/client.ts'
import { type Connection, nextConnection, retryDelay } from '../src/live/connection.ts'
import { takeLease } from '../src/live/lease.ts'
import { watch } from '../src/live/watch.ts'

describe('watch', () => {
  it('reads first, listens from there, and hands on what comes', async () => {
    const world = new World()
    await world.settle()
    expect(world.log).toEqual(['read', 'listen after 0'])
    world.source.tell('message', '{"cursor":3}')
    world.source.tell('message', '{"cursor":4}')
    expect(world.log.slice(2)).toEqual(['opened', 'message 3', 'message 4'])
  })

  it('takes a lost stream up where it was, without reading all again', async () => {
    const world = new World()
    await world.settle()
    world.source.tell('message', '{"cursor":7}')
    world.source.tell('error')
    expect(world.source.isClosed).toBe(true)
    await world.pass()
    world.source.tell('message', '{"cursor":8}')
    expect(world.log.slice(2)).toEqual([
      'opened',
      'message 7',
      'failed',
      'wait 500',
      'listen after 7',
      'opened',
      'message 8',
    ])
  })

  it('reads again when the stream cannot be taken up, and waits longer each time', async () => {
    const world = new World()
    await world.settle()
    world.source.tell('message', '{"cursor":1}')
    world.log.length = 0
    world.source.tell('error')
    await world.pass()
    world.answer = new LiveFailure(0, 'unreachable', 'the server does not answer', null)
    world.source.tell('error')
    await world.pass()
    await world.pass()
    world.answer = null
    await world.pass()
    world.source.tell('message', '{"cursor":2}')
    world.source.tell('error')
    expect(world.log).toEqual([
      'failed',
      'wait 500',
      'listen after 1',
      'failed',
      'wait 1000',
      'read',
      'failed unreachable',
      'wait 2000',
      'read',
      'failed unreachable',
      'wait 4000',
      'read',
      'listen after 1',
      'opened',
      'message 2',
      'failed',
      'wait 500',
    ])
  })

  it('waits longer each time also for a server that opens streams and breaks them off, and asks it why', async () => {
    const world = new World()
    await world.settle()
    world.source.tell('message', '{"cursor":1}')
    world.log.length = 0
    for (let k = 0; k < 3; k++) {
      world.source.tell('open')
      world.source.tell('error')
      await world.pass()
    }
    world.answer = new LiveFailure(500, 'internal', 'it cannot be read', null)
    world.source.tell('open')
    world.source.tell('error')
    await world.pass()
    expect(world.log).toEqual([
      'failed',
      'wait 500',
      'listen after 1',
      'failed',
      'wait 1000',
      'read',
      'listen after 1',
      'failed',
      'wait 2000',
      'read',
      'listen after 1',
      'failed',
      'wait 4000',
      'read',
      'failed internal',
      'wait 8000',
    ])
  })

  it('says when the token is refused, and goes on trying; and ends for good when the run is gone', async () => {
    const world = new World(new LiveFailure(401, 'unauthorized', 'no', null))
    await world.settle()
    world.answer = new LiveFailure(404, 'not-a-run', 'no such run', null)
    await world.pass()
    expect(world.log).toEqual(['read', 'refused unauthorized', 'wait 1000', 'read', 'gone not-a-run'])
    world.see(false)
    expect(world.waiting).toBeNull()
  })

  it('ends for good when the stream says that the run is gone', async () => {
    const world = new World()
    await world.settle()
    world.source.tell('gone')
    expect(world.log.at(-1)).toBe('gone')
    expect(world.source.isClosed).toBe(true)
    expect(world.leases).toBe(1)
    world.see(false)
    await world.settle()
    expect(world.log.at(-1)).toBe('gone')
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
    listening.see(false)
    await listening.settle()
    expect(listening.log).toEqual(['read', 'listen after 0'])
    for (const world of [reading, waiting, listening]) expect(world.leases).toBe(1)
  })
})

describe('watch, where not every tab can stream', () => {
  it('listens for one message now and then while no stream is free, and for good once one is', async () => {
    const world = new World()
    world.leases = 0
    await world.settle()
    world.source.tell('message', '{"cursor":2}')
    expect(world.source.isClosed).toBe(true)
    await world.pass()
    world.source.tell('message', '{"cursor":5}')
    world.leases = 1
    await world.pass()
    world.source.tell('message', '{"cursor":6}')
    expect({ isClosed: world.source.isClosed, leases: world.leases }).toEqual({ isClosed: false, leases: 0 })
    expect(world.log).toEqual([
      'read',
      'listen after 0',
      'opened',
      'message 2',
      'wait 2000',
      'listen after 2',
      'opened',
      'message 5',
      'wait 2000',
      'listen after 5',
      'opened',
      'message 6',
    ])
  })

  it('gives its stream back when it is not seen any more, and catches up at once when it is', async () => {
    const world = new World()
    await world.settle()
    world.source.tell('message', '{"cursor":2}')
    const kept = world.source
    expect(world.leases).toBe(0)
    world.log.length = 0
    world.see(false)
    await world.settle()
    expect({ isClosed: kept.isClosed, leases: world.leases }).toEqual({ isClosed: true, leases: 1 })
    world.source.tell('message', '{"cursor":3}')
    expect(world.source.isClosed).toBe(true)
    world.see(true)
    expect(world.waiting).toBeNull()
    await world.settle()
    world.source.tell('message', '{"cursor":9}')
    expect({ isClosed: world.source.isClosed, leases: world.leases }).toEqual({ isClosed: false, leases: 0 })
    expect(world.log).toEqual([
      'listen after 2',
      'opened',
      'message 3',
      'wait 5000',
      'listen after 3',
      'opened',
      'message 9',
    ])
  })

  it('tries a lost connection at once when it is seen again', async () => {
    const world = new World(new LiveFailure(0, 'unreachable', 'the server does not answer', null))
    await world.settle()
    world.see(false)
    await world.settle()
    world.answer = null
    world.see(true)
    await world.settle()
    expect(world.log).toEqual([
      'read',
      'failed unreachable',
      'wait 1000',
      'read',
      'failed unreachable',
      'wait 2000',
      'read',
      'listen after 0',
    ])
  })

  it('gives a lease back that came when it was not wanted any more', async () => {
    const world = new World()
    let come = () => {}
    world.lateness = new Promise(resolve => {
      come = resolve
    })
    await world.settle()
    world.see(false)
    await world.settle()
    expect(world.log).toEqual(['read', 'listen after 0'])
    world.end()
    come()
    await world.settle()
    expect({ leases: world.leases, log: world.log }).toEqual({ leases: 1, log: ['read', 'listen after 0'] })
  })
})

describe('a lease', () => {
  it('is had by four tabs at most, and by another as soon as one gives it back', async () => {
    const locks = new Locks()
    const leases = await Promise.all(Array.from({ length: 6 }, () => takeLease(locks as unknown as LockManager)))
    expect(leases.map(lease => lease !== null)).toEqual([true, true, true, true, false, false])
    leases[1]!()
    await locks.settle()
    const again = await takeLease(locks as unknown as LockManager)
    expect(again).not.toBeNull()
    expect(await takeLease(locks as unknown as LockManager)).toBeNull()
  })

  it('is had by none where the browser keeps no locks, or refuses them', async () => {
    expect(await takeLease(null)).toBeNull()
    const refusing = { request: async () => await Promise.reject(new Error('SecurityError')) }
    expect(await takeLease(refusing as unknown as LockManager)).toBeNull()
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
    this.listeners.get(kind)?.({ data })
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
  /** Streams that are free. */
  leases = 1
  /** What a lease waits for. */
  lateness: Promise<void> | null = null
  readonly end: () => void
  private isSeen = true
  private heard = () => {}
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
        takeLease: async () => {
          await this.lateness
          if (this.leases === 0) return null
          this.leases--
          return () => {
            this.leases++
          }
        },
        isSeen: () => this.isSeen,
        onSeen: heard => {
          this.heard = heard
          return () => {
            this.heard = () => {}
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

  see(isSeen: boolean): void {
    this.isSeen = isSeen
    this.heard()
  }

  async settle(): Promise<void> {
    for (let k = 0; k < 10; k++) await Promise.resolve()
  }
}

/** As a browser keeps them: until what was given for a lock is done. */
class Locks {
  private readonly held = new Set<string>()

  async request(name: string, _: unknown, hold: (lock: object | null) => Promise<void>): Promise<void> {
    await Promise.resolve()
    if (this.held.has(name)) return await hold(null)
    this.held.add(name)
    await hold({ name })
    this.held.delete(name)
  }

  async settle(): Promise<void> {
    for (let k = 0; k < 10; k++) await Promise.resolve()
  }
}
