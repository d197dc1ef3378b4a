// Findings about lines of no known format: what looks broken, what repeats, and what they may be after all.

import type { FindingDraft } from '@shoal/base/model/finding'
import { largest } from '@shoal/base/model/lists'
import { lookup } from '@shoal/base/model/lookup'
import { formatCount, plural } from '@shoal/base/text/printable'
import type { LineTally } from './line-facts.ts'
import { mostFrequent } from './sampled-counts.ts'

const NAMES: Readonly<Record<string, string>> = { ',': 'commas', '\t': 'tabs', ';': 'semicolons', '|': 'bars' }
/** Keys and other encoded bytes say nothing when they are quoted, and may be secret. */
const ENCODED = /^[A-Za-z\d+/=_-]{32,}$/
const MANY_ENDS = 0.02

export function oddFindings(tally: LineTally): FindingDraft[] {
  return [...encodingFindings(tally), ...lineEndFindings(tally), ...repetitionFindings(tally), ...tableHint(tally)]
}

function encodingFindings({ controls, undecodable, characters }: LineTally): FindingDraft[] {
  const findings: FindingDraft[] = []
  if (undecodable && undecodable.quote.trim() !== '')
    findings.push({
      ...base('unknown.undecodable', 'encoding', undecodable.line, undecodable.quote),
      summary: `${plural(undecodable.count, 'character')} could not be decoded, the first on line ${formatCount(undecodable.line)}: the file mixes encodings or is damaged`,
      severity: 'medium',
      nature: 'problem',
      advice: 'Write the whole file in one encoding, such as UTF-8',
      count: undecodable.count,
      topics: ['encoding'],
    })
  if (controls && controls.quote.trim() !== '')
    findings.push({
      ...base('unknown.control-characters', 'encoding', controls.line, controls.quote),
      summary: `${plural(controls.count, 'control character')} among ${formatCount(characters)}, the first on line ${formatCount(controls.line)}`,
      severity: 'low',
      nature: 'problem',
      advice: 'Remove the control characters, or find out what wrote them',
      count: controls.count,
      topics: ['encoding', 'control characters'],
    })
  return findings
}

/** A handful of other line ends in a large file is an accident; half and half is, too. */
function lineEndFindings({ ends, longest }: LineTally): FindingDraft[] {
  const place = longest.find(({ quote }) => !ENCODED.test(quote))
  if (ends.lf === 0 || ends.crlf === 0 || !place) return []
  const fewer = Math.min(ends.lf, ends.crlf)
  return [
    {
      ...base('unknown.mixed-line-ends', 'format', place.line, place.quote),
      summary: `Lines end in two ways: ${formatCount(ends.lf)} with LF, ${formatCount(ends.crlf)} with CRLF`,
      severity: 'low',
      confidence: fewer / (ends.lf + ends.crlf) > MANY_ENDS ? 'high' : 'medium',
      nature: 'problem',
      advice: 'Write all lines with the same line end',
      count: fewer,
      topics: ['line endings'],
    },
  ]
}

function repetitionFindings({ repeated, lines }: LineTally): FindingDraft[] {
  const top = mostFrequent(repeated, 5).filter(
    ({ text, count }) => count >= Math.max(10, lines * 0.05) && !ENCODED.test(text) && /[\p{L}\d]/u.test(text),
  )
  const most = top[0]
  if (!most) return []
  return [
    {
      ...base(`unknown.repeated:${most.text}`, 'frequency', most.line, most.text),
      summary: `One line is there ${formatCount(most.count)} times, ${percent(most.count, lines)} of all: ${most.text.slice(0, 80)}`,
      severity: 'low',
      nature: 'fact',
      count: most.count,
      distribution: top.map(({ text, count }) => ({ value: text, count })),
      totalRows: lines,
      topics: ['repeated', 'duplicates'],
      weight: 0.3,
    },
  ]
}

/** Most lines with the same number of delimiters: a table that nobody recognised. */
function tableHint({ delimiters, lines, blank, longest }: LineTally): FindingDraft[] {
  const filled = lines - blank
  const place = longest.find(({ quote }) => !ENCODED.test(quote))
  if (filled < 5 || !place) return []
  const best = Object.entries(delimiters)
    .map(([mark, counts]) => {
      const columns = counts.indexOf(largest(counts.slice(1)), 1)
      return { mark, columns, share: counts[columns]! / filled }
    })
    .sort((a, b) => b.share - a.share)[0]!
  if (best.share < 0.9) return []
  return [
    {
      ...base('unknown.table-hint', 'pattern', place.line, place.quote),
      summary: `${percent(best.share * filled, filled)} of the lines hold ${formatCount(best.columns)} ${lookup(NAMES, best.mark)}: this may be a table of ${best.columns + 1} columns`,
      severity: 'low',
      nature: 'fact',
      topics: ['table', 'delimiter'],
      weight: 0.4,
    },
  ]
}

function base(
  key: string,
  type: string,
  line: number,
  evidence: string,
): Pick<FindingDraft, 'key' | 'type' | 'line' | 'evidence' | 'confidence'> {
  return { key: key.slice(0, 200), type, line, evidence: evidence.slice(0, 200), confidence: 'high' }
}

function percent(part: number, whole: number): string {
  return `${Math.round((part / Math.max(1, whole)) * 1000) / 10} %`
}
