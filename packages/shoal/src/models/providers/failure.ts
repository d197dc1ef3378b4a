// What a call can fail of, as one of the kinds that the rest of the engine knows.
import type {
  FailureKind,
  LanguageModel,
  ModelFailure,
  ModelOutcome,
  ModelRequest,
  TokenUsage,
} from '@shoal/base/model/language-model'
import type { Connection, Provider } from '@shoal/base/model/provider'
import { unsent } from '../failure.ts'
import { hasAnswered, NeverSent, Silence } from './http.ts'
import { oneLine } from './one-line.ts'
import { isPublic, shownUrl } from './provider.ts'
import { ProxyFault, shownProxy } from './proxy.ts'
import { readSpan, retryAfter } from './rate-limit-headers.ts'

export interface FailedCall {
  readonly provider: Provider
  readonly connection: Connection
  readonly signal: AbortSignal
  /** What it has used if the provider got to work. */
  readonly spent: TokenUsage
  /** Of a reply, as far as it came. */
  readonly heard: { readonly contentType: string | null; readonly isApi: boolean }
}

/** An error that arrived in the stream of a reply, or a stream that ended too soon. */
export class StreamFault extends Error {
  override readonly name = 'StreamFault'
  readonly fault: unknown

  constructor(fault: unknown) {
    super('the stream failed')
    this.fault = fault
  }
}

/** Why a request is not even sent; null when it can be. */
export function unsendable(
  request: ModelRequest,
  model: Pick<LanguageModel, 'id' | 'hasTools'>,
  signal: AbortSignal,
): ModelOutcome | null {
  if (signal.aborted) return unsent('aborted', ABORTED)
  return request.tools.length > 0 && !model.hasTools ? unsent('refused', `${model.id} is not given tools`) : null
}

export function abortedFailure(usage: TokenUsage | null): ModelFailure {
  return { kind: 'aborted', message: ABORTED, retryAfterMs: null, usage }
}

const ABORTED = 'the call was aborted'

/** Total: whatever was thrown. */
export function failureOf(thrown: unknown, call: FailedCall): ModelFailure {
  if (call.signal.aborted)
    return abortedFailure(causesOf(thrown).some(cause => cause instanceof NeverSent) ? null : call.spent)
  const { provider, connection, spent, heard } = call
  const failed = (kind: FailureKind, what: string, usage: TokenUsage | null, retryAfterMs: number | null = null) => ({
    kind,
    message: messageOf(kind, `${provider.name} ${what}`, connection.key),
    retryAfterMs,
    usage,
  })
  const causes = causesOf(thrown)
  const silence = causes.find(cause => cause instanceof Silence)
  if (silence) return failed('timeout', `did not answer: ${silence.message}`, spent)
  const atProxy = causes.find(cause => cause instanceof ProxyFault)
  if (atProxy) return proxyFailure(atProxy, connection.key)
  const response = causes.find(isErrorResponse)
  if (response) {
    const { statusCode: status, message } = response
    return failed(kindOfStatus(response), `answered ${status}${said(message, status)}`, null, waitOf(response))
  }
  for (const { code, message } of causes as readonly NodeJS.ErrnoException[]) {
    if (code === undefined) continue
    if (UNREACHED.includes(code) && !hasAnswered(connection.url!)) return nobodyThere(code, call)
    if (UNREACHED.includes(code) || code === 'EADDRNOTAVAIL')
      return failed('connection', `cannot be reached: ${message || code}`, null)
    if (CUT.includes(code)) return failed('connection', `cut the connection: ${message}`, spent)
    if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return failed('refused', `cannot be trusted: ${message}`, null)
  }
  const fault = causes.find(cause => cause instanceof StreamFault)?.fault
  if (!heard.isApi && (fault === 'empty' || causes.some(isStrange))) return notTheApi(fault === 'empty', call)
  if (fault === 'cut') return failed('connection', 'cut its reply off', spent)
  if (fault !== undefined) return failed(kindOfFault(fault), `broke off: ${textOf(fault)}`, spent)
  return failed('server', `failed: ${textOf(thrown)}`, spent)
}

/** One line without keys, and what to do where the user can do something. */
export function messageOf(kind: FailureKind, text: string, key: string | null): string {
  const line = oneLine(text, key)
  return kind === 'too-long' ? `${line}: try smaller chunks with --chunk-tokens` : line
}

function nobodyThere(code: string, { provider, connection }: FailedCall): ModelFailure {
  const url = connection.url!
  const advice = isPublic(provider, url) ? 'check the network' : 'is the server running? check --base-url'
  return {
    kind: 'connection',
    message: oneLine(`nothing answers at ${shownUrl(url)}: ${advice} (${code})`, connection.key),
    retryAfterMs: null,
    usage: null,
    isMisaddressed: true,
  }
}

/** The provider has seen nothing of it. */
function proxyFailure({ proxy, status, message }: ProxyFault, key: string | null): ModelFailure {
  const at = `the proxy ${shownProxy(proxy)}`
  const wants = 'it wants a user name and a password in its URL'
  const text =
    status === null
      ? `nothing can be reached through ${at}: ${message}`
      : `${at} answered ${status}${status === 407 ? `: ${wants}` : message === '' ? '' : `: ${message}`}`
  const kind = status === 407 ? 'credentials' : status !== null && status < 500 ? 'refused' : 'connection'
  const isWrong = status === null ? { isMisaddressed: true as const } : {}
  return { kind, message: oneLine(text, key), retryAfterMs: null, usage: null, ...isWrong }
}

/** A page of a web server or a proxy, or what another API says. */
function notTheApi(isEmpty: boolean, { provider, connection, spent, heard }: FailedCall): ModelFailure {
  const url = connection.url!
  const type = /^[^;\s]+/.exec(heard.contentType ?? '')?.[0] ?? 'of no type'
  const what = isEmpty && type === 'text/event-stream' ? 'an empty stream' : type
  const advice = isPublic(provider, url) ? 'check the network' : 'check --base-url'
  const message = `${shownUrl(url)} answered with something that is not the ${provider.name} API (${what}): ${advice}`
  return {
    kind: 'server',
    message: oneLine(message, connection.key),
    retryAfterMs: null,
    usage: type === 'text/html' ? null : spent,
    isMisaddressed: true,
  }
}

/** The packages could not read what came. */
function isStrange({ name }: Error): boolean {
  return name === 'AI_JSONParseError' || name === 'AI_TypeValidationError' || name === 'AI_EmptyResponseBodyError'
}

/** Nobody was there when these happen. */
const UNREACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']
const CUT = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']

/** The packages wrap errors in errors; a stream's fault may hold another one. */
function causesOf(thrown: unknown): Error[] {
  const causes: Error[] = []
  for (let at = thrown; at instanceof Error && !causes.includes(at); ) {
    causes.push(at)
    at = at instanceof StreamFault ? at.fault : at.cause
  }
  return causes
}

interface ErrorResponse extends Error {
  readonly statusCode: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly responseBody?: string
}

function isErrorResponse(error: Error): error is ErrorResponse {
  const { statusCode } = error as Partial<ErrorResponse>
  return typeof statusCode === 'number' && (statusCode < 200 || statusCode > 299)
}

const TOO_LONG =
  /(?:prompt|input|request)\b.{0,40}too long|context[ _](?:length|window|size|limit)|maximum context|too many tokens|exceed_context|token count.{0,60}exceeds/i

/** The account, not the request, is what is wrong. */
const NO_MONEY = /insufficient_quota|credit balance|billing_(?:error|hard_limit)/i

function kindOfStatus({ statusCode: status, message, responseBody = '' }: ErrorResponse): FailureKind {
  const body = `${message}\n${responseBody.slice(0, 4000)}`
  if (status === 401 || status === 402 || status === 403) return 'credentials'
  if ((status === 400 || status === 429) && NO_MONEY.test(body)) return 'credentials'
  // Google answers a wrong key with 400.
  if (status === 400 && /API_KEY_INVALID/.test(body)) return 'credentials'
  // More at once than the account may send in a minute: waiting does not help.
  if (status === 429) return /request too large/i.test(body) ? 'too-long' : 'rate-limited'
  if (status === 529 || status === 503) return 'overloaded'
  if (status === 408) return 'timeout'
  if (status === 413 || (TOO_LONG.test(body) && (status === 400 || status === 422))) return 'too-long'
  return status >= 500 ? 'server' : 'refused'
}

function said(message: string, status: number): string {
  if (status >= 300 && status < 400) return ': redirects are not followed'
  return message === '' ? '' : `: ${message}`
}

/** From the headers, or from Google's body: `"retryDelay": "34s"`. */
function waitOf({ responseHeaders = {}, responseBody = '' }: ErrorResponse): number | null {
  const [, span] = /"retryDelay":\s*"([\d.]{1,12}m?s)"/.exec(responseBody) ?? []
  return retryAfter(responseHeaders) ?? (span === undefined ? null : readSpan(span))
}

const KINDS_OF_FAULTS: readonly [RegExp, FailureKind][] = [
  [/overloaded/i, 'overloaded'],
  [/rate_limit/i, 'rate-limited'],
  [/authentication|permission/i, 'credentials'],
  [TOO_LONG, 'too-long'],
]

function kindOfFault(fault: unknown): FailureKind {
  const { type = '', code = '' } = (typeof fault === 'object' && fault !== null ? fault : {}) as Record<string, unknown>
  const text = `${type} ${code} ${textOf(fault)}`
  return KINDS_OF_FAULTS.find(([pattern]) => pattern.test(text))?.[1] ?? 'server'
}

function textOf(fault: unknown): string {
  if (typeof fault === 'string') return fault
  const { message } = (fault ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : 'it does not say why'
}
