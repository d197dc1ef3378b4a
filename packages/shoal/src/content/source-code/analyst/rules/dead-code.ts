// Code that never runs or is never used, as far as one file can tell: imports, variables, functions that only this file
// can see, statements behind a jump.

import type { Rule } from '@shoal/base/model/finding'
import { firstFrom } from '@shoal/base/model/lists'
import { languageOf } from '../../../../text/code/languages/registry.ts'
import { bindingTarget, bindingValue } from '../../../../text/code/symbols/bindings.ts'
import type { Definition } from '../../../../text/code/symbols/code-index.ts'
import type { ImportedName } from '../../../../text/code/symbols/import.ts'
import { Kind } from '../../../../text/code/symbols/syntax-kinds.ts'
import { type CodeReading, scopeName } from '../reading.ts'
import type { Smell } from '../smell.ts'
import { isUnusedElsewhere } from '../unused.ts'

const UNREACHABLE: Rule = {
  id: 'code.unreachable',
  concern: 'quality',
  title: 'Statements that never run',
  explanation:
    'They stand behind a return, throw, break or continue in the same block. Remove them, or the jump before them.',
  cwe: 'CWE-561',
}
const UNUSED_IMPORT: Rule = {
  id: 'code.unused-import',
  concern: 'quality',
  title: 'Imports that nothing uses',
  explanation: 'They cost load time and suggest dependencies that are not there. Remove them.',
}
const UNUSED_VARIABLE: Rule = {
  id: 'code.unused-variable',
  concern: 'quality',
  title: 'A variable that is set and never read',
  explanation:
    'Its value was meant to be used and something is missing, or it serves nothing. Use it, or remove the line.',
  cwe: 'CWE-563',
}
const UNUSED_FUNCTION: Rule = {
  id: 'code.unused-function',
  concern: 'quality',
  title: 'A function that nothing calls',
  explanation:
    'Only this file can see it, and nothing in the file refers to it. Remove it, or call it where it was meant to be called.',
  cwe: 'CWE-561',
}

export function* deadSmells(reading: CodeReading): Generator<Smell> {
  yield* unreachable(reading)
  yield* unusedImports(reading)
  yield* unusedVariables(reading)
  yield* unusedFunctions(reading)
}

/** May stand behind a jump and mean something: hoisted, labelled, another branch of the preprocessor. */
const STAYS =
  /^(?:function_declaration|generator_function_declaration|class_declaration|local_function_statement|function_item|type_alias_declaration|interface_declaration|labeled_statement|named_label_statement|label_statement|label|preproc_\w+|case_statement|switch_case|break_statement|empty_statement|comment|line_comment|block_comment|rescue|ensure|else|when|attribute_item|use_declaration|macro_invocation|type_declaration|function_definition|text_interpolation|php_tag|elif_clause|else_clause)$/

function* unreachable(reading: CodeReading): Generator<Smell> {
  const { tree, index } = reading
  for (const jump of index.jumps) {
    const wrapped = tree.parents[jump]!
    const statement = tree.is(wrapped, Kind.wrapper) ? wrapped : jump
    if (!tree.is(tree.parents[statement]!, Kind.block) || !isWhole(reading, jump, statement)) continue
    // `#if … if (a) #else if (b) #endif return`: the jump belongs to the condition before it.
    if (isBehindPreprocessor(reading, statement)) continue
    let next = tree.next(statement)
    while (next >= 0 && (!tree.isNamed(next) || tree.is(next, Kind.comment))) next = tree.next(next)
    if (next < 0 || STAYS.test(tree.type(next)) || tree.isError(next) || isYield(reading, next)) continue
    // `exit -1;` is a call with its argument.
    if (tree.line(next) === tree.line(jump)) continue
    // `var x;` declares only; nothing is lost.
    if (/^(?:variable_declaration|declaration)$/.test(tree.type(next)) && !/=/.test(tree.textOf(next, 200))) continue
    // A second `;` is an empty statement.
    if (tree.textOf(next, 2) === ';') continue
    const word = /^\w+/.exec(tree.textOf(jump, 20))?.[0] ?? 'jump'
    yield {
      type: 'dead_code',
      rule: UNREACHABLE,
      node: next,
      summary: `Nothing runs from here to the end of the block: line ${tree.line(jump)} leaves it with \`${word}\`.`,
      severity: 'medium',
      confidence: 'high',
      topics: ['dead code', 'unreachable'],
      endLine: tree.endLine(tree.parents[statement]!),
      subject: `${reading.scopeOf(next)}:${tree.line(next)}`,
    }
  }
}

/** A jump that did not parse to its end, or one under a condition on the same line, says nothing. */
function isWhole({ tree }: CodeReading, jump: number, statement: number): boolean {
  return tree.ends[jump]! > tree.starts[jump]! && tree.starts[statement] === tree.starts[jump]
}

function isBehindPreprocessor({ tree }: CodeReading, statement: number): boolean {
  const start = tree.starts[statement]!
  return /#\s{0,9}endif\b[^\n]{0,80}\n\s*$/.test(tree.text.slice(Math.max(0, start - 200), start))
}

/** `yield` behind a return makes a function a generator. */
function isYield({ tree }: CodeReading, node: number): boolean {
  return /^yield\b/.test(tree.textOf(node, 8))
}

const LISTED = 8

function* unusedImports(reading: CodeReading): Generator<Smell> {
  const { tree, imports, path } = reading
  if (!languageOf(tree.language).checksImports || /(?:^|\/)__init__\.pyi?$|\.d\.ts$/.test(path)) return
  const unused: ImportedName[] = []
  for (const { names, node, specifier } of imports) {
    if (specifier === '__future__' || isKept(reading, node)) continue
    for (const imported of names) {
      if (imported.name === '*' || imported.name.startsWith('_') || isImplicit(tree.language, imported)) continue
      if (!isUsed(reading, imported, node)) unused.push(imported)
    }
  }
  if (unused.length === 0) return
  const told = unused.slice(0, LISTED).map(({ name, node }) => `${name} (line ${tree.line(node)})`)
  const more = unused.length > LISTED ? ` and ${unused.length - LISTED} more` : ''
  yield {
    type: 'dead_code',
    rule: UNUSED_IMPORT,
    node: unused[0]!.node,
    summary: `${unused.length === 1 ? 'An import is' : `${unused.length} imports are`} never used: ${told.join(', ')}${more}.`,
    severity: 'low',
    confidence: 'high',
    count: unused.length,
    others: unused.slice(1),
    stats: { names: unused.slice(0, 50).map(({ name }) => name) },
    topics: ['dead code', 'unused import', ...unused.slice(0, LISTED).map(({ name }) => name)],
    goals: ['architecture'],
    subject: 'imports',
    scope: 'module',
  }
}

/** In a try block, under a condition, or marked as meant. */
function isKept({ tree }: CodeReading, node: number): boolean {
  const parent = tree.parents[node]!
  const isNested = parent > 0 && tree.is(parent, Kind.block) && !/^(?:module|program)$/.test(tree.type(parent))
  return isNested || /noqa|type:\s*ignore|eslint-disable|@ts-|pylint|NOSONAR/.test(lineAround(tree, node))
}

function lineAround(tree: CodeReading['tree'], node: number): string {
  const row = tree.rowAt(Math.max(0, tree.ends[node]! - 1))
  return tree.text.slice(tree.lines[row]!, Math.min(tree.lines[row + 1] ?? tree.text.length, tree.lines[row]! + 500))
}

/** Used without being written: the factory of JSX, operators that the compiler looks up. */
function isImplicit(language: string, { name, original }: ImportedName): boolean {
  if (/^(?:React|h|jsx|Fragment|preact)$/.test(name)) return true
  return (
    languageOf(language).implicitImports?.test(name) ||
    (language === 'python' && original === name && name === 'annotations')
  )
}

function isUsed(reading: CodeReading, { name, node }: ImportedName, statement: number): boolean {
  const { tree, index } = reading
  const from = tree.starts[statement]!
  const to = tree.ends[statement]!
  if (tree.type(node) === 'aliased_import' && /^(\w+) as \1$/.test(tree.textOf(node, 200))) return true
  if ((index.names.get(name) ?? []).some(at => tree.starts[at]! < from || tree.starts[at]! >= to)) return true
  return reading.words.of(name).some(at => at < from || at >= to)
}

const LOOKS_UP = /\b(?:locals|vars|eval|exec|compact|extract|get_defined_vars)\s*\(/

function* unusedVariables(reading: CodeReading): Generator<Smell> {
  const { tree, index } = reading
  if (!languageOf(tree.language).declares) return
  const looking = new Map<Definition, boolean>()
  const looksUp = (owner: Definition): boolean => {
    const known = looking.get(owner) ?? LOOKS_UP.test(tree.text.slice(tree.starts[owner.node]!, tree.ends[owner.node]!))
    looking.set(owner, known)
    return known
  }
  for (const node of index.bindings) {
    const target = boundVariable(reading, node)
    if (target < 0) continue
    // What a class inside of a function binds is an attribute.
    const owner = reading.definitionAround(node)
    if (!owner?.isFunction || owner.nameNode < 0) continue
    const name = tree.textOf(target, 80).replace(/^\$/, '')
    if (!/^[A-Za-z]\w*$/.test(name) || name === 'this') continue
    const leaf = tree.isLeaf(target) ? target : tree.afters[target]! - 1
    const uses = index.names.get(name) ?? []
    const [first, second] = [0, 1].map(i => uses[firstFrom(uses, owner.node) + i] ?? tree.count)
    const end = tree.afters[owner.node]!
    if ((first! < end && first !== leaf) || second! < end) continue
    // Named in a string (a format, compact(), SQL with parameters) or reachable by reflection.
    const places = reading.words.of(name)
    const next = places[firstFrom(places, tree.starts[owner.node]!) + 1]
    if ((next !== undefined && next < tree.ends[owner.node]!) || looksUp(owner)) continue
    yield {
      type: 'dead_code',
      rule: UNUSED_VARIABLE,
      node: target,
      summary: `\`${name}\` is set in \`${owner.path}\` and never read.`,
      severity: 'low',
      confidence: 'high',
      topics: ['dead code', 'unused variable', name],
      subject: `${owner.path}:${name}`,
      scope: scopeName(owner),
    }
  }
}

/** A part of something larger that gives the variable its meaning: a loop, a resource, a class. */
const PART_OF = /^(?:for|resource|using|field|class_body)/

/** The name that a binding gives to a local variable; -1 when it is something else: a field, an element, a pattern. */
function boundVariable({ tree }: CodeReading, node: number): number {
  const parent = tree.parents[node]!
  const { declares, declaresByAssigning } = languageOf(tree.language)
  if (!declares?.test(tree.type(node))) return -1
  if (declaresByAssigning && !tree.is(parent, Kind.wrapper)) return -1
  if (PART_OF.test(tree.type(parent)) || PART_OF.test(tree.type(tree.parents[parent]!))) return -1
  if (tree.fieldOf(parent, 'initializer') || bindingValue(tree, node) < 0) return -1
  const target = bindingTarget(tree, node)
  const name = tree.type(target) === 'variable_declaration' ? tree.first(target) : target
  return tree.is(name, Kind.identifier) || tree.type(name) === 'variable_name' ? name : -1
}

function* unusedFunctions(reading: CodeReading): Generator<Smell> {
  for (const definition of reading.index.definitions) {
    if (!definition.isFunction || definition.nameNode < 0 || reading.isTest) continue
    const owner = reading.index.definitions[definition.parent]
    if (owner?.isFunction || !reading.visibility.of(definition).local) continue
    if (!isUnusedElsewhere(reading, definition)) continue
    yield {
      type: 'dead_code',
      rule: UNUSED_FUNCTION,
      node: definition.head,
      summary: `Nothing in the file refers to the ${definition.kind} \`${definition.path}\`, and nothing outside can see it.`,
      severity: 'low',
      confidence: 'medium',
      topics: ['dead code', 'unused function', definition.name],
      endLine: definition.endLine,
      goals: ['architecture'],
      subject: definition.path,
      scope: scopeName(definition),
    }
  }
}
