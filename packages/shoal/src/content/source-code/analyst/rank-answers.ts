// What stands out: the most complex, longest or deepest functions, the largest files, ranked by the very figure asked for.
import type { Answer } from '@shoal/base/model/analyst'
import type { Question } from '@shoal/base/model/question'
import type { CodeFigures, FiledFigures, FunctionFigure } from './figures.ts'
import { complexTable, functionTable, rankedFunctions } from './panels.ts'

const MOST_TOLD = 3
const MOST_EVIDENCE = 5
const MOST_ROWS = 15

interface FunctionMeasure {
  readonly asked: RegExp
  /** `The longest` of so many functions. */
  readonly title: string
  readonly of: (one: FunctionFigure) => number
  readonly unit: readonly [one: string, many: string]
}

const FUNCTION = '(?:functions?|methods?|procedures?|routines?)'

const FUNCTION_MEASURES: readonly FunctionMeasure[] = [
  {
    asked: /\b(?:most|many|highest number of) (?:parameters?|params|arguments?|args)\b/i,
    title: 'Functions with most parameters',
    of: ({ params }) => params,
    unit: ['parameter', 'parameters'],
  },
  {
    asked: /\b(?:deep(?:est|ly)?|most)\b.{0,40}\bnest(?:ed|ing)?\b|\bnesting\b.{0,40}\b(?:deepest|worst|most)\b/i,
    title: 'Most deeply nested functions',
    of: ({ nesting }) => nesting,
    unit: ['level', 'levels'],
  },
  {
    asked: new RegExp(
      String.raw`\b(?:long(?:est)?|largest|biggest)\b.{0,40}\b${FUNCTION}\b|\b${FUNCTION}\b.{0,40}\b(?:longest|largest|biggest|most lines)\b`,
      'i',
    ),
    title: 'Longest functions',
    of: ({ lines }) => lines,
    unit: ['line', 'lines'],
  },
]

const COMPLEXITY =
  /\b(?:complex\w*|complicated|refactor\w*|maintain\w*|nest(?:ed|ing)|hard(?:est)? to (?:read|understand|test)|technical debt)\b/i

interface FileMeasure {
  readonly asked: RegExp
  readonly title: string
  readonly of: (figures: CodeFigures) => number
  readonly unit: readonly [one: string, many: string]
}

const FILE_MEASURES: readonly FileMeasure[] = [
  fileMeasure('functions', ['function', 'functions'], figures => figures.function_count),
  fileMeasure('classes|types', ['type', 'types'], figures => figures.class_count),
  fileMeasure('imports|dependencies', ['import', 'imports'], figures => figures.imports.length),
  fileMeasure('comments', ['comment line', 'comment lines'], figures => figures.comment_lines),
  {
    asked:
      /\b(?:longest|largest|biggest)\b.{0,40}\b(?:source )?(?:files?|modules?)\b|\b(?:files?|modules?)\b.{0,40}\b(?:longest|largest|biggest|most (?:lines|code))\b/i,
    title: 'Largest files',
    of: figures => figures.code_lines,
    unit: ['line of code', 'lines of code'],
  },
]

function fileMeasure(words: string, unit: FileMeasure['unit'], of: FileMeasure['of']): FileMeasure {
  return { asked: new RegExp(String.raw`\bmost (?:${words})\b`, 'i'), title: `Files with most ${unit[1]}`, of, unit }
}

/** The figure that the question names; complexity where it only asks for what is hard to keep. */
export function rankAnswer(files: readonly FiledFigures[], { text }: Question): Answer | null {
  const asked = text ?? ''
  const ofFunctions = FUNCTION_MEASURES.find(measure => measure.asked.test(asked))
  if (ofFunctions && !/\bcomplex/i.test(asked)) return functionAnswer(files, ofFunctions)
  const ofFiles = FILE_MEASURES.find(measure => measure.asked.test(asked))
  if (ofFiles) return fileAnswer(files, ofFiles)
  return COMPLEXITY.test(asked) ? complexityAnswer(files) : null
}

function complexityAnswer(files: readonly FiledFigures[]): Answer | null {
  const functions = rankedFunctions(files, ({ complexity }) => complexity)
  if (functions.length === 0) return null
  const over = files.reduce((sum, { figures }) => sum + figures.metrics.complex_functions, 0)
  const top = functions.slice(0, MOST_TOLD).map(one => named(one, String(one.complexity)))
  return {
    text: `Of ${count(functionCount(files), ['function', 'functions'])}, ${over} ${over === 1 ? 'has' : 'have'} a cyclomatic complexity over 10. The most complex: ${top.join(', ')}.`,
    relevance: 0.92,
    evidence: evidenceOf(functions),
    panel: complexTable(files),
  }
}

function functionAnswer(files: readonly FiledFigures[], { title, of, unit }: FunctionMeasure): Answer | null {
  const functions = rankedFunctions(files, of)
  if (functions.length === 0) return null
  const top = functions.slice(0, MOST_TOLD).map(one => named(one, count(of(one), unit)))
  return {
    text: `${title}, of ${count(functionCount(files), ['function', 'functions'])}: ${top.join(', ')}.`,
    relevance: 0.94,
    evidence: evidenceOf(functions),
    panel: functionTable(files, title, of),
  }
}

function fileAnswer(files: readonly FiledFigures[], { title, of, unit }: FileMeasure): Answer {
  const ranked = [...files].sort((a, b) => of(b.figures) - of(a.figures) || (a.path < b.path ? -1 : 1))
  const top = ranked.slice(0, MOST_TOLD).map(({ path, figures }) => `${path} (${count(of(figures), unit)})`)
  return {
    text: `${title}, of ${count(files.length, ['source file', 'source files'])}: ${top.join(', ')}.`,
    relevance: 0.93,
    evidence: [],
    panel: {
      kind: 'bars',
      title,
      rows: ranked.slice(0, MOST_ROWS).map(({ path, figures }) => ({ label: path, value: of(figures) })),
      total: files.reduce((sum, { figures }) => sum + of(figures), 0),
    },
  }
}

function named({ name, scope, path, line }: FunctionFigure & { readonly path: string }, what: string): string {
  return `\`${scope ? `${scope}.` : ''}${name}\` (${what}, ${path}:${line})`
}

function evidenceOf(functions: readonly (FunctionFigure & { readonly path: string })[]): Answer['evidence'] {
  return functions.slice(0, MOST_EVIDENCE).map(({ path, line, signature }) => ({ path, line, quote: signature }))
}

function functionCount(files: readonly FiledFigures[]): number {
  return files.reduce((sum, { figures }) => sum + figures.function_count, 0)
}

function count(value: number, [one, many]: readonly [string, string]): string {
  return `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`
}
