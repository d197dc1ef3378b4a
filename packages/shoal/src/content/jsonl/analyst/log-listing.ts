// The records of a log that a question asks to be listed ("find all timeout errors and their timestamps"): counted while the
// file is read, told as the whole answer, and as a finding that has every place.
import type { AnswerDraft } from '@shoal/base/model/analyst'
import { type FindingDraft, MOST_PLACES_IN_A_FILE } from '@shoal/base/model/finding'
import { pushAll } from '@shoal/base/model/lists'
import type { Question } from '@shoal/base/model/question'
import { draftPlaces } from '../../../text/draft-places.ts'
import { number, type Subject } from '../../json/analyst/subject.ts'
import { wantsOf } from '../../log/analyst/question-filters.ts'
import { LEVELS } from '../../log/analyst/tally.ts'
import { stampText } from './stamps.ts'

interface Listed {
  readonly at: number
  readonly line: number
  readonly time: number | null
}

export interface ListedRecords {
  count: number
  readonly spots: Listed[]
}

/** Warnings and worse by gravity; what has no level is told by nothing else. */
const LEVEL_OF = ['info', 'warn', 'error', 'fatal'] as const

const MOST_TOLD = 12
const MOST_ROWS = 50

/** What records must be like; null when the question asks for something else. */
export class Listing {
  readonly listed: ListedRecords = { count: 0, spots: [] }

  private constructor(
    private readonly patterns: readonly RegExp[],
    private readonly levels: readonly number[],
  ) {}

  static of(question: Question): Listing | null {
    const { words, listing } = wantsOf(question)
    return (
      listing &&
      new Listing(
        words.map(({ pattern }) => pattern),
        listing.levels,
      )
    )
  }

  /** `texts` are what the record says: its message and its errors, not its keys. */
  note(gravity: 0 | 1 | 2 | 3, hasLevel: boolean, texts: () => readonly string[], spot: Listed): void {
    const level = hasLevel || gravity > 0 ? LEVEL_OF[gravity] : 'none'
    if (!this.levels.includes(LEVELS.indexOf(level))) return
    const said = texts()
    if (!this.patterns.every(pattern => said.some(text => pattern.test(text)))) return
    this.listed.count++
    if (this.listed.spots.length < MOST_PLACES_IN_A_FILE) this.listed.spots.push(spot)
  }
}

export function mergeListed(ours: ListedRecords | null, theirs: ListedRecords | null): void {
  if (!ours || !theirs) return
  ours.count += theirs.count
  pushAll(ours.spots, theirs.spots.slice(0, MOST_PLACES_IN_A_FILE - ours.spots.length))
}

export function listingAnswer(subject: Subject, { count, spots }: ListedRecords, records: number): AnswerDraft[] {
  const name = nameOf(subject)
  const unit = { one: `record with ${name}`, many: `records with ${name}` }
  if (count === 0)
    return [
      {
        text: `None of ${number(records)} ${records === 1 ? 'record' : 'records'} is one with ${name}.`,
        relevance: 0.9,
        evidence: [],
        amount: { count: 0, ...unit },
        isWhole: true,
      },
    ]
  const told = spots.slice(0, MOST_TOLD).map(({ time, line }) => {
    return time === null ? `line ${number(line)}` : `${stampText(time)} (line ${number(line)})`
  })
  return [
    {
      text: `${number(count)} ${count === 1 ? unit.one : unit.many} of ${number(records)}: ${told.join(', ')}${count > told.length ? ` and ${number(count - told.length)} more` : ''}.`,
      relevance: 0.97,
      amount: { count, ...unit },
      evidence: spots.slice(0, MOST_TOLD).map(spot => subject.quoter.quoteLine(spot)),
      panel: {
        kind: 'table',
        title: `Records with ${name}`,
        columns: [{ label: 'time' }, { label: 'line', align: 'right' }, { label: 'record' }],
        rows: spots
          .slice(0, MOST_ROWS)
          .map(spot => [
            spot.time === null ? null : stampText(spot.time),
            spot.line,
            subject.quoter.quoteLine(spot).quote.slice(0, 120),
          ]),
        of: count,
      },
      isWhole: true,
    },
  ]
}

export function listingFinding(subject: Subject, { count, spots }: ListedRecords, records: number): FindingDraft[] {
  if (count === 0) return []
  const labels = wantsOf(subject.brief.question).words.map(({ label }) => label)
  return [
    {
      type: 'pattern',
      key: `asked:${labels.join(' ')}`,
      summary: `${number(count)} ${count === 1 ? 'record' : 'records'} with ${nameOf(subject)} of ${number(records)}, as asked for`,
      severity: 'low',
      confidence: 'high',
      nature: 'fact',
      ...draftPlaces(
        spots.map(spot => {
          const { line, quote } = subject.quoter.quoteLine(spot)
          return { line, evidence: quote }
        }),
        count,
      ),
      count,
      topics: labels,
      weight: 0.9,
    },
  ]
}

function nameOf({ brief }: Subject): string {
  return wantsOf(brief.question)
    .words.map(({ label }) => `“${label}”`)
    .join(' and ')
}
