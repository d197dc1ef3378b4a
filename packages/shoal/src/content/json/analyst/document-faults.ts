// Findings about a JSON document that does not obey the grammar, or that holds several.
import type { FindingDraft } from '@shoal/base/model/finding'
import type { DocumentTally } from '../../../text/json-census/document-reader.ts'
import { number, type Subject } from './subject.ts'

export function documentFindings(subject: Subject, { fault, documents }: DocumentTally): FindingDraft[] {
  const findings: FindingDraft[] = []
  if (fault) {
    const shown = quoteBefore(subject, fault.at, fault.line)
    if (shown)
      findings.push({
        type: 'pattern',
        key: fault.cutOff ? 'json.cut-off' : 'json.broken',
        summary: fault.cutOff
          ? `The document is cut off: ${fault.reason}, at ${fault.path} on line ${number(fault.line)}; what stands before was counted`
          : `The document is not JSON from line ${number(fault.line)} on: ${fault.reason}, at ${fault.path}; what stands before was counted, what follows was not`,
        severity: 'high',
        confidence: 'high',
        nature: 'problem',
        advice: fault.cutOff ? 'Fetch or write the file again: its end is missing' : 'Correct the syntax at this place',
        ...shown,
        jsonPath: fault.path.slice(0, 200),
        topics: ['syntax', 'invalid', 'error'],
        weight: 0.9,
      })
  }
  const root = subject.fields[0]
  if (documents > 1 && root) {
    const second = root.slot.places
      .flatMap((places): [number, number][] => pairs(places))
      .sort((a, b) => a[0] - b[0])[1]
    const { line, at, quote } = subject.quoter.quoteLine(second ? { at: second[0], line: second[1] } : root)
    findings.push({
      type: 'pattern',
      key: 'json.several-documents',
      summary: `The file holds ${number(documents)} JSON values one after the other; as one document it is not valid`,
      severity: 'medium',
      confidence: 'high',
      nature: 'problem',
      advice: 'Put the values into one array, or keep the file as JSON lines',
      line,
      evidence: quote,
      at,
      topics: ['syntax', 'invalid'],
      weight: 0.6,
    })
  }
  return findings
}

/** The text at a place, or where nothing stands there the last that stands before it. */
function quoteBefore({ source }: Subject, at: number, line: number): { line: number; evidence: string } | null {
  const here = source
    .text(at, Math.min(source.size, at + 120))
    .split(/[\r\n]/, 1)[0]!
    .trim()
  if (here !== '' && !here.includes('\ufffd')) return { line, evidence: here }
  const eol = String.fromCharCode(source.eol)
  const before = source.text(Math.max(0, at - 2000), at)
  const rows = before.split(eol)
  for (let k = rows.length - 1; k >= 0; k--) {
    const text = rows[k]!.trim()
      .slice(-120)
      .replace(/^[\udc00-\udfff]/, '')
      .trim()
    if (text !== '' && !(k === 0 && text.includes('\ufffd')))
      return { line: line - (rows.length - 1 - k), evidence: text }
  }
  return null
}

function pairs(places: readonly number[]): [number, number][] {
  const out: [number, number][] = []
  for (let k = 0; k + 1 < places.length; k += 2) out.push([places[k]!, places[k + 1]!])
  return out
}
