// JSON for people: what fits on a line stays on one, the rest is broken up.
import type { Json } from '@shoal/base/model/json'

const ROOM = 96
/** Deeper than this nobody reads; it also keeps a value of any depth from exhausting the stack. */
const DEEPEST = 50

export function jsonText(value: Json, depth = 0): string {
  const dense = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return dense
  const indent = '  '.repeat(depth)
  if (indent.length + dense.length <= ROOM) return airy(value)
  const broken = (parts: readonly string[], open: string, close: string) =>
    `${open}\n${parts.map(part => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`
  if (Array.isArray(value)) {
    const elements = value.map((element: Json) => jsonText(element, depth + 1))
    return broken(elements, '[', ']')
  }
  const pairs = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${jsonText(one, depth + 1)}`)
  return broken(pairs, '{', '}')
}

/** On one line, with a space after every comma and colon. */
function airy(value: Json): string {
  const parts = /("(?:[^"\\]|\\.)*(?:"|\\?$))|([[{])\n\s*|\n\s*([\]}])|\n\s*/gs
  const joined = (_: string, text?: string, open?: string, close?: string) => text ?? open ?? close ?? ' '
  return JSON.stringify(value, null, 1).replace(parts, joined)
}
