// The entries that a question asks to be listed, as its answer and as a finding: the answer says nothing else, and the
// finding has each place.
import type { AnswerDraft } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import { draftPlaces } from '../../../text/draft-places.ts'
import type { Want } from './question-filters.ts'
import { lineAt } from './quotes.ts'
import type { Story } from './story.ts'
import { LEVELS } from './tally.ts'
import { counted, number, short } from './wording.ts'

/** Times in the sentence; the table and the finding have the others. */
const MOST_TOLD = 12
const MOST_ROWS = 50

/** All that the question asks for; nothing where several words never stand in one entry. */
export function answerListing({ picture, source }: Story, words: readonly Want[]): AnswerDraft[] {
  const { listed, entries } = picture.whole
  if (!listed || (listed.count === 0 && words.length > 1)) return []
  const name = nameOf(words)
  const unit = { one: `entry with ${name}`, many: `entries with ${name}` }
  if (listed.count === 0) {
    const text = `None of ${counted(entries, 'entry', 'entries')} is one with ${name}.`
    return [{ text, relevance: 0.9, evidence: [], amount: { count: 0, ...unit }, isWhole: true }]
  }
  const levels = LEVELS.flatMap((level, k) =>
    listed.byLevel[k]! > 0 && level !== 'none' ? [`${number(listed.byLevel[k]!)} at level ${level}`] : [],
  )
  const told = listed.spots
    .slice(0, MOST_TOLD)
    .map(({ stamp, line }) => (stamp ? `${stamp} (line ${number(line)})` : `line ${number(line)}`))
  const more = listed.count - told.length
  return [
    {
      text: `${counted(listed.count, unit.one, unit.many)} of ${number(entries)}${levels.length > 0 ? `, ${levels.join(', ')}` : ''}: ${told.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}.`,
      relevance: 0.97,
      amount: { count: listed.count, ...unit },
      evidence: listed.spots.slice(0, MOST_TOLD).map(({ line, offset }) => ({ line, quote: lineAt(source, offset) })),
      panel: {
        kind: 'table',
        title: `Entries with ${name}`,
        columns: [{ label: 'time' }, { label: 'line', align: 'right' }, { label: 'entry' }],
        rows: listed.spots
          .slice(0, MOST_ROWS)
          .map(({ stamp, line, offset }) => [stamp || null, line, short(lineAt(source, offset), 120)]),
        of: listed.count,
      },
      isWhole: true,
    },
  ]
}

/** The same as a finding: it has every place. */
export function listFinding({ picture, source }: Story, words: readonly Want[]): FindingDraft[] {
  const { listed, entries } = picture.whole
  if (!listed || listed.count === 0) return []
  const name = nameOf(words)
  return [
    {
      type: 'pattern',
      key: `asked:${words.map(({ label }) => label).join(' ')}`,
      summary: `${counted(listed.count, `entry with ${name}`, `entries with ${name}`)} of ${number(entries)}, as asked for`,
      severity: 'low',
      confidence: 'high',
      nature: 'fact',
      ...draftPlaces(
        listed.spots.map(({ line, offset }) => ({ line, evidence: lineAt(source, offset), at: offset })),
        listed.count,
      ),
      count: listed.count,
      topics: words.map(({ label }) => label),
      weight: 0.9,
    },
  ]
}

function nameOf(words: readonly Want[]): string {
  return words.map(({ label }) => `“${label}”`).join(' and ')
}
