// Questions about incidents over all files together, without a model: when it began and ended, whom it touched, what changed,
// stopped or drifted before it, and candidates for its cause. Figures are queries; nothing is held of the logs but sums.

import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import { largest } from '@shoal/base/model/lists'
import type { Asked } from '../asked.ts'
import { withoutYear } from '../log-notes.ts'
import { type Candidate, candidatesOf, changeNear, FAIR } from './candidates.ts'
import { type Change, eventChanges, logChanges, settingDifferences } from './changes.ts'
import { type IncidentQuestion, readIncident } from './form.ts'
import type { Incident } from './incident.ts'
import { type Kind, kindsOf } from './kinds.ts'
import { type LogMoments, logMoments, placeOf } from './moments.ts'
import { countText, lengthText, placeText, shortText, timeText } from './say.ts'
import { momentOf, namedTime, type Scope, scopeOf } from './scope.ts'
import { driftsOf, risesOf, stoppedKinds } from './signals.ts'
import { happened } from './timeline.ts'
import { type ToldRow, told } from './told.ts'
import { touched, troubleSql } from './touched.ts'
import { type Trouble, troubleIn } from './trouble.ts'

const MOST_CANDIDATES = 8
const HOUR = 3_600_000

/** Null when the question is about no incident, or there is no log with times. */
export async function answerIncident(text: string, asked: Asked): Promise<AskedAnswer | null> {
  const question = readIncident(text)
  const log = question && (await logMoments(asked))
  if (!question || !log) return null
  const isTimeline = ['before', 'after', 'between', 'span'].includes(question.want)
  const scope = await scopeOf(log, question, asked, !isTimeline)
  if (scope.isSilent)
    return {
      ...UNASKED,
      text: withoutYear(
        `No log has an entry ${scope.during.join(' and ')}: ${countText(log.rows, 'entry', 'entries')} from ${timeText(log.from)} to ${timeText(log.to)}.`,
      ),
      readAs: `errors ${scope.during.join(' and ')}`,
      asksFigure: true,
      isNone: true,
    }
  // Asked of something that no log knows, it is another question.
  if (
    question.words.length > 0 &&
    scope.used.length + scope.known.length === 0 &&
    (!isTimeline || question.want === 'span') &&
    question.want !== 'changes'
  )
    return null
  const kinds = await kindsOf(log, isTimeline ? 'true' : scope.where, asked)
  const within = isTimeline || question.want === 'changes' ? kinds : inTimes(kinds, question, log)
  const trouble = await troubleIn(log, within, isTimeline ? 'true' : scope.where, asked)
  const incident: Incident = { log, question, scope, kinds, trouble, asked }
  const answer = await answerOf(incident)
  const notes = [...log.notes, ...answer.notes]
  // What no error is called by has to be in what is told first: "checkout" of `starting checkout v2.31.0`.
  const first = JSON.stringify(answer.rows[0] ?? '').toLowerCase()
  const unused = [...scope.unused, ...scope.known.filter(word => !first.includes(word.replace(/s$/, '')))]
  if (unused.length === 0 || answer.status === 'unanswered') return { ...answer, notes }
  return { ...answer, notes, status: 'partial', unused }
}

/** Bursts at the times of day that a question names. */
function inTimes(kinds: readonly Kind[], { times }: IncidentQuestion, log: LogMoments): Kind[] {
  const named = times.flatMap(time => namedTime(time) ?? [])
  if (named.length === 0) return [...kinds]
  return kinds.filter(({ burst }) => {
    if (!burst) return true
    const [first, second] = named.map(time => momentOf(time, log, burst.from))
    const [from, to] = second === undefined ? [first! - HOUR / 2, first! + HOUR / 2] : [first!, second]
    return burst.from <= to && burst.to >= from
  })
}

async function answerOf(incident: Incident): Promise<AskedAnswer> {
  const { question, trouble, log } = incident
  switch (question.want) {
    case 'before':
    case 'after':
    case 'between':
      return await happened(incident)
    case 'changes':
      return await changesBefore(incident)
    default:
  }
  if (question.want === 'span') return await spanOf(incident)
  if (!trouble) return nothing(incident)
  switch (question.want) {
    case 'begin':
      return beginning(incident, trouble)
    case 'end':
    case 'length':
      return await ending(incident, trouble)
    case 'touched':
      return await touched(incident, trouble)
    case 'stopped': {
      const found = await stoppedKinds(log, incident.kinds, incident.asked)
      const rows = found.map(({ at, text, every, again, place }) => ({
        time: timeText(at),
        what: `“${shortText(text)}” stops; about every ${lengthText(every)} before${again === null ? ', and never again' : `, again at ${timeText(again)}`}`,
        ...place,
      }))
      return list(incident, rows, 'entries that were regular and cease')
    }
    case 'drifted': {
      const found = await driftsOf(log, trouble.from, incident.asked)
      const rows = found.map(({ at, column, was, is, place, template }) => ({
        time: timeText(at),
        what: `${column} of “${shortText(template, 60)}” goes from ${was} to ${is}`,
        ...place,
      }))
      return list(incident, rows, 'figures that leave their level before the errors')
    }
    default:
      return await causes(incident, trouble)
  }
}

const nameOf = ({ main }: Trouble) => `“${shortText(main.kind.template, 80)}”`

function nothing({ log, question, scope }: Incident): AskedAnswer {
  const words = scope.used.length > 0 ? ` with ${scope.used.map(word => `"${word}"`).join(' and ')}` : ''
  const times = question.times.length === 0 ? [] : [`at ${question.times.join(' to ')}`]
  const narrowed = [...scope.during, ...times]
  const of = [words, ...narrowed].join(' ').trimEnd()
  return {
    ...UNASKED,
    text: `No trouble${of} stands out in ${countText(log.rows, 'entry', 'entries')} from ${timeText(log.from)} to ${timeText(log.to)}: no kind of error begins or becomes frequent, so nothing can be said of ${question.want === 'cause' ? 'a cause' : 'it'}.`,
    readAs: `errors${of} that begin or become frequent at some time`,
    asksFigure: true,
    ...(narrowed.length > 0 && { isNone: true as const }),
  }
}

function beginning({ log, scope }: Incident, trouble: Trouble): AskedAnswer {
  const [first] = trouble.kinds
  const row: ToldRow = { time: timeText(trouble.from), what: first!.burst.text, ...first!.burst.place }
  const others = trouble.kinds
    .slice(1, 10)
    .map(({ burst }) => ({ time: timeText(burst.from), what: burst.text, ...burst.place }))
  return told({
    text: `${timeText(trouble.from)}: the first “${shortText(first!.burst.text, 100)}” (${placeText(first!.burst.place)}), ${countText(sum(trouble), 'entry', 'entries')} up to ${timeText(trouble.to)}.`,
    readAs: `the first entry of the errors that become frequent at one time${said(scope)}`,
    rows: [row, ...others],
    columns: ['time', 'what'],
    sql: [troubleSql(log, trouble)],
  })
}

async function ending(incident: Incident, trouble: Trouble): Promise<AskedAnswer> {
  const { log, scope, question } = incident
  const { from, to, isOver } = trouble
  const near = isOver && question.want === 'end' ? changeNear(to, await allChanges(incident)) : null
  const last = { time: timeText(to), first: timeText(from), seconds: (to - from) / 1000 }
  const length = `${lengthText(to - from)} after the first at ${timeText(from)}`
  const end = isOver
    ? `${timeText(to)}: the last of ${countText(sum(trouble), 'entry', 'entries')} like ${nameOf(trouble)}, ${length}${strays(trouble)}`
    : `It had not ended when the log does, at ${timeText(log.to)}; the last of ${countText(sum(trouble), 'entry', 'entries')} is at ${timeText(to)}, ${length}`
  const whole = `${lengthText(to - from)} (${last.seconds} seconds), from ${last.first} to ${last.time}${isOver ? '' : ', and not over when the log ends'}`
  const row =
    question.want === 'length'
      ? { seconds: last.seconds, first: last.first, last: last.time }
      : { time: last.time, first: last.first, seconds: last.seconds }
  return told({
    text: `${question.want === 'length' ? whole : end}.${near ? ` Told near it: “${shortText(near.text)}” at ${timeText(near.at)} (${placeText(near.place)}).` : ''}`,
    readAs: `the last entry of the errors that become frequent at one time${said(scope)}`,
    rows: [{ ...row, ...trouble.main.burst.place }],
    columns: Object.keys(row),
    sql: [troubleSql(log, trouble)],
  })
}

/** From the first to the last entry that has the words, whether they are trouble or not. */
async function spanOf({ log, scope, asked }: Incident): Promise<AskedAnswer> {
  const sql = `${log.sql}\nSELECT epoch_ms(min(moment)), epoch_ms(max(moment)), count(*), arg_min(at_path, moment), arg_min(at_line, moment) FROM log WHERE ${scope.where}`
  const [row] = await asked.rows(sql)
  const [from, to] = [Number(row?.[0]), Number(row?.[1])]
  const seconds = (to - from) / 1000
  return told({
    text: `${lengthText(to - from)} (${seconds} seconds), from ${timeText(from)} to ${timeText(to)}, ${countText(Number(row?.[2]), 'entry', 'entries')}.`,
    readAs: `the time from the first to the last entry${scope.used.length > 0 ? ` with ${scope.used.map(word => `"${word}"`).join(' and ')}` : ''}`,
    rows: [{ seconds, first: timeText(from), last: timeText(to), ...placeOf(row?.[3], row?.[4]) }],
    columns: ['seconds', 'first', 'last'],
    sql: [sql],
  })
}

function said({ used, during }: Scope): string {
  const words = used.length === 0 ? '' : ` and have ${used.map(word => `"${word}"`).join(' and ')}`
  return words + (during.length === 0 ? '' : `, ${during.join(' and ')}`)
}

function sum({ kinds }: Trouble): number {
  return kinds.reduce((all, { burst }) => all + burst.count, 0)
}

/** Single ones that come later are no trouble, and are told. */
function strays({ kinds, to }: Trouble): string {
  const last = largest(kinds.map(({ kind }) => kind.last))
  return last > to ? `; single ones come up to ${timeText(last)}` : ''
}

async function allChanges({ log, kinds, asked, scope }: Incident): Promise<Change[]> {
  const every = scope.where === 'true' ? kinds : await kindsOf(log, 'true', asked)
  const year = new Date(log.from).getUTCFullYear()
  return [...(await logChanges(log, every, asked)), ...(await eventChanges(asked, year))]
}

async function causes(incident: Incident, trouble: Trouble): Promise<AskedAnswer> {
  const { log, asked, scope, kinds } = incident
  const every = scope.where === 'true' ? kinds : await kindsOf(log, 'true', asked)
  const hosts = log.has.host ? await hostsOf(incident, trouble) : []
  const found = candidatesOf({
    trouble,
    hosts,
    start: log.from,
    changes: await allChanges(incident),
    settings: await settingDifferences(asked),
    stopped: await stoppedKinds(log, every, asked),
    drifts: await driftsOf(log, trouble.from, asked),
    rises: await risesOf(log, every, trouble.from, asked),
  })
  const [best] = found
  const begin = `${countText(sum(trouble), trouble.areWarnings ? 'warning' : 'error')} like ${nameOf(trouble)} from ${timeText(trouble.from)} (${placeText(trouble.kinds[0]!.burst.place)})${trouble.isOver ? ` to ${timeText(trouble.to)}` : ' on'}`
  const meaning = `candidates for the cause of the errors that become frequent at one time${said(scope)}, ranked by what speaks for and against each; no proof`
  if (!best || best.score < FAIR)
    return {
      ...UNASKED,
      text: `There are ${begin}, and nothing in the files before them stands out as a cause.`,
      readAs: meaning,
      rows: told({ text: '', readAs: '', rows: found.slice(0, MOST_CANDIDATES).map(rowOf), columns: COLUMNS, sql: [] })
        .rows,
      asksFigure: true,
    }
  const fair = found.filter(({ score }) => score >= FAIR)
  const next = fair.slice(1, 3).map((one, k) => ` ${k + 2}. ${candidateText(one, 2)}`)
  const off = found.filter(({ score }) => score < 0).slice(0, 2)
  const unfit = off.map(({ what, against }) => `${shortText(what, 70)} (${against.join('; ')})`)
  return told({
    text: `Candidates, not proof: 1. ${candidateText(best, 6)}${next.join('')}${unfit.length > 0 ? ` Does not fit: ${unfit.join('; ')}.` : ''} It is about ${begin}.`,
    readAs: meaning,
    rows: found.slice(0, MOST_CANDIDATES).map(rowOf),
    columns: COLUMNS,
    sql: [troubleSql(log, trouble)],
  })
}

function candidateText({ at, what, place, speaksFor, against }: Candidate, most: number): string {
  const doubt = against.length > 0 ? ` Against: ${against.slice(0, most).join('; ')}.` : ''
  return `${timeText(at)} ${what} (${placeText(place)}). For: ${speaksFor.slice(0, most).join('; ')}.${doubt}`
}

const COLUMNS = ['rank', 'time', 'what', 'for', 'against']

function rowOf({ at, what, speaksFor, against, score, place }: Candidate, k: number): ToldRow {
  return {
    rank: score >= FAIR ? k + 1 : null,
    time: timeText(at),
    what,
    for: speaksFor.join('; '),
    against: against.join('; '),
    ...place,
  }
}

async function hostsOf({ log, asked }: Incident, trouble: Trouble): Promise<string[]> {
  const rows = await asked.rows(
    `${troubleSql(log, trouble, 'DISTINCT host').replace(/ ORDER BY .*$/s, '')} AND host IS NOT NULL LIMIT 1000`,
  )
  return rows.map(([host]) => String(host))
}

/** Up to a moment that is named, or to the first error. */
async function changesBefore(incident: Incident): Promise<AskedAnswer> {
  const { question, trouble, log, scope } = incident
  const named = question.times.flatMap(time => namedTime(time) ?? [])[0]
  const until = named ? momentOf(named, log, trouble?.from ?? null) : trouble?.from
  if (until === undefined) return nothing(incident)
  const all = (await allChanges(incident)).filter(({ at, isDay }) => !isDay && at <= until + (named ? 59_999 : 30_000))
  const close = all.filter(({ at }) => until - at <= HOUR)
  const found = (close.length > 0 ? close : all.filter(({ at }) => until - at <= 24 * HOUR)).sort((a, b) => b.at - a.at)
  const settings = await settingDifferences(incident.asked)
  const what = named ? timeText(until) : `the first error at ${timeText(until)}`
  const meaning = `what is told of changes up to ${what}, the latest first`
  if (found.length === 0)
    return { ...UNASKED, text: `No change is told of in the day before ${what}.`, readAs: meaning, asksFigure: true }
  const rows = found.slice(0, 100).map(
    ({ at, text, differs, place }): ToldRow => ({
      time: timeText(at),
      what: text,
      differs: differs.join(', ') || null,
      ...place,
    }),
  )
  const set = settings.slice(0, 20).map(
    ({ key, was, is, place, file }): ToldRow => ({
      time: null,
      what: `${key} of ${file}`,
      differs: `${was} → ${is}`,
      ...place,
    }),
  )
  const [last] = [...found].sort((a, b) => b.differs.length - a.differs.length || b.at - a.at)
  return told({
    text: `${countText(found.length, 'change')} before ${what}: ${shortText(last!.text)} at ${timeText(last!.at)} (${placeText(last!.place)})${last!.differs.length > 0 ? `, ${last!.differs.slice(0, 4).join(', ')}` : ''}${found.length > 1 ? `; and ${countText(found.length - 1, 'other')}` : ''}.`,
    readAs: meaning + said(scope),
    rows: [...rows, ...set],
    columns: ['time', 'what', 'differs'],
    sql: [],
  })
}

function list({ log, trouble, scope }: Incident, rows: readonly ToldRow[], meaning: string): AskedAnswer {
  if (rows.length === 0)
    return {
      ...UNASKED,
      text: `None: no such entries in ${countText(log.rows, 'entry', 'entries')}.`,
      readAs: meaning,
      asksFigure: true,
    }
  return told({
    text: `${countText(rows.length, 'of them', 'of them')}: ${String(rows[0]!.time)} ${String(rows[0]!.what)}.`,
    readAs: meaning + said(scope),
    rows,
    columns: ['time', 'what'],
    sql: trouble ? [troubleSql(log, trouble)] : [],
  })
}
