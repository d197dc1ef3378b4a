// The pieces an answer is made of, and how they are put together: sentences that flow, lists, bounds.
import type { Answer } from '../model/analyst.ts'
import type { Panel } from '../model/finding.ts'
import type { TypeReport } from '../model/report.ts'
import { printable } from '../text/printable.ts'

export interface ComposedAnswer {
  readonly answer: string | null
  /** What it rests on. */
  readonly answerEvidence: Answer['evidence']
  readonly answerPanels: readonly Panel[]
}

/** A stretch of the answer. */
export interface Part {
  readonly sentences: readonly string[]
  readonly evidence: Answer['evidence']
  readonly panels: readonly Panel[]
}

export const NOTHING: Part = { sentences: [], evidence: [], panels: [] }

const MOST_LENGTH = 900
const MOST_EVIDENCE = 12
const MOST_PANELS = 3

/** What does not fit `most` characters is left out. */
export function joined(parts: readonly Part[], most = MOST_LENGTH): ComposedAnswer {
  const sentences: string[] = []
  let length = 0
  for (const text of parts.flatMap(part => part.sentences)) {
    if (sentences.length > 0 && length + text.length > most) continue
    sentences.push(text)
    length += text.length + 1
  }
  return {
    answer: sentences.length === 0 ? null : flowing(sentences),
    answerEvidence: byPlace(parts.flatMap(({ evidence }) => evidence)).slice(0, MOST_EVIDENCE),
    answerPanels: parts.flatMap(({ panels }) => panels).slice(0, MOST_PANELS),
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
export function listOfTypes(types: readonly TypeReport[]): string {
  return types.map(({ title, read }) => `${title} (${read.files.toLocaleString('en-US')})`).join(', ')
}

/** Items of a list stand on lines of their own. */
export const ITEM = '- '

function flowing(sentences: readonly string[]): string {
  return sentences.reduce((text, next) => {
    const breaks = next.startsWith(ITEM) || /(?:^|\n)- [^\n]*$/.test(text)
    return `${text}${breaks ? '\n' : ' '}${next}`
  })
}

export function item(summary: string, at?: string): string {
  return `${ITEM}${printable(summary.trim()).replace(/[.\s]+$/, '')}${at === undefined ? '' : ` (${at})`}`
}

export function sentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?…:]["”)]?$/.test(trimmed) ? trimmed : `${trimmed}.`
}
