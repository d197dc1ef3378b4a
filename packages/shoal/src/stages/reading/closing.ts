// Who reads all files in one call also sums up: sentences that cite findings of the same reply and what programs found. They pass the gate
// here; where the answer does not, a synthesis is asked for by itself.
import type { Finding } from '@shoal/base/model/finding'
import type { Reading } from '@shoal/base/model/model-work'
import type { Closing, ClosingSentence } from '@shoal/base/model/report'
import { unfoundedNumbers } from '../asking/claim-words.ts'
import { believed } from './corrections.ts'
import type { ReadPart } from './judge.ts'
import type { PartView } from './part-view.ts'
import { LONGEST, type SaidClosing, type SaidSentence } from './said-closing.ts'

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
