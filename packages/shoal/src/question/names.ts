// Names of columns and relations, taken apart.
import { stem } from '@shoal/base/text/stem'
import { ABBREVIATIONS, FILLER_PARTS } from './lexicon.ts'

/** `unitPrice_USD` → unit, price, usd. */
export function partsOf(name: string): string[] {
  const words = name
    .replace(/(?<=\p{L}) ?#/gu, ' number')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}[\p{L}\p{N}]*|\p{N}+/gu)
  return (words ?? []).map(word => stem(ABBREVIATIONS.get(word) ?? word))
}

export function coreOf(parts: readonly string[]): readonly string[] {
  const core = parts.filter(part => !FILLER_PARTS.has(part))
  return core.length === 0 ? parts : core
}
