// Are these lines the records of a table? Tries each delimiter, counts the fields of every record with quotes
// respected, and says how stable the count is.

export interface ColumnFit {
  readonly delimiter: ',' | '\t' | ';' | '|'
  readonly columns: number
  readonly records: number
  /** Share of the records that have exactly `columns` fields. */
  readonly stable: number
  /** Fields that are empty, numeric, a date, or short: what cells look like, as opposed to clauses of a sentence. */
  readonly cellShare: number
  readonly numericShare: number
  /** Some field is wrapped in quotes as RFC 4180 has it. */
  readonly quoted: boolean
  /** The first record names the columns: distinct, non-empty, no numbers. */
  readonly header: boolean
}

const DELIMITERS = [',', '\t', ';', '|'] as const
const MAX_RECORDS = 60

/** The delimiter that splits the text into the most stable columns, or null when none makes at least two. */
export function fitColumns(text: string, whole: boolean): ColumnFit | null {
  const frequent = frequentDelimiters(text)
  let best: ColumnFit | null = null
  for (const delimiter of DELIMITERS) {
    if (!frequent.includes(delimiter)) continue
    const fit = fitDelimiter(text, delimiter, whole)
    if (fit && (!best || rank(fit) > rank(best))) best = fit
  }
  return best
}

/** Those that stand in the text at least every other line: without that there is no column in sight. */
function frequentDelimiters(text: string): string[] {
  const counts = new Uint32Array(128)
  for (let i = 0; i < text.length; i++) counts[text.charCodeAt(i) & 127]!++
  const lines = Math.max(counts[10]!, 1)
  return DELIMITERS.filter(delimiter => counts[delimiter.charCodeAt(0)]! * 2 >= lines)
}

function rank(fit: ColumnFit): number {
  return fit.stable * fit.cellShare + Math.min(fit.columns, 10) / 100
}

function fitDelimiter(text: string, delimiter: ColumnFit['delimiter'], whole: boolean): ColumnFit | null {
  const records = readRecords(text, delimiter, whole)
  if (records.length === 0) return null
  const counts = new Map<number, number>()
  for (const record of records) counts.set(record.length, (counts.get(record.length) ?? 0) + 1)
  const [columns, agreeing] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))
  if (columns - hollow(records) < 2) return null
  let fields = 0
  let cells = 0
  let numeric = 0
  let quoted = false
  for (const record of records) {
    for (const field of record) {
      fields++
      if (field.startsWith('"') && field.length > 1 && field.endsWith('"')) quoted = true
      if (NUMERIC.test(field)) numeric++
      if (isCell(field)) cells++
    }
  }
  return {
    delimiter,
    columns,
    records: records.length,
    stable: agreeing / records.length,
    cellShare: cells / fields,
    numericShare: numeric / fields,
    quoted,
    header: isHeader(records[0]!),
  }
}

/** Outer columns that are always empty: the semicolons that end statements and the tabs that indent them make such. */
function hollow(records: readonly (readonly string[])[]): number {
  const most = records.length * 0.7
  const first = records.filter(record => record[0]!.trim() === '').length
  const last = records.filter(record => record.at(-1)!.trim() === '').length
  return (first > most ? 1 : 0) + (last > most ? 1 : 0)
}

const NUMERIC = /^\s*["']?[-+]?[$€£]?(?:\d[\d.,:/\-TZ]*|\.\d+)(?:[eE][-+]?\d+)?\s*(?:(?:%["']?|["'])\s*)?$/

function isCell(field: string): boolean {
  const trimmed = field.trim()
  if (trimmed === '' || trimmed.startsWith('"')) return true
  if (NUMERIC.test(trimmed)) return true
  // A clause after a comma begins with a space; a cell seldom does.
  if (field.startsWith(' ') && /\s/.test(trimmed)) return false
  return trimmed.length <= 40 && !/[;{}()=<>]\s*$|^\s*(?:\/\/|\/\*|#)/.test(trimmed) && trimmed.split(' ').length <= 5
}

function isHeader(fields: readonly string[]): boolean {
  const names = fields.map(field => field.trim().replace(/^"|"$/g, ''))
  if (names.some(name => NUMERIC.test(name) || name.length > 60 || /[{}()<>=;]$/.test(name))) return false
  const named = names.filter(name => name !== '')
  return named.length >= names.length - 1 && new Set(named).size === named.length
}

/** Records by RFC 4180, a quote only counting at the start of a field. Blank lines and leading comments are left out. */
function readRecords(text: string, delimiter: string, whole: boolean): string[][] {
  const records: string[][] = []
  let fields: string[] = []
  let start = 0
  let at = 0
  const endField = (to: number) => fields.push(text.slice(start, to))
  const endRecord = (to: number) => {
    endField(to)
    const blank = fields.length === 1 && fields[0]!.trim() === ''
    const comment = records.length === 0 && fields[0]!.startsWith('#')
    if (!blank && !comment) records.push(fields)
    fields = []
  }
  while (at < text.length && records.length < MAX_RECORDS) {
    const char = text[at]!
    if (char === '"' && at === start) {
      const close = closingQuote(text, at)
      if (close > 0) {
        at = close
        continue
      }
    }
    if (char === delimiter) {
      endField(at)
      start = ++at
    } else if (char === '\n' || char === '\r') {
      endRecord(at)
      if (char === '\r' && text[at + 1] === '\n') at++
      start = ++at
    } else at++
  }
  // The last record counts if the file ends with it: a prefix may cut it in half.
  if (at >= text.length && start < text.length && whole) endRecord(text.length)
  return records
}

/** The position after the quoted part that opens at `from`; 0 if it never closes. */
function closingQuote(text: string, from: number): number {
  let at = from + 1
  for (;;) {
    at = text.indexOf('"', at)
    if (at < 0) return 0
    if (text[at + 1] !== '"') return at + 1
    at += 2
  }
}
