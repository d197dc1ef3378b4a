// What all calls of one server process share, and what one call is given of it.
import { setMaxListeners } from 'node:events'
import { join } from 'node:path'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Settings } from '../config/resolve.ts'
import { stateDir } from '../config/state-dir.ts'
import { openLedger } from '../run/ledger.ts'
import { makeJail } from './jail.ts'
import type { ToolContext } from './tool.ts'

export interface ServerSetting {
  readonly settings: Settings
  readonly env: Readonly<Record<string, string | undefined>>
  /** The directory that the server was started in. */
  readonly cwd: string
  /** Hears what is not the client's business: one line each. */
  note(line: string): void
}

interface Closable {
  close(): Promise<void> | void
}

/** Of one process. Closing ends the calls under way, then closes what they shared. */
export class ServerState {
  private opened: Promise<Ledger> | null = null
  private readonly values = new Map<string, Closable>()
  private readonly calls = new Set<Promise<unknown>>()
  private readonly ending = new AbortController()
  private readonly home: string

  constructor(readonly setting: ServerSetting) {
    this.home = stateDir(setting.env, process.platform, setting.cwd)
  }

  /** One that could not be opened is tried again by the next call. */
  readonly ledger = (): Promise<Ledger> => {
    this.opened ??= openLedger(this.home, this.setting.env).catch(error => {
      this.opened = null
      throw error
    })
    return this.opened
  }

  contextFor({
    roots,
    signal,
    client,
    progress,
  }: Pick<ToolContext, 'signal' | 'client' | 'progress'> & { readonly roots: readonly string[] }): ToolContext {
    const { settings, env, cwd } = this.setting
    const untilEnd = AbortSignal.any([signal, this.ending.signal])
    // As many listen as there is work at the same time: that is no leak.
    setMaxListeners(0, untilEnd)
    return {
      signal: untilEnd,
      jail: makeJail(roots),
      settings: { ...settings, within: roots },
      env,
      cwd: roots[0] ?? cwd,
      ledger: this.ledger,
      runDirectory: run => join(this.home, 'runs', run),
      shared: (key, make) => this.shared(key, make),
      progress,
      client,
    }
  }

  /** Counts as under way until it settles. */
  async during<T>(call: Promise<T>): Promise<T> {
    this.calls.add(call)
    return await call.finally(() => this.calls.delete(call))
  }

  /** True when every call ended within `graceMs`. */
  async close(graceMs: number): Promise<boolean> {
    this.ending.abort()
    const isQuiet = await settledWithin(this.calls, graceMs)
    await Promise.allSettled([...this.values.values()].map(async value => await value.close()))
    this.values.clear()
    await (await this.opened?.catch(() => null))?.close()
    return isQuiet
  }

  private shared<T extends Closable>(key: string, make: () => T): T {
    const known = this.values.get(key)
    if (known) return known as T
    const made = make()
    this.values.set(key, made)
    return made
  }
}

async function settledWithin(calls: Iterable<Promise<unknown>>, graceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, graceMs, false)
  })
  const settled = Promise.allSettled(calls).then(() => true)
  return await Promise.race([settled, late]).finally(() => clearTimeout(timer))
}
