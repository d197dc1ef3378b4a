// Kotlin in the common form.

import { lookup } from '@shoal/base/model/lookup'
import type { Node } from 'web-tree-sitter'
import type { Argument, Case, Code, FunctionCode, Parameter } from '../code.ts'
import type { Former, Handlers } from './former.ts'
import { formTable, isCapital, simpleType, unary } from './shared-forms.ts'

const WORDS: Readonly<Record<string, true | false | null>> = { true: true, false: false, null: null }

export const kotlinForms: Handlers = formTable(
  {
    block: 'source_file block class_body',
    nothing: 'package_header import modifiers user_type type_parameters',
    number: 'number_literal',
    quoted: 'character_literal',
    pass: 'interpolation',
    binary: 'binary_expression',
    cast: 'as_expression:right:left',
    last: 'value_argument',
    augmented: 'assignment',
    return: 'return_expression',
    throw: 'throw_expression',
    indexOfParts: 'index_expression',
  },
  {
    identifier: word,
    this_expression: node => ({ kind: 'name', node, name: 'this' }),
    string_literal: text,
    multiline_string_literal: text,
    unary_expression: (node, form) => (/!!$/.test(form.text(node)) ? form.passThrough(node) : unary(node, form)),
    is_expression: (node, form) => ({ kind: 'unary', node, operator: 'instanceof', operand: form.need(node, 'left') }),
    in_expression: (node, form) => {
      const operator = /\s!in\s/.test(form.text(node)) ? 'not in' : 'in'
      return { kind: 'binary', node, operator, left: form.need(node, 'left'), right: form.need(node, 'right') }
    },
    navigation_expression: (node, form) => {
      const [object, own] = form.parts(node)
      const of = object ? form.code(object) : form.nothing(node)
      return negated(of, inner => ({ kind: 'member', node, object: inner, name: form.text(own) }))
    },
    call_expression: call,
    property_declaration: property,
    if_expression: (node, form) => {
      const [, yes, no] = form.parts(node)
      return {
        kind: 'if',
        node,
        test: form.need(node, 'condition'),
        yes: form.maybe(yes) ?? form.nothing(node),
        no: form.maybe(no),
      }
    },
    for_statement: (node, form) => {
      const [each, of, body] = form.parts(node)
      const own = each ? (form.parts(each)[0] ?? each) : null
      return {
        kind: 'each',
        node,
        target: own ? form.name(own) : form.nothing(node),
        of: form.maybe(of) ?? form.nothing(node),
        body: form.maybe(body) ?? form.nothing(node),
      }
    },
    while_statement: (node, form) => ({
      kind: 'loop',
      node,
      start: null,
      test: form.field(node, 'condition'),
      step: null,
      body: form.maybe(form.parts(node)[1]) ?? form.nothing(node),
      testsLast: false,
    }),
    when_expression: when,
    try_expression: (node, form) => ({
      kind: 'try',
      node,
      body: form.maybe(form.parts(node)[0]) ?? form.nothing(node),
      handlers: form
        .parts(node)
        .filter(part => part.type === 'catch_block')
        .map(part => form.maybe(form.parts(part).at(-1)) ?? form.nothing(part)),
      last: form.maybe(form.parts(node).find(part => part.type === 'finally_block')),
    }),
    lambda_literal: (node, form) => ({ kind: 'function', node, fn: lambda(node, form), isDeclared: false }),
    anonymous_function: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form), isDeclared: false }),
    function_declaration: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form), isDeclared: true }),
    function_body: (node, form) => {
      const [only] = form.parts(node)
      if (!only) return form.nothing(node)
      return only.type === 'block' ? form.code(only) : { kind: 'return', node: only, value: form.code(only) }
    },
    class_declaration: classForm,
    object_declaration: classForm,
    companion_object: (node, form) =>
      form.maybe(form.parts(node).find(part => part.type === 'class_body')) ?? form.nothing(node),
  },
)

function word(node: Node, form: Former): Code {
  const own = form.text(node)
  if (Object.hasOwn(WORDS, own)) return form.constant(node, lookup(WORDS, own)!)
  if (own === 'break' || own === 'continue') return { kind: 'jump', node, to: own, value: null }
  return form.name(node)
}

/** `$name` is written as a dollar sign followed by text. */
function text(node: Node, form: Former): Code {
  const parts: Code[] = []
  let dollar = false
  for (const part of form.parts(node)) {
    if (part.type !== 'string_content' && part.type !== 'escape_sequence') {
      parts.push(form.code(part))
      continue
    }
    const content = form.text(part)
    if (content === '$') {
      dollar = true
      continue
    }
    const own = dollar ? /^\w+/.exec(content)?.[0] : undefined
    if (own) parts.push({ kind: 'name', node: part, name: own })
    parts.push(form.constant(part, own ? content.slice(own.length) : content))
    dollar = false
  }
  const [only] = parts
  if (parts.length === 0) return form.constant(node, '')
  return parts.length === 1 && only!.kind === 'constant' ? { ...only!, node } : { kind: 'text', node, parts }
}

function call(node: Node, form: Former): Code {
  const [callee, ...rest] = form.parts(node)
  if (!callee) return form.nothing(node)
  const args: Argument[] = []
  for (const part of rest) {
    if (part.type === 'annotated_lambda') args.push({ name: null, value: form.passThrough(part) })
    if (part.type !== 'value_arguments') continue
    for (const arg of form.parts(part)) {
      const [first, second] = form.parts(arg)
      if (first && second && form.between(first, second) === '=')
        args.push({ name: form.text(first), value: form.code(second) })
      else args.push({ name: null, value: form.code(arg) })
    }
  }
  // A class is made by calling it.
  const own = callee.type === 'identifier' ? form.text(callee) : ''
  return negated(form.code(callee), inner => form.call(node, inner, args, isCapital(own)))
}

/** The grammar reads `!a.b()` as `(!a).b()`: the sign belongs to the whole. */
function negated(code: Code, whole: (inner: Code) => Code): Code {
  const isNegated = code.kind === 'unary' && code.operator === '!'
  return isNegated ? { ...code, operand: whole(code.operand) } : whole(code)
}

function property(node: Node, form: Former): Code {
  const parts = form.parts(node)
  const declared = parts.find(part => part.type === 'variable_declaration')
  const value = parts.at(-1)
  if (!declared || !value || value.startIndex === declared.startIndex) return form.nothing(node)
  const [own, type] = form.parts(declared)
  if (!own) return form.nothing(node)
  return form.assign(node, form.name(own), form.code(value), simpleType(form.text(type)))
}

function when(node: Node, form: Former): Code {
  const parts = form.parts(node)
  const subject = parts.find(part => part.type === 'when_subject')
  const cases: Case[] = parts
    .filter(part => part.type === 'when_entry')
    .map(entry => {
      const children = form.parts(entry)
      const body = children.at(-1)
      const tests = children.slice(0, -1).filter(test => test.type !== 'type_test')
      return { tests: form.all(tests), body: body ? form.code(body) : form.nothing(entry), fallsThrough: false }
    })
  return { kind: 'switch', node, subject: subject ? form.passThrough(subject) : null, cases }
}

function lambda(node: Node, form: Former): FunctionCode {
  const given = form.parts(node).find(part => part.type === 'lambda_parameters')
  const names = given ? form.parts(given).map(part => form.text(form.parts(part)[0] ?? part)) : ['it']
  const parameters = names.map(own => ({ name: own, type: '', notes: '', default: null }))
  const statements = form.parts(node).filter(part => part.type !== 'lambda_parameters')
  const fn = form.fn(node, { name: '', parameters, body: null })
  return { ...fn, body: () => ({ kind: 'block', node, body: form.all(statements) }) }
}

function functionOf(node: Node, form: Former): FunctionCode {
  const given = form.parts(node).find(part => part.type === 'function_value_parameters')
  const parameters: Parameter[] = []
  let notes = ''
  for (const part of given ? form.parts(given) : []) {
    if (part.type === 'parameter_modifiers') notes = form.text(part)
    if (part.type !== 'parameter') continue
    const [own, type] = form.parts(part)
    parameters.push({ name: form.text(own), type: simpleType(form.text(type)), notes, default: null })
    notes = ''
  }
  const modifiers = form.text(form.parts(node).find(part => part.type === 'modifiers'))
  return form.fn(node, {
    name: form.fieldText(node, 'name'),
    parameters,
    body: form.parts(node).find(part => part.type === 'function_body') ?? null,
    notes: modifiers,
    isPrivate: /\bprivate\b/.test(modifiers),
  })
}

function classForm(node: Node, form: Former): Code {
  const body = form.parts(node).find(part => part.type === 'class_body') ?? null
  const found = form.classCode(node, { name: form.fieldText(node, 'name'), body })
  const given = form.parts(node).find(part => part.type === 'primary_constructor')
  const list = given && (form.parts(given).find(part => part.type === 'class_parameters') ?? given)
  const fields = (list ? form.parts(list) : []).flatMap(part => {
    const [own, type] = form.parts(part).filter(child => child.type !== 'modifiers')
    if (part.type !== 'class_parameter' || !own || !type) return []
    return [form.assign(part, form.name(own), form.constant(part, null), simpleType(form.text(type)))]
  })
  return found.kind === 'class' ? { ...found, members: [...fields, ...found.members] } : found
}
