// The seeds' stage 2 taken at its word: first 50 lines, first match wins. The baseline that detection is compared with.

const ENTRY = /^\[?\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}\S*\]?\s+\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b/
const KEYWORD = /^(?:def |function |class |import |#include|package )/

/** @param {import('@shoal/base/model/content-type').Probe} probe */
export function seedTable({ text, lines }) {
  const head = lines.slice(0, 50).filter(line => line.trim() !== '')
  if (isTable(head)) return 'structured_data'
  if (head.length > 0 && head.filter(line => ENTRY.test(line)).length > head.length / 2) return 'log'
  if (/^\s*[[{]/.test(text) && parses(text)) return 'json'
  if (head.length > 0 && head.every(parses)) return 'jsonl'
  if (head.some(line => KEYWORD.test(line))) return 'source_code'
  if (head.some(line => /^#{1,6} /.test(line)) || /\w+ \w+ \w+ \w+[^\n]*\n\s*\n/.test(text)) return 'prose'
  return 'unknown'
}

function isTable(lines) {
  const mark = [',', '\t'].find(delimiter => lines[0]?.includes(delimiter))
  if (!mark || lines.length < 2 || lines[0].includes(`${mark} `)) return false
  const columns = lines[0].split(mark).length
  return lines.every(line => line.split(mark).length === columns)
}

function parses(text) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
