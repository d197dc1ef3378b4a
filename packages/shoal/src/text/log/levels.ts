// The words by which logs name how serious an entry is.
import { lookup } from '@shoal/base/model/lookup'
import type { Level } from './format.ts'

const WORDS: Readonly<Record<Level, string>> = {
  trace: 'trace verbose finest finer silly all',
  debug: 'debug dbg fine timing debug1 debug2 debug3',
  info: 'info information informational inf notice note config default log http success audit',
  warn: 'warn warning wrn',
  error: 'error err severe failure fail',
  fatal: 'fatal critical crit alert emerg emergency panic',
}

const LETTERS: Readonly<Record<string, Level>> = {
  V: 'trace',
  T: 'trace',
  D: 'debug',
  I: 'info',
  N: 'info',
  W: 'warn',
  E: 'error',
  F: 'fatal',
  C: 'fatal',
  A: 'fatal',
}

const LEVELS: ReadonlyMap<string, Level> = new Map(
  Object.entries(WORDS).flatMap(([level, words]) => words.split(' ').map(word => [word, level as Level] as const)),
)

/** The same as they are mostly written. */
const SPELLED: ReadonlyMap<string, Level> = new Map(
  [...LEVELS].flatMap(([word, level]) =>
    [word, word.toUpperCase(), capitalised(word)].map(way => [way, level] as const),
  ),
)

function capitalised(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1)
}

/** All level words, as a pattern without groups; in one case throughout or capitalised. */
export const LEVEL_WORD = `(?:${[...LEVELS.keys()]
  .sort((a, b) => b.length - a.length)
  .flatMap(word => [word.toUpperCase(), capitalised(word), word])
  .join('|')})`

/** Level words as they open a line: in capitals, in brackets or before a colon. `Note that` is no level. */
export const LEVEL_OPENING = `(?:[\\[(<*]+[ \\t]*${LEVEL_WORD}[ \\t]*[\\])>*]|${LEVEL_WORD}:|(?=[A-Z]{2})${LEVEL_WORD}(?![\\w.=/]))`

/** The single letters of Android, glog and others. */
export const LEVEL_LETTER = '[VTDINWEFCA]'

export function levelOf(word: string): Level | null {
  if (word.length === 1) return lookup(LETTERS, word) ?? null
  return SPELLED.get(word) ?? LEVELS.get(word.toLowerCase()) ?? null
}

/** The severities of syslog: 0 is an emergency, 7 for debugging. */
export function syslogLevel(severity: number): Level | null {
  return (['fatal', 'fatal', 'fatal', 'error', 'warn', 'info', 'info', 'debug'] as const)[severity] ?? null
}
