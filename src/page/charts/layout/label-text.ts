// Names in pictures: made safe, and cut to the room there is. Widths are reckoned, so that they are the same everywhere.
import { displayWidth } from '../../../text/printable.ts'
import { shown } from '../../parts/shown.ts'

/** Pixels of an average character at the size of labels in pictures, in the widest of the usual fonts. */
export const CHARACTER = 7.2

/** Nothing in a picture is longer, whatever a file holds. */
const LONGEST = 200

export function labelWidth(text: string): number {
  return displayWidth(text) * CHARACTER
}

/** The name in at most `pixels`, its end kept when `keep` says so: the ends of paths tell more than their starts. */
export function fitted(text: string, pixels: number, keep: 'start' | 'end' = 'start'): string {
  const safe = safeLabel(text)
  if (labelWidth(safe) <= pixels) return safe
  const characters = [...safe]
  let room = Math.floor(pixels / CHARACTER) - 1
  if (room < 1) return '…'
  const kept: string[] = []
  for (let i = 0; i < characters.length; i++) {
    const character = keep === 'start' ? characters[i]! : characters[characters.length - 1 - i]!
    room -= displayWidth(character)
    if (room < 0) break
    kept.push(character)
  }
  return keep === 'start' ? `${kept.join('').trimEnd()}…` : `…${kept.reverse().join('').trimStart()}`
}

/** On one line, without marks that hide or turn text, and never long. */
export function safeLabel(text: string): string {
  return shown(text, LONGEST)
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || path
}
