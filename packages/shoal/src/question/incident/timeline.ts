// What happened before, after or between: one timeline of all files, entries of one kind told once with how many there are.
import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import { eventChanges } from './changes.ts'
import type { Incident } from './incident.ts'
import { betweenSql } from './kinds.ts'
import { placeOf } from './moments.ts'
import { countText, lengthText, placeText, shortText, timeText } from './say.ts'
import { daysOf, momentOf, namedTime } from './scope.ts'
import { type ToldRow, told } from './told.ts'

const MINUTE = 60_000
const REACH = 15 * MINUTE
const MOST_KINDS = 200
const NEAR = /\b(?:right|just|immediately|directly|shortly) (?:before|after)\b/i

export async function happened(incident: Incident): Promise<AskedAnswer> {
  const { log, asked, question, trouble } = incident
  const anchor = await anchorOf(incident)
  if (!anchor)
    return {
      ...UNASKED,
      text: `No moment is named that the files know${question.words.length > 0 ? `: nothing in them has ${question.words.map(word => `"${word}"`).join(' and ')}` : ''}.`,
      readAs: null,
      unused: question.words,
      asksFigure: true,
    }
  const { from, to, text: when } = anchor
  const rows = await asked.rows(
    `${log.sql} SELECT epoch_ms(min(moment)), any_value(template), count(*) AS n, count(*) FILTER (is_trouble) AS bad, count(*) FILTER (is_warning), arg_min(text, moment), arg_min(at_path, moment), arg_min(at_line, moment)
FROM log WHERE ${betweenSql(from, to)} GROUP BY kind ORDER BY 1 LIMIT ${MOST_KINDS}`,
  )
  const events = (await eventChanges(asked, new Date(log.from).getUTCFullYear())).filter(
    ({ at, isDay }) => !isDay && at >= from && at <= to,
  )
  const entries = rows.reduce((sum, row) => sum + Number(row[2]), 0)
  const errors = rows.reduce((sum, row) => sum + Number(row[3]), 0)
  const meaning = `all that has a time ${when}, one row for each kind of entry`
  if (entries + events.length === 0)
    return { ...UNASKED, text: `Nothing is told ${when}.`, readAs: meaning, asksFigure: true }
  const timeline: (ToldRow & { readonly at: number })[] = [
    ...rows.map(([at, template, count, bad, , text, path, line]) => ({
      at: Number(at),
      time: timeText(Number(at)),
      what: Number(count) === 1 ? shortText(String(text), 200) : shortText(String(template), 200),
      entries: Number(count),
      errors: Number(bad),
      ...placeOf(path, line),
    })),
    ...events.map(({ at, text, place }) => ({
      at,
      time: timeText(at),
      what: shortText(text, 200),
      entries: 1,
      errors: 0,
      ...place,
    })),
  ].sort((a, b) => a.at - b.at)
  // What is rare says most; what is trouble says more.
  const [telling] = [...timeline].sort(
    (a, b) => Number(b.errors) - Number(a.errors) || Number(a.entries) - Number(b.entries),
  )
  const rare = timeline.filter(row => Number(row.entries) <= 3 && row.errors === 0).slice(0, 4)
  // "right before" asks for what is nearest.
  const near = NEAR.test(question.text) ? await nearestTo(incident, anchor) : null
  const sentences = [
    ...(near ? [`${String(near.time)}: “${shortText(String(near.what), 120)}”`] : []),
    `${countText(entries, 'entry', 'entries')} of ${countText(rows.length, 'kind')}${events.length > 0 ? ` and ${countText(events.length, 'event')}` : ''} ${when}, ${countText(errors, 'error')}`,
    ...(errors > 0
      ? [
          `most of them “${shortText(String(telling!.what), 80)}” (${String(telling!.errors)}), from ${String(telling!.time)} on`,
        ]
      : []),
    ...(rare.length > 0
      ? [
          `rare ones: ${rare.map(row => `${String(row.time).slice(11)} ${shortText(String(row.what), 80)} (${placeText(placeOf(String(row.path), Number(row.line)))})`).join('; ')}`,
        ]
      : []),
  ]
  const answer = told({
    text: `${sentences.join('; ')}.`,
    readAs: meaning,
    rows: [...(near ? [near] : []), ...timeline.map(({ at: _, ...row }) => row)],
    columns: ['time', 'what', 'entries', 'errors'],
    sql: [
      `${log.sql}\nSELECT moment AS time, text, at_path AS path, at_line AS line FROM log WHERE ${betweenSql(from, to)} ORDER BY moment`,
    ],
  })
  const isUnsure = anchor.isClock && daysOf(log) > 1
  return isUnsure
    ? {
        ...answer,
        status: 'partial',
        alternatives: [`the same time on another day than ${timeText(trouble?.from ?? from).slice(0, 10)}`],
      }
    : answer
}

/** The last entry before, or the first after. */
async function nearestTo({ log, asked, question }: Incident, { from, to }: Anchor): Promise<ToldRow | null> {
  const isBefore = question.want === 'before'
  const side = isBefore ? `epoch_ms(moment) < ${to}` : `epoch_ms(moment) > ${from}`
  const [row] = await asked.rows(
    `${log.sql} SELECT epoch_ms(moment), text, is_trouble, at_path, at_line FROM log WHERE ${side} ORDER BY ${isBefore ? 'moment DESC, at_line DESC' : 'moment, at_line'} LIMIT 1`,
  )
  if (!row) return null
  const [at, text, bad, path, line] = row
  return {
    time: timeText(Number(at)),
    what: shortText(String(text), 200),
    entries: 1,
    errors: bad === true ? 1 : 0,
    ...placeOf(path, line),
  }
}

interface Anchor {
  readonly from: number
  readonly to: number
  readonly text: string
  /** A time of day without its day. */
  readonly isClock: boolean
}

/** A time that is named, else the first entry that has the words, else the first error. */
async function anchorOf({ question, log, asked, scope, trouble }: Incident): Promise<Anchor | null> {
  const named = question.times.flatMap(time => namedTime(time) ?? [])
  const [first, second] = named.map(time => momentOf(time, log, trouble?.from ?? null))
  const isClock = named.some(({ moment }) => moment === null)
  if (question.want === 'between') {
    if (first === undefined || second === undefined) return null
    return { from: first, to: second, text: `between ${timeText(first)} and ${timeText(second)}`, isClock }
  }
  let at = first
  if (at === undefined && scope.used.length > 0) {
    const [row] = await asked.rows(`${log.sql} SELECT epoch_ms(min(moment)) FROM log WHERE ${scope.where}`)
    at = row?.[0] === null || row === undefined ? undefined : Number(row[0])
  }
  if (at === undefined && question.words.length === 0) at = trouble?.from ?? (await firstError(log, asked))
  if (at === undefined) return null
  const reach = question.reach ?? REACH
  const side = question.want === 'before' ? { from: at - reach, to: at } : { from: at, to: at + reach }
  const length = question.reach === null ? '15 minutes' : lengthText(reach)
  return { ...side, text: `in the ${length} ${question.want} ${timeText(at)}`, isClock: isClock && named.length > 0 }
}

/** Where no error becomes frequent, the first one. */
async function firstError(log: Incident['log'], asked: Incident['asked']): Promise<number | undefined> {
  const [row] = await asked.rows(`${log.sql} SELECT epoch_ms(min(moment)) FROM log WHERE is_trouble`)
  return row?.[0] === null || row === undefined ? undefined : Number(row[0])
}
