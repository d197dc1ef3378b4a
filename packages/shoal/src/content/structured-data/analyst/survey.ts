// Puts the survey of a table together: figures, findings, panels, anchors and answers.
import type { FileAbout, FileSurvey, ReadTask } from '@shoal/base/model/analyst'
import type { Anchor, Held } from '@shoal/base/model/anchor'
import type { FindingDraft } from '@shoal/base/model/finding'
import type { SourceText } from '@shoal/base/model/source'
import { heldOf } from '../../../text/held-values.ts'
import type { MergedTable } from '../../../text/table/merged-table.ts'
import { answersOf } from './answers.ts'
import { type Cells, readCells } from './cells.ts'
import { isNumeric } from './column-type.ts'
import { Drafts } from './draft.ts'
import { figuresOf } from './figures.ts'
import { arithmeticFindings } from './findings/arithmetic.ts'
import { categoryFindings } from './findings/categories.ts'
import { cellFindings } from './findings/cells.ts'
import { jumpFindings } from './findings/jumps.ts'
import { missingFindings } from './findings/missing.ts'
import { relationFindings } from './findings/relations.ts'
import { repeatFindings } from './findings/repeats.ts'
import { sentinelFindings } from './findings/sentinels.ts'
import { seriesFindings } from './findings/series.ts'
import { spreadFindings } from './findings/spread.ts'
import { suspectFindings } from './findings/suspects.ts'
import type { TableFrame } from './frame.ts'
import { lookAgain } from './look.ts'
import { panelsOf } from './panels.ts'
import { type ColumnProfile, profileOf, type TableProfile } from './profile.ts'
import { relationsOf } from './relations.ts'
import { tableSeries } from './series.ts'
import { about, count, counted } from './words.ts'

const MOST_FINDINGS = 5000
const MOST_ANCHORS = 500
const MOST_ERRORS = 50
const LONGEST_ANCHOR = 200

export async function surveyTable(
  frame: TableFrame,
  table: MergedTable,
  source: SourceText,
  { about, brief, signal }: ReadTask,
): Promise<FileSurvey> {
  const profile = profileOf(frame, table, source)
  const drafts = new Drafts(profile, source)
  const { checks, clean } = await lookAgain(profile, source, signal)
  const cells = await readCells(profile, source, signal)
  const relations = relationsOf(profile, clean)
  const series = cells && tableSeries(profile, cells.table)
  const found = [
    ...suspectFindings(profile, cells, drafts),
    ...cellFindings(profile, cells, drafts),
    ...repeatFindings(profile, cells, drafts),
    ...missingFindings(profile, cells, drafts),
    ...spreadFindings(profile, cells, drafts),
    ...sentinelFindings(profile, cells, drafts),
    ...jumpFindings(profile, clean, drafts),
    ...relationFindings(profile, relations, cells, drafts),
    ...arithmeticFindings(checks, drafts),
    ...categoryFindings(profile, drafts),
  ]
  const findings = [...found, ...seriesFindings(series, found, drafts)]
  const kept = bounded(findings, drafts).toSorted((a, b) => a.line - b.line)
  return {
    summary: summaryOf(profile),
    figures: figuresOf(profile, relations),
    panels: table.rows === 0 ? [] : panelsOf(profile),
    findings: kept,
    anchors: anchorsOf(profile, drafts),
    answers: answersOf({ profile, relations, question: brief.question, findings: kept, drafts }, about.path),
    topics: frame.names.slice(0, 10),
    notes: [
      ...notesOf(frame, table, cells, about),
      ...(series && series.left > 0
        ? [`${counted(series.left, 'series', 'series')} over time more than were judged`]
        : []),
      ...drafts.leftOut.notes,
    ],
  }
}

/** Rows are looked up one by one: in a large table the values stand without their lines. */
const FEW_ROWS = 5000

function columnHolds({ index, name, merged }: ColumnProfile, { table, textOf, finder }: TableProfile): Held | null {
  if (!merged.values || merged.longest > 200) return null
  const values = merged.values.map(value => ({
    text: textOf(value, index),
    count: value.count,
    line: () => finder.lineOf(value.first),
  }))
  return heldOf(name, values, table.rows <= FEW_ROWS)
}

/** Problems before facts, the graver first, where there are too many. */
function bounded(findings: readonly FindingDraft[], { leftOut }: Drafts): readonly FindingDraft[] {
  if (findings.length <= MOST_FINDINGS) return findings
  const rank = { high: 0, medium: 1, low: 2 }
  const weigh = (finding: FindingDraft) => (finding.nature === 'problem' ? 0 : 4) + rank[finding.severity]
  const ranked = findings.toSorted((a, b) => weigh(a) - weigh(b))
  return leftOut.first(ranked, MOST_FINDINGS, 'findings are listed')
}

function summaryOf({ table, columns, frame }: TableProfile): string {
  const gaps = columns.filter(({ missingCells }) => missingCells > 0).length
  const parts = [`${counted(table.rows, 'row')} × ${counted(frame.setup.expected, 'column')}`]
  if (gaps > 0 && table.rows > 0) parts.push(`${counted(gaps, 'column')} with missing values`)
  const surplus = table.rows - table.whole.distinct
  if (surplus > 0) parts.push(`${about(table.whole)}${counted(surplus, 'duplicate row')}`)
  if (table.ragged.count > 0) parts.push(`${counted(table.ragged.count, 'row')} of another length`)
  return parts.join('; ')
}

function notesOf(frame: TableFrame, table: MergedTable, cells: Cells | null, about: FileAbout): string[] {
  const notes = [...frame.notes]
  if (cells && !cells.table.whole)
    notes.push(
      `cells were held against each other in the first ${count(cells.table.rows)} of ${counted(table.rows, 'row')}`,
    )
  if (table.blank > 0)
    notes.push(`${counted(table.blank, 'blank line')} ${table.blank === 1 ? 'was' : 'were'} left out`)
  if (table.cut > 0) notes.push(`${counted(table.cut, 'record')} of more than 64 MB could not be read as one`)
  if (about.sizeBytes > 0 && table.rows === 0) notes.push('there is no row below the header')
  return notes
}

const ERROR_NAME =
  /(?:^|[_\s.-])(?:error|exception|err|failure|fault)(?:[_\s.-](?:message|msg|class|type|code|text|name))?$/i

function anchorsOf(profile: TableProfile, drafts: Drafts): Anchor[] {
  const { columns, textOf } = profile
  const anchors: Anchor[] = []
  for (const column of columns.slice(0, MOST_ANCHORS)) {
    const { index, name, type, merged } = column
    const place = drafts.ofColumn(index)
    // An id or a category may be a number or a text, which is what others can compare.
    const value = type === 'id' || type === 'category' ? `${type}|${isNumeric(merged) ? 'integer' : 'text'}` : type
    if (!place) continue
    const holds = columnHolds(column, profile)
    anchors.push({
      role: 'column',
      name,
      value,
      line: place.line,
      quote: place.quote.slice(0, LONGEST_ANCHOR),
      ...(holds && { holds }),
    })
  }
  for (const { index, name, merged, type } of columns) {
    if (!ERROR_NAME.test(name) || !merged.values || type === 'integer' || type === 'number' || type === 'boolean')
      continue
    for (const value of merged.values.slice(0, MOST_ERRORS)) {
      const place = drafts.ofRow(value.first, index)
      if (!place) continue
      const text = textOf(value, index)
      anchors.push({
        role: 'error-seen',
        name: text.slice(0, LONGEST_ANCHOR),
        value: String(value.count),
        line: place.line,
        quote: place.quote.slice(0, LONGEST_ANCHOR),
      })
    }
  }
  return anchors
}
