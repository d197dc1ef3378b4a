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
export function chunkLimit(settings: Settings): number {
  if (settings.chunkTokens !== null) return settings.chunkTokens
  if (settings.model === null) return BUILT_IN_TOKENS
  return sourceRoom(settings.model, settings)
}

/** How many tokens of source, or of reports, a model can be given at once. */
export function sourceRoom(model: string, { prices }: Pick<Settings, 'prices'>): number {
  const { context, above } = priceOf(model, prices) ?? {}
  if (context === undefined) return CAUTIOUS_TOKENS
  // From there on every token of the request is dearer.
  return Math.floor(Math.min(context, above?.tokens ?? context) * SOURCE_SHARE)
}

/** How files are cut. */
export interface CutSize {
  readonly mode: CutRequest['mode']
  readonly maxTokens: number
  readonly chunkSize: number | null
}

export function cutSize(settings: Settings, mode: CutRequest['mode']): CutSize {
  return { mode, maxTokens: chunkLimit(settings), chunkSize: settings.chunkSize }
}

export function sizedRequest(
  type: ContentType,
  { language }: Detection,
  { mode, maxTokens, chunkSize: size }: CutSize,
  signal: AbortSignal,
): CutRequest {
  const sizing =
    size === null
      ? type.sizing
      : { ...type.sizing, min: Math.ceil(size / 2), target: size, max: Math.ceil(size * 1.5), ladder: [size] }
  return { mode, sizing, maxTokens, language, signal }
}
