// Reads one chunk and counts what looks wrong in it, by content type. Leaf work: it reads its text and nothing else.
import { basename } from 'node:path'
import { work } from '../assignment.mjs'

const EXAMPLES = 3

const readers = {
  log: readLog,
  jsonl: readJsonLines,
  structured_data: readTable,
}

await work(({ input }) => {
  const found = collector()
  const read = readers[input.content_type] ?? readAnything
  let count = 0
  for (const { lines, borrowed } of documents(input)) {
    read(lines.slice(borrowed), found, lines[0])
    count += lines.length - borrowed
  }
  const findings = found.list()
  const total = findings.reduce((sum, finding) => sum + finding.count, 0)
  const { chunk, texts } = input
  const what = chunk ? `${basename(chunk.path)}, chunk ${chunk.index} of ${chunk.of}` : `${texts.length} small files`
  return { summary: `${what}: ${total} findings`, content_type: input.content_type, lines: count, findings }
})

/** A task is about one chunk, with its `text`, or about small files that are read whole, with their `texts`. */
function documents({ chunk, text, texts }) {
  if (!chunk) return texts.map(file => ({ lines: linesOf(file.text), borrowed: 0 }))
  const lines = linesOf(text)
  // What a chunk owns comes last; what is before it is borrowed from elsewhere, and counted there.
  return [{ lines, borrowed: Math.max(0, lines.length - (chunk.end_line - chunk.start_line + 1)) }]
}

function linesOf(text) {
  return text.replace(/\r?\n$/, '').split(/\r?\n/)
}

/** What was found, counted by kind, with a few quotes of each. */
function collector() {
  const kinds = new Map()
  return {
    add(kind, quote) {
      const { count, examples } = kinds.get(kind) ?? { count: 0, examples: [] }
      kinds.set(kind, { count: count + 1, examples: [...examples, quote.slice(0, 200)].slice(0, EXAMPLES) })
    },
    list: () => [...kinds].map(([kind, { count, examples }]) => ({ kind, count, examples })),
  }
}

/** Errors of the same wording are one kind: numbers and names of workers do not count. */
function readLog(lines, found) {
  for (const line of lines) {
    const [, level, message] = /\b(ERROR|WARN|FATAL)\S*\s+(.*)$/.exec(line) ?? []
    if (level) found.add(`${level}: ${message.replace(/^\[[^\]]*\] */, '').replace(/\d+/g, '#')}`, line)
  }
}

function readJsonLines(lines, found) {
  for (const line of lines) {
    if (line.trim() === '') continue
    try {
      const { level, event } = JSON.parse(line)
      if (level === 'error' || level === 'warn') found.add(`${level}: ${event}`, line)
    } catch {
      found.add('a line that is not JSON', line)
    }
  }
}

/** The first line of every chunk is the header, its own or borrowed. */
function readTable(lines, found, header) {
  const names = fields(header)
  for (const row of records(lines)) {
    if (row === header) continue
    const values = fields(row)
    if (values.length !== names.length) {
      found.add(`a row of ${values.length} fields, not ${names.length}`, row)
      continue
    }
    for (const [index, name] of names.entries()) {
      if (values[index] === '' && name !== 'note') found.add(`no ${name}`, row)
      if (Number(values[index]) < 0) found.add(`a negative ${name}`, row)
    }
  }
}

/** A quote that is open at the end of a line is closed on a later one: together they are one row. */
function records(lines) {
  const rows = []
  let open = null
  for (const line of lines) {
    const row = open === null ? line : `${open}\n${line}`
    open = row.split('"').length % 2 === 0 ? row : null
    if (open === null) rows.push(row)
  }
  return open === null ? rows : [...rows, open]
}

/** A comma inside quotes is no separator: an odd number of quotes is behind it. */
function fields(row) {
  return row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
}

function readAnything(lines, found) {
  for (const line of lines) if (/\b(TODO|FIXME)\b/.test(line)) found.add('something left to do', line)
}
