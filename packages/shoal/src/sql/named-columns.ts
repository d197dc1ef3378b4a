// The words of a query, where they are all that its answer depends on: then columns whose names are not among them need not be read. It is
// no parser. Whatever could mean a column without its name (a star, a whole row, a name that is given by position) gives null, and so
// does what is not understood.

const TOKEN = /\s+|'(?:[^']|'')*'|"(?:[^"]|"")*"|\d[\w.]*|[\p{L}_][\p{L}\p{N}_$]*|./suy

interface Token {
  readonly kind: 'word' | 'quoted' | 'text' | 'number' | 'sign'
  /** Of a word in lower case, of a quoted name without its quotes. */
  readonly text: string
}

/** Of columns and relations alike, in lower case; null where they do not tell which columns are read. */
export function wordsOfQuery(sql: string): ReadonlySet<string> | null {
  const tokens = tokensOf(sql)
  if (!tokens || !isPlainRead(tokens) || tokens.some((_, at) => isStar(tokens, at))) return null
  const relations = relationsOf(tokens)
  if (!relations || tokens.some((_, at) => isWholeRow(tokens, at, relations))) return null
  return new Set(tokens.filter(isName).map(({ text }) => text.toLowerCase()))
}

/** Whether a column is one of those that a query with these words may read. */
export function isNamed(words: ReadonlySet<string>, column: string): boolean {
  // Beyond ASCII nobody knows which letters are the same to DuckDB.
  return !/^[\x20-\x7e]*$/.test(column) || words.has(column.toLowerCase())
}

function tokensOf(sql: string): readonly Token[] | null {
  const tokens: Token[] = []
  let before = ''
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < sql.length; ) {
    const [text] = TOKEN.exec(sql)!
    // A text with a prefix has rules of its own; comments, dollar quotes and columns by number are left alone.
    if (text[0] === "'" && /[\w&]$/.test(before)) return null
    if (/^[$#;?@`\\]$/.test(text) || /^(?:--|\/\*)/.test(before + text)) return null
    before = text
    if (text.trim() === '') continue
    const token = tokenOf(text)
    if (token === null) return null
    tokens.push(token)
  }
  return tokens
}

/** Null for a quote that is not closed. */
function tokenOf(text: string): Token | null {
  if (text === "'" || text === '"') return null
  if (text[0] === "'") return { kind: 'text', text }
  if (text[0] === '"') return { kind: 'quoted', text: text.slice(1, -1).replaceAll('""', '"') }
  if (/^\d/.test(text)) return { kind: 'number', text }
  return /^[\p{L}_]/u.test(text) ? { kind: 'word', text: text.toLowerCase() } : { kind: 'sign', text }
}

function isName({ kind }: Token): boolean {
  return kind === 'word' || kind === 'quoted'
}

function isWord(token: Token | undefined, words: ReadonlySet<string>): boolean {
  return token?.kind === 'word' && words.has(token.text)
}

function isSign(token: Token | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text
}

const BEGINS = new Set(['select', 'with'])
const NOT_PLAIN = new Set([
  'columns',
  'describe',
  'show',
  'summarize',
  'pivot',
  'unpivot',
  'natural',
  'positional',
  'explain',
  'table',
  'timeline',
  'information_schema',
  'sample',
  'tablesample',
  'query',
  'query_table',
  'rowid',
])

function isPlainRead(tokens: readonly Token[]): boolean {
  return isWord(tokens[0], BEGINS) && !tokens.some(token => isWord(token, NOT_PLAIN))
}

/** Words that no operand of a multiplication is. */
const AROUND_STAR = new Set(
  (
    'select distinct all on by from exclude except replace rename like ilike glob similar not union intersect where group order limit having ' +
    'into qualify window offset using fetch for as is in and or when then else end returning'
  ).split(' '),
)

/** A star that stands for columns: `count(*)` counts rows, and between two operands it multiplies. */
function isStar(tokens: readonly Token[], at: number): boolean {
  if (!isSign(tokens[at], '*')) return false
  const before = tokens[at - 1]
  const behind = tokens[at + 1]
  if (isSign(before, '(') && isSign(behind, ')')) return tokens[at - 2]?.text !== 'count'
  const isOperand = (token: Token | undefined, sign: string) =>
    token !== undefined &&
    (token.kind === 'sign' ? token.text === sign : token.kind !== 'text' && !isWord(token, AROUND_STAR))
  return !isOperand(before, ')') || !isOperand(behind, '(')
}

const READS = new Set(['from', 'join'])
/** What stands before FROM where no SELECT does: then all columns are read. */
const NOTHING_SELECTED = new Set(['as', 'union', 'all', 'except', 'intersect', 'name', 'distinct'])
/** What follows a relation that is given no other name. */
const BEHIND_RELATION = new Set(
  (
    'where group order having limit offset qualify window union except intersect join inner left right full cross outer on using asof semi ' +
    'anti fetch lateral'
  ).split(' '),
)
/** What ends the list of relations. */
const BEHIND_FROM = new Set(
  'where group order having limit offset qualify window union except intersect fetch'.split(' '),
)
const AS = new Set(['as'])

/** By the numbers of their tokens the names of relations, and all of these names; null where one is not understood. */
function relationsOf(
  tokens: readonly Token[],
): { readonly places: ReadonlySet<number>; readonly names: ReadonlySet<string> } | null {
  const places = new Set<number>()
  let depth = 0
  /** How deep a list of relations is open. */
  const open: number[] = []
  for (const [at, token] of tokens.entries()) {
    if (isSign(token, '(')) depth++
    if (isSign(token, ')')) {
      while (open.at(-1) === depth) open.pop()
      depth--
    }
    if (open.at(-1) === depth && isWord(token, BEHIND_FROM)) open.pop()
    // Names behind a comma are not looked at.
    if (open.at(-1) === depth && isSign(token, ',')) return null
    if (!isWord(token, READS)) continue
    const before = tokens[at - 1]
    if (before === undefined || isSign(before, '(') || isWord(before, NOTHING_SELECTED)) return null
    if (token.text === 'from') open.push(depth)
    if (isSign(tokens[at + 1], '(')) continue
    if (!tokens[at + 1] || !isName(tokens[at + 1]!) || isSign(tokens[at + 2], '.')) return null
    // A function that gives rows has names that nobody reads here.
    if (isSign(tokens[at + 2], '(')) return null
    places.add(at + 1)
    const alias = isWord(tokens[at + 2], AS) ? at + 3 : at + 2
    const other = tokens[alias]
    if (!other || !isName(other) || isWord(other, BEHIND_RELATION)) continue
    if (isSign(tokens[alias + 1], '(')) return null
    places.add(alias)
  }
  return { places, names: new Set([...places].map(at => tokens[at]!.text.toLowerCase())) }
}

/** The name of a relation where a value stands is its whole row. */
function isWholeRow(
  tokens: readonly Token[],
  at: number,
  { places, names }: NonNullable<ReturnType<typeof relationsOf>>,
): boolean {
  const token = tokens[at]!
  if (!isName(token) || !names.has(token.text.toLowerCase()) || places.has(at)) return false
  const isDefined = isWord(tokens[at + 1], AS) && isSign(tokens[at + 2], '(')
  return !isDefined && !isSign(tokens[at + 1], '.')
}
