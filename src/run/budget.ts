// What one analyst can read, and so how a file is cut.
import type { Settings } from '../config/resolve.ts'
import type { ContentType, CutRequest, Detection } from '../model/content-type.ts'
import { priceOf } from '../model/prices.ts'

/** Built-in analysts are programs: the budget only keeps chunks from growing out of hand. */
const BUILT_IN_TOKENS = 400_000
/** The part of a model's context that may be source; the rest is for instructions, figures and the reply. */
const SOURCE_SHARE = 0.75
/** For models whose context is not known. */
const CAUTIOUS_TOKENS = 96_000

/** The most tokens a chunk may have: as set, else what the model's context leaves, else the built-in analysts' limit. */
export function maxTokens(settings: Settings): number {
  if (settings.chunkTokens !== null) return settings.chunkTokens
  if (settings.model === null) return BUILT_IN_TOKENS
  const context = priceOf(settings.model, settings.prices)?.context
  return context === undefined ? CAUTIOUS_TOKENS : Math.floor(context * SOURCE_SHARE)
}

export function cutRequest(
  type: ContentType,
  detection: Detection,
  mode: CutRequest['mode'],
  settings: Settings,
  signal: AbortSignal,
): CutRequest {
  const size = settings.chunkSize
  const sizing =
    size === null
      ? type.sizing
      : { ...type.sizing, min: Math.ceil(size / 2), target: size, max: Math.ceil(size * 1.5), ladder: [size] }
  return { mode, sizing, maxTokens: maxTokens(settings), language: detection.language, signal }
}
