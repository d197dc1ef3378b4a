// What a page sends to go on with a run, checked before anything is made of it.

import type { LiveResume } from '@shoal/base/model/live'
import { z } from 'zod'
import { options } from '../../config/options.ts'
import { readShape } from './read-shape.ts'
import { costLimit } from './start-request.ts'

const shape = z.strictObject({
  maxCostUsd: costLimit.nullish(),
  maxTokens: z.number().int().min(options.maxTokens.min).max(Number.MAX_SAFE_INTEGER).nullish(),
})

/** Throws `bad-value`. Nothing at all leaves the limits as they are. */
export function readResume(body: unknown): LiveResume {
  const { maxCostUsd, maxTokens } = readShape(shape, body ?? {}, '{ "maxCostUsd": null, "maxTokens": null }')
  return { maxCostUsd: maxCostUsd ?? null, maxTokens: maxTokens ?? null }
}
