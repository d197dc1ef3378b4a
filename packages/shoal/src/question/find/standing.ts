// How things stand now, by the last entry of a log that says so: "is the pump still down", "which version is running".
import type { AskedAnswer } from '@shoal/base/model/asked'
import { literal } from '../../text/sql-text.ts'
import type { Asked } from '../asked.ts'
import { type LogMoments, logMoments, type Place, placeOf } from '../incident/moments.ts'
import { placeText, shortText, timeText } from '../incident/say.ts'
import { told } from '../incident/told.ts'

interface Entry {
  readonly at: number
  readonly text: string
  readonly place: Place
}

/** Entries that are looked at, the latest first. */
const MOST = 500

/** Null where it asks for something else, or no entry says it. */
export async function findStanding(question: string, asked: Asked): Promise<AskedAnswer | null> {
  return (await stateNow(question, asked)) ?? (await versionNow(question, asked))
}

/** Words for one state, and for what ends it. */
const STATES: readonly (readonly [being: string, ended: string])[] = [
  [
    'down offline unreachable unavailable out dead disconnected lost failed failing broken stopped unhealthy degraded crashed stuck jammed',
    'up online reachable available back restored recovered healthy started running connected reconnected resumed restarted alive operational fixed repaired cleared',
  ],
  ['closed shut locked', 'open opened reopened unlocked'],
  ['paused suspended disabled blocked', 'resumed enabled unblocked continued reactivated'],
]
const BOTH = [...STATES, ...STATES.map(([being, ended]) => [ended, being] as const)].map(words =>
  words.map(list => new Set(list.split(' '))),
)

const IS_STILL =
  /^(?:is|are) (?:the |our )?(.{2,60}?) (?:still |currently |now |back |already )*(?:still|currently|now|back|already|\b(?=\p{L}+(?: now| again| at the moment| yet)?\W*$))\s*(\p{L}+)?(?: now| again| at the moment| yet| working)?\W*$/iu
const HAS_BECOME =
  /^(?:has|have|did) (?:the |our )?(.{2,60}?) (recover|restored?|resumed?|reopen|restart|reconnect|recovered|come back|reopened|restarted|reconnected)(?: yet| since| again)?\W*$/iu

async function stateNow(question: string, asked: Asked): Promise<AskedAnswer | null> {
  const match = IS_STILL.exec(question) ?? HAS_BECOME.exec(question)
  if (!match) return null
  const [, thing = '', said] = match
  const state = (said ?? (/\bback\b/i.test(question) ? 'back' : ''))
    .toLowerCase()
    .replace(/^come back$/, 'back')
    .replace(
      /^(?:recover|restore|resume|reopen|restart|reconnect)$/,
      word => `${word}${word.endsWith('e') ? 'd' : 'ed'}`,
    )
  const sides = BOTH.find(([being]) => being!.has(state))
  const log = sides && (await logMoments(asked))
  if (!sides || !log) return null
  const entries = (await entriesWith(log, thing.split(/\s+/), asked)).entries
  const sideOf = ({ text }: Entry) => {
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
    const [at, end] = sides.map(side => words.findLastIndex(word => side.has(word)))
    return at! > end! ? 'being' : end! > at! ? 'ended' : null
  }
  const last = entries.find(entry => sideOf(entry) !== null)
  if (!last) return null
  const isSo = sideOf(last) === 'being'
  return told({
    text: `${isSo ? 'Yes' : 'No'}: the last entry that says so is “${shortText(last.text, 120)}” at ${timeText(last.at)} (${placeText(last.place)}).`,
    readAs: `the last entry about "${thing}" that says whether it is ${state}`,
    rows: [{ answer: isSo, time: timeText(last.at), what: last.text, ...last.place }],
    columns: ['answer', 'time', 'what'],
    sql: [log.sql],
  })
}

const VERSION_ASKED =
  /\b(?:what|which) (?:version|release|build)\b(?: of (?:the )?([\p{L}\p{N}_.-]{2,40}))?.*\b(?:running|runs?|deployed|live|installed|current(?:ly)?|now|in use|active)\b|\b(?:current|running|deployed|live) version(?: of (?:the )?([\p{L}\p{N}_.-]{2,40}))?/iu
/** A `v` or three numbers: two alone are a figure, four an address. */
const VERSION = /(?<![\d.\w-])(?:v(?:ersion[ =:]+)?\d+(?:\.\d+)+|\d+\.\d+\.\d+)(?:-[\w.]+)?(?![\w]|\.\d)/gi
const MOVED = /\b(?:start|boot|launch|deploy|releas|upgrad|updat|install|switch|roll|revert|running|version)/i
const NOT_MOVED = /\b(?:fail|abort|cancel|error|refus|cannot|could not|available|download)/i

async function versionNow(question: string, asked: Asked): Promise<AskedAnswer | null> {
  const match = VERSION_ASKED.exec(question)
  const log = match && (await logMoments(asked))
  if (!log) return null
  const of = match[1] ?? match[2]
  const { entries, sql } = await entriesWith(
    log,
    of && !/^(?:is|are|was)$/i.test(of) ? [of] : [],
    asked,
    String.raw`\d+\.\d+`,
  )
  const versions = entries.flatMap(entry => {
    const all = [...entry.text.matchAll(VERSION)]
    if (all.length === 0 || !MOVED.test(entry.text) || NOT_MOVED.test(entry.text)) return []
    // "rolled back from 2.4.0 to 2.3.1"
    const found =
      all.find(({ index }) => /\b(?:to|now)\W+(?:\w+ ){0,2}$/i.test(entry.text.slice(0, index))) ??
      (all.length === 1 ? all[0] : undefined)
    return found
      ? [
          {
            ...entry,
            version: found[0].replace(/^version[ =:]+/i, ''),
            of:
              /(?<![\p{L}_-])([\p{L}_-]{2,40})[ =:/@-]{1,8}$/u
                .exec(entry.text.slice(0, found.index))?.[1]
                ?.toLowerCase() ?? '',
          },
        ]
      : []
  })
  const [last] = versions
  if (!last) return null
  const isRolled = /\b(?:roll|revert)/i.test(last.text) && !/\bto\b/i.test(last.text)
  const things = new Set(versions.map(one => one.of).filter(word => !LINKING.test(word)))
  const answer = told({
    text: `${last.version}: “${shortText(last.text, 120)}” at ${timeText(last.at)} (${placeText(last.place)}) is the last entry that says so.`,
    readAs: `the version in the last entry of a start or a change of version${of ? ` of "${of}"` : ''}`,
    rows: [{ version: last.version, time: timeText(last.at), what: last.text, ...last.place }],
    columns: ['version', 'time', 'what'],
    sql: [sql],
  })
  const doubts = [
    ...(isRolled ? ['the version before the one that is named there'] : []),
    ...(things.size > 1 && !of ? [`the version of another of ${[...things].join(', ')}`] : []),
  ]
  return doubts.length === 0 ? answer : { ...answer, status: 'partial', alternatives: doubts }
}

const LINKING =
  /^(?:|to|from|version|release|build|at|with|tag|image|now|is|v|running|started|starting|deployed|deploying|upgraded|updated)$/

/** The latest first. */
async function entriesWith(log: LogMoments, words: readonly string[], asked: Asked, pattern?: string) {
  const has = words.map(word => `contains(lower(concat_ws(' ', text, host)), ${literal(word.toLowerCase())})`)
  const where = ['moment IS NOT NULL', ...has, ...(pattern ? [`regexp_matches(text, ${literal(pattern)})`] : [])]
  const sql = `${log.sql}\nSELECT epoch_ms(moment), text, at_path, at_line FROM log WHERE ${where.join(' AND ')} ORDER BY moment DESC, at_path DESC, at_line DESC LIMIT ${MOST}`
  const rows = await asked.rows(sql)
  const entries = rows.map(
    ([at, text, path, line]): Entry => ({ at: Number(at), text: String(text), place: placeOf(path, line) }),
  )
  return { sql, entries }
}
