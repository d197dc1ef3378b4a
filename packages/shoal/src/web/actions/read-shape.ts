// What a page sends, held against the shape that it must have.

import { ShoalError } from '@shoal/base/model/errors'
import type { z } from 'zod'

/** A command line and a ledger cannot carry a NUL, and no text that people type has one. */
export const NO_NUL = [/^[^\0]*$/, 'must not hold a NUL'] as const

/** Throws `bad-value`, which names the first thing that is wrong. `example` shows what is right. */
export function readShape<Shape extends z.ZodType>(shape: Shape, body: unknown, example: string): z.output<Shape> {
  const read = shape.safeParse(body)
  if (read.success) return read.data
  const { path, message } = read.error.issues[0]!
  const where = path.join('.')
  throw new ShoalError('bad-value', where === '' ? message : `${where}: ${message}`, {
    ...(where === '' ? {} : { detail: where }),
    advice: `send \`${example}\``,
  })
}
