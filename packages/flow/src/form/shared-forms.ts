// Forms that several grammars share, because their node types have the same fields, and the table a language makes of them.

import { lookup } from '@shoal/base/model/lookup'
import type { Node } from 'web-tree-sitter'
import type { Case, Code } from '../code.ts'
import type { Former, Handler, Handlers } from './former.ts'

/**
 * The handlers of a language: node types by the form they share with other languages, in one string each, and those that
 * have code of their own. `field_access:object:field` names the fields of a type.
 */
export function formTable(rows: FormRows, own: Handlers): Handlers {
  const table = new Map(Object.entries(own))
  for (const [form, types] of Object.entries(rows) as [keyof FormRows, string][])
    for (const row of types.split(' ')) {
      const [type, first, second] = row.split(':') as [string, string, string]
      if (table.has(type)) throw new Error(`${type} has two forms`)
      table.set(type, form in FIELDED ? FIELDED[form as Fielded](first, second) : SHARED[form as Shared])
    }
  return Object.fromEntries(table)
}

/** `left operator right`; a chain of `+` becomes one text, however long it is. */
export const binary: Handler = (node, form) => {
  const operator = operatorOf(node, form)
  if (operator === '+') return chain(node, form)
  return { kind: 'binary', node, operator, left: form.need(node, 'left'), right: form.need(node, 'right') }
}

function operatorOf(node: Node, form: Former): string {
  const operator = node.childForFieldName('operator')
  if (operator) return form.text(operator)
  const left = node.childForFieldName('left')
  const right = node.childForFieldName('right')
  return left && right ? form.between(left, right) : ''
}

function chain(node: Node, form: Former): Code {
  const parts: Code[] = []
  let at = node
  for (;;) {
    const right = form.field(at, 'right')
    if (right) parts.push(right)
    const left = at.childForFieldName('left')
    if (!left) break
    if (left.type !== node.type || operatorOf(left, form) !== '+') {
      parts.push(form.code(left))
      break
    }
    at = left
  }
  parts.reverse()
  return parts.length === 2
    ? { kind: 'binary', node, operator: '+', left: parts[0]!, right: parts[1]! }
    : { kind: 'text', node, parts }
}

export const unary: Handler = (node, form) => {
  const operand = node.childForFieldName('argument') ?? node.childForFieldName('operand') ?? form.parts(node).at(-1)
  if (!operand) return form.nothing(node)
  const operator = form.source.slice(node.startIndex, operand.startIndex).trim()
  return { kind: 'unary', node, operator, operand: form.code(operand) }
}

/** `i++`: a number afterwards, whatever it was. */
export const update: Handler = (node, form) => {
  const target = node.childForFieldName('argument') ?? form.parts(node)[0]
  if (!target) return form.nothing(node)
  const operator = form.text(node).includes('++') ? '+' : '-'
  return form.assign(node, form.code(target), form.constant(node, 1), '', operator)
}

const conditional: Handler = (node, form) => ({
  kind: 'choice',
  node,
  test: form.need(node, 'condition'),
  yes: form.field(node, 'consequence') ?? form.need(node, 'condition'),
  no: form.need(node, 'alternative'),
})

export const ifStatement: Handler = (node, form) => ({
  kind: 'if',
  node,
  test: form.need(node, 'condition'),
  yes: form.need(node, 'consequence'),
  no: form.field(node, 'alternative'),
})

/** Fields that a loop does not have are nothing. */
const loop =
  (testsLast: boolean): Handler =>
  (node, form) => ({
    kind: 'loop',
    node,
    start: form.field(node, 'init') ?? form.field(node, 'initializer'),
    test: form.field(node, 'condition'),
    step: form.field(node, 'update') ?? form.field(node, 'increment'),
    body: form.need(node, 'body'),
    testsLast,
  })

const tryStatement: Handler = (node, form) => {
  const bodies = (type: string) =>
    form
      .parts(node)
      .filter(part => part.type === type)
      .map(part => form.field(part, 'body') ?? form.code(part))
  const [last] = bodies('finally_clause')
  return { kind: 'try', node, body: form.need(node, 'body'), handlers: bodies('catch_clause'), last: last ?? null }
}

export const returnStatement: Handler = (node, form) => ({
  kind: 'return',
  node,
  value: form.maybe(form.parts(node)[0]),
})

const breakStatement: Handler = node => ({ kind: 'jump', node, to: 'break', value: null })
const continueStatement: Handler = node => ({ kind: 'jump', node, to: 'continue', value: null })
const throwStatement: Handler = (node, form) => ({
  kind: 'jump',
  node,
  to: 'throw',
  value: form.maybe(form.parts(node)[0]),
})

export const block: Handler = (node, form) => form.block(node)
const name: Handler = (node, form) => form.name(node)
const nothing: Handler = (node, form) => form.nothing(node)
const yes: Handler = (node, form) => form.constant(node, true)
const no: Handler = (node, form) => form.constant(node, false)
const nil: Handler = (node, form) => form.constant(node, null)

const list: Handler = (node, form) => ({ kind: 'list', node, items: form.all(form.parts(node)) })

const number: Handler = (node, form) => {
  const text = form
    .text(node)
    .replaceAll('_', '')
    .replace(/^(0x[\da-f]+|\d+)[ul]+$/i, '$1')
  const value = /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number(text.replace(/(?<=\d)[fdm]$/i, ''))
  return form.constant(node, Number.isNaN(value) ? text : value)
}

/** A string in quotes with no parts that are computed. */
export const quoted: Handler = (node, form) => form.constant(node, unquote(form.text(node)))

/** A template: fragments of text between parts that are computed. Fragments are the types given; others are code. */
export function template(fragments: readonly string[], skipped: readonly string[] = []): Handler {
  return (node, form) => {
    const parts: Code[] = []
    for (const part of form.parts(node)) {
      if (skipped.includes(part.type)) continue
      if (fragments.includes(part.type)) parts.push(form.constant(part, unescaped(form.text(part))))
      else parts.push(form.code(part))
    }
    if (parts.length === 0) return form.constant(node, '')
    if (parts.every(part => part.kind === 'constant')) {
      return form.constant(node, parts.map(part => String((part as { value: unknown }).value)).join(''))
    }
    return { kind: 'text', node, parts }
  }
}

const QUOTED = /^([a-zA-Z@$]{0,3})("""|'''|"|'|`)([\s\S]*)\2$/

function unquote(text: string): string {
  const match = QUOTED.exec(text)
  if (!match) return text
  const [, prefix, , content] = match
  return /[rR@]/.test(prefix!) ? content! : unescaped(content!)
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\u0000'.slice(1) }

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\([\s\S])/g, (_, char: string) => lookup(ESCAPES, char) ?? char) : text
}

/** The last part of a qualified name, without type arguments: `java.util.List<String>` is a `List`. */
export function simpleType(text: string): string {
  return text
    .replace(/^[\s:?&*]+/, '')
    .replace(/[<[?&*\s][\s\S]*$/, '')
    .replace(/^.*[.:\\]/, '')
}

/** Whether a name starts with a capital: by custom a type or a module. */
export function isCapital(name: string): boolean {
  return /^\p{Lu}/u.test(name)
}

const SHARED = {
  assign: (node, form) => form.assign(node, form.need(node, 'left'), form.need(node, 'right')),
  augmented: (node, form) => {
    const operator = form.fieldText(node, 'operator').slice(0, -1)
    return form.assign(node, form.need(node, 'left'), form.need(node, 'right'), '', operator)
  },
  binary,
  block,
  break: breakStatement,
  conditional,
  continue: continueStatement,
  do: loop(true),
  /** Its first part alone, its last, or whatever it holds. */
  first: (node, form) => form.maybe(form.parts(node)[0]) ?? form.nothing(node),
  last: (node, form) => form.maybe(form.parts(node).at(-1)) ?? form.nothing(node),
  pass: (node, form) => form.passThrough(node),
  for: loop(false),
  if: ifStatement,
  indexOfParts: (node, form) => {
    const [object, key] = form.parts(node)
    return {
      kind: 'index',
      node,
      object: form.maybe(object) ?? form.nothing(node),
      key: form.maybe(key) ?? form.nothing(node),
    }
  },
  list,
  name,
  nil,
  no,
  nothing,
  number,
  quoted,
  return: returnStatement,
  throw: throwStatement,
  try: tryStatement,
  unary,
  update,
  verbatim: (node, form) => form.constant(node, form.text(node)),
  while: loop(false),
  yes,
} as const satisfies Handlers

const FIELDED = {
  /** What one of its fields holds. */
  field: own => (node, form) => form.need(node, own),
  call: (callee, list) => (node, form) => {
    const called = form.need(node, callee)
    const args = node.childForFieldName(list)
    const given = (args ? form.parts(args) : []).map(arg => ({ name: null, value: form.code(arg) }))
    return form.call(node, called, given)
  },
  member: (object, own) => (node, form) => ({
    kind: 'member',
    node,
    object: form.need(node, object),
    name: form.fieldText(node, own),
  }),
  index: (object, key) => (node, form) => ({
    kind: 'index',
    node,
    object: form.need(node, object),
    key: form.need(node, key),
  }),
  /** Cases that fall through, by the field of what they compare with. */
  switch: subject => (node, form) => {
    const body = node.childForFieldName('body')
    const found = (body ? form.parts(body) : []).filter(part => /case|default/.test(part.type))
    const cases: Case[] = found.map(part => {
      const value = part.childForFieldName('value')
      const statements = form.parts(part).filter(child => child.startIndex !== value?.startIndex)
      return {
        tests: value ? [form.code(value)] : [],
        body: { kind: 'block', node: part, body: form.all(statements) },
        fallsThrough: true,
      }
    })
    return { kind: 'switch', node, subject: form.field(node, subject), cases }
  },
  /** An `if` whose further conditions are its parts, by the field of what is done. */
  ifChain: own => (node, form) => {
    let no: Code | null = null
    for (const other of form
      .parts(node)
      .filter(part => /^(?:else_if|elif|else)_clause$/.test(part.type))
      .reverse()) {
      if (other.type === 'else_clause') no = form.code(other)
      else no = { kind: 'if', node: other, test: form.need(other, 'condition'), yes: form.need(other, own), no }
    }
    return { kind: 'if', node, test: form.need(node, 'condition'), yes: form.need(node, own), no }
  },
  cast: (type, value) => (node, form) =>
    form.cast(node, simpleType(form.fieldText(node, type)), form.need(node, value)),
} as const satisfies Record<string, (first: string, second: string) => Handler>

type Shared = keyof typeof SHARED
type Fielded = keyof typeof FIELDED
type FormRows = Readonly<Partial<Record<Shared | Fielded, string>>>
