// Follows a stream of the server for as long as somebody looks: reads the state, listens for what is new, and begins again
// by itself when the connection is lost.
import { LiveFailure } from './client.ts'
import { type ConnectionEvent, retryDelay } from './connection.ts'

export interface WatchOptions<T> {
  /** Reads the whole state; also finds out why the stream cannot be opened. Throws a LiveFailure. */
  readonly read: (signal: AbortSignal) => Promise<void>
  /** The address of what comes after all that is known. */
  readonly address: () => string
  readonly onMessage: (message: T) => void
  readonly onConnection: (event: ConnectionEvent, failure: LiveFailure | null) => void
}

/** What a browser brings along; tests bring their own. */
export interface Surroundings {
  readonly open: (address: string) => Pick<EventSource, 'addEventListener' | 'close'>
  readonly later: (work: () => void, ms: number) => () => void
}

const browser: Surroundings = {
  open: address => new EventSource(address),
  later: (work, ms) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** Returns what ends it. */
export function watch<T>(options: WatchOptions<T>, { open, later }: Surroundings = browser): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let attempt = 0
  let release = () => {}

  const retry = () => {
    release()
    attempt++
    // A stream that was open is taken up where it was; only when that fails is the state read again.
    release = later(attempt === 1 ? listen : begin, retryDelay(attempt))
  }

  const begin = async () => {
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

  const listen = () => {
    const source = open(options.address())
    release = () => source.close()
    source.addEventListener('open', () => {
      attempt = 0
      options.onConnection('opened', null)
    })
    source.addEventListener('message', event =>
      options.onMessage(JSON.parse((event as MessageEvent<string>).data) as T),
    )
    source.addEventListener('gone', () => {
      source.close()
      options.onConnection('gone', null)
    })
    source.addEventListener('error', () => {
      source.close()
      options.onConnection('failed', null)
      retry()
    })
  }

  begin()
  return () => {
    controller.abort()
    release()
  }
}

function eventOf({ status }: LiveFailure): ConnectionEvent {
  if (status === 401 || status === 403) return 'refused'
  return status === 404 ? 'gone' : 'failed'
}
