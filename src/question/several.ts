// Several questions in one: "How many members are there, and what is their average age?" Each part is asked for itself; what a part
// says of "their" it says of what the part before is about.
import type { AskedAnswer } from '../model/asked.ts'

const ASKS =
  /^(?:and |then |also )?(?:what|how|which|who|whose|when|where|(?:is|are) there\b|(?:the )?(?:average|mean|median|total|number|count|sum|highest|lowest)\b)/i
const JOINT =
  /\? (?=\S)|; |[.,]? and (?=(?:what|how many|how much|how often|how long|which|who|when|where|(?:is|are) there)\b)/gi
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
    const said = referring(own, whole.at(-1))
    if (!ASKS.test(own) || said === null || own.split(/\s+/).length < LEAST_WORDS) return [question]
    whole.push(said)
  }
  return whole
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
