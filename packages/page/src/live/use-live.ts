// What views hold on to while they are seen: one run as it goes on, the list of runs, something read once.

import type { LiveChange, LiveListed, LiveRun } from '@shoal/base/model/live'
import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { agreed } from './agreed.ts'
import { applyChange, newerOf } from './apply-change.ts'
import { getJson, LiveFailure, type Params, type ServerPath, serverAddress } from './client.ts'
import { type Connection, nextConnection } from './connection.ts'
import { watch } from './watch.ts'

export interface Live<T> {
  readonly value: T | null
  readonly connection: Connection
  /** Why there is no connection, where the server says so. */
  readonly failure: LiveFailure | null
  /** How often it was lost and came back. */
  readonly returns: number
}

/** For what is read beside a stream: what failed while the connection was lost is tried again when it is back. */
export const Returns = createContext(0)

/** A run, kept up to date. */
export function useRun(name: string): Live<LiveRun> {
  const [value, setValue] = useState<LiveRun | null>(null)
  const [link, onConnection] = useConnection(name)
  useEffect(() => {
    let known: LiveRun | null = null
    let timer: ReturnType<typeof setTimeout> | null = null
    const show = () => {
      timer = null
      setValue(known)
    }
    const keep = (run: LiveRun) => {
      if (run === known) return
      const isFirst = known === null
      known = run
      if (isFirst) show()
      else timer ??= setTimeout(show, paceOf(run))
    }
    setValue(null)
    const end = watch<LiveChange>({
      read: async signal => keep(newerOf(known, await getJson<LiveRun>(['runs', name], {}, signal))),
      address: () => serverAddress(['runs', name, 'events'], { after: known?.cursor ?? 0 }),
      onMessage: change => known && keep(applyChange(known, change)),
      onConnection,
    })
    return () => {
      end()
      if (timer !== null) clearTimeout(timer)
    }
  }, [name])
  // All that is drawn is drawn from one state.
  const run = useMemo(() => value && agreed(value), [value])
  return { ...link, value: run?.run === name ? run : null }
}

/** Milliseconds from one picture to the next: nobody follows thousands of cells ten times a second. */
function paceOf({ taskList }: LiveRun): number {
  return taskList.length > 500 ? 400 : 50
}

export interface RunList {
  /** The newest first. */
  readonly runs: readonly LiveListed[]
  /** How many there are; these are the newest. */
  readonly total: number
  readonly cwd: string
  /** That the config file names; null for none. */
  readonly model: string | null
  readonly shoal: string
}

/** The list of runs, kept up to date. */
export function useRunList(): Live<RunList> {
  const [value, setValue] = useState<RunList | null>(null)
  const [link, onConnection] = useConnection('')
  useEffect(
    () =>
      watch<Pick<RunList, 'runs' | 'total'>>({
        read: async signal => setValue(await getJson<RunList>(['runs'], {}, signal)),
        address: () => serverAddress(['events']),
        onMessage: ({ runs, total }) => setValue(known => known && { ...known, runs, total }),
        onConnection,
      }),
    [],
  )
  return { ...link, value }
}

const OPENING: Omit<Live<unknown>, 'value'> = { connection: 'opening', failure: null, returns: 0 }

function useConnection(name: string) {
  const [link, setLink] = useState(OPENING)
  useEffect(() => setLink(OPENING), [name])
  const onConnection = useCallback(
    (event: Parameters<typeof nextConnection>[1], failure: LiveFailure | null) =>
      setLink(known => {
        const connection = nextConnection(known.connection, event)
        const isBack = connection === 'back' && known.connection !== 'back'
        return { connection, failure, returns: known.returns + Number(isBack) }
      }),
    [],
  )
  return [link, onConnection] as const
}

export interface Loaded<T> {
  readonly value: T | null
  readonly failure: LiveFailure | null
}

/**
 * Something read from the server, anew whenever `path`, `params` or `again` differ, and when the connection is back after it
 * failed; what was there stays until then.
 */
export function useLoaded<T>(path: ServerPath, params: Params = {}, again: unknown = null): Loaded<T> {
  const key = JSON.stringify([path, params])
  const [loaded, setLoaded] = useState<Loaded<T> & { readonly key: string }>({ key, value: null, failure: null })
  const [tries, setTries] = useState(0)
  const returns = useContext(Returns)
  useEffect(() => {
    if (loaded.failure !== null) setTries(tries + 1)
  }, [returns])
  useEffect(() => {
    const controller = new AbortController()
    getJson<T>(path, params, controller.signal).then(
      value => setLoaded({ key, value, failure: null }),
      error => {
        if (!controller.signal.aborted) setLoaded({ key, value: null, failure: asFailure(error) })
      },
    )
    return () => controller.abort()
  }, [key, again, tries])
  return loaded.key === key ? loaded : { value: null, failure: null }
}

export function asFailure(error: unknown): LiveFailure {
  return error instanceof LiveFailure ? error : new LiveFailure(0, 'unknown', String(error), null)
}
