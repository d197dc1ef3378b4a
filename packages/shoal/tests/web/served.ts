// A server of the live view over a ledger of the test's own, and requests as bare as HTTP allows.
import { type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import type { Ledger } from '@shoal/base/model/ledger'
import { afterAll, beforeAll } from 'vitest'
import { type Config, settingsFrom } from '../../src/config/resolve.ts'
import { openLedger } from '../../src/run/ledger.ts'
import { type ServedAddress, serveLive } from '../../src/web/server.ts'
import { tempDir } from '../cli/temp-dir.ts'

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** `path` as it is, not as a URL would have it. */
export async function ask(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<Received> {
  const { hostname, port } = new URL(base)
  return await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

interface ServedOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Of the config file that the server and its runs go by; none if left out. */
  readonly config?: Config
}

/** Begun before the tests of a file and ended after them. */
export function served({ env = {}, config }: ServedOptions = {}) {
  const directory = tempDir()
  const home = join(directory.path, 'home')
  const stop = new AbortController()
  const notes: string[] = []
  let ledger: Ledger
  let at: ServedAddress
  let done: Promise<void>
  beforeAll(async () => {
    ledger = await openLedger(home)
    at = await new Promise((resolve, reject) => {
      done = serveLive({
        ledger,
        settings: settingsFrom(config),
        env: { PATH: process.env.PATH, SHOAL_HOME: home, ...env },
        cwd: directory.path,
        runDirectory: run => join(home, 'runs', run),
        now: Date.now,
        port: 0,
        token: undefined,
        flags: config ? [`--config=${directory.write('shoal.config.json', JSON.stringify(config))}`] : ['--no-config'],
        signal: stop.signal,
        note: line => void notes.push(line),
        onListening: resolve,
      })
      done.catch(reject)
    })
  })
  const end = async () => {
    stop.abort()
    await done
  }
  afterAll(async () => {
    await end()
    await ledger.close()
  })
  const token = () => new URL(at.url).searchParams.get('token')!
  const bearer = () => ({ authorization: `Bearer ${token()}` })
  return {
    directory,
    notes,
    end,
    token,
    bearer,
    url: () => at.url,
    onceUrl: () => at.onceUrl(),
    ledger: () => ledger,
    get: async (path: string) => await ask(at.url, path, { headers: bearer() }),
    post: async (path: string, body: unknown) =>
      await ask(at.url, path, {
        method: 'POST',
        headers: { ...bearer(), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}
