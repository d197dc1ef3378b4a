// How a function of the library ends when it is aborted: always in the same way.
import { ShoalError } from '@shoal/base/model/errors'

/** Of every function that may take long. */
export interface Cancellable {
  /**
   * Ends the work at the next safe point: the function throws a `ShoalError` whose code is `interrupted` and whose cause is
   * the signal's reason.
   */
  readonly signal?: AbortSignal
}

/** Does nothing when it is aborted already. */
export async function abortable<T>(
  given: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const heard = hear(given)
  try {
    heard.signal.throwIfAborted()
    return await work(heard.signal)
  } catch (error) {
    throw heard.signal.aborted ? interruptedBy(given?.reason, error) : error
  } finally {
    heard.end()
  }
}

/** The same for work that gives one thing after the other. */
export async function* abortableEach<T>(
  given: AbortSignal | undefined,
  work: (signal: AbortSignal) => AsyncIterable<T>,
): AsyncGenerator<T, void, void> {
  const heard = hear(given)
  try {
    heard.signal.throwIfAborted()
    yield* work(heard.signal)
  } catch (error) {
    throw heard.signal.aborted ? interruptedBy(given?.reason, error) : error
  } finally {
    heard.end()
  }
}

/** A signal may be aborted with any reason; the stages below know an abort by its `AbortError`. */
function hear(given: AbortSignal | undefined) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (given?.aborted) abort()
  given?.addEventListener('abort', abort, { once: true })
  return { signal: controller.signal, end: () => given?.removeEventListener('abort', abort) }
}

/** Whatever fails after the abort fails because of it: threads that were ended, files that were not read. */
function interruptedBy(reason: unknown, error: unknown): ShoalError {
  const said = error instanceof ShoalError && error.code === 'interrupted' ? error : null
  return new ShoalError('interrupted', said?.message ?? 'interrupted', {
    cause: reason,
    ...(said && { advice: said.advice }),
    ...(said?.detail && { detail: said.detail }),
  })
}
