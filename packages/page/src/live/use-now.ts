// The server's time while a view is seen. One clock ticks for all of them, each second for what is young, rarer later.
import { useEffect, useReducer, useRef } from 'preact/hooks'
import { Ticker } from './ticker.ts'

const ticker = new Ticker({
  now: () => Date.now(),
  every: (work, ms) => {
    const timer = setInterval(work, ms)
    return () => clearInterval(timer)
  },
})

/** Anew every `paceMs`; with null it stands still where it is. `now` is what the server said last. */
export function useServerNow(now: number, paceMs: number | null): number {
  const told = useRef({ server: now, local: Date.now() })
  if (told.current.server !== now) told.current = { server: now, local: Date.now() }
  const [, tick] = useReducer<number, void>(count => count + 1, 0)
  useEffect(() => (paceMs === null ? undefined : ticker.follow(paceMs, () => tick())), [paceMs])
  const last = useRef(now)
  if (paceMs !== null) last.current = told.current.server + Date.now() - told.current.local
  return Math.max(now, last.current)
}
