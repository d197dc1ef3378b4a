// Which fields drift: those that come or go, turn into another type, or are missing or null more often from some line on.
import type { AnswerDraft } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import { asksDrift } from '../../../text/question-topics.ts'
import { type Change, changesOf, changeText } from './drift.ts'
import { number, percent, type Subject } from './subject.ts'

const MOST_TOLD = 6
const MOST_ROWS = 15

/** The quotes are those of the findings about the same changes. */
export function driftAnswers(subject: Subject, findings: readonly FindingDraft[]): AnswerDraft[] {
  if (!asksDrift(subject.brief.question)) return []
  const changes = changesOf(subject).sort((a, b) => a.line - b.line)
  const drifting = new Set(changes.map(({ path }) => path))
  const amount = { count: drifting.size, one: 'drifting field', many: 'drifting fields' }
  if (changes.length === 0)
    return [
      {
        text: 'No field drifts: none comes, goes, turns into another type, or is missing or null more often from some line on.',
        relevance: 0.85,
        evidence: [],
        amount,
      },
    ]
  const named = subject.fields.filter(({ parent, name }) => parent !== null && name !== '[*]' && name !== '*').length
  const told = changes.slice(0, MOST_TOLD).map(changeSentence)
  const more = changes.length - told.length
  const lines = new Set(changes.map(({ path, line }) => `${path} ${line}`))
  return [
    {
      text: `${number(drifting.size)} of ${number(named)} fields ${drifting.size === 1 ? 'drifts' : 'drift'}: ${told.join('; ')}${more > 0 ? `; and ${number(more)} more changes` : ''}.`,
      relevance: 0.93,
      evidence: findings
        .filter(
          ({ jsonPath = '', line, topics = [] }) =>
            lines.has(`${jsonPath} ${line}`) || (drifting.has(jsonPath) && topics.includes('drift')),
        )
        .slice(0, MOST_TOLD)
        .map(({ line, evidence, at }) => ({ line, quote: evidence, ...(at === undefined ? {} : { at }) })),
      amount,
      panel: {
        kind: 'table',
        title: 'Where fields change',
        columns: [{ label: 'path' }, { label: 'from line', align: 'right' }, { label: 'change' }],
        rows: changes.slice(0, MOST_ROWS).map(change => [change.path, change.line, changeText(change)]),
        of: changes.length,
      },
    },
  ]
}

function changeSentence({
  path,
  change,
  line,
  without = 0,
  from = '',
  to = '',
  before = 0,
  after = 0,
}: Change): string {
  const at = `line ${number(line)}`
  if (change === 'appears') return `${path} appears on ${at}, the ${number(without)} before lack it`
  if (change === 'disappears') return `${path} is last seen on ${at}, the ${number(without)} behind lack it`
  if (change === 'type') return `${path} turns from ${from} to ${to} on ${at}`
  const what = `${change === 'null' ? 'null' : 'missing'} ${after > before ? 'more' : 'less'} often`
  return `${path} is ${what} from ${at} on (${percent(before, 1)} before, ${percent(after, 1)} behind)`
}
