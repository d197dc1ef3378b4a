// Defaults that documents state: in tables with a column for them, and behind a name that is set as code.
import type { FactRow } from '@shoal/base/model/relation'
import { type Passage, partsOf } from '../../../text/passages.ts'
import { settingRow } from '../../setting-row.ts'

/** `` `timeout` (default 30) ``, `` `retries` … defaults to `3` ``; no further name may stand between. */
const STATED =
  /`{1,2}(-{0,2}[A-Za-z_][\w.-]{0,79})`{1,2}[^`\n|]{0,160}?\bdefaults?(?: value)?(?:\s(?:is|to)|\s?[:=])?\s{1,3}[`"']{0,2}([\w./:%+-]{1,80})/gi
const DEFAULT_COLUMN = /^(?:defaults?|default value|standard|initial value)$/i
const NAME_COLUMN =
  /^(?:name|option|key|setting|variable|parameter|flag|property|field|argument|env(?:ironment)?(?: variable)?)s?$/i
/** `` Default: `true`. `` in the words that explain an option. */
const IN_CELL = /\bdefaults?(?: is| to|:) {1,3}`([^`\n]{1,80})`/i
const RULE = /^[\s|:+=-]+$/
/** Words behind `default` that are no value. */
const NO_VALUE = /^(?:is|to|of|the|a|an|for|in|and|or|value|values|when|if|it|by|this|that|behaviou?r|on|off)$/i
const NOTHING = /^(?:-|–|—|none|n\/a|required|)$/i

/** Reads the passages of a document in order: a long table comes in several, of which only the first has its head. */
export class StatedDefaults {
  private head: readonly string[] = []
  /** The line behind the last table. */
  private behind = 0

  read(passage: Passage): FactRow[] {
    if (passage.kind === 'table') return this.fromTable(passage)
    if (passage.kind === 'code' || !/default/i.test(passage.text)) return []
    const rows: FactRow[] = []
    for (const { 0: whole, 1: key, 2: said, index } of passage.text.matchAll(STATED)) {
      const value = said!.replace(/(?<![.:,])[.:,]+$/, '')
      if (value !== '' && !NO_VALUE.test(value)) rows.push(row(key!, value, passage, index + whole.indexOf(key!)))
    }
    return rows
  }

  private fromTable(passage: Passage): FactRow[] {
    const lines = partsOf(passage).map(({ start, end }) => ({ start, cells: cellsOf(passage.text.slice(start, end)) }))
    const goesOn = passage.line === this.behind
    if (!goesOn) this.head = lines[0]?.cells ?? []
    this.behind = passage.line + breaksBefore(passage, passage.text.length)
    const at = this.head.findIndex(cell => DEFAULT_COLUMN.test(cell))
    const name = Math.max(
      0,
      this.head.findIndex(cell => NAME_COLUMN.test(cell)),
    )
    return lines.slice(goesOn ? 0 : 1).flatMap(({ start, cells }) => {
      const key = bare(cells[name] ?? '')
      const value = at > 0 ? bare(cells[at] ?? '') : (cells.map(cell => IN_CELL.exec(cell)?.[1]).find(Boolean) ?? '')
      if (!/^[\w.@/-]{1,80}$/.test(key) || RULE.test(cells.join('')) || NOTHING.test(value)) return []
      return [row(key, value, passage, start)]
    })
  }
}

function breaksBefore({ text, eol }: Passage, offset: number): number {
  let breaks = 0
  for (let at = 0; at < offset; at++) if (text.charCodeAt(at) === eol) breaks++
  return breaks
}

function row(key: string, value: string, passage: Passage, offset: number): FactRow {
  const line = passage.line + breaksBefore(passage, offset)
  const name = key.replace(/^-+/, '')
  return settingRow({
    line,
    key: name,
    name: name.split('.').at(-1)!,
    value,
    quoted: true,
    kind: 'docs',
  })
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map(cell => cell.trim())
}

function bare(cell: string): string {
  return cell.replace(/^[`"'*_]{1,3}|[`"'*_]{1,3}$/g, '').trim()
}
