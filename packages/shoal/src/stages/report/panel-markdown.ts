// Panels in Markdown: tables throughout, with the series as a line of block characters.

import type { Panel } from '@shoal/base/model/finding'
import { largest } from '@shoal/base/model/lists'
import { lookup } from '@shoal/base/model/lookup'
import { displayWidth, formatCount, printable, sharePercent } from '@shoal/base/text/printable'
import { isCodePanel, shown } from './panel-text.ts'
import { pad } from './screen.ts'

const MOST_ROWS = 25
const HEIGHTS = ['·', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

export function panelMarkdown(panel: Panel): string[] {
  return [`**${inline(panel.title)}**`, '', ...bodyOf(panel), '']
}

function bodyOf(panel: Panel): string[] {
  switch (panel.kind) {
    case 'facts':
      return table(
        ['', ''],
        panel.rows.map(([label, value]) => [label, shown(value)]),
      )
    case 'table':
      if (isCodePanel(panel)) return codeRows(panel)
      return table(
        panel.columns.map(({ label }) => label),
        panel.rows.map(row => row.map(shown)),
        { align: panel.columns.map(({ align }) => align ?? 'left'), of: panel.of ?? panel.rows.length },
      )
    case 'bars': {
      const { rows, total } = panel
      const share = (value: number) => (total ? sharePercent(value / total, ' ') : '')
      return table(
        ['value', 'count', ...(total ? ['share'] : [])],
        rows.map(({ label, value, note }) => [
          note === undefined ? label : `${label} (${note})`,
          shown(value),
          ...(total ? [share(value)] : []),
        ]),
        { align: ['left', 'right', 'right'] },
      )
    }
    case 'series': {
      const lines = panel.more && panel.more.length > 0 ? panel.more : [{ label: '', values: panel.values }]
      const drawn = lines.map(({ label, values }) => `${label === '' ? '' : `${label}: `}${spark(values)}`)
      return ['```text', ...drawn, `${panel.from} … ${panel.to}`, '```']
    }
  }
}

/** In a cell a bar would have to be escaped, and the code would no longer be what it is. */
function codeRows({ columns, rows, of = rows.length }: Extract<Panel, { kind: 'table' }>): string[] {
  const told = rows.slice(0, MOST_ROWS).flatMap(row => [
    ...row.flatMap((cell, at) => {
      const text = shown(cell)
      if (!columns[at]!.isCode) return [at === 0 ? `- ${inline(text)}` : `  ${inline(text)}`]
      return ['', '  ```sh', `  ${printable(text)}`, '  ```', '']
    }),
    '',
  ])
  const hidden = Math.max(of, rows.length) - Math.min(MOST_ROWS, rows.length)
  return hidden > 0 ? [...told, `${formatCount(hidden)} more.`] : told
}

function spark(values: readonly number[]): string {
  const highest = values.reduce((most, value) => Math.max(most, value), 0)
  return values
    .map(value => HEIGHTS[value <= 0 || highest === 0 ? 0 : Math.max(1, Math.round((value / highest) * 8))])
    .join('')
}

function table(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  { align = [], of = rows.length }: { readonly align?: readonly ('left' | 'right')[]; readonly of?: number } = {},
): string[] {
  const listed = rows.slice(0, MOST_ROWS)
  const hidden = of - listed.length
  return [...tableMarkdown(titles, listed, align), ...(hidden > 0 ? ['', `${formatCount(hidden)} more rows.`] : [])]
}

/** Wider tables are not aligned for who reads the source. */
const WIDEST = 100

export function tableMarkdown(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly ('left' | 'right')[],
): string[] {
  const cells = [titles, ...rows].map(row => row.map(cell))
  const widths = titles.map((_, at) =>
    largest(
      cells.map(row => displayWidth(row[at] ?? '')),
      3,
    ),
  )
  const isNarrow = widths.reduce((sum, width) => sum + width + 3, 1) <= WIDEST
  const line = (row: readonly string[]) =>
    `| ${row.map((text, at) => (isNarrow ? pad(text, widths[at]!, align[at]) : text)).join(' | ')} |`
  const rule = titles.map((_, at) => {
    const dashes = '-'.repeat(isNarrow ? widths[at]! + 1 : 3)
    return align[at] === 'right' ? `${dashes}:` : isNarrow ? `${dashes}-` : dashes
  })
  const [head, ...body] = cells
  return [line(head!), `|${rule.join('|')}|`, ...body.map(line)]
}

function cell(text: string): string {
  return inline(text).replaceAll('|', '\\|')
}

const MARKUP: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }

/** Content is data: nothing in it may become markup, a link or raw HTML, or reorder the text. */
export function inline(text: string): string {
  return printable(text.replace(/\s+/g, ' ')).replace(/[\\`*_[\]<>#!~&]/g, mark => lookup(MARKUP, mark) ?? `\\${mark}`)
}
