// Levels that stand a few words behind their place, or at no place that nearly all lines share: `错误 ERROR 用户 7`. Such a
// word counts only where the log is seen to write its levels so; in the midst of a message it is a word like others.
import type { LineFormat, LineParts } from './format.ts'
import { levelOf } from './levels.ts'

/** How many words behind the header are looked at. */
const REACH = 5
/** Words that name a level and hardly anything else. */
const WORDS =
  'trace|debug|dbg|info|information|notice|warn|warning|wrn|error|err|severe|fatal|critical|crit|emerg|emergency|panic'
/** In capitals, or in brackets, as a word of its own: `ERROR`, `[error]`, `WARN:`. */
const LEVEL = new RegExp(
  String.raw`^(?:[\[(<*【]*(${WORDS.toUpperCase()})[\])>*】]*|[\[(<【](${WORDS}|${capitalised(WORDS)})[\])>】])[:：|,-]?$`,
)
/** `no ERROR`, `without ERROR`, `0 ERROR`: what is not there, or is counted. */
const DENIES = /^(?:0|no|not|non|never|without|zero|any|if|on|until)$/i

/** Lines without a level that prove the log to have such. */
const FEWEST = 3
const HALF = 0.5

/** The format, reading levels out of their place too where most lines without one in its place have one close by. */
export function withStrayLevels(format: LineFormat, sample: readonly string[]): LineFormat {
  let [entries, bare, strays] = [0, 0, 0]
  for (const line of sample) {
    const { header, level, contentStart } = format.split(line)
    if (!header) continue
    entries++
    if (level) continue
    bare++
    if (strayLevel(line, contentStart)) strays++
  }
  const isLevelled = entries - bare >= HALF * entries
  // With hardly a line to tell by, a log that has levels is believed to have them everywhere.
  const areMeant = strays >= HALF * bare || (bare < FEWEST && isLevelled)
  if (entries === 0) return format
  // Where no line has a level in its place, one that opens what is said is meant: `ERROR disk full`, `error: no such file`.
  if (!areMeant) return bare === entries ? withLeadingLevels(format) : format
  return {
    ...format,
    split(line) {
      const parts = format.split(line)
      if (!parts.header || parts.level) return parts
      const levelText = strayLevel(line, parts.contentStart)
      return levelText === null ? parts : levelled(parts, levelText)
    },
  }
}

/** A level that opens what is said: in capitals, in brackets, or before a colon. */
const LEADING = new RegExp(
  String.raw`^[\[(<*]{0,2}(?:(${WORDS.toUpperCase()})(?![\w.=/-])|(?<=[\[(<])(${WORDS}|${capitalised(WORDS)})(?=[\])>])|(${WORDS}|${capitalised(WORDS)})(?=: ))`,
)

function withLeadingLevels(format: LineFormat): LineFormat {
  return {
    ...format,
    split(line) {
      const parts = format.split(line)
      if (!parts.header || parts.level) return parts
      const found = LEADING.exec(parts.content.slice(0, 24))
      const levelText = found?.[1] ?? found?.[2] ?? found?.[3]
      return levelText === undefined ? parts : levelled(parts, levelText)
    },
  }
}

/** Parts are made anew for every line, and may be added to. */
function levelled(parts: LineParts, levelText: string): LineParts {
  return Object.assign(parts, { level: levelOf(levelText), levelText })
}

/** The level among the first words from here on, as written. */
function strayLevel(line: string, from: number): string | null {
  let before = ''
  let at = from
  for (let words = 0; words < REACH; words++) {
    while (isBlank(line.charCodeAt(at))) at++
    if (at >= line.length) return null
    const start = at
    while (at < line.length && !isBlank(line.charCodeAt(at))) at++
    // No level with its marks is longer, and none opens with a small letter or a digit.
    if (at - start <= 16) {
      const word = line.slice(start, at)
      const found = isPlain(word.charCodeAt(0)) ? null : LEVEL.exec(word)
      if (found) return DENIES.test(before) ? null : (found[1] ?? found[2]!)
      before = word
    } else before = ''
  }
  return null
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}

/** A small letter or a digit. */
function isPlain(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

function capitalised(words: string): string {
  return words.replace(/(?<=^|\|)[a-z]/g, letter => letter.toUpperCase())
}
