// Functions and classes that have grown too large to be understood at once.
import type { Rule, Severity } from '@shoal/base/model/finding'
import type { Definition } from '../../../../text/code/symbols/code-index.ts'
import { type CodeReading, scopeName } from '../reading.ts'
import type { Smell } from '../smell.ts'

const COMPLEX: Rule = {
  id: 'code.complex-function',
  concern: 'quality',
  title: 'A function too complex to be understood at once',
  explanation:
    'Complexity counts the paths through a function: over 10 tests start to miss some, over 20 nobody holds them all in mind. Split it where its parts have names of their own; return early instead of nesting.',
  cwe: 'CWE-1121',
}
const LARGE_TYPE: Rule = {
  id: 'code.large-class',
  concern: 'quality',
  title: 'A class that does too much',
  explanation:
    'So many members rarely serve one purpose; every change touches the same file. Move what belongs together into classes of its own.',
  cwe: 'CWE-1093',
}

/** Low over the first value, medium over the second, which the third is a part of: size alone is never grave. */
export const LIMITS = {
  complexity: [10, 20, 50],
  lines: [80],
  parameters: [7],
  nesting: [4, 6],
} as const
const NOTED = 15
const TYPE_METHODS = [25, 50] as const
const TYPE_LINES = [600, 1500] as const
const SEVERITIES: readonly Severity[] = ['low', 'medium', 'medium']
/** A list of cases or of checks one below the other is long, not tangled. */
const FLAT = { nesting: 2, complexity: 30 }

export function* sizeSmells(reading: CodeReading): Generator<Smell> {
  const { definitions } = reading.index
  const inner = innerLines(definitions)
  const methods = new Map<number, number>()
  for (const { isFunction, parent } of definitions)
    if (isFunction && parent >= 0) methods.set(parent, (methods.get(parent) ?? 0) + 1)
  for (const [i, definition] of definitions.entries()) {
    if (definition.isFunction) yield* functionSmell(reading, definition, inner[i]!)
    else yield* typeSmell(definition, methods.get(i) ?? 0)
  }
}

/** Lines of functions that stand inside another, which are told on their own. */
function innerLines(definitions: readonly Definition[]): number[] {
  const lines = definitions.map(() => 0)
  for (const { parent, isFunction, line, endLine } of definitions)
    if (parent >= 0 && isFunction && definitions[parent]!.isFunction) lines[parent]! += endLine - line + 1
  return lines
}

function* functionSmell(reading: CodeReading, definition: Definition, inner: number): Generator<Smell> {
  const { complexity, nesting, parameters, line, endLine } = definition
  const all = endLine - line + 1
  const lines = Math.max(0, all - inner)
  const isBlock = definition.nameNode < 0
  const measures = { complexity, nesting, ...(isBlock || reading.isTest ? {} : { lines, parameters }) }
  let worst = -1
  const said: string[] = []
  for (const [what, value] of Object.entries(measures)) {
    const level = LIMITS[what as keyof typeof LIMITS].filter(limit => value > limit).length - 1
    if (level >= 0) worst = Math.max(worst, isTangled(definition) ? level : 0)
    if (level < 0 || (reading.isTest && level === 0)) continue
    said.push(PHRASES[what as keyof typeof LIMITS](value))
  }
  if (worst < 0) return
  yield {
    type: 'complexity',
    rule: COMPLEX,
    node: definition.head,
    summary: `\`${definition.path}\` ${said.join(', ')}.`,
    severity: SEVERITIES[worst]!,
    confidence: 'high',
    // Up to here a function may well be as simple as its task.
    nature: worst === 0 && said.length === 1 && complexity <= NOTED ? 'fact' : 'problem',
    topics: ['complexity', definition.path, definition.name],
    endLine,
    stats: { complexity, nesting, parameters, lines: all },
    goals: ['architecture', ...(complexity > 10 ? (['performance'] as const) : [])],
    subject: definition.path,
    scope: scopeName(definition),
  }
}

function isTangled({ complexity, cases, nesting }: Definition): boolean {
  const decisions = complexity - cases
  return (
    decisions > FLAT.complexity ||
    (decisions > LIMITS.complexity[nesting > LIMITS.nesting[1] ? 0 : 1] && nesting > FLAT.nesting)
  )
}

const PHRASES: Readonly<Record<keyof typeof LIMITS, (value: number) => string>> = {
  complexity: value => `has a cyclomatic complexity of ${value}`,
  lines: value => `is ${value} lines long`,
  parameters: value => `takes ${value} parameters`,
  nesting: value => `nests ${value} levels deep`,
}

function* typeSmell(definition: Definition, methods: number): Generator<Smell> {
  const lines = definition.endLine - definition.line + 1
  if (!/^(?:class|struct|object|trait|implementation)$/.test(definition.kind)) return
  // Fifty methods of one line each are a facade.
  const isLarge = (limit: 0 | 1) =>
    (methods > TYPE_METHODS[limit] && lines > limit * TYPE_LINES[0]) || (methods > 10 && lines > TYPE_LINES[limit])
  if (!isLarge(0)) return
  yield {
    type: 'complexity',
    rule: LARGE_TYPE,
    node: definition.head,
    summary: `The ${definition.kind} \`${definition.path}\` has ${methods} methods on ${lines} lines.`,
    severity: isLarge(1) ? 'medium' : 'low',
    confidence: 'high',
    topics: ['god class', definition.name],
    endLine: definition.endLine,
    stats: { methods, lines },
    goals: ['architecture'],
    subject: definition.path,
    scope: scopeName(definition),
  }
}
