// Where quotes stand, in words.
import type { Answer } from '../model/analyst.ts'

/** `src/app.py:3, src/db.py:9`: the first few, none twice. */
export function placesOf(evidence: Answer['evidence'], most: number): string {
  return [...new Set(evidence.map(({ path, line }) => `${path}:${line}`))].slice(0, most).join(', ')
}
