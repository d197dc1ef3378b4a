// Errors lose their code when they travel between threads as they are.

export interface ThrownError {
  readonly name: string
  readonly message: string
  readonly code: string | undefined
  readonly stack: string | undefined
}

export function sendableError(thrown: unknown): ThrownError {
  const { name, message, code, stack } = (
    thrown instanceof Error ? thrown : new Error(String(thrown))
  ) as NodeJS.ErrnoException
  return { name, message, code, stack }
}

export function receivedError({ name, message, code, stack }: ThrownError): Error {
  return Object.assign(new Error(message), { name, code, stack })
}
