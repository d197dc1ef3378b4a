// What analysts say is missing and what they would ask others, gathered into a few questions worth asking (A8).
import type { AnalystReport } from '../../model/report.ts'
import { type Meaning, meaningOf, meansTheSame } from './same-question.ts'

/** A chunk, as reports name it. */
export type Asker = Pick<AnalystReport, 'filePath' | 'chunkId' | 'index'>

/** JSON: it travels in the input of a task. */
export interface OpenQuestion {
  readonly text: string
  /** The chunks whose analysts asked it, each once, in the order of the reports. */
  readonly askedBy: readonly Asker[]
}

export interface GatherOptions {
  /** What was asked before, the question of the run included: it is not asked again. */
  readonly asked?: readonly string[]
  readonly most?: number
}

const MOST_QUESTIONS = 12
/** Wordings that are looked at, of very many the most asked. */
const MOST_WORDINGS = 1_000
const LONGEST = 400

/** The most asked first; those asked as often in the order of the reports. */
export function gatherQuestions(
  reports: readonly AnalystReport[],
  { asked = [], most = MOST_QUESTIONS }: GatherOptions = {},
): OpenQuestion[] {
  const known = asked.map(meaningOf)
  const groups: (Wording & { readonly meaning: Meaning })[] = []
  for (const wording of byAskers(wordingsOf(reports)).slice(0, MOST_WORDINGS)) {
    const meaning = meaningOf(wording.text)
    if (meaning.terms.size === 0 || known.some(other => meansTheSame(other, meaning))) continue
    const same = groups.find(group => meansTheSame(group.meaning, meaning))
    if (same) for (const [order, asker] of wording.askers) same.askers.set(order, asker)
    else groups.push({ ...wording, meaning })
  }
  return byAskers(groups)
    .slice(0, most)
    .map(({ text, askers }) => ({ text, askedBy: [...askers].sort(([a], [b]) => a - b).map(([, asker]) => asker) }))
}

interface Wording {
  readonly text: string
  /** By the number of the report. */
  readonly askers: Map<number, Asker>
}

function wordingsOf(reports: readonly AnalystReport[]): Wording[] {
  const wordings = new Map<string, Wording>()
  for (const [order, { filePath, chunkId, index, suggestedQueries, missing }] of reports.entries()) {
    for (const said of [...suggestedQueries, ...missing]) {
      const text = said.replace(/\s+/g, ' ').trim().slice(0, LONGEST)
      const wording = wordings.get(text) ?? { text, askers: new Map() }
      wording.askers.set(order, { filePath, chunkId, index })
      wordings.set(text, wording)
    }
  }
  return [...wordings.values()]
}

function byAskers<T extends Wording>(wordings: readonly T[]): T[] {
  return wordings.toSorted((a, b) => b.askers.size - a.askers.size)
}
