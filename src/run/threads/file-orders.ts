// What is said between file-thread.ts and file-worker.ts.
import type { FileWork, WorkKind } from './file-work.ts'
import type { ThrownError } from './thrown-error.ts'

export interface Order<K extends WorkKind = WorkKind> {
  readonly kind: K
  readonly input: FileWork[K]['input']
  /** The config file whose content types there are beside the built-in ones. */
  readonly typesFrom: string | null
}

export type ToThread = { readonly order: Order } | { readonly tallies: readonly unknown[] } | { readonly abort: true }

export type FromThread = { readonly read: number } | { readonly result: unknown } | { readonly error: ThrownError }

/** What a thread tells without a message, for it may have no time to send one: steps it has made, and the file it is at. */
export const STEPS = 0
export const FILE = 1
