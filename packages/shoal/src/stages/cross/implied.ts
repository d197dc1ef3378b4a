// What the quote of an anchor in code shows beyond the anchor: the value of a constant, a variable given to the
// environment, a key read from a section with a default. Short quotes, so plain patterns will do.
import type { Anchor } from '@shoal/base/model/anchor'

/** A simple value up to the end: a number, a quoted text, or in a shell a bare word. */
const ASSIGNED =
  /^\s*(?:(export|readonly|local|declare(?: -\w+)?) +)?([A-Za-z_]\w{0,80})=(?:"([^"$`\\]{1,150})"|'([^'\\]{1,150})'|([\w./:@%+,-]{1,150}))\s*$/

/** `config["billing"].get("retries", 5)`. */
const READ_WITH_DEFAULT =
  /\[\s*["'](\w{1,60})["']\s*\]\s*\.get\(\s*["'](\w{1,60})["']\s*(?:,\s*(-?\d[\d.]{0,20}|["'][^"'\\]{0,80}["']|True|False)\s*)?\)/

export function impliedBy(anchor: Anchor): Anchor[] {
  if (anchor.role === 'definition' && anchor.value === 'constant') return fromAssignment(anchor)
  return anchor.role === 'config-use' && anchor.value === undefined ? fromRead(anchor) : []
}

/** Shells write `NAME=value` without spaces; other languages have their constants read by the analyst. */
function fromAssignment({ line, quote, name }: Anchor): Anchor[] {
  const match = ASSIGNED.exec(quote)
  if (!match || match[2] !== name) return []
  const value = match[3] ?? match[4] ?? match[5]!
  const literal: Anchor = { role: 'literal', name, value, line, quote }
  return match[1] === 'export' ? [literal, { role: 'env-definition', name, value, line, quote }] : [literal]
}

function fromRead({ line, quote, name }: Anchor): Anchor[] {
  const match = READ_WITH_DEFAULT.exec(quote)
  if (!match || match[1] !== name) return []
  const [, section, key, fallback] = match
  const value = fallback?.replace(/^["']|["']$/g, '')
  const path = `${section}.${key}`
  return [{ role: 'config-use', name: key!, path, line, quote, ...(value !== undefined && { value }) }]
}
