// Two versions side by side as text: the figures first, then every difference with its places, fitted to a terminal.

import type { ComparedUnits, DiffCell, Difference, DiffReport, FileDiff } from '@shoal/base/model/diff'
import type { Json } from '@shoal/base/model/json'
import { formatCount, plural, printable } from '@shoal/base/text/printable'
import type { FaceOptions } from '../config/options.ts'
import type { Io } from './io.ts'
import { cut, Sheet } from './team/sheet.ts'

const WIDEST = 80
const MOST_CELLS = 12
const MOST_FILES = 200
const SIGNS = { added: '+', removed: '-', changed: '~' } as const

export function diffText(io: Io, face: FaceOptions, report: DiffReport): string {
  const sheet = new Sheet(io, face)
  const width = io.isTTY && face.output.length === 0 ? Math.max(40, io.columns) : WIDEST
  const { fileDiffs, differences, differenceCount, truncated } = report
  const isDirectory = fileDiffs.length !== 1 || fileDiffs[0]!.after !== report.after
  if (report.identical) sheet.line('no difference: every byte is the same')
  else if (isDirectory) filesOf(sheet, report)
  else {
    if (fileDiffs[0]!.compared.length === 0) sheet.line('the files differ')
    fileLines(sheet, fileDiffs[0]!, '')
  }
  for (const difference of differences) {
    sheet.line()
    differenceLines(sheet, difference, width)
  }
  if (truncated || face.offset > 0) {
    const [first, last] = [face.offset + 1, face.offset + differences.length]
    const which =
      differences.length === 0
        ? `no difference behind ${formatCount(face.offset)}`
        : `differences ${formatCount(first)}–${formatCount(last)}`
    const next = truncated ? `; --offset ${last} shows the next` : ''
    sheet.line()
    sheet.line(sheet.style.dim(`${which} of ${formatCount(differenceCount)}${next}`))
  }
  return sheet.text()
}

/** `2 files changed, 1 added, 1 removed, 1 renamed; 40 the same`. */
function filesOf(sheet: Sheet, { files, fileDiffs }: DiffReport): void {
  const { same, changed, added, removed, renamed } = files
  const said = counted('file', { changed, added, removed, renamed })
  sheet.line(`${said || 'no file differs'}; ${formatCount(same)} the same`)
  sheet.line()
  for (const file of fileDiffs.slice(0, MOST_FILES)) {
    const { status, before, after } = file
    if (status === 'changed') fileLines(sheet, file, '  ')
    else {
      const sign = status === 'added' ? '+' : status === 'removed' ? '-' : '>'
      const name = printable((after ?? before)!)
      sheet.line(`${sign} ${name}${status === 'renamed' ? `, before ${printable(before!)}` : ''}`)
    }
  }
  if (fileDiffs.length > MOST_FILES)
    sheet.line(sheet.style.dim(`… ${formatCount(fileDiffs.length - MOST_FILES)} more; --json has all`))
}

function fileLines(sheet: Sheet, { after, compared, notes }: FileDiff, indent: string): void {
  const said = compared.map(unitsText).filter(text => text !== '')
  if (indent !== '') sheet.line(`~ ${printable(after!)}${compared.length === 0 ? ': bytes differ' : ''}`)
  if (said.length > 0) for (const text of said) sheet.line(`${indent}${text}`)
  else if (compared.length > 0) sheet.line(`${indent}no difference in ${sameText(compared)}: only the form differs`)
  for (const { columns, table } of compared) {
    const changes = [
      ...(columns?.added ?? []).map(name => `+ ${printable(name)}`),
      ...(columns?.removed ?? []).map(name => `- ${printable(name)}`),
      ...(columns?.renamed ?? []).map(({ before, after }) => `${printable(before)} → ${printable(after)}`),
    ]
    if (changes.length > 0) sheet.line(`${indent}columns${tableOf(table)}: ${changes.join(', ')}`)
  }
  for (const note of notes) sheet.line(sheet.style.dim(`${indent}note  ${printable(note)}`))
}

/** `3 rows added, 1 removed, 2 changed of 1,000; key: id`. */
function unitsText({ unit, table, key, added, removed, changed, before }: ComparedUnits): string {
  const said = counted(unit, { added, removed, changed })
  if (said === '') return ''
  const by = unit !== 'row' ? '' : key ? `; key: ${key.map(printable).join(', ')}` : '; no key: whole rows compared'
  return `${said} of ${formatCount(before)}${tableOf(table)}${by}`
}

function tableOf(table: string | null): string {
  return table === null ? '' : ` in ${printable(table)}`
}

function counted(noun: string, counts: Readonly<Record<string, number>>): string {
  const there = Object.entries(counts).filter(([, count]) => count > 0)
  return there.map(([what, count], k) => `${k === 0 ? plural(count, noun) : formatCount(count)} ${what}`).join(', ')
}

function sameText(compared: readonly ComparedUnits[]): string {
  return compared.map(({ unit, after }) => plural(after, unit)).join(', ')
}

/** `~ id=17  feb.csv:18, before jan.csv:19`, and the cells below. */
function differenceLines(
  sheet: Sheet,
  { change, unit, table, key, cells, before, after }: Difference,
  width: number,
): void {
  const named = Object.entries(key).filter(([, value]) => value !== null)
  const isRow = unit === 'row'
  const known = named.map(([name, value]) => (isRow ? `${printable(name)}=${cellText(value)}` : cellText(value)))
  const at = (after ?? before)!
  const place = `${printable(at.path)}:${at.line}${before && after ? `, before ${printable(before.path)}:${before.line}` : ''}`
  const isLine = unit === 'line'
  const text = isLine ? cells.map(({ before, after }) => cellText(after ?? before)) : []
  const what = [...(isRow || isLine ? [] : [unit]), ...known, ...text].join(' ') || 'row'
  sheet.line(`${SIGNS[change]} ${sheet.style.bold(cut(`${what}${tableOf(table)}`, width - 2))}`)
  sheet.line(sheet.style.dim(`    ${place}`))
  if (isLine) return
  if (isRow && change !== 'changed') {
    rowLine(sheet, cells, width)
    return
  }
  for (const cell of cells.slice(0, MOST_CELLS)) cellLines(sheet, cell, { change, width })
  if (cells.length > MOST_CELLS) sheet.line(sheet.style.dim(`    … ${cells.length - MOST_CELLS} more; --json has all`))
}

/** The row as one line, what does not fit left out. */
function rowLine(sheet: Sheet, cells: readonly DiffCell[], width: number): void {
  const there = cells.map(cell => ({ ...cell, value: cell.after ?? cell.before })).filter(({ value }) => value !== null)
  const said = there.map(({ column, value }) => `${printable(column)}=${cellText(value)}`).join(', ')
  if (said !== '') sheet.line(cut(`    ${said}`, width))
}

/** Old and new on one line where both fit, else one below the other: neither is cut for the other's sake. */
function cellLines(
  sheet: Sheet,
  { column, before, after }: DiffCell,
  { change, width }: { readonly change: Difference['change']; readonly width: number },
): void {
  const name = printable(column)
  if (change !== 'changed') {
    const value = change === 'added' ? after : before
    if (value !== null) sheet.line(cut(`    ${name}  ${cellText(value)}`, width))
    return
  }
  const line = `    ${name}  ${cellText(before)} → ${cellText(after)}`
  if (line.length <= width) {
    sheet.line(line)
    return
  }
  sheet.line(`    ${name}`)
  sheet.line(cut(`      ${cellText(before)}`, width))
  sheet.line(cut(`    → ${cellText(after)}`, width))
}

function cellText(value: Json): string {
  if (value === null) return '(none)'
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value))
}
