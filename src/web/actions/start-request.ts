// What a page sends to start a run, checked before anything is made of it.
import { z } from 'zod'
import { ShoalError } from '../../model/errors.ts'
import type { LiveStart } from '../../model/live.ts'

/** A command line cannot carry a NUL, and no path has one. */
const text = z.string().regex(/^[^\0]*$/, 'must not hold a NUL')

const shape = z.strictObject({
  paths: z.array(text.min(1)).min(1).max(1000),
  query: text.max(10_000).nullish(),
  model: text.min(1).max(200).nullish(),
  maxCostUsd: z.number().positive().max(1_000_000).nullish(),
})

/** Throws `bad-value`. An empty question is none. */
export function readStart(body: unknown): LiveStart {
  const read = shape.safeParse(body)
  if (!read.success) {
    const { path, message } = read.error.issues[0]!
    const where = path.join('.')
    throw new ShoalError('bad-value', where === '' ? message : `${where}: ${message}`, {
      ...(where === '' ? {} : { detail: where }),
      advice: 'send `{ "paths": […], "query": null, "model": null, "maxCostUsd": null }`',
    })
  }
  const { paths, query, model, maxCostUsd } = read.data
  return { paths, query: query?.trim() || null, model: model ?? null, maxCostUsd: maxCostUsd ?? null }
}
