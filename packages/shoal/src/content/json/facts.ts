// The rows of JSON that holds settings: an object whose values are found by name rather than counted. Records are a table.
import { basename } from 'node:path'
import type { FactRow, FactsAbout } from '@shoal/base/model/relation'
import type { SourceText } from '@shoal/base/model/source'
import { Lexer } from '../../text/json-census/lexer.ts'
import { ARRAY, END, KEY, NULL, OBJECT, STRING, stringOf } from '../../text/json-census/tape.ts'
import { settingRow } from '../setting-row.ts'
import { LOCKS } from './generated-names.ts'

/** Larger documents are data. */
const MOST_UNITS = 4 << 20
const MOST_VALUES = 5000
const LONGEST_KEY = 1000
const LONGEST_VALUE = 2000
const NAMED =
  /^(?:package|composer|tsconfig.*|jsconfig.*|deno|bower|lerna|nx|turbo|manifest|launch|settings|appsettings.*|angular|nest-cli|firebase|vercel|now|babel\.config|\.[\w.-]*rc|.*[._-]?(?:config|settings|options|prefs|preferences))\.jsonc?$|^\.\w+rc$/i

export async function* jsonSettings(source: SourceText, about: FactsAbout): AsyncGenerator<readonly FactRow[]> {
  about.onRead(source.sizeBytes)
  const name = basename(source.path)
  if (source.size > MOST_UNITS || LOCKS.test(name)) return
  const values = valuesOf(source)
  if (!values || values.length > MOST_VALUES) return
  const inRecords = values.filter(({ isInRecord }) => isInRecord).length
  if (!NAMED.test(name) && (inRecords > values.length / 2 || isSchema(values))) return
  yield values.map(({ line, key, name: last, value, quoted }) =>
    settingRow({ line, key, name: last, value, quoted, kind: 'config' }),
  )
}

const DECODER = new TextDecoder()

interface JsonValue {
  readonly line: number
  readonly key: string
  readonly name: string
  readonly value: string | null
  readonly quoted: boolean
  /** It stands in one of several objects of a list. */
  readonly isInRecord: boolean
}

interface Level {
  readonly kind: number
  readonly key: string
  readonly isInRecord: boolean
  index: number
  /** The last key of an object. */
  name: string
  line: number
}

/** The scalars of a document whose root is an object, as far as it can be read; null for any other. */
function valuesOf(source: SourceText): JsonValue[] | null {
  const lexer = new Lexer()
  lexer.buffer = Buffer.from(source.text(0, source.size), 'utf8')
  lexer.limit = lexer.buffer.length
  lexer.eol = source.eol
  lexer.value()
  const { tape, buffer } = lexer
  if (tape.length === 0 || tape.kind[0] !== OBJECT) return null
  const found: JsonValue[] = []
  const open: Level[] = []
  for (let token = 0; token < tape.length && found.length <= MOST_VALUES; token++) {
    const kind = tape.kind[token]!
    const level = open.at(-1)
    if (kind === END) open.pop()
    else if (kind === KEY && level) {
      level.name = stringOf(buffer, tape, token)
      level.line = tape.line[token]!
    } else {
      const { key, name, line } = placeOf(level, tape.line[token]!)
      if (kind === OBJECT || kind === ARRAY) {
        const isInRecord = level !== undefined && (level.isInRecord || (kind === OBJECT && level.kind === ARRAY))
        open.push({ kind, key, isInRecord, index: 0, name, line })
      } else {
        const text =
          kind === STRING
            ? stringOf(buffer, tape, token)
            : DECODER.decode(buffer.subarray(tape.at[token]!, tape.end[token]!))
        const value = kind === NULL ? null : text.slice(0, LONGEST_VALUE)
        found.push({ line, key, name, value, quoted: kind === STRING, isInRecord: level?.isInRecord ?? false })
      }
    }
  }
  return found
}

/** The key of the next value inside a container; items of a list bear its name. */
function placeOf(level: Level | undefined, line: number): { key: string; name: string; line: number } {
  if (!level) return { key: '', name: '', line }
  if (level.kind === ARRAY)
    return { key: `${level.key}[${level.index++}]`.slice(0, LONGEST_KEY), name: level.name, line }
  const key = level.key === '' ? level.name : `${level.key}.${level.name}`
  return { key: key.slice(0, LONGEST_KEY), name: level.name, line: level.line }
}

function isSchema(values: readonly JsonValue[]): boolean {
  return (
    values.some(({ key }) => key === '$schema') &&
    values.some(({ key }) => /^(?:properties|definitions|\$defs)\./.test(key))
  )
}
