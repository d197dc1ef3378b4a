// A conversation that has grown too long for the model: what old results said is left out first, and that it was is said.
import type { Turn } from '../../model/language-model.ts'

/** The last turns are always whole. */
const KEPT_TURNS = 8
const KEPT_CHARACTERS = 200

/** The same turns in at most about `room` characters. */
export function fitted(turns: readonly Turn[], room: number): Turn[] {
  let excess = turns.reduce((sum, turn) => sum + sizeOf(turn), 0) - room
  return turns.map((turn, k) => {
    if (excess <= 0 || turn.role !== 'tool' || k >= turns.length - KEPT_TURNS) return turn
    const results = turn.results.map(result => {
      if (excess <= 0 || result.text.length <= 2 * KEPT_CHARACTERS) return result
      const text = `${result.text.slice(0, KEPT_CHARACTERS)}\n… (left out to save room; call again to see it)`
      excess -= result.text.length - text.length
      return { ...result, text }
    })
    return { ...turn, results }
  })
}

function sizeOf(turn: Turn): number {
  if (turn.role === 'user') return turn.passages.reduce((sum, { text }) => sum + text.length, 0)
  if (turn.role === 'tool') return turn.results.reduce((sum, { text }) => sum + text.length, 0)
  return turn.text.length + turn.toolCalls.reduce((sum, { input }) => sum + JSON.stringify(input).length, 0)
}
