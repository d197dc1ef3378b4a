// Follows a stream of the server for as long as somebody looks: reads the state, listens for what is new, and begins again
// by itself when the connection is lost. A tab that is not seen, or for which no connection is left, listens now and then
// for a moment instead: what it missed comes first, from its cursor on.
import { LiveFailure } from './client.ts'
import { type ConnectionEvent, retryDelay } from './connection.ts'
import { type Lease, takeLease } from './lease.ts'

export interface WatchOptions<T> {
  /** Reads the whole state; also finds out why the stream cannot be opened. Throws a LiveFailure. */
  readonly read: (signal: AbortSignal) => Promise<void>
  /** The address of what comes after all that is known. The server says something at once, be it that nothing is new. */
  readonly address: () => string
  readonly onMessage: (message: T) => void
  readonly onConnection: (event: ConnectionEvent, failure: LiveFailure | null) => void
}

/** What a browser brings along; tests bring their own. */
export interface Surroundings {
  readonly open: (address: string) => Pick<EventSource, 'addEventListener' | 'close'>
  readonly later: (work: () => void, ms: number) => () => void
  readonly takeLease: () => Promise<Lease | null>
  readonly isSeen: () => boolean
  /** Hears whenever that changes. Returns what ends it. */
  readonly onSeen: (heard: () => void) => () => void
}

const browser: Surroundings = {
  open: address => new EventSource(address),
  later: (work, ms) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  takeLease,
  isSeen: () => document.visibilityState === 'visible',
  onSeen: heard => {
    document.addEventListener('visibilitychange', heard)
    return () => document.removeEventListener('visibilitychange', heard)
  },
}

/** From one moment of listening to the next. What is not seen has a title all the same, which tells how far a run is. */
const POLL_MS = 2000
const POLL_UNSEEN_MS = 5000

/** Returns what ends it. */
export function watch<T>(options: WatchOptions<T>, around: Surroundings = browser): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let attempt = 0
  /** Lets go of what it is at. */
  let release = () => {}
  /** What it is at, or will be; null where it would not help to begin anew. */
  let at: (() => void) | null = null

  const rest = (work: () => void, ms: number) => {
    at = work
    release = around.later(work, ms)
  }

  const retry = () => {
    attempt++
    // A stream that was open is taken up where it was; only when that fails is the state read again.
    rest(attempt === 1 ? listen : begin, retryDelay(attempt))
  }

  const begin = async () => {
    at = null
    try {
      await options.read(signal)
      if (!signal.aborted) listen()
    } catch (error) {
      if (signal.aborted) return
      const failure = error instanceof LiveFailure ? error : new LiveFailure(0, 'unknown', String(error), null)
      const event = eventOf(failure)
      options.onConnection(event, failure)
      attempt = Math.max(attempt, 1)
      if (event !== 'gone') retry()
    }
  }

  const listen = async () => {
    at = listen
    let isLeft = false
    release = () => {
      isLeft = true
    }
    const isSeen = around.isSeen()
    const lease = isSeen ? await around.takeLease() : null
    if (isLeft) return lease?.()
    const source = around.open(options.address())
    release = () => {
      source.close()
      lease?.()
    }
    let isHeard = false
    source.addEventListener('message', event => {
      // Not when it is opened: a server that cannot look says so only then.
      attempt = 0
      if (!isHeard) options.onConnection('opened', null)
      isHeard = true
      options.onMessage(JSON.parse((event as MessageEvent<string>).data) as T)
      if (lease !== null) return
      release()
      rest(listen, isSeen ? POLL_MS : POLL_UNSEEN_MS)
    })
    source.addEventListener('gone', () => {
      release()
      at = null
      options.onConnection('gone', null)
    })
    source.addEventListener('error', () => {
      release()
      options.onConnection('failed', null)
      retry()
    })
  }

  const ignore = around.onSeen(() => {
    if (at === null) return
    release()
    at()
  })

  begin()
  return () => {
    controller.abort()
    ignore()
    release()
  }
}

function eventOf({ status }: LiveFailure): ConnectionEvent {
  if (status === 401 || status === 403) return 'refused'
  return status === 404 ? 'gone' : 'failed'
}
