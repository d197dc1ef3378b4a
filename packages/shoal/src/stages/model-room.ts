// What fits into a request beside what is fixed in it: every request follows the context of the model that it is for, where that is known.
import type { LanguageModel, ModelRequest } from '@shoal/base/model/language-model'
import { tokensOf } from './model-synthesis/room.ts'

/** Text of any kind, rather too few. */
export const CHARACTERS_A_TOKEN = 3
/** For what surrounds texts on their way. */
const FRAME_TOKENS = 150
/** A reply takes no more of the context than this. */
const REPLY_SHARE = 1 / 5

type Window = Pick<LanguageModel, 'window'>

/** What a reply may have, of what is wanted. */
export function replyTokens({ window }: Window, wanted: number): number {
  return window === undefined ? wanted : Math.min(wanted, Math.floor(window * REPLY_SHARE))
}

/** Characters that turns may have beside instructions, tools, schema and reply; `Infinity` where the context is not known. */
export function turnsRoom(
  { window }: Window,
  { system, tools, schema, maxOutputTokens }: Omit<ModelRequest, 'turns'>,
): number {
  if (window === undefined) return Number.POSITIVE_INFINITY
  const fixed = tokensOf(system) + tokensOf(JSON.stringify({ tools, schema })) + FRAME_TOKENS
  return Math.max(0, window - fixed - maxOutputTokens) * CHARACTERS_A_TOKEN
}

/** `wanted` characters, or as few as are `share` of the context. */
export function shareOf({ window }: Window, wanted: number, share: number): number {
  return window === undefined ? wanted : Math.min(wanted, Math.floor(window * share * CHARACTERS_A_TOKEN))
}
