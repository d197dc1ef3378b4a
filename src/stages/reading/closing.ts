// Who reads all files in one call also sums up: sentences that cite findings of the same reply and what programs found. They pass the gate
// here; where the answer does not, a synthesis is asked for by itself.
import { isRecord } from '../../config/values.ts'
import type { Finding } from '../../model/finding.ts'
import type { Reading } from '../../model/model-work.ts'
import type { Closing, ClosingSentence } from '../../model/report.ts'
import { unfoundedNumbers } from '../asking/claim-words.ts'
import { believed } from './corrections.ts'
import type { ReadPart } from './judge.ts'
import type { PartView } from './part-view.ts'

export interface SaidSentence {
  readonly text: string
  readonly cites: readonly string[]
}

/** As a reply has it. */
export interface SaidClosing {
  readonly answer: readonly SaidSentence[]
  readonly summary: readonly SaidSentence[]
  readonly recommendations: readonly SaidSentence[]
  readonly open: readonly string[]
}

const MOST_SENTENCES = 20
const LONGEST = 600
const MOST_OPEN = 10

/** Null when the reply has none. */
export function closingIn(value: unknown): SaidClosing | null {
  if (!isRecord(value) || !Array.isArray(value.answer) || !Array.isArray(value.summary)) return null
  return {
    answer: sentencesIn(value.answer),
    summary: sentencesIn(value.summary),
    recommendations: sentencesIn(value.recommendations),
    open: listOf(value.open)
      .flatMap(one => (typeof one === 'string' && one.trim() !== '' ? [one.trim().slice(0, 300)] : []))
      .slice(0, MOST_OPEN),
  }
}

function sentencesIn(value: unknown): SaidSentence[] {
  const all = listOf(value).flatMap(one => {
    const { text, cites } = isRecord(one) ? one : { text: one, cites: [] }
    if (typeof text !== 'string' || text.trim() === '') return []
    const ids = listOf(cites).flatMap(id => (typeof id === 'string' ? [idOf(id)] : []))
    return [{ text: text.replace(/\s+/g, ' ').trim(), cites: [...new Set(ids)] }]
  })
  return all.slice(0, MOST_SENTENCES)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** `[F2]` means f2. */
export function idOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** What programs found in the parts before, as they are numbered for whoever reads all of them: `P1`. */
export function programRefs(views: readonly PartView[]): ReadonlyMap<string, Finding> {
  return new Map(views.flatMap(({ refs }) => [...refs]))
}

/** What a sentence can rest on. */
interface Ground {
  readonly cite: ClosingSentence['cites'][number]
  readonly texts: readonly string[]
}

/** Null where an answer is not all shown, or nothing is said though there is something to be said: then somebody else sums up. */
export function judgedClosing(
  said: SaidClosing,
  parts: readonly ReadPart[],
  views: readonly PartView[],
  { brief: { question, exact = '' }, model }: Pick<Reading, 'brief' | 'model'>,
): Closing | null {
  const grounds = groundsIn(parts, views)
  const lead = question.text === null ? said.summary : said.answer
  if (lead.length + said.open.length === 0 && grounds.size > 0) return null
  const rejected: Closing['rejected'][number][] = []
  const checked = (sentences: readonly SaidSentence[]) =>
    sentences.flatMap(({ text, cites }): ClosingSentence[] => {
      const found = cites.flatMap(id => grounds.get(id) ?? [])
      const files = new Set(found.flatMap(({ cite }) => ('path' in cite ? [cite.path] : [])))
      const known = views
        .filter(({ part }) => files.has(part.about.path))
        .flatMap(({ facts, answers }) => [facts, answers])
      const numbers = unfoundedNumbers(text, [
        ...found.flatMap(({ texts }) => texts),
        ...known,
        question.text ?? '',
        exact,
      ])
      const reason =
        found.length === 0
          ? 'it cites nothing that is believed'
          : text.length > LONGEST
            ? `it is longer than ${LONGEST} characters`
            : numbers.length > 0
              ? `${numbers.slice(0, 5).join(', ')}: no such figure in what it cites or in the facts of those files`
              : null
      if (reason !== null) rejected.push({ text: text.slice(0, LONGEST), reason })
      return reason === null ? [{ text, cites: found.map(({ cite }) => cite) }] : []
    })
  if (checked(lead).length < lead.length) return null
  return {
    by: model.id,
    answer: checked(said.answer),
    summary: checked(said.summary),
    recommendations: checked(said.recommendations),
    open: said.open.filter(one => unfoundedNumbers(one, allTexts(views, question.text)).length === 0),
    rejected,
  }
}

function allTexts(views: readonly PartView[], question: string | null): string[] {
  return [question ?? '', ...views.flatMap(({ facts, answers, head }) => [facts, answers, head])]
}

function groundsIn(parts: readonly ReadPart[], views: readonly PartView[]): ReadonlyMap<string, Ground> {
  const grounds = new Map<string, Ground>()
  // Who counts anew in every file cites nobody knows what.
  const twice = new Set<string>()
  for (const [k, part] of parts.entries()) {
    const { path } = views[k]!.part.about
    for (const { ref, key, summary, evidence, proof = [], results = [] } of believed(part))
      if (ref !== undefined && !twice.has(ref)) {
        if (grounds.delete(ref)) {
          twice.add(ref)
          continue
        }
        grounds.set(ref, {
          cite: { path, key },
          texts: [summary, evidence, ...proof.map(({ quote }) => quote), ...results.map(({ text }) => text)],
        })
      }
  }
  for (const [id, { path, key, summary, places }] of programRefs(views))
    grounds.set(id, { cite: { path, key }, texts: [summary, ...places.map(({ evidence }) => evidence)] })
  const answers = views.flatMap(view => (view.answers === '' ? [] : [view.answers]))
  if (answers.length > 0) grounds.set('a', { cite: { isAnswer: true }, texts: answers })
  return grounds
}
