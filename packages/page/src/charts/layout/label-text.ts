// Names in pictures: made safe, and cut to the room there is. Widths are reckoned, so that they are the same everywhere.
import { displayWidth } from '@shoal/base/text/printable'
import { shown } from '../../parts/shown.ts'

/** Pixels of an average character at the size of labels in pictures, in the widest of the usual fonts. */
export const CHARACTER = 7.2

/** Nothing in a picture is longer, whatever a file holds. */
const LONGEST = 200

/** Characters that are wider than the average by so much that a few of them would be cut. */
const WIDE = new Set('<>=+~%@#&mwMW—')
const WIDER = 1.5

export function labelWidth(text: string): number {
  let width = displayWidth(text)
  for (const character of text) if (WIDE.has(character)) width += WIDER - 1
  return width * CHARACTER
}

/** The name in at most `pixels`, its end kept when `keep` says so: the ends of paths tell more than their starts. */
export function fitted(text: string, pixels: number, keep: 'start' | 'end' = 'start'): string {
  const safe = safeLabel(text)
  if (labelWidth(safe) <= pixels) return safe
  const characters = [...safe]
  let room = pixels - CHARACTER
  if (room < CHARACTER) return '…'
  const kept: string[] = []
  for (let i = 0; i < characters.length; i++) {
    const character = keep === 'start' ? characters[i]! : characters[characters.length - 1 - i]!
    room -= labelWidth(character)
    if (room < 0) break
    kept.push(character)
  }
  return keep === 'start' ? `${kept.join('').trimEnd()}…` : `…${kept.reverse().join('').trimStart()}`
}

/** Pixels on both sides of a name in an area, and those of a name that is cut but still tells something. */
const SIDES = 8
const LEAST_NAME = 36

/** A name has room where all of it fits, or enough of it that the rest can be an ellipsis. */
export function hasRoomForName(text: string, pixels: number): boolean {
  return pixels - SIDES >= Math.min(LEAST_NAME, labelWidth(safeLabel(text)))
}

/** Pixels of a line of text in an area, with what stands above it. */
export const LINE = 17
/** Less is enough for small text without anything above it. */
export const LOW_LINE = 12

/** Where the name of an area goes: beside its mark, below it, or upright below it; null where it has no room. */
export function nameSide(
  text: string,
  { width, height }: { readonly width: number; readonly height: number },
  mark: number,
): 'beside' | 'below' | 'upright' | null {
  if (height >= (mark > 0 ? LINE : LOW_LINE) && hasRoomForName(text, width - mark)) return 'beside'
  const below = height - (mark > 0 ? LINE + 1 : 0)
  if (below >= LINE && hasRoomForName(text, width)) return 'below'
  return width >= LINE && hasRoomForName(text, below) ? 'upright' : null
}

/** On one line, without marks that hide or turn text, and never long. */
export function safeLabel(text: string): string {
  return shown(text, LONGEST)
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || path
}
