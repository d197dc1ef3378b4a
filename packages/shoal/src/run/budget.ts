// What one analyst can read, and so how a file is cut.

import type { ContentType, CutRequest, Detection } from '@shoal/base/model/content-type'
import type { Packs } from '@shoal/base/model/plan'
import { priceOf } from '@shoal/base/model/prices'
import type { Settings } from '../config/resolve.ts'

/** Built-in analysts are programs: the budget only keeps chunks from growing out of hand. */
const BUILT_IN_TOKENS = 400_000
/** The part of a model's context that may be source; the rest is for instructions, figures and the reply. */
const SOURCE_SHARE = 0.75
/** For models whose context is not known. */
const CAUTIOUS_TOKENS = 96_000

/** The most tokens a chunk may have: as set, else what the model's context leaves, else the built-in analysts' limit. */
export function chunkLimit(settings: Pick<Settings, 'model' | 'chunkTokens' | 'prices'>): number {
  if (settings.chunkTokens !== null) return settings.chunkTokens
  return settings.model === null ? BUILT_IN_TOKENS : readingRoom(settings.model, settings)
}

/** How many tokens of source a model can be given in a reading. */
export function readingRoom(model: string, settings: Pick<Settings, 'prices'>): number {
  const { context } = priceOf(model, settings.prices) ?? {}
  const room = sourceRoom(model, settings)
  // Of a small context, what every reading holds beside its lines takes most.
  return context === undefined
    ? room
    : Math.max(
        LEAST_SOURCE,
        Math.min(room, Math.floor((context - Math.min(context * REPLY_SHARE, MOST_REPLY) - AROUND_TOKENS) / NUMBERED)),
      )
}

/** Instructions, form of the reply, schema, facts, question. */
const AROUND_TOKENS = 5_200
const REPLY_SHARE = 1 / 5
const MOST_REPLY = 16_000
/** Lines are sent with their numbers. */
const NUMBERED = 1.15
const LEAST_SOURCE = 400

/** How many tokens of source, or of reports, a model can be given at once. */
export function sourceRoom(model: string, { prices }: Pick<Settings, 'prices'>): number {
  const { context, above } = priceOf(model, prices) ?? {}
  if (context === undefined) return CAUTIOUS_TOKENS
  // From there on every token of the request is dearer.
  return Math.floor(Math.min(context, above?.tokens ?? context) * SOURCE_SHARE)
}

/** What one call of a model is given of one kind of content, where more would fit: a reader of very much overlooks more. */
const PACK_TOKENS = 60_000
/** Of what a model can be given, about 60 % of its context: what fits into it is read at once. */
const WHOLE_SHARE = 0.8

/** How much models are given at a time; null where programs read, or chunks of a size were asked for. */
export function packsOf(settings: Pick<Settings, 'model' | 'chunkSize' | 'chunkTokens' | 'prices'>): Packs | null {
  if (settings.model === null || settings.chunkSize !== null) return null
  const limit = chunkLimit(settings)
  return { tokens: Math.min(PACK_TOKENS, limit), whole: Math.floor(limit * WHOLE_SHARE) }
}

/** How files are cut. */
export interface CutSize {
  readonly mode: CutRequest['mode']
  readonly maxTokens: number
  readonly chunkSize: number | null
  /** Times the sizes of the content type; once if left out. */
  readonly scale?: number
}

/** Sizes are made for readers of a few hundred lines: models are cut for by tokens, and along what a type knows. */
const MODEL_SCALE = 8

export function cutSize(settings: Settings, mode: CutRequest['mode']): CutSize {
  const packs = packsOf(settings)
  if (packs) return { mode: 'directory', maxTokens: packs.tokens, chunkSize: null, scale: MODEL_SCALE }
  return { mode, maxTokens: chunkLimit(settings), chunkSize: settings.chunkSize }
}

export function sizedRequest(
  type: ContentType,
  { language }: Pick<Detection, 'language'>,
  { mode, maxTokens, chunkSize: size, scale = 1 }: CutSize,
  signal: AbortSignal,
): CutRequest {
  const sizing =
    size === null
      ? scaled(type.sizing, scale)
      : { ...type.sizing, min: Math.ceil(size / 2), target: size, max: Math.ceil(size * 1.5), ladder: [size] }
  return { mode, sizing, maxTokens, language, signal }
}

function scaled(sizing: ContentType['sizing'], by: number): ContentType['sizing'] {
  const { min, target, max, ladder } = sizing
  return by === 1
    ? sizing
    : { ...sizing, min: min * by, target: target * by, max: max * by, ladder: ladder.map(size => size * by) }
}
