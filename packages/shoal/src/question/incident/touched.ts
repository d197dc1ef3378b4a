// Which hosts, users and endpoints the errors of an incident name, and which they do not.
import type { AskedAnswer } from '@shoal/base/model/asked'
import { UNASKED } from '@shoal/base/model/asked'
import { literal } from '../../text/sql-text.ts'
import type { Incident } from './incident.ts'
import { betweenSql } from './kinds.ts'
import type { LogMoments } from './moments.ts'
import { countText, timeText } from './say.ts'
import { type ToldRow, told } from './told.ts'
import type { Trouble } from './trouble.ts'

const SHOWN = 5

/** The entries of a trouble, in order of time. */
export function troubleSql(
  log: LogMoments,
  { kinds, from, to }: Trouble,
  list = 'moment AS time, text, at_path AS path, at_line AS line',
): string {
  const ids = kinds.map(({ kind }) => literal(kind.id)).join(', ')
  return `${log.sql}\nSELECT ${list} FROM log WHERE kind IN (${ids}) AND ${betweenSql(from, to)} ORDER BY moment`
}

export async function touched({ log, question, asked, scope }: Incident, trouble: Trouble): Promise<AskedAnswer> {
  const rows: ToldRow[] = []
  const said: string[] = []
  const lacking: string[] = []
  const base = troubleSql(log, trouble, '*').replace(/ ORDER BY moment$/, '')
  for (const what of question.touched) {
    if (!log.has[what]) {
      lacking.push(what)
      continue
    }
    const column = what === 'user' ? '"user"' : what
    const own = await asked.rows(
      `SELECT ${column}, count(*) AS n, epoch_ms(min(moment)), arg_min(at_path, moment), arg_min(at_line, moment) FROM (${base}) WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY n DESC, 1`,
    )
    const [all] = await asked.rows(`${log.sql} SELECT count(DISTINCT ${column}) FROM log`)
    if (own.length === 0) {
      lacking.push(what)
      continue
    }
    const first = own.slice(0, SHOWN).map(([name, count]) => `${String(name)} (${String(count)})`)
    said.push(
      `${own.length.toLocaleString('en')} of ${countText(Number(all![0]), what)}: ${first.join(', ')}${own.length > SHOWN ? ' …' : ''}`,
    )
    for (const [name, count, at, path, line] of own)
      rows.push({
        [what]: String(name),
        entries: Number(count),
        time: timeText(Number(at)),
        path: String(path),
        line: Number(line),
      })
  }
  const meaning = `${question.touched.join('s, ')}s that the errors name which become frequent from ${timeText(trouble.from)} on${scope.used.length > 0 ? `, with ${scope.used.join(' and ')}` : ''}`
  if (rows.length === 0)
    return {
      ...UNASKED,
      text: `The entries of the trouble name no ${lacking.join(' and no ')}.`,
      readAs: meaning,
      asksFigure: true,
    }
  const names = question.touched.filter(what => rows.some(row => what in row))
  const answer = told({
    text: `${said.join('; ')}.`,
    readAs: meaning,
    rows,
    columns: [...names, 'entries', 'time'],
    sql: names.map(
      what =>
        `SELECT ${what === 'user' ? '"user"' : what}, count(*) AS entries FROM (\n${base}\n) GROUP BY 1 ORDER BY 2 DESC`,
    ),
  })
  return lacking.length === 0 || question.touched.length > 1 ? answer : { ...answer, status: 'partial' }
}
