// The pieces an answer is made of, and how they are put together: sentences that flow, lists, bounds. A quote or a picture
// stands beside the answer only where its sentence stands in it.
import type { Answer } from '../model/analyst.ts'
import type { Panel } from '../model/finding.ts'
import type { ComparedType } from '../model/report.ts'
import { formatCount, printable } from '../text/printable.ts'

export interface ComposedAnswer {
  readonly answer: string | null
  /** What it rests on. */
  readonly answerEvidence: Answer['evidence']
  readonly answerPanels: readonly Panel[]
  /** False for what only says that there is no answer. */
  readonly isAnswer?: boolean
  /** What analysts hold to be near the question; none of them says that it is the answer. */
  readonly isNear?: boolean
}

/** A sentence or an item of the answer, and what it rests on. */
export interface Piece {
  readonly text: string
  readonly evidence?: Answer['evidence']
  readonly panels?: readonly Panel[]
  /** Said however long the answer is. */
  readonly isNeeded?: boolean
}

const MOST_LENGTH = 900
const MOST_EVIDENCE = 12
const MOST_PANELS = 3

/** What does not fit `most` characters is left out, but for what is needed. */
export function joined(pieces: readonly Piece[], most = MOST_LENGTH): ComposedAnswer {
  const kept: Piece[] = []
  let length = 0
  for (const piece of pieces) {
    const { text, isNeeded = kept.length === 0 } = piece
    if (!isNeeded && length + text.length > most) continue
    kept.push(piece)
    length += text.length + 1
  }
  return {
    answer: kept.length === 0 ? null : flowing(kept.map(({ text }) => text)),
    answerEvidence: byPlace(kept.flatMap(({ evidence = [] }) => evidence)).slice(0, MOST_EVIDENCE),
    answerPanels: kept.flatMap(({ panels = [] }) => panels).slice(0, MOST_PANELS),
  }
}

/** The first quote of each place. */
function byPlace(evidence: Answer['evidence']): Answer['evidence'][number][] {
  const places = new Set<string>()
  return evidence.filter(({ path, line }) => {
    const isNew = !places.has(`${path}\0${line}`)
    places.add(`${path}\0${line}`)
    return isNew
  })
}

/** `2 log files, 1 JSON file`. */
export function listOfTypes(types: readonly ComparedType[]): string {
  return types.map(({ title, read }) => `${title} (${formatCount(read.files)})`).join(', ')
}

/** Items of a list stand on lines of their own. */
export const ITEM = '- '

export function flowing(sentences: readonly string[]): string {
  return sentences.reduce((text, next) => {
    const breaks = next.startsWith(ITEM) || /(?:^|\n)- [^\n]*$/.test(text)
    return `${text}${breaks ? '\n' : ' '}${next}`
  })
}

export function item(summary: string, at?: string): string {
  return `${ITEM}${printable(summary.trim()).replace(/(?<![.\s])[.\s]+$/, '')}${at === undefined ? '' : ` (${at})`}`
}

export function sentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?…:]["”)]?$/.test(trimmed) ? trimmed : `${trimmed}.`
}
