// Values of runs as the ledger and files keep them. What is read back is believed only where it has the shape of its kind: an older or
// a newer program may have written it.
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { z } from 'zod'

export interface StoredKind<T extends object> {
  toJson(value: T): Json
  /** Null where nothing is stored. Throws `not-a-run` for anything else. */
  read(stored: unknown): T | null
}

/** `shape` says what tells the kind from others: the fields that every value of it has. Lists in it are not walked. */
export function storedKind<T extends object>(name: string, shape: z.ZodType): StoredKind<T> {
  return {
    toJson: value => value as Json,
    read: stored => {
      if (stored === null || stored === undefined) return null
      if (shape.safeParse(stored).success) return stored as T
      throw new ShoalError('not-a-run', `what is stored as ${name} is none: another version of shoal wrote it`, {
        detail: name,
        advice: 'start the run again',
      })
    },
  }
}

export const listed = z.custom<readonly unknown[]>(Array.isArray)
export const fields = z.custom<object>(value => typeof value === 'object' && value !== null && !Array.isArray(value))
