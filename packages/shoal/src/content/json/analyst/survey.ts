// Puts a survey together from the fields of a file of JSON; what is special to documents or to lines comes on top.
import type { AnswerDraft, FileSurvey } from '@shoal/base/model/analyst'
import type { Anchor } from '@shoal/base/model/anchor'
import type { FindingDraft, Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { FEW_TO_TELL, foldedDraft } from '../../../text/folded-draft.ts'
import { MOST_RECORDS } from '../../../text/json-census/fingerprints.ts'
import type { Liberties } from '../../../text/json-census/loose-json.ts'
import { isWrittenByProgram } from '../generated-names.ts'
import { fieldAnchors } from './anchors.ts'
import { askedAnswers, topicsOf } from './answers.ts'
import { foreignCodeFindings, impossibleDateFindings } from './codes.ts'
import { driftJson, presenceJson } from './drift.ts'
import { driftAnswers } from './drift-answer.ts'
import { duplicateFindings, duplicatesOf, libertiesTaken, nestingFinding, repeatedKeyFindings } from './faults.ts'
import { duplicatesJson, schemaJson, schemaPanel, valuePanels, variantCount, variantsJson } from './figures.ts'
import { number, type Subject } from './subject.ts'
import { nullFindings, typeFindings } from './value-kinds.ts'
import { distributionFindings, formFindings, oddNumberFindings, outlierFindings, spellingFindings } from './values.ts'
import { variationFindings } from './variation.ts'

/** What only documents, or only lines, have to say. */
export interface Particulars {
  readonly summary: string
  readonly figures: { readonly [key: string]: Json }
  readonly findings: readonly FindingDraft[]
  readonly anchors: readonly Anchor[]
  readonly answers: readonly AnswerDraft[]
  /** Shown before those of the schema. */
  readonly panels: readonly Panel[]
  readonly notes: readonly string[]
  readonly depth: number
  readonly tooDeep: number
  readonly liberties: Liberties
}

export function surveyOf(subject: Subject, own: Particulars): FileSurvey {
  const duplicates = duplicatesOf(subject)
  const judged = [
    ...variationFindings(subject),
    ...typeFindings(subject),
    ...nullFindings(subject),
    ...outlierFindings(subject),
    ...spellingFindings(subject),
    ...formFindings(subject),
    ...impossibleDateFindings(subject),
    ...foreignCodeFindings(subject),
    ...oddNumberFindings(subject),
    ...duplicateFindings(subject, duplicates ?? []),
    ...distributionFindings(subject),
  ]
  const written = isWrittenByProgram(subject.about.path)
  const findings = [
    ...own.findings,
    ...(written ? judged.map(asFact) : folded(judged)),
    ...repeatedKeyFindings(subject),
    ...nestingFinding(subject, own.depth, own.tooDeep),
  ]
  const liberties = libertiesTaken(own.liberties)
  const problems = findings.filter(({ nature }) => nature === 'problem').length
  return {
    summary: `${own.summary}; ${number(subject.fields.length)} paths${problems > 0 ? `; ${number(problems)} ${problems === 1 ? 'thing' : 'things'} to look at` : ''}`,
    figures: {
      ...own.figures,
      depth: own.depth,
      paths: subject.fields.length,
      ...(liberties ? { not_strict: liberties } : {}),
      schema_fields: schemaJson(subject),
      variant_count: variantCount(subject),
      variants: variantsJson(subject),
      drift: driftJson(subject),
      presence: presenceJson(subject),
      duplicates: duplicatesJson(duplicates, subject),
    },
    panels: [...own.panels, schemaPanel(subject), ...valuePanels(subject)],
    findings: findings
      .filter(({ evidence }) => evidence.trim() !== '')
      .map((finding, k) => ({ finding, k }))
      .sort((a, b) => a.finding.line - b.finding.line || a.k - b.k)
      .map(({ finding }) => finding),
    anchors: [...own.anchors, ...fieldAnchors(subject)].filter(({ quote }) => quote.trim() !== ''),
    answers: [...own.answers, ...driftAnswers(subject, findings), ...askedAnswers(subject, duplicates)]
      .map(answer => ({ ...answer, evidence: answer.evidence.filter(({ quote }) => quote.trim() !== '') }))
      .sort((a, b) => b.relevance - a.relevance),
    topics: topicsOf(subject),
    notes: [
      ...own.notes,
      ...subject.leftOut.notes,
      ...(written
        ? ['a program writes this file for itself: what varies in it is told as fact, not as a problem']
        : []),
      ...(own.tooDeep > 0
        ? [`${number(own.tooDeep)} values nested more than 100 levels deep are not told apart by path`]
        : []),
      ...(liberties ? [`strict JSON does not allow: ${liberties}`] : []),
      ...(duplicates === null
        ? [`duplicates were not counted: more than ${number(MOST_RECORDS)} records, or too many that only look alike`]
        : []),
    ],
  }
}

/** Many fields that are empty now and then are one thing to know. */
function folded(found: readonly FindingDraft[]): readonly FindingDraft[] {
  const isGap = ({ type, nature, severity }: FindingDraft) =>
    type === 'null_frequency' && nature === 'problem' && severity === 'low'
  const own = found.filter(isGap).toSorted((a, b) => (b.count ?? 1) - (a.count ?? 1))
  if (own.length <= FEW_TO_TELL) return found
  const words = own.slice(0, 5).map(({ jsonPath, count }) => `${jsonPath} ${number(count ?? 1)}`)
  return [
    ...found.filter(finding => !isGap(finding)),
    foldedDraft(own, {
      key: 'json.gaps',
      summary: `${number(own.length)} fields hold nothing now and then, null or a word for it: ${words.join(', ')}${own.length > 5 ? ' …' : ''}`,
      topics: ['null', 'missing', 'empty', ...own.flatMap(({ jsonPath }) => jsonPath ?? [])],
      stats: { fields: Object.fromEntries(own.map(({ jsonPath, count }) => [jsonPath, count ?? 1])) },
    }),
  ]
}

function asFact(finding: FindingDraft): FindingDraft {
  return finding.nature === 'fact' ? finding : { ...finding, nature: 'fact', severity: 'low' }
}
