// Where the connection to the server stands, and how long to wait before it is tried again. Pure.

/**
 * `lost`: it is tried again and again. `refused`: the token is no longer the server's, which only another address mends.
 * `gone`: the run was deleted. `back` is `live` again after a loss, until the next change of state.
 */
export type Connection = 'opening' | 'live' | 'lost' | 'back' | 'refused' | 'gone'

export type ConnectionEvent = 'opened' | 'failed' | 'refused' | 'gone'

export function nextConnection(at: Connection, event: ConnectionEvent): Connection {
  if (at === 'gone' || event === 'gone') return 'gone'
  if (event === 'refused') return 'refused'
  if (event === 'failed') return 'lost'
  return at === 'lost' || at === 'refused' ? 'back' : at === 'back' ? 'back' : 'live'
}

const FIRST_MS = 500
const LONGEST_MS = 8000

/** How long before try number `attempt`, the first being 1: twice as long each time, up to a limit. */
export function retryDelay(attempt: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10))
}
