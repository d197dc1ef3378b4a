// What goes wrong in a request, as a status and a body that says what is wrong and what to do.
import { type ErrorCode, type ShoalError, toShoalError } from '@shoal/base/model/errors'

/** A request that HTTP itself is enough to refuse. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly advice: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.name = 'Refusal'
  }
}

export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly error: { readonly code: string; readonly message: string; readonly advice: string } }
}

export function errorAnswer(thrown: unknown, method: string): ErrorAnswer {
  if (thrown instanceof Refusal) {
    const { status, code, message, advice, headers } = thrown
    return { status, headers, body: { error: { code, message, advice } } }
  }
  const error = toShoalError(thrown)
  const { code, message, advice } = error
  return { status: statusOf(error, method), headers: {}, body: { error: { code, message, advice } } }
}

const GONE: ReadonlySet<ErrorCode> = new Set(['not-a-run', 'unknown-team', 'unknown-task'])
/** Of what is looked at; in what is sent they are mistakes. */
const NOT_THERE: ReadonlySet<ErrorCode> = new Set(['not-found', 'not-recorded', 'blob-lost', 'wrong-state'])
const IN_THE_WAY: ReadonlySet<ErrorCode> = new Set([
  'wrong-state',
  'no-request',
  'run-alive',
  'team-exists',
  'budget-reached',
  'file-changed',
])

function statusOf(error: ShoalError, method: string): number {
  const { code, exit } = error
  if (GONE.has(code) || (method === 'GET' && NOT_THERE.has(code))) return 404
  if (IN_THE_WAY.has(code)) return 409
  if (code === 'not-permitted' || code === 'outside-roots') return 403
  return exit === 2 || exit === 4 ? 400 : 500
}
