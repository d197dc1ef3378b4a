// What all source files say together: cycles of imports, shared blocks, definitions nobody uses, one answer for all.

import type { SurveyedFile, TypeSynthesis } from '@shoal/base/model/analyst'
import type { Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import type { Brief } from '@shoal/base/model/question'
import { formatCount, plural } from '@shoal/base/text/printable'
import { answersOf } from './answers.ts'
import { type FiledFigures, readFigures } from './figures.ts'
import { type Edge, type ImportGraph, importCycles, importGraph } from './import-graph.ts'
import { cycleFindings, hubFindings, sharedFindings, unusedFindings } from './joined-findings.ts'
import { joinFlows } from './joined-flows.ts'
import { complexTable, sizeTable } from './panels.ts'
import { unjudgedFiles } from './unjudged.ts'

const LISTED = 15

export function synthesise(files: readonly SurveyedFile[], brief: Brief): TypeSynthesis {
  const filed: FiledFigures[] = []
  for (const { path, figures } of files) {
    const read = readFigures(figures)
    if (read) filed.push({ path, figures: read })
  }
  const graph = importGraph(filed)
  const cycles = importCycles(graph)
  const { goals } = brief
  const flows = joinFlows(filed, graph, goals)
  const unjudged = unjudgedFiles(filed)
  return {
    summary: summaryOf(filed, cycles),
    metadata: metadataOf(filed, graph, cycles),
    panels: filed.length > 1 ? [complexTable(filed), sizeTable(filed), ...tiesTable(filed, graph)] : [],
    findings: [
      ...cycleFindings(filed, cycles, goals),
      ...hubFindings(filed, graph, goals),
      ...sharedFindings(filed, goals),
      ...unusedFindings(filed, goals),
      ...flows.findings,
    ],
    parts: flows.refuted,
    answers: answersOf(filed, brief),
    notes: goals.includes('security')
      ? unjudged.map(
          ({ what, files }) =>
            `no security rule knows ${what}: ${plural(files, 'file')} could not be looked at for such problems`,
        )
      : [],
    unjudged,
  }
}

function summaryOf(files: readonly FiledFigures[], cycles: readonly Edge[][]): string {
  const lines = total(files, figures => figures.code_lines)
  const functions = total(files, figures => figures.function_count)
  const complex = total(files, figures => figures.metrics.complex_functions)
  return [
    plural(files.length, 'source file'),
    `${lines.toLocaleString('en-US')} ${lines === 1 ? 'line' : 'lines'} of code`,
    plural(functions, 'function'),
    ...(complex > 0 ? [`${formatCount(complex)} of them with a complexity over 10`] : []),
    ...(cycles.length > 0 ? [plural(cycles.length, 'import cycle')] : []),
  ].join(', ')
}

function metadataOf(files: readonly FiledFigures[], { edges }: ImportGraph, cycles: readonly Edge[][]): Json {
  const languages = emptyRecord<{ files: number; code_lines: number }>()
  const dangers = emptyRecord<number>()
  for (const { figures } of files) {
    const name = figures.language ?? 'unknown'
    const language = lookup(languages, name) ?? { files: 0, code_lines: 0 }
    languages[name] = language
    language.files++
    language.code_lines += figures.code_lines
    for (const [rule, places] of Object.entries(figures.dangers)) dangers[rule] = (lookup(dangers, rule) ?? 0) + places
  }
  return {
    files: files.length,
    languages,
    lines: total(files, figures => figures.lines),
    code_lines: total(files, figures => figures.code_lines),
    comment_lines: total(files, figures => figures.comment_lines),
    functions: total(files, figures => figures.function_count),
    types: total(files, figures => figures.class_count),
    complex_functions: total(files, figures => figures.metrics.complex_functions),
    max_complexity: files.reduce((most, { figures }) => Math.max(most, figures.metrics.max_complexity), 0),
    todos: total(files, figures => figures.todos.length),
    imports_between_files: edges.length,
    import_cycles: cycles.map(cycle => cycle.map(({ from }) => files[from]!.path)),
    dangers,
  }
}

/** The files that most others import, and those that import most. */
function tiesTable(files: readonly FiledFigures[], { out }: ImportGraph): Panel[] {
  const incoming = files.map(() => 0)
  for (const edges of out) for (const { to } of edges) incoming[to]!++
  const rows = files
    .map(({ path }, i) => [path, incoming[i]!, out[i]!.length] as const)
    .filter(([, into, from]) => into + from > 0)
    .sort((a, b) => b[1] - a[1] || b[2] - a[2])
  if (rows.length === 0) return []
  return [
    {
      kind: 'table',
      title: 'Imports between files',
      columns: [{ label: 'File' }, { label: 'Imported by', align: 'right' }, { label: 'Imports', align: 'right' }],
      rows: rows.slice(0, LISTED),
      of: rows.length,
    },
  ]
}

function total(files: readonly FiledFigures[], value: (figures: FiledFigures['figures']) => number): number {
  return files.reduce((sum, { figures }) => sum + value(figures), 0)
}
