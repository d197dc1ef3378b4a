// A conversation that has grown too long for the model: what old results said is left out first, and that it was is said.
import type { ToolCall, Turn } from '@shoal/base/model/language-model'

/** The last turns are whole, unless there is no other way. */
const KEPT_TURNS = [8, 2] as const
const KEPT_CHARACTERS = 200

/** The same turns in at most about `room` characters, or as few as can be. */
export function fitted(turns: readonly Turn[], room: number): Turn[] {
  let short = [...turns]
  for (const kept of KEPT_TURNS) {
    const excess = sizeOf(short) - room
    if (excess > 0) short = shortened(short, excess, kept)
  }
  return short
}

function shortened(turns: readonly Turn[], much: number, kept: number): Turn[] {
  let excess = much
  return turns.map((turn, k) => {
    if (excess <= 0 || turn.role !== 'tool' || k >= turns.length - kept) return turn
    const results = turn.results.map(result => {
      if (excess <= 0 || result.text.length <= 2 * KEPT_CHARACTERS) return result
      const text = `${result.text.slice(0, KEPT_CHARACTERS)}\n… (left out to save room; call again to see it)`
      excess -= result.text.length - text.length
      return { ...result, text }
    })
    return { ...turn, results }
  })
}

/** In characters. */
export function sizeOf(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + sizeOfOne(turn), 0)
}

function sizeOfOne(turn: Turn): number {
  if (turn.role === 'user') return turn.passages.reduce((sum, { text }) => sum + text.length, 0)
  if (turn.role === 'tool') return turn.results.reduce((sum, { text }) => sum + text.length, 0)
  const thought = turn.parts ? JSON.stringify(turn.parts).length : 0
  return turn.text.length + turn.toolCalls.reduce((sum, { input }) => sum + JSON.stringify(input).length, thought)
}

/** Its input is no JSON. */
export function isCutOff({ input }: ToolCall): boolean {
  return typeof input === 'string'
}
