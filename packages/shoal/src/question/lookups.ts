// Questions for a name of code: where it is defined, used, called, imported, raised, handled, what a rename would touch, what stands in
// a file or a class. The name is a word of the question that the code has; what is asked of it is told by the other words.
import { basename } from 'node:path'
import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import type { Relation, RelationKind } from '@shoal/base/model/relation'
import { formatCount, plural } from '@shoal/base/text/printable'
import { TEST_PATH } from '@shoal/base/text/test-path'
import { identifier, literal } from '../text/sql-text.ts'
import type { Asked, Cell } from './asked.ts'
import { isEmptyWord, isSoftWord } from './lexicon.ts'
import { escaped } from './normal.ts'
import { Reading } from './tokens.ts'

type Wanted =
  | 'symbols'
  | 'uses'
  | 'calls'
  | 'raises'
  | 'handles'
  | 'imports'
  | 'imported'
  | 'exports'
  | 'members'
  | 'rename'

/** Asked of a name: the first that fits. */
const OF_NAMES: readonly (readonly [pattern: RegExp, wanted: Wanted])[] = [
  [/\brenam(?:e|ed|ing)\b|\bif (?:we|i) (?:change|move|remove|delete|drop)\b|\bwhat (?:would )?breaks?\b/i, 'rename'],
  [/\bimport(?:s|ed|ing)?\b|\bdepends? on\b/i, 'imports'],
  [/\b(?:methods?|fields?|members?|properties|attributes) (?:of|in|on|does|has)\b/i, 'members'],
  [/\bcall(?:s|ed|er|ers|ing)?\b|\binvok(?:e|es|ed|ing)\b|\bcall sites?\b/i, 'calls'],
  [/\b(?:handl(?:e|es|ed|ing)|catch(?:es|ing)?|caught|check(?:s|ed|ing)? for)\b/i, 'handles'],
  [/\b(?:raise[sd]?|raising|throw(?:s|n|ing)?|threw)\b/i, 'raises'],
  [/\b(?:us(?:e|es|ed|ing|ages?)|referenc(?:e|es|ed)|occurrences?|mentioned)\b|\bwhere\b.{1,80}\bread\b/i, 'uses'],
  [
    /\b(?:defin(?:e|es|ed|ition|itions)|declar(?:e|es|ed|ation)|implement(?:s|ed|ation)?|lives?|located)\b|^(?:where|find|show me|which file|what file|in (?:which|what) (?:file|module))\b/i,
    'symbols',
  ],
]

/** Asked of a file of code. */
const OF_FILES: readonly (readonly [pattern: RegExp, wanted: Wanted])[] = [
  [
    /\b(?:who|what|which (?!packages?|modules? does|librar)\p{L}+|where|files?) (?:\p{L}+ ){0,2}imports?\b/iu,
    'imports',
  ],
  [
    /\b(?:does|do|by|of|in)\b.{0,60}\bimports?\b|\bimports? (?:of|in|from)\b|\bimported (?:by|in)\b|\bdepend/i,
    'imported',
  ],
  [/\bimport(?:s|ed|ing)?\b/i, 'imports'],
  [/\b(?:modules?|packages?|librar(?:y|ies)|dependenc(?:y|ies))\b/i, 'imported'],
  [/\bexport(?:s|ed|ing)?\b/i, 'exports'],
]

export async function lookUpName(question: string, asked: Asked): Promise<AskedAnswer | null> {
  const text = question.slice(0, 500)
  if (!asked.all.some(({ kind }) => KINDS_OF_CODE.has(kind)) && !/\b(?:used|set|defined)\b/i.test(text)) return null
  const { file, names, isPlain } = await namesIn(text, asked)
  const forms = names.length > 0 ? OF_NAMES : file ? OF_FILES : []
  const wanted = forms.filter(([pattern]) => pattern.test(text)).map(([, want]) => want)
  for (const name of names.length > 0 ? names : file ? [file] : [])
    for (const want of both(wanted)) {
      // "where is validation handled" asks for code about it; only what is clearly a name is caught.
      if (want === 'handles' && isPlain) continue
      const answer = await found({ name, text, file: names.length > 0 ? file : null }, want, asked)
      if (!answer && (want === 'uses' || want === 'calls') && !isPlain) return await unusedName(name, want, asked)
      if (!answer) continue
      const unused = unusedIn(text, [name, ...(file ? [file] : [])])
      return unused.length === 0 ? answer : { ...answer, status: 'partial', unused }
    }
  return null
}

/** What is defined and never used. */
async function unusedName(name: string, want: Wanted, asked: Asked): Promise<AskedAnswer | null> {
  const defined = await found({ name, text: '', file: null }, 'symbols', asked)
  if (!defined) return null
  const readAs = WORDS[want].replace('%s', `\`${name}\``)
  const { path, line } = defined.places[0]!
  return {
    ...defined,
    readAs,
    text: `Nowhere: nothing leads to \`${name}\`, defined at ${path}:${line}. Read as: ${readAs}.`,
  }
}

const KINDS_OF_CODE: ReadonlySet<RelationKind> = new Set(['symbols', 'uses', 'imports'])

/** "raised and caught" is both. */
function both(wanted: readonly Wanted[]): readonly Wanted[] {
  return wanted.includes('raises') && wanted.includes('handles') ? ['uses'] : wanted.slice(0, 1)
}

interface Names {
  /** The one file that is named. */
  readonly file: string | null
  /** Words that the code has as names, those that look like one first. */
  readonly names: readonly string[]
  /** They are plain words that nothing but the code shows to be names. */
  readonly isPlain: boolean
}

/** `parseRecipe`, `MAX_SIZE`, `open_for()`, `a.b`, "quoted". */
const LOOKS_LIKE = /\p{Ll}\p{Lu}|_|\d\p{L}|\p{L}\d|^\p{Lu}{2,}|[/.:]/u

async function namesIn(text: string, asked: Asked): Promise<Names> {
  const paths = [...new Set(asked.all.flatMap(relation => relation.paths.map(path => basename(path).toLowerCase())))]
  const { tokens } = new Reading(text.replace(/\(\)/g, ' '))
  const file = tokens.find(({ lower }) => FILE_NAME.test(lower) && paths.includes(lower))
  const words = tokens.filter(token => {
    if (token === file || token.kind === 'number') return false
    if (token.kind === 'quoted' || LOOKS_LIKE.test(token.text)) return true
    return !SAID.has(token.lower) && !isEmptyWord(token.lower)
  })
  const known = await knownNames(
    words.map(one => one.text),
    asked,
  )
  const isSure = (one: (typeof words)[number]) =>
    one.kind === 'quoted' ||
    LOOKS_LIKE.test(one.text) ||
    known.get(one.text) === 'exact' ||
    (one.start > 0 &&
      /\b(?:function|class|method|variable|constant|type|interface|module|symbol|package|setting) [`"']?$/i.test(
        text.slice(0, one.start),
      ))
  // A plain word is a name where nothing else is one, and the question has no other word that tells something.
  const sure = words.filter(one => known.has(one.text) && isSure(one))
  const plain = words.length === 1 && known.has(words[0]!.text) ? words : []
  return {
    file: file?.text ?? null,
    names: (sure.length > 0 ? sure : plain).map(one => one.text).slice(0, 3),
    isPlain: sure.length === 0,
  }
}

/** Which words are names of the code, or of settings; `exact` as they are written, where that is more than small letters. */
async function knownNames(words: readonly string[], asked: Asked): Promise<ReadonlyMap<string, 'exact' | 'alike'>> {
  const known = new Map<string, 'exact' | 'alike'>()
  if (words.length === 0) return known
  const lasts = new Map(words.map(word => [word, lastOf(word)]))
  const list = [...new Set([...lasts.values(), ...words].map(word => word.toLowerCase()))].map(literal).join(', ')
  for (const { kind, columns, name } of asked.all) {
    const own = OWN[kind]?.filter(column => columns.some(one => one.name === column)) ?? []
    for (const column of own) {
      const short = `regexp_replace(regexp_extract(${identifier(column)}, '[^/]*$'), '[.][a-z]+$', '')`
      const text = column === 'module' ? short : identifier(column)
      const rows = await asked.rows(
        `SELECT DISTINCT ${text} FROM ${identifier(name)} WHERE lower(${text}) IN (${list})`,
      )
      for (const [cell] of rows)
        for (const [word, last] of lasts) {
          const written = String(cell)
          if (written === last && /\p{Lu}|_/u.test(last)) known.set(word, 'exact')
          else if ([word.toLowerCase(), last.toLowerCase()].includes(written.toLowerCase()) && !known.has(word))
            known.set(word, 'alike')
        }
    }
    if (kind === 'settings')
      for (const word of words.filter(one => /[.:/]/.test(one) && !known.has(one))) known.set(word, 'alike')
  }
  return known
}

const OWN: Partial<Readonly<Record<RelationKind, readonly string[]>>> = {
  symbols: ['name'],
  uses: ['name'],
  imports: ['name', 'alias', 'module'],
  settings: ['name', 'key'],
}

/** Words that ask for something else beside the name. */
function unusedIn(text: string, names: readonly string[]): string[] {
  const { tokens } = new Reading(text.replace(/\(\)/g, ' '))
  return tokens
    .filter(({ lower, kind }) => kind !== 'word' || !(isEmptyWord(lower) || isSoftWord(lower) || SAID.has(lower)))
    .filter(one => !names.includes(one.text) && one.lower.length > 1)
    .map(one => one.text)
}

const SAID = new Set(
  `function functions class classes method methods variable constant constants type types interface symbol field fields member members properties
   attributes touch touched affect affected change changes changed break breaks broken defined define defines definition declared declare declares
   declaration implemented implement implementation called call calls caller callers invoked invoke invokes used use uses using usage usages
   reference references referenced occurrence occurrences mentioned code codebase project repository repo module modules setting settings everywhere
   import imports imported importing export exports exported rename renamed renaming handle handles handled handling catch caught catches check
   checked raise raised raises throw throws thrown read reads set sets depend depends places place sites site lines line files file directory
   package packages library libraries dependency dependencies located live lives break remove delete move moved removed deleted everything must
   have spots spot instances source sources program environment env test tests documentation docs`.split(/\s+/),
)

const KINDS: Readonly<Record<Wanted, readonly RelationKind[]>> = {
  symbols: ['symbols', 'settings'],
  uses: ['uses', 'imports', 'settings'],
  calls: ['uses'],
  raises: ['uses'],
  handles: ['uses'],
  imports: ['imports'],
  imported: ['imports'],
  exports: ['symbols'],
  members: ['symbols'],
  rename: ['symbols', 'uses', 'imports', 'settings', 'sentences'],
}

const WORDS: Readonly<Record<Wanted, string>> = {
  symbols: 'where %s is defined',
  uses: 'where %s is used',
  calls: 'where %s is called',
  raises: 'where %s is raised',
  handles: 'where %s is named without being called or imported',
  imports: 'where %s is imported',
  imported: 'what %s imports',
  exports: 'what %s exports',
  members: 'what stands in %s',
  rename: 'every place that names %s',
}

const IN_TESTS = `regexp_matches(lower(path), ${literal(TEST_PATH)})`

/** "which tests use it": places in tests alone. */
function inTests(text: string, wanted: Wanted): string {
  return /\btests?\b/i.test(text) && wanted !== 'rename' ? `\nWHERE ${IN_TESTS}` : ''
}

interface Named {
  readonly name: string
  /** The question, and the file that it names. */
  readonly text: string
  readonly file: string | null
}

async function found({ name, text, file }: Named, wanted: Wanted, asked: Asked): Promise<AskedAnswer | null> {
  const relations = asked.all.filter(({ kind }) => KINDS[wanted].includes(kind))
  const parts = relations.flatMap(relation => selectOf(relation, name, wanted) ?? [])
  if (parts.length === 0) return null
  const within =
    file === null ? inTests(text, wanted) : `\nWHERE lower(parse_filename(path)) = ${literal(file.toLowerCase())}`
  // Definitions first, and what leads to one before what only has the same name.
  const order = LED.has(wanted) ? `rank, leads_to IS NULL, ${IN_TESTS}, leads_to, ` : ''
  const sql = `SELECT DISTINCT * FROM (\n${parts.join('\nUNION ALL\n')}\n)${within}\nORDER BY ${order}path, line, what`
  const rows = await asked.rows(sql)
  if (rows.length === 0) return null
  const own = wanted === 'symbols' ? definitionsFirst(rows) : rows
  const isLed = LED.has(wanted) && own.some(row => row[5] !== null)
  const meaning = `${WORDS[wanted].replace('%s', `\`${name}\``)}${file === null ? '' : ` in ${file}`}`
  const [first] = own
  const more = own.length > 1 ? ` and at ${formatCount(own.length - 1)} more` : ''
  const listed = LISTED.has(wanted) ? own.slice(0, 10).map(row => String(row[3] ?? row[0])) : null
  return {
    ...UNASKED,
    status: 'answered',
    text: `${listed ? listed.join('; ') : isLed ? ledTo(own, lastOf(name)) : `${String(first![1])}:${String(first![2])}${more}`}. Read as: ${meaning}.`,
    readAs: meaning,
    sql: [sql],
    columns: [
      { name: 'what', holds: 'column' },
      { name: 'path', holds: 'path' },
      { name: 'line', holds: 'line' },
      { name: 'text', holds: 'column' },
      ...(isLed ? [{ name: 'leads_to', holds: 'column' } as const] : []),
    ],
    rows: own.map(([what, path, line, text, , leads = null]) => ({
      what: String(what),
      path: String(path),
      line: Number(line),
      text: text === null ? null : String(text),
      ...(isLed && { leads_to: leads === null ? null : String(leads) }),
    })),
    rowCount: own.length,
    places: own.slice(0, 3).map(([, path, line]) => ({ path: String(path), line: Number(line) })),
  }
}

/** Asked for what leads to a definition. */
const LED: ReadonlySet<Wanted> = new Set(['uses', 'calls', 'rename'])
const DEFINED = 0
const NAMED = 1

/** "12 places in 5 files: 1 definition; 9 lead to `Orders.load` (orders.ts:3); of 2 with the same name nobody can tell". */
function ledTo(rows: readonly (readonly Cell[])[], name: string): string {
  const count = (fits: (row: readonly Cell[]) => boolean) => rows.filter(fits).length
  const groups = new Map<string, number>()
  for (const row of rows) if (row[5] !== null) groups.set(String(row[5]), (groups.get(String(row[5])) ?? 0) + 1)
  const ranked = [...groups].sort((a, b) => b[1] - a[1])
  const defined = count(row => Number(row[4]) === DEFINED)
  const others = count(row => Number(row[4]) > NAMED)
  const untold = count(row => Number(row[4]) === NAMED && row[5] === null)
  const files = new Set(rows.map(row => String(row[1]))).size
  const rest = ranked.length - MOST_LED
  return [
    `${plural(rows.length, 'place')} in ${plural(files, 'file')}: ${[
      ...(defined > 0 ? [plural(defined, 'definition')] : []),
      ...ranked.slice(0, MOST_LED).map(([to, n]) => `${formatCount(n)} lead${n === 1 ? 's' : ''} to ${to}`),
      ...(rest > 0 ? [`others lead to ${plural(rest, 'more definition')}`] : []),
      ...(others > 0 ? [`${formatCount(others)} in settings and documents`] : []),
      ...(untold > 0 ? [`of ${formatCount(untold)} that say \`${name}\` nothing tells which is meant`] : []),
    ].join('; ')}`,
  ].join('')
}

const MOST_LED = 4

/** What they are is the answer, more than where. */
const LISTED: ReadonlySet<Wanted> = new Set(['imported', 'exports', 'members'])

/** A constant is told as a setting too. */
function definitionsFirst(rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const symbols = rows.filter(([what]) => what !== 'setting')
  return symbols.length > 0 ? symbols : rows
}

/** Modules are imported without their ending, and `a.b` is called `b`. */
function lastOf(name: string): string {
  return FILE_NAME.test(name) ? name.replace(FILE_NAME, '') : name.split('.').at(-1)!
}

const USED: Partial<Readonly<Record<Wanted, string>>> = {
  calls: " AND kind = 'call'",
  raises: " AND kind = 'call'",
  handles: " AND kind NOT IN ('call', 'import')",
}

function selectOf(relation: Relation, name: string, wanted: Wanted): string | null {
  const has = (column: string) => relation.columns.some(one => one.name === column)
  const own = (column: string) => (has(column) ? identifier(column) : 'NULL')
  const last = lastOf(name)
  const equal = (column: string, text = last) =>
    has(column) ? `lower(${identifier(column)}) = ${literal(text.toLowerCase())}` : 'false'
  const { path, line } = relation.place
  const inFile = `lower(parse_filename(${identifier(path)})) = ${literal(name.toLowerCase())}`
  const isLed = LED.has(wanted)
  const leads = isLed && has('target_line') ? LEADS : 'NULL::VARCHAR'
  const rank =
    relation.kind === 'symbols' ? DEFINED : relation.kind === 'uses' || relation.kind === 'imports' ? NAMED : 2
  const select = (what: string, text: string, where: string) =>
    `SELECT ${what} AS what, ${identifier(path)} AS path, ${identifier(line)} AS line, ${text}::VARCHAR AS text${isLed ? `, ${rank} AS rank, ${leads} AS leads_to` : ''} FROM ${identifier(relation.name)} WHERE ${where}`
  /** `Orders.load` is asked for, not any other load; what is renamed by an import is meant all the same. */
  const named = (column: string) => {
    if (!isLed || !has('target')) return equal(column)
    const target = `lower(coalesce(target, ''))`
    const isType = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)+$/u.test(name) && !FILE_NAME.test(name)
    const own = isType
      ? `${target} = ${literal(name.toLowerCase())} OR ends_with(${target}, ${literal(`.${name.toLowerCase()}`)})`
      : `regexp_extract(${target}, '[^.]*$') = ${literal(last.toLowerCase())}`
    return `((${equal(column)}${isType ? ' AND target IS NULL' : ''}) OR ${own})`
  }
  switch (relation.kind) {
    case 'symbols': {
      const kind = `coalesce(${own('kind')}, 'definition')`
      if (wanted === 'exports')
        return select(
          kind,
          own('name'),
          `${inFile} AND ${has('exported') ? 'exported' : 'true'} AND ${own('scope')} IS NULL`,
        )
      if (wanted === 'members') return select(kind, own('name'), equal('scope'))
      return select(kind, own('signature'), isLed ? ownSymbol(name, equal, has('scope')) : equal('name'))
    }
    case 'uses':
      return select(
        `coalesce(${own('kind')}, 'use')`,
        own('scope'),
        `${named('name')}${has('kind') ? (USED[wanted] ?? '') : ''}`,
      )
    case 'imports':
      if (wanted === 'imported') return select("'import'", own('module'), inFile)
      return select(
        "'import'",
        own('module'),
        `${named('name')} OR ${equal('alias')} OR (${has('module') ? `regexp_matches(lower(${identifier('module')}), ${literal(`(^|[/.])${escaped(last.toLowerCase())}([.][a-z]+)?$`)})` : 'false'})`,
      )
    case 'settings':
      // A host or an address is used where it is the value, or a part of it; a variable of the environment where it is read.
      if (wanted === 'uses') {
        const isRead = has('kind') ? `kind = 'env' AND value IS NULL AND ${equal('name')}` : 'false'
        const isPart = /[.:/]/.test(name) ? `contains(lower(value), ${literal(name.toLowerCase())})` : 'false'
        return has('value') ? select("'setting'", own('value'), `(${isRead}) OR ${isPart}`) : null
      }
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

const LEADS = `CASE WHEN target_path IS NULL THEN NULL ELSE coalesce('\`' || target || '\` (', '(') || target_path || ':' || target_line || ')' END::VARCHAR`

/** `load` of `Orders`, where the question says so. */
function ownSymbol(name: string, equal: (column: string, text?: string) => string, hasScope: boolean): string {
  const scope = name.includes('.') && !FILE_NAME.test(name) ? name.slice(0, name.lastIndexOf('.')) : ''
  return `${equal('name')}${scope !== '' && hasScope ? ` AND (${equal('scope', scope)} OR ends_with(lower(coalesce(scope, '')), ${literal(`.${scope.toLowerCase()}`)}))` : ''}`
}

const FILE_NAME = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|php|cs|c|h|cc|cpp|hpp|swift|scala)$/i
