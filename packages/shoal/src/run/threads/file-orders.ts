// What is said between file-thread.ts and file-worker.ts.
import type { FileWork, WorkKind } from './file-work.ts'
import type { ThrownError } from './thrown-error.ts'

export interface Order<K extends WorkKind = WorkKind> {
  readonly kind: K
  readonly input: FileWork[K]['input']
  /** The config file whose content types there are beside the built-in ones. */
  readonly typesFrom: string | null
}

export type ToThread = { readonly order: Order } | { readonly answer: Answer } | { readonly abort: true }

/** To the question of that number. */
export type Answer = { readonly number: number } & ({ readonly value: unknown } | { readonly error: ThrownError })

/** `ask`: what only the one who gave the order knows. A thread that waits for the answer is not at work. */
export type FromThread =
  | { readonly read: number }
  | { readonly ask: unknown; readonly number: number }
  | { readonly result: unknown }
  | { readonly error: ThrownError }

/** What a thread tells without a message, for it may have no time to send one: steps it has made, and the file it is at. */
export const STEPS = 0
export const FILE = 1

/** The status of a thread that has ended itself: it can parse no more code. */
export const BROKEN = 70
