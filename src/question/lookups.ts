// Questions for one name: where a symbol is defined, used, imported, what a rename would touch, what a setting is. The name has to
// be there; the rows are the places where it stands.
import { type AskedAnswer, UNASKED } from '../model/asked.ts'
import type { Relation, RelationKind } from '../model/relation.ts'
import { formatCount } from '../text/printable.ts'
import { identifier, literal } from '../text/sql-text.ts'
import type { Asked, Cell } from './asked.ts'
import { isEmptyWord, isSoftWord } from './lexicon.ts'
import { Reading } from './tokens.ts'

type Wanted = 'symbols' | 'uses' | 'calls' | 'imports' | 'rename' | 'settings'

const NAME = '[`"\']?([\\p{L}_$][\\p{L}\\p{N}_$.-]{0,80})(?:\\(\\))?[`"\']?'

/** Each with what it asks for; the name is the last group that matched. */
const FORMS: readonly (readonly [pattern: RegExp, wanted: Wanted])[] = [
  [
    new RegExp(
      `\\b(?:renam(?:e|ing)|if we (?:rename|change)) (?:the )?(?:function |class |method |variable |constant |type )?${NAME}`,
      'iu',
    ),
    'rename',
  ],
  [
    new RegExp(
      `\\b(?:where|which file|what file|in which file)[^?]{0,40}?(?:the )?(?:function |class |method |variable |constant |type |interface )?${NAME}\\s+(?:is |are |gets )?(?:defined|declared|implemented|written|live|lives)`,
      'iu',
    ),
    'symbols',
  ],
  [
    new RegExp(
      `\\bwhere (?:do we |does it |is )?(?:define|declare|implement)[sd]? (?:the )?(?:function |class |method )?${NAME}`,
      'iu',
    ),
    'symbols',
  ],
  [
    new RegExp(
      `\\bwhere (?:is|are) (?:the )?(?:function |class |method )?${NAME}(?: class| function| method)?\\s*\\??$`,
      'iu',
    ),
    'symbols',
  ],
  [new RegExp(`\\bdefinition of (?:the )?(?:function |class |method )?${NAME}`, 'iu'), 'symbols'],
  [new RegExp(`\\b(?:what|who|which (?:files?|modules?)) imports? (?:the )?(?:module )?${NAME}`, 'iu'), 'imports'],
  [new RegExp(`\\bwhere (?:is|are) ${NAME} (?:being )?imported`, 'iu'), 'imports'],
  [
    new RegExp(
      `\\b(?:who|what|which \\p{L}+|where) (?:else )?(?:calls?|invokes?) (?:the )?(?:function |method )?${NAME}`,
      'iu',
    ),
    'calls',
  ],
  [
    new RegExp(
      `\\bwhere (?:is|are|do we) (?:the )?(?:function |method )?${NAME} (?:being |get )?called(?: from)?`,
      'iu',
    ),
    'calls',
  ],
  [new RegExp(`\\b(?:callers|calls) of (?:the )?(?:function )?${NAME}`, 'iu'), 'calls'],
  [
    new RegExp(`\\b(?:who|what|which \\p{L}+) uses? (?:the )?(?:function |class |constant |setting )?${NAME}`, 'iu'),
    'uses',
  ],
  [
    new RegExp(
      `\\bwhere (?:else )?(?:is|are|do we use|does it use) (?:the )?(?:function |class |constant |variable |setting )?${NAME}\\s+(?:being )?(?:used|referenced|read)\\b`,
      'iu',
    ),
    'uses',
  ],
]

/** Null when the question is no such question, or nothing has the name. */
export async function lookUpName(question: string, asked: Asked): Promise<AskedAnswer | null> {
  for (const [pattern, wanted] of FORMS) {
    const match = pattern.exec(question.slice(0, 500))
    const name = match?.at(-1)?.replace(/(?<![.-])[.-]+$/, '')
    if (!match || name === undefined) continue
    const answer = await found(name, wanted, asked)
    if (!answer) continue
    const unused = tellingTexts(question.replace(match[0], ' '))
    return unused.length === 0 ? answer : { ...answer, status: 'partial', unused }
  }
  return null
}

/** Words that ask for something else beside the name. */
function tellingTexts(rest: string): string[] {
  const { tokens } = new Reading(rest)
  return tokens
    .filter(({ lower, kind }) => kind !== 'word' || !(isEmptyWord(lower) || isSoftWord(lower) || SAID.has(lower)))
    .map(({ text }) => text)
}

const SAID = new Set(
  'function class method variable constant type touch affect change break defined declared called used code project repository repo module setting everywhere'.split(
    ' ',
  ),
)

const KINDS: Readonly<Record<Wanted, readonly RelationKind[]>> = {
  symbols: ['symbols', 'settings'],
  uses: ['uses', 'imports', 'settings'],
  calls: ['uses'],
  imports: ['imports'],
  rename: ['symbols', 'uses', 'imports', 'settings', 'sentences'],
  settings: ['settings'],
}

const WORDS: Readonly<Record<Wanted, string>> = {
  symbols: 'where %s is defined',
  uses: 'where %s is used',
  calls: 'where %s is called',
  imports: 'where %s is imported',
  rename: 'every place that names %s',
  settings: 'what %s is set to',
}

async function found(name: string, wanted: Wanted, asked: Asked): Promise<AskedAnswer | null> {
  const relations = asked.all.filter(({ kind }) => KINDS[wanted].includes(kind))
  const parts = relations.flatMap(relation => selectOf(relation, name, wanted) ?? [])
  if (parts.length === 0) return null
  const sql = `SELECT DISTINCT * FROM (\n${parts.join('\nUNION ALL\n')}\n)\nORDER BY path, line, what`
  const rows = await asked.rows(sql)
  if (rows.length === 0) return null
  const own = wanted === 'symbols' ? definitionsFirst(rows) : rows
  const meaning = WORDS[wanted].replace('%s', `\`${name}\``)
  const [first] = own
  const more = own.length > 1 ? ` and at ${formatCount(own.length - 1)} more` : ''
  return {
    ...UNASKED,
    status: 'answered',
    text: `${String(first![1])}:${String(first![2])}${more}. Read as: ${meaning}.`,
    readAs: meaning,
    sql: [sql],
    columns: [
      { name: 'what', holds: 'column' },
      { name: 'path', holds: 'path' },
      { name: 'line', holds: 'line' },
      { name: 'text', holds: 'column' },
    ],
    rows: own.map(([what, path, line, text]) => ({
      what: String(what),
      path: String(path),
      line: Number(line),
      text: text === null ? null : String(text),
    })),
    rowCount: own.length,
    places: own.slice(0, 3).map(([, path, line]) => ({ path: String(path), line: Number(line) })),
  }
}

/** A constant is told as a setting too. */
function definitionsFirst(rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const symbols = rows.filter(([what]) => what !== 'setting')
  return symbols.length > 0 ? symbols : rows
}

function selectOf(relation: Relation, name: string, wanted: Wanted): string | null {
  const has = (column: string) => relation.columns.some(one => one.name === column)
  const own = (column: string) => (has(column) ? identifier(column) : 'NULL')
  const last = FILE_NAME.test(name) ? name.replace(FILE_NAME, '') : name.split('.').at(-1)!
  const equal = (column: string, text = last) =>
    has(column) ? `lower(${identifier(column)}) = ${literal(text.toLowerCase())}` : 'false'
  const { path, line } = relation.place
  const select = (what: string, text: string, where: string) =>
    `SELECT ${what} AS what, ${identifier(path)} AS path, ${identifier(line)} AS line, ${text}::VARCHAR AS text FROM ${identifier(relation.name)} WHERE ${where}`
  switch (relation.kind) {
    case 'symbols':
      return select(`coalesce(${own('kind')}, 'definition')`, own('signature'), equal('name'))
    case 'uses': {
      const calls = wanted === 'calls' && has('kind') ? ` AND ${identifier('kind')} = 'call'` : ''
      return select(`coalesce(${own('kind')}, 'use')`, own('scope'), `${equal('name')}${calls}`)
    }
    case 'imports':
      return select(
        "'import'",
        own('module'),
        `${equal('name')} OR ${equal('alias')} OR (${has('module') ? `regexp_matches(lower(${identifier('module')}), ${literal(`(^|[/.])${escaped(last.toLowerCase())}([.][a-z]+)?$`)})` : 'false'})`,
      )
    case 'settings':
      // A host or an address is used where it is the value, or a part of it.
      if (wanted === 'uses')
        return /[.:/]/.test(name) && has('value')
          ? select("'setting'", own('value'), `contains(lower(${identifier('value')}), ${literal(name.toLowerCase())})`)
          : null
      return select("'setting'", own('value'), `${equal('key', name)} OR ${equal('name')}`)
    case 'sentences':
      return select(
        "'sentence'",
        own('text'),
        has('text') ? `regexp_matches(${identifier('text')}, ${literal(`\\b${escaped(last)}\\b`)})` : 'false',
      )
    default:
      return null
  }
}

/** Modules are imported without their ending. */
const FILE_NAME = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|php|cs|c|h|cc|cpp|hpp|swift|scala)$/

function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N}_]/gu, '\\$&')
}
