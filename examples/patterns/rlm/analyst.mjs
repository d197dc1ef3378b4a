// Reads one chunk and reports what looks wrong in it, by content type, each with the line that shows it. Leaf work: it reads what it is
// given and nothing else. shoal looks up every quote; what exact analysts found of the same files stands beside it.
import { work } from '../assignment.mjs'

const MOST_FINDINGS = 10

const readers = {
  log: readLog,
  jsonl: readJsonLines,
  structured_data: readTable,
}

await work(({ input }) => {
  const files = [...new Set(input.pieces.map(({ file_path }) => file_path))]
  const reports = files.map(file_path => {
    const pieces = input.pieces.filter(piece => piece.file_path === file_path)
    const read = readers[pieces[0].content_type] ?? readAnything
    const lines = pieces.flatMap(({ text }) => text.split('\n').map(numbered))
    const findings = read(lines).slice(0, MOST_FINDINGS)
    return { file_path, chunk_id: pieces[0].chunk_id, relevant: findings.length > 0, findings, missing: [] }
  })
  return { reports }
})

/** `  17| text`: the number and the bar are no part of the content. */
function numbered(line) {
  const [, number = '0', text = line] = /^\s*(\d+)\| ?(.*)$/.exec(line) ?? []
  return { number: Number(number), text }
}

function finding({ number, text }, summary, severity = 'medium') {
  const evidence = text.trim().slice(0, 200)
  return { type: 'pattern', nature: 'problem', summary, evidence, line: number, severity, confidence: 'high' }
}

/** Errors of the same wording are one finding: numbers do not count. */
function readLog(lines) {
  const seen = new Map()
  for (const line of lines) {
    const [, level, message] = /\b(ERROR|WARN|FATAL)\S*\s+(.*)$/.exec(line.text) ?? []
    const kind = message?.replace(/\d+/g, '#')
    if (level && !seen.has(kind)) seen.set(kind, finding(line, `${level}: ${words(message)}`, level === 'WARN' ? 'low' : 'high'))
  }
  return [...seen.values()]
}

function readJsonLines(lines) {
  return lines.flatMap(line => {
    if (line.text.trim() === '') return []
    try {
      const { level, event } = JSON.parse(line.text)
      return level === 'error' ? [finding(line, `An event ${event} is logged as an error`)] : []
    } catch {
      return line.text.startsWith('{') ? [finding(line, 'A line starts as JSON and is none')] : []
    }
  })
}

function readTable(lines) {
  return lines.filter(({ text }) => /,-\d/.test(text)).map(line => finding(line, 'A row has a negative value'))
}

function readAnything(lines) {
  return lines.filter(({ text }) => /\b(TODO|FIXME)\b/.test(text)).map(line => finding(line, 'A TODO is left', 'low'))
}

/** A summary has no figure of its own. */
function words(message) {
  return message.replace(/\S*\d\S*/g, '').replace(/\s+/g, ' ').trim().slice(0, 120)
}
