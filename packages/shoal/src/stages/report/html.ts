// `--format html`: a report as one file that needs nothing else. Whatever it holds was written by others: it is escaped
// in the words for readers without scripts, cannot end the data it stands in, and only the page's own script may run.

import { createHash } from 'node:crypto'
import { ShoalError } from '@shoal/base/model/errors'
import type { Finding } from '@shoal/base/model/finding'
import { lookup } from '@shoal/base/model/lookup'
import type { ReportPage } from '@shoal/base/model/report-page'
import { type AskedView, askedView } from '@shoal/base/report/asked-view'
import { placeName } from '@shoal/base/report/places'
import { gathered, jsonPieces } from '@shoal/base/text/json-pieces'
import { formatCount, printable } from '@shoal/base/text/printable'
import { GENERATOR } from '../../text/own-report.ts'

/** What the page runs and looks like. */
export interface PageBundle {
  readonly script: string
  readonly style: string
}

/** In pieces, so that no report is one string: of its data, none is much longer than `PIECE` and one value. */
export function* reportHtml(page: ReportPage, { script, style }: PageBundle): Generator<string> {
  checkInline(script, 'script')
  checkInline(style, 'style')
  const { query, run } = page.report
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${escaped(`${GENERATOR}${page.shoal}`)}">
<title>${escaped(query ?? run)}</title>
<style>`
  yield style
  yield '</style>\n</head>\n<body>\n<noscript>\n'
  yield* summary(page)
  yield '</noscript>\n<div id="page"></div>\n<script type="application/json" id="shoal-report">'
  for (const piece of gathered(jsonPieces(page))) yield inScript(piece)
  yield '</script>\n<script>'
  yield script
  yield '</script>\n</body>\n</html>\n'
}

/** Nothing is fetched, sent or framed, and of scripts and styles only those with these very bytes count. */
function policy(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    // Where browsers know it, no script of the page can turn text into markup, even by mistake.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

export function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`
}

/** A bundle that would end its element early, or be read as other bytes than were hashed, is no bundle. */
function checkInline(text: string, element: 'script' | 'style'): void {
  if (new RegExp(`</${element}|<!--|[\\r\\0]`, 'i').test(text))
    throw new ShoalError('internal', `the ${element} of the page cannot stand in a file`)
}

const CODES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** In JSON these stand in strings only. */
function inScript(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, character => lookup(CODES, character)!)
}

const LINE_END = /\r\n|\n|\r/
const HTML: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#39;' }

/** Reports may come from anywhere, so that what should be text may be none. */
export function escaped(text: unknown): string {
  return printable(String(text)).replace(/[<>&"']/g, character => lookup(HTML, character)!)
}

/** Findings told to readers without scripts. */
const MOST_TOLD = 50

function* summary({ report }: ReportPage): Generator<string> {
  const { query, run, answer, findings, recommendations, partial } = report
  yield `<main class="report card">\n<h1>${escaped(query ?? run)}</h1>\n`
  if (partial !== null) yield paragraphs(partial)
  const asked = askedView(report)
  if (asked) yield* askedHtml(asked)
  else if (answer !== null) yield paragraphs(answer)
  if (recommendations.length > 0) yield `<ul>\n${recommendations.map(item).join('')}</ul>\n`
  const told = findings.slice(0, MOST_TOLD)
  if (told.length > 0) {
    yield `<h2>Findings</h2>\n<ol>\n`
    for (const finding of told) yield findingItem(finding)
    yield '</ol>\n'
  }
  const more = findings.length - told.length
  yield `<p>${more > 0 ? `${formatCount(more)} more findings, the` : 'The'} charts and the lines around each quote need JavaScript, which is off.</p>\n</main>\n`
}

/** The figure, how the question was read, the rows and the SQL. */
function* askedHtml({ headline, readAs, doubts, table, sql, rest }: AskedView): Generator<string> {
  yield `<p><strong>${escaped(headline)}</strong></p>\n`
  if (readAs !== null) yield `<p>Read as: ${prose(readAs)}.</p>\n`
  if (doubts.length > 0) yield `<ul>\n${doubts.map(item).join('')}</ul>\n`
  if (table) {
    const { columns, rows, of } = table
    const row = (cells: readonly string[], cell: 'th' | 'td') =>
      `<tr>${cells.map(text => `<${cell}>${escaped(text)}</${cell}>`).join('')}</tr>\n`
    const placed = rows.some(({ place }) => place !== null)
    yield `<table class="table">\n${row([...columns.map(({ name }) => name), ...(placed ? ['place'] : [])], 'th')}`
    for (const { cells, place } of rows) yield row([...cells, ...(placed ? [place ? placeName(place) : ''] : [])], 'td')
    yield '</table>\n'
    if (of > rows.length)
      yield `<p>${formatCount(of - rows.length)} more rows: shoal sql with the SQL below shows them.</p>\n`
  }
  for (const one of sql) yield `<pre>${one.split(LINE_END).map(escaped).join('\n')}</pre>\n`
  if (rest !== '') yield paragraphs(rest)
}

/** Lines that begin with a dash are points of a list. */
function paragraphs(text: string): string {
  const told = text.split(LINE_END).filter(line => line.trim() !== '')
  const shown = told.map(line => (line.startsWith('- ') ? item(line.slice(2)) : `<p>${prose(line)}</p>\n`))
  return shown.join('').replace(/(?:<li>[^<]*<\/li>\n)+/g, '<ul>\n$&</ul>\n')
}

function item(text: string): string {
  return `<li>${prose(text)}</li>\n`
}

/** Backticks around a name or a command are for who reads Markdown. */
function prose(text: string): string {
  return escaped(text).replace(/`([^`]{1,200})`/g, '$1')
}

function findingItem({ severity, nature, summary, path, line, character, evidence }: Finding): string {
  const where = `${path}:${line}${character === undefined ? '' : `:${character}`}`
  return `<li><strong>${escaped(nature === 'problem' ? severity : 'fact')}</strong> ${escaped(summary)}<br>${escaped(where)}<pre>${evidence
    .split(LINE_END)
    .map(text => escaped(text))
    .join('\n')}</pre></li>\n`
}
