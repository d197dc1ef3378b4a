// How much of what one call may hold goes to what.
import { estimateTokens } from '../../text/tokens.ts'

/** Around the exhibits: marks, the number of the part. */
const FRAME_TOKENS = 200

/** Shares of a call, in tokens, for inputs from small local models to large windows. */
export function sharesOf(inputTokens: number) {
  return {
    figures: Math.min(2500, Math.floor(inputTokens / 8)),
    notes: Math.min(1500, Math.floor(inputTokens / 12)),
    /** What a second round says again of the reply, and of what is wrong with it. */
    echo: Math.min(3000, Math.floor(inputTokens / 8)),
    complaint: Math.min(800, Math.floor(inputTokens / 16)),
    output: Math.max(1000, Math.min(4000, Math.floor(inputTokens / 4))),
  }
}

/** What is left for exhibits beside `fixed`, the texts that every call of a synthesis holds. */
export function roomForExhibits(inputTokens: number, fixed: readonly string[]): number {
  const { echo, complaint } = sharesOf(inputTokens)
  return inputTokens - fixed.reduce((sum, text) => sum + tokensOf(text), 0) - echo - complaint - FRAME_TOKENS
}

export function tokensOf(text: string): number {
  return estimateTokens(Buffer.from(text))
}

/** The beginning of a text that costs no more than `most` tokens. */
export function clipToTokens(text: string, most: number): string {
  let clipped = text
  for (let tokens = tokensOf(clipped); tokens > most; tokens = tokensOf(clipped)) {
    const length = Math.floor((clipped.length * most * 0.95) / tokens) - 1
    if (length <= 0) return ''
    clipped = `${clipped.slice(0, length)}…`
  }
  return clipped
}
