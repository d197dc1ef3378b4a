// Tables for people: the most complex functions and the largest files.
import type { Panel } from '@shoal/base/model/finding'
import type { FiledFigures, FunctionFigure } from './figures.ts'

const ROWS = 15

export function complexTable(files: readonly FiledFigures[]): Panel {
  return functionTable(files, 'Most complex functions', ({ complexity }) => complexity)
}

/** Functions with most of a measure, the more complex first where they have the same. */
export function functionTable(
  files: readonly FiledFigures[],
  title: string,
  measure: (one: FunctionFigure) => number,
): Panel {
  const functions = rankedFunctions(files, measure)
  const many = files.length > 1
  return {
    kind: 'table',
    title,
    columns: [
      { label: 'Function' },
      ...(many ? [{ label: 'File' }] : []),
      { label: 'Line', align: 'right' },
      { label: 'Complexity', align: 'right' },
      { label: 'Nesting', align: 'right' },
      { label: 'Lines', align: 'right' },
      { label: 'Parameters', align: 'right' },
    ],
    rows: functions
      .slice(0, ROWS)
      .map(({ name, scope, path, line, complexity, nesting, lines, params }) => [
        scope ? `${scope}.${name}` : name,
        ...(many ? [path] : []),
        line,
        complexity,
        nesting,
        lines,
        params,
      ]),
    of: files.reduce((sum, { figures }) => sum + figures.function_count, 0),
  }
}

export function rankedFunctions(
  files: readonly FiledFigures[],
  measure: (one: FunctionFigure) => number,
): (FunctionFigure & { readonly path: string })[] {
  return files
    .flatMap(({ path, figures }) => figures.functions.map(one => ({ ...one, path })))
    .sort((a, b) => measure(b) - measure(a) || b.complexity - a.complexity || b.lines - a.lines)
}

export function sizeTable(files: readonly FiledFigures[]): Panel {
  if (files.length === 1) {
    const { figures } = files[0]!
    return {
      kind: 'facts',
      title: 'Size',
      rows: [
        ['Lines', figures.lines],
        ['Code', figures.code_lines],
        ['Comments', figures.comment_lines],
        ['Blank', figures.blank_lines],
        ['Types', figures.class_count],
        ['Functions', figures.function_count],
        ['Imports', figures.imports.length],
      ],
    }
  }
  const largest = [...files].sort((a, b) => b.figures.code_lines - a.figures.code_lines)
  return {
    kind: 'table',
    title: 'Largest source files',
    columns: [
      { label: 'File' },
      { label: 'Language' },
      { label: 'Code', align: 'right' },
      { label: 'Functions', align: 'right' },
      { label: 'Max complexity', align: 'right' },
    ],
    rows: largest
      .slice(0, ROWS)
      .map(({ path, figures }) => [
        path,
        figures.language,
        figures.code_lines,
        figures.function_count,
        figures.metrics.max_complexity,
      ]),
    of: files.length,
  }
}
