// Errors lose their class and their code when they travel between threads as they are.
import { type ErrorCode, ShoalError } from '@shoal/base/model/errors'

export interface ThrownError {
  readonly name: string
  readonly message: string
  readonly code: string | undefined
  readonly stack: string | undefined
  /** Of our own errors; left out for others. */
  readonly own?: { readonly code: ErrorCode; readonly detail?: string; readonly advice: string }
}

export function sendableError(thrown: unknown): ThrownError {
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as NodeJS.ErrnoException
  const { name, message, code, stack } = error
  const plain = { name, message, code, stack }
  if (!(error instanceof ShoalError)) return plain
  const { detail, advice } = error
  const own = { code: error.code, advice, ...(detail !== null && { detail }) }
  return { ...plain, own }
}

export function receivedError({ name, message, code, stack, own }: ThrownError): Error {
  if (own) return Object.assign(new ShoalError(own.code, message, own), stack === undefined ? {} : { stack })
  return Object.assign(new Error(message), { name, code, stack })
}
