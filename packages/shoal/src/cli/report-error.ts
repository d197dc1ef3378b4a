// The one place where an error becomes a line on stderr and an exit status.
import { type ExitStatus, type ShoalError, toShoalError } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import { ClosedOutput, type Io } from './io.ts'

/** Prints one line, `shoal: <what is wrong> — <what to do>`, and with `debug` the stack. Says how to exit. */
export function reportError(thrown: unknown, io: Pick<Io, 'stderr' | 'signal'>, debug: boolean): ExitStatus {
  if (thrown instanceof ClosedOutput || io.signal.reason instanceof ClosedOutput) return 0
  const error = toShoalError(thrown)
  io.stderr.write(`${errorLine(error)}\n`)
  if (debug) io.stderr.write(`${stackOf(error.code === 'internal' ? error.cause : error)}\n`)
  return error.exit
}

export function errorLine(error: ShoalError): string {
  const [first = ''] = error.message.split('\n')
  const message = error.code === 'internal' ? `internal error: ${first}` : error.message
  return `shoal: ${printable(message)} — ${printable(error.advice)}`
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
