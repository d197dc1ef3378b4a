// The few moves on an object store that shoal needs: list, get, put, delete. Through the proxy of the environment; what is busy or cut off
// is asked again.

import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { ShoalError } from '@shoal/base/model/errors'
import { lookup } from '@shoal/base/model/lookup'
import { printable } from '@shoal/base/text/printable'
import { requestFor } from '../../models/providers/http.ts'
import { proxyFor, routeTo } from '../../models/providers/proxy.ts'
import { credentialsIn, type Env, endpointIn, regionIn } from './credentials.ts'
import { type Credentials, encoded, signedHeaders } from './sign-request.ts'

export interface ListedObject {
  readonly key: string
  readonly sizeBytes: number
  /** Changes with the content. */
  readonly etag: string
  readonly modifiedMs: number
}

export interface S3Options {
  readonly env: Env
  /** Nothing was heard for so long: then it is given up. */
  readonly timeoutMs: number
}

/** An answer that says no. */
export class S3Refusal extends ShoalError {
  constructor(
    readonly status: number,
    what: string,
    why: string,
    { advice, method = 'GET' }: { readonly advice?: string | undefined; readonly method?: keyof typeof DONE } = {},
  ) {
    super('not-fetched', `${what} cannot be ${DONE[method]}: ${why}`, { detail: what, ...(advice && { advice }) })
  }
}

const DONE = { GET: 'fetched', PUT: 'stored', DELETE: 'deleted' } as const

interface Ask {
  readonly method?: keyof typeof DONE
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly signal?: AbortSignal
}

const TRIES = 5
const BUSY = [429, 500, 502, 503, 504]
/** Asking again later helps. */
const CUT_OFF = ['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT', 'EAI_AGAIN']
const MOST_XML = 16 * 1024 * 1024
/** Credentials of a container are given for hours; they are asked for again well before. */
const CREDENTIALS_MS = 300_000

export class S3Bucket {
  private credentials: { readonly value: Promise<Credentials | null>; readonly at: number } | null = null
  private region: string
  private readonly endpoint: URL | null
  private route: ReturnType<typeof routeTo> | null = null

  /** Throws `bad-value` for an endpoint that is none. */
  constructor(
    readonly name: string,
    private readonly options: S3Options,
  ) {
    this.region = regionIn(options.env)
    this.endpoint = endpointIn(options.env)
  }

  /** Which server it is at: buckets of two servers may have one name. */
  get server(): string {
    return this.endpoint?.href ?? 'amazonaws.com'
  }

  /** In the order of their keys. */
  async *list(prefix: string, signal: AbortSignal): AsyncGenerator<ListedObject> {
    let token: string | null = null
    do {
      const query = { 'list-type': '2', prefix, ...(token !== null && { 'continuation-token': token }) }
      const answer: IncomingMessage = await this.ask({ query: { ...query, 'encoding-type': 'url' }, signal })
      const xml = (await whole(answer, MOST_XML)).toString('utf8')
      const isEncoded = textIn(xml, 'EncodingType') === 'url'
      for (const one of parts(xml, 'Contents')) {
        const key = textIn(one, 'Key') ?? ''
        yield {
          key: isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key,
          sizeBytes: Number(textIn(one, 'Size')),
          etag: textIn(one, 'ETag') ?? '',
          modifiedMs: Date.parse(textIn(one, 'LastModified') ?? '') || 0,
        }
      }
      token = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : null
    } while (token !== null)
  }

  /** Throws an `S3Refusal` with 412 when it is another by now. */
  async get(key: string, { etag, signal }: { readonly etag?: string; readonly signal?: AbortSignal } = {}) {
    return await this.ask({ key, headers: etag ? { 'if-match': etag } : {}, ...(signal && { signal }) })
  }

  /** Null when there is none. */
  async read(key: string, mostBytes: number): Promise<Buffer | null> {
    try {
      return await whole(await this.ask({ key }), mostBytes)
    } catch (error) {
      if (error instanceof S3Refusal && error.status === 404) return null
      throw error
    }
  }

  async put(key: string, body: Buffer): Promise<void> {
    ;(await this.ask({ method: 'PUT', key, body })).resume()
  }

  async delete(key: string): Promise<void> {
    ;(await this.ask({ method: 'DELETE', key })).resume()
  }

  private async ask(asked: Ask): Promise<IncomingMessage> {
    for (let k = 1; ; k++) {
      try {
        const answer = await this.send(asked)
        const { statusCode: status = 0, headers } = answer
        if (status >= 200 && status < 300) return answer
        const xml = (await whole(answer, MOST_XML)).toString('utf8')
        const region = headers['x-amz-bucket-region']
        if (typeof region === 'string' && region !== this.region && k < TRIES) {
          this.region = region
          continue
        }
        if (!BUSY.includes(status) || k === TRIES) throw await this.refusal(asked, status, xml)
      } catch (error) {
        asked.signal?.throwIfAborted()
        if (error instanceof ShoalError) throw error
        const { code = '', message } = error as NodeJS.ErrnoException
        if (!CUT_OFF.includes(code) || k === TRIES) throw new S3Refusal(0, this.shown(asked), message || code, asked)
      }
      await pause(100 * 2 ** k, undefined, asked.signal ? { signal: asked.signal } : {})
    }
  }

  private async send({ method = 'GET', key = '', query = {}, headers = {}, body, signal }: Ask) {
    const { env, timeoutMs } = this.options
    const url = this.urlOf(key, query)
    const told = { ...headers, ...(body && { 'content-length': String(body.length) }) }
    const credentials = await this.freshCredentials()
    const all = credentials
      ? signedHeaders(
          { method, url, headers: told, body: body ?? Buffer.alloc(0) },
          credentials,
          this.region,
          new Date(),
        )
      : told
    const proxy = proxyFor(url, env)
    this.route ??= routeTo(url, proxy, timeoutMs)
    const means = { proxy, timeoutMs, ...this.route }
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const request = requestFor(url, { method, headers: all }, means)
      const onAbort = () => request.destroy(signal!.reason as Error)
      signal?.addEventListener('abort', onAbort, { once: true })
      request.setTimeout(timeoutMs, () => request.destroy(new Error(`nothing was heard for ${timeoutMs / 1000} s`)))
      request.once('response', resolve)
      request.once('close', () => signal?.removeEventListener('abort', onAbort))
      request.on('error', reject)
      request.end(body)
    })
  }

  /** By the name of the host at Amazon, else by path, which every other server understands. */
  private urlOf(key: string, query: Readonly<Record<string, string>>): URL {
    const path = key.split('/').map(encoded).join('/')
    if (/(?:^|\/)\.\.?(?:\/|$)/.test(path)) throw new S3Refusal(0, this.shown({ key }), 'no address can name it')
    const asked = Object.keys(query).sort()
    const search = asked.map(name => `${encoded(name)}=${encoded(query[name]!)}`).join('&')
    const base = this.endpoint
      ? `${this.endpoint.origin}${this.endpoint.pathname.replace(/\/$/, '')}/${this.name}`
      : this.name.includes('.')
        ? `https://s3.${this.region}.amazonaws.com/${this.name}`
        : `https://${this.name}.s3.${this.region}.amazonaws.com`
    return new URL(`${base}${path && `/${path}`}${search && `?${search}`}`)
  }

  private async freshCredentials(): Promise<Credentials | null> {
    if (this.credentials === null || performance.now() - this.credentials.at > CREDENTIALS_MS)
      this.credentials = { value: credentialsIn(this.options.env), at: performance.now() }
    return await this.credentials.value
  }

  private async refusal(asked: Ask, status: number, xml: string): Promise<S3Refusal> {
    const code = printable(textIn(xml, 'Code') ?? '').slice(0, 100)
    const why = `the server answers ${status}${code && ` ${code}`}`
    const isAnonymous = (await this.freshCredentials()) === null
    const advice =
      status === 403 && isAnonymous
        ? 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE'
        : code === 'InvalidObjectState'
          ? 'it is archived: restore it, or leave it out with `--exclude`'
          : undefined
    return new S3Refusal(status, this.shown(asked), why, { advice, ...asked })
  }

  private shown({ key, query }: Ask): string {
    return printable(`s3://${this.name}/${key ?? query?.prefix ?? ''}`)
  }
}

async function whole(answer: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer) {
    length += (chunk as Buffer).length
    if (length > mostBytes) throw new Error('it answers without end')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** What stands between `<name>` and `</name>`, each time. */
function* parts(xml: string, name: string): Generator<string> {
  const [open, close] = [`<${name}>`, `</${name}>`]
  for (let from = xml.indexOf(open); from !== -1; ) {
    const to = xml.indexOf(close, from)
    if (to === -1) return
    yield xml.slice(from + open.length, to)
    from = xml.indexOf(open, to)
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function textIn(xml: string, name: string): string | null {
  for (const text of parts(xml, name))
    return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (all, hex, decimal, entity) => {
      if (entity) return lookup(ENTITIES, entity) ?? all
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : all
    })
  return null
}
