// Talks to the server that served the page. The token comes with the page's own address and goes back with every request.

/** Why something could not be had. `status` is 0 when the server was not reached. */
export class LiveFailure extends Error {
  override readonly name = 'LiveFailure'
  readonly status: number
  readonly code: string
  readonly advice: string | null

  constructor(status: number, code: string, message: string, advice: string | null) {
    super(message)
    this.status = status
    this.code = code
    this.advice = advice
  }
}

/** Behind `/api/`, one name each: a task's id may hold slashes. */
export type ServerPath = readonly (string | number)[]

export type Params = Readonly<Record<string, string | number>>

/** The address of something the server has, token included: for streams and downloads, which carry no headers. */
export function serverAddress(path: ServerPath, params: Params = {}): string {
  const query = new URLSearchParams({ token: token() })
  for (const [name, value] of Object.entries(params)) query.set(name, String(value))
  return `/api/${path.map(encodeURIComponent).join('/')}?${query}`
}

export async function getJson<T>(path: ServerPath, params: Params = {}, signal: AbortSignal | null = null): Promise<T> {
  return ask(path, params, { signal })
}

export async function postJson<T>(path: ServerPath, body: unknown, signal: AbortSignal | null = null): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  return ask(path, {}, { method: 'POST', headers, body: JSON.stringify(body), signal })
}

async function ask<T>(path: ServerPath, params: Params, init: RequestInit): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(serverAddress(path, params), { ...init, cache: 'no-store' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new LiveFailure(0, 'unreachable', 'the server does not answer', 'look whether `shoal serve` still runs')
  }
  const value: unknown = await answer.json().catch(() => null)
  if (answer.ok) return value as T
  throw failureOf(answer.status, value)
}

function failureOf(status: number, value: unknown): LiveFailure {
  const error = (value as { error?: { code?: unknown; message?: unknown; advice?: unknown } } | null)?.error
  const text = (part: unknown) => (typeof part === 'string' && part !== '' ? part : null)
  const message = text(error?.message) ?? `the server answers with status ${status}`
  return new LiveFailure(status, text(error?.code) ?? 'unknown', message, text(error?.advice))
}

function token(): string {
  return new URLSearchParams(location.search).get('token') ?? ''
}
