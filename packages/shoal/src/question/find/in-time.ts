// What a log says of a stretch of time: "did anything go wrong at 5am", "errors between 2 and 4", "what happened on March 3".
import type { AskedAnswer } from '@shoal/base/model/asked'
import { formatCount } from '@shoal/base/text/printable'
import type { Asked } from '../asked.ts'
import { logMoments, placeOf } from '../incident/moments.ts'
import { shortText, timeText } from '../incident/say.ts'
import { told } from '../incident/told.ts'
import { periodsIn } from '../periods.ts'

const TROUBLE = /\b(?:wrong|problems?|issues?|trouble|errors?|failures?|fail|failed|bad|broke|break|crash(?:ed)?)\b/i
const ERRORS = /\b(?:errors?|failures?|failed|fail)\b/i
const HAPPENED = /\b(?:happen(?:ed|ing)?|occur(?:red)?|going on|went on|logged)\b/i
/** What nothing else is asked by. */
const PLAIN =
  /^(?:|did|does|do|was|were|is|are|has|have|had|there|any|anything|something|some|go|went|gone|going|wrong|problems?|issues?|trouble|errors?|failures?|fail|failed|bad|broke|break|crash(?:ed)?|happen(?:ed|ing)?|occur(?:red)?|on|what|which|list|show|me|all|the|log|logged|logs|in|at|of|a|us|give|tell|about|around|we|see|it|got|get)$/i
const MOST_ROWS = 100
const MOST_KINDS = 5

/** Null where it asks for more, names no time, or there is no log. */
export async function findInTime(question: string, asked: Asked): Promise<AskedAnswer | null> {
  if (/\b(?:how (?:many|much|often|long)|why|cause)\b|^what (?:went|goes) wrong/i.test(question)) return null
  const periods = periodsIn(question)
  const isTrouble = TROUBLE.test(question)
  if (periods.length === 0 || !(isTrouble || HAPPENED.test(question))) return null
  const rest = periods.reduceRight((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, question)
  if (!rest.split(/[^\p{L}]+/u).every(word => PLAIN.test(word))) return null
  const log = await logMoments(asked)
  if (!log) return null
  const when = periods.map(({ sql }) => `(${sql('moment')})`).join(' AND ')
  const words = periods.map(({ text }) => text).join(' ')
  const what = !isTrouble ? 'entries' : ERRORS.test(question) ? 'errors' : 'errors and warnings'
  const only = !isTrouble ? 'true' : ERRORS.test(question) ? 'is_trouble' : '(is_trouble OR is_warning)'
  const [[all, count] = []] = await asked.rows(
    `${log.sql} SELECT count(*) FILTER (${when}), count(*) FILTER (${when} AND ${only}) FROM log WHERE moment IS NOT NULL`,
  )
  const sql = `${log.sql}\nSELECT epoch_ms(moment), text, at_path, at_line FROM log WHERE moment IS NOT NULL AND ${when} AND ${only} ORDER BY moment, at_path, at_line LIMIT ${MOST_ROWS}`
  const rows = (await asked.rows(sql)).map(([at, text, path, line]) => ({
    time: timeText(Number(at)),
    what: String(text),
    ...placeOf(path, line),
  }))
  const kinds = await asked.rows(
    `${log.sql} SELECT any_value(template), count(*) AS n FROM log WHERE moment IS NOT NULL AND ${when} AND ${only} GROUP BY kind ORDER BY n DESC, 1 LIMIT ${MOST_KINDS}`,
  )
  const said = kinds
    .map(([template, n]) => `${formatCount(Number(n))} × “${shortText(String(template), 80)}”`)
    .join(', ')
  const isYesNo = /^(?:did|was|were|is|are|has|have|any)\b/i.test(question)
  const none = `${isYesNo ? 'No: none' : 'None'} of ${formatCount(Number(all))} entries ${words}${isTrouble ? ` is one of the ${what}` : ''}`
  const some = `${isYesNo ? 'Yes, ' : ''}${formatCount(Number(count))} ${what} ${words}: ${said}`
  return {
    ...told({
      text: `${Number(count) === 0 ? none : some}.`,
      readAs: `${what} of the log ${words}`,
      rows,
      columns: ['time', 'what'],
      sql: [sql],
    }),
    rowCount: Number(count),
  }
}
