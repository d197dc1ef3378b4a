// Where quotes stand, in words.
import type { Answer } from '../model/analyst.ts'
import { printable } from '../text/printable.ts'

/** `src/app.py:3, src/db.py:9`: the first few, none twice. */
export function placesOf(evidence: Answer['evidence'], most: number): string {
  return [...new Set(evidence.map(({ path, line }) => placeName(path, line)))].slice(0, most).join(', ')
}

/** `src/app.py:3`. A name can hold anything, a line of its own included: it must not write a part of the answer. */
export function placeName(path: string, line: number): string {
  return `${printable(path)}:${line}`
}
