// Several questions in one: "How many members are there, and what is their average age?" Each part is asked for itself; what a part
// says of "their" it says of what the part before is about.
import type { AskedAnswer } from '@shoal/base/model/asked'
import { readIncident } from './incident/form.ts'
import { periodsIn } from './periods.ts'

const ASKS =
  /^(?:and |then |also )?(?:what|how|which|who|whose|when|where|why|(?:from|since|until|till) when\b|(?:is|are) there\b|(?:the )?(?:average|mean|median|total|number|count|sum|highest|lowest)\b)/i
const JOINT =
  /\? (?=\S)|; |[.,]? and (?=(?:what|how many|how much|how often|how long|which|who|when|where|why|(?:is|are) there)\b)|, (?=(?:how (?:many|much|often|long)|(?:from|since|until|till) when|when (?:did|was|were))\b)/gi
const BACK = /\b(?:it|its|that|those|these|them|they|their|theirs|this|he|she|his|her|same)\b/i
const LEAST_WORDS = 4

/** The question alone when it is one, or when a part cannot stand for itself. */
export function partsOfQuestion(question: string): readonly string[] {
  const parts = question.split(JOINT).map(part => part.trim())
  // "when was the first and when the last" is one question for both ends.
  const isEnds = /\b(?:first|earliest)\b/i.test(question) && /\b(?:last|latest)\b/i.test(question)
  if (parts.length < 2 || isEnds) return [question]
  const whole: string[] = []
  for (const part of parts) {
    const own = part.replace(/^(?:and|then|also) /i, '')
    const said = ofIncident(own, whole) ?? referring(own, whole.at(-1))
    if (!ASKS.test(own) || said === null || own.split(/\s+/).length < LEAST_WORDS) return [question]
    whole.push(said)
  }
  return whole
}

const ENDS = /^(?:from when (?:to|until|till) when|(?:from|since) when (?:and|to|until|till) (?:until |till )?when)\b/i
const BEGAN = /^(?:since when|from when)\b/i
const ENDED = /^(?:until|till) when\b/i

/**
 * "Why did payments fail on 12 March, from when to when, and how many failed?" What follows is asked of the same trouble in the
 * same days. Null when no part before is about an incident, or this one needs nothing of it.
 */
function ofIncident(part: string, before: readonly string[]): string | null {
  const about = before.map(text => ({ text, incident: readIncident(text) })).find(({ incident }) => incident !== null)
  if (!about?.incident) return null
  const { text, incident } = about
  const during = incident.periods.map(({ start, end }) => text.slice(start, end)).join(' ')
  const own = ENDS.test(part)
    ? part.replace(ENDS, 'how long did it last')
    : BEGAN.test(part)
      ? part.replace(BEGAN, 'when did it begin')
      : part.replace(ENDED, 'when did it end')
  const lasts = readIncident(own)
  const isBack = lasts !== null && lasts.words.length === 0
  const days = periodsIn(own).length === 0 && during !== '' ? ` ${during}` : ''
  if (!isBack && (BACK.test(own) || days === '')) return null
  return `${own.replace(/[?.]$/, '')}${isBack ? `: ${incident.words.join(' ')}` : ''}${days}`
}

/** "what is their average age" after "how many members from Kiel": of members from Kiel. */
function referring(part: string, before: string | undefined): string | null {
  if (!BACK.test(part)) return part
  const subject =
    before === undefined ? null : /^how many (.{2,80}?)(?: are there| do we have| exist)?[?.]?$/i.exec(before)
  if (!subject || !/\btheir\b/i.test(part)) return null
  const rest = part.replace(/\btheir\b/i, 'the').replace(/[?.]$/, '')
  return BACK.test(rest) ? null : `${rest} of ${subject[1]}`
}

/** One answer of several: their figures in one row where each has one, else the rows of the first; and what is missing. */
export function together(parts: readonly string[], answers: readonly AskedAnswer[]): AskedAnswer {
  const told = answers.filter(({ status }) => status !== 'unanswered')
  const [first] = told
  if (!first) return { ...answers[0]!, unused: [...new Set(answers.flatMap(({ unused }) => unused))] }
  const missing = parts.filter((_, k) => answers[k]!.status === 'unanswered')
  const isOneRow = told.every(({ rows }) => rows.length === 1)
  const isWhole = missing.length === 0 && answers.every(({ status }) => status === 'answered')
  return {
    ...first,
    status: isWhole ? 'answered' : 'partial',
    text: told.map(({ text }) => text).join(' '),
    readAs: told.map(({ readAs }) => readAs).join('; and '),
    unused: [...new Set(answers.flatMap(({ unused }) => unused))],
    alternatives: told.flatMap(({ alternatives }) => alternatives),
    sql: told.flatMap(({ sql }) => sql),
    columns: isOneRow
      ? told.flatMap(({ columns }, k) => columns.map(one => ({ ...one, name: nameOf(told, k, one.name) })))
      : first.columns,
    rows: isOneRow
      ? [
          Object.fromEntries(
            told.flatMap(({ rows }, k) =>
              Object.entries(rows[0]!).map(([name, cell]) => [nameOf(told, k, name), cell]),
            ),
          ),
        ]
      : first.rows,
    places: told.flatMap(({ places }) => places).slice(0, 3),
    notes: [
      ...told.flatMap(({ notes }) => notes),
      ...missing.map(part => `"${part}" could not be answered`),
      ...(isOneRow
        ? []
        : ['the rows are those of the first question; the others are told in the sentence, and in the SQL']),
    ],
    asksFigure: answers.some(({ asksFigure }) => asksFigure),
  }
}

/** A name that an earlier part has already gets the number of its part. */
function nameOf(told: readonly AskedAnswer[], k: number, name: string): string {
  const isTaken = told.slice(0, k).some(({ columns }) => columns.some(one => one.name === name))
  return isTaken ? `${name}_${k + 1}` : name
}
