// Rust in the common form. Macros are calls of their name with the words between their brackets.

import { pushAll } from '@shoal/base/model/lists'
import type { Node } from 'web-tree-sitter'
import type { Case, Code, FunctionCode, Parameter } from '../code.ts'
import type { Former, Handlers } from './former.ts'
import { formTable, simpleType } from './shared-forms.ts'

export const rustForms: Handlers = formTable(
  {
    block: 'source_file block declaration_list',
    nothing: 'attribute_item inner_attribute_item struct_item enum_item trait_item macro_definition mutable_specifier',
    name: 'identifier self type_identifier field_identifier',
    number: 'integer_literal float_literal',
    quoted: 'string_literal char_literal',
    binary: 'binary_expression',
    unary: 'unary_expression',
    pass: 'try_expression await_expression else_clause',
    cast: 'type_cast_expression:type:value',
    list: 'array_expression tuple_expression',
    member: 'field_expression:value:field',
    assign: 'assignment_expression',
    augmented: 'compound_assignment_expr',
    if: 'if_expression',
    return: 'return_expression',
    break: 'break_expression',
    continue: 'continue_expression',
    field: 'generic_function:function reference_expression:value',
    call: 'call_expression:function:arguments',
    indexOfParts: 'index_expression',
    while: 'while_expression loop_expression',
  },
  {
    use_declaration: imports,
    scoped_identifier: (node, form) => path(node, form),
    boolean_literal: (node, form) => form.constant(node, form.text(node) === 'true'),
    raw_string_literal: (node, form) => form.constant(node, form.text(node).replace(/^b?r#*"|"#*$/g, '')),
    struct_expression: (node, form) => {
      const body = node.childForFieldName('body')
      return {
        kind: 'map',
        node,
        entries: (body ? form.parts(body) : []).map(part => ({
          key: form.constant(part, form.fieldText(part, 'field') || form.text(part)),
          value: form.field(part, 'value') ?? form.passThrough(part),
        })),
      }
    },
    macro_invocation: macro,
    let_declaration: (node, form) => {
      const value = form.field(node, 'value')
      const target = pattern(node.childForFieldName('pattern'), form)
      return value && target
        ? form.assign(node, target, value, simpleType(form.fieldText(node, 'type')))
        : form.nothing(node)
    },
    const_item: constant,
    static_item: constant,
    let_condition: (node, form) => {
      const value = form.need(node, 'value')
      const target = pattern(node.childForFieldName('pattern'), form)
      const test: Code = { kind: 'unary', node, operator: 'instanceof', operand: value }
      return target ? { kind: 'block', node, body: [form.assign(node, target, value), test] } : test
    },
    for_expression: (node, form) => ({
      kind: 'each',
      node,
      target: pattern(node.childForFieldName('pattern'), form) ?? form.nothing(node),
      of: form.need(node, 'value'),
      body: form.need(node, 'body'),
    }),
    match_expression: matchForm,
    closure_expression: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form), isDeclared: false }),
    function_item: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form), isDeclared: true }),
    impl_item: (node, form) =>
      form.classCode(node, { name: simpleType(form.fieldText(node, 'type')), body: node.childForFieldName('body') }),
    mod_item: (node, form) => form.field(node, 'body') ?? form.nothing(node),
  },
)

function path(node: Node, form: Former): Code {
  const parts = form
    .text(node)
    .split('::')
    .map(part => part.replace(/<.*$/s, ''))
  let code: Code = { kind: 'name', node, name: parts[0]! }
  for (const part of parts.slice(1)) if (part) code = { kind: 'member', node, object: code, name: part }
  return code
}

function imports(node: Node, form: Former): Code {
  const body: Code[] = []
  const bind = (at: Node, whole: string, alias = '') => {
    const parts = whole.split('::').filter(Boolean)
    const bound = alias || parts.at(-1)
    if (bound && /^\w+$/.test(bound)) {
      body.push(
        form.assign(
          at,
          { kind: 'name', node: at, name: bound },
          { kind: 'path', node: at, path: parts.slice(-2).join('.') },
        ),
      )
    }
  }
  const visit = (at: Node, prefix: string, depth: number): void => {
    if (depth > 6) return
    if (at.type === 'scoped_use_list') {
      const inner = `${prefix}${form.fieldText(at, 'path')}::`
      const listed = at.childForFieldName('list')
      for (const part of listed ? form.parts(listed) : []) visit(part, inner, depth + 1)
    } else if (at.type === 'use_as_clause') bind(at, prefix + form.fieldText(at, 'path'), form.fieldText(at, 'alias'))
    else bind(at, prefix + form.text(at))
  }
  const argument = node.childForFieldName('argument')
  if (argument) visit(argument, '', 0)
  return { kind: 'block', node, body }
}

function macro(node: Node, form: Former): Code {
  const tokens = form.parts(node).find(part => part.type === 'token_tree')
  const args = tokens ? fromTokens(tokens, form) : []
  const own = form.fieldText(node, 'macro').replace(/^.*::/, '')
  if (own === 'vec') return { kind: 'list', node, items: args }
  return form.callNamed(node, own, [...args, ...args.flatMap(arg => namedInside(arg))])
}

/** `format!("{name}")` takes the variable that its text names. */
function namedInside(code: Code): Code[] {
  if (code.kind !== 'constant' || typeof code.value !== 'string') return []
  return [...code.value.matchAll(/\{([a-z_]\w*)(?::[^{}]{0,20})?\}/g)].map(([, name]) => ({
    kind: 'name',
    node: code.node,
    name: name!,
  }))
}

/** The tokens of a macro are not parsed: names joined by dots and followed by brackets are put together again. */
function fromTokens(tree: Node, form: Former): Code[] {
  const found: Code[] = []
  let before: Node | null = null
  for (const part of form.parts(tree)) {
    const last = found.at(-1)
    const joint = before ? form.between(before, part) : ''
    if (last && part.type === 'identifier' && (joint === '.' || joint === '::')) {
      found[found.length - 1] = { kind: 'member', node: part, object: last, name: form.text(part) }
    } else if (
      last &&
      part.type === 'token_tree' &&
      /^!?$/.test(joint) &&
      (last.kind === 'name' || last.kind === 'member')
    ) {
      const args = fromTokens(part, form).map(value => ({ name: null, value }))
      found[found.length - 1] = form.call(part, last, args)
    } else if (part.type === 'token_tree') pushAll(found, fromTokens(part, form))
    else found.push(form.code(part))
    before = part
  }
  return found
}

function constant(node: Node, form: Former): Code {
  const own = node.childForFieldName('name')
  const value = form.field(node, 'value')
  return own && value ? form.assign(node, form.name(own), value) : form.nothing(node)
}

/** What a pattern binds: the names in it, whatever they are wrapped in. */
function pattern(node: Node | null, form: Former): Code | null {
  if (!node) return null
  if (node.type === 'identifier') return form.name(node)
  if (node.type === 'tuple_pattern') {
    return {
      kind: 'pattern',
      node,
      parts: form.parts(node).flatMap((part, key) => {
        const target = pattern(part, form)
        return target ? [{ key, target }] : []
      }),
    }
  }
  return pattern(form.parts(node).at(-1) ?? null, form)
}

function matchForm(node: Node, form: Former): Code {
  const body = node.childForFieldName('body')
  const cases: Case[] = (body ? form.parts(body) : []).map(arm => {
    const given = arm.childForFieldName('pattern')
    const inner = given ? form.parts(given)[0] : null
    const alternatives = inner?.type === 'or_pattern' ? form.parts(inner) : inner ? [inner] : []
    const isPlain = alternatives.every(each => /literal$/.test(each.type))
    return { tests: isPlain ? form.all(alternatives) : [], body: form.need(arm, 'value'), fallsThrough: false }
  })
  return { kind: 'switch', node, subject: form.field(node, 'value'), cases }
}

function functionOf(node: Node, form: Former): FunctionCode {
  const given = node.childForFieldName('parameters')
  const parameters: Parameter[] = (given ? form.parts(given) : []).map(part => ({
    name:
      part.type === 'self_parameter'
        ? 'self'
        : form
            .text(part.childForFieldName('pattern') ?? part)
            .replace(/^mut\s+|^[\w:]+\((?:mut\s+)?(?=\w+\)$)|\)$/g, ''),
    // A path of the library is borrowed, one out of a request is owned: `Path<String>`.
    type: simpleType(form.fieldText(part, 'type').replace(/^&(?:'\w+\s*)?(?:mut\s+)?(?:Path$)?/, '')),
    notes: '',
    default: null,
  }))
  return form.fn(node, {
    name: form.fieldText(node, 'name'),
    parameters,
    body: node.childForFieldName('body'),
    notes: attributes(node, form),
  })
}

/** Attributes stand before what they are about. */
function attributes(node: Node, form: Former): string {
  let text = ''
  for (let at = node.previousNamedSibling; at?.type === 'attribute_item'; at = at.previousNamedSibling)
    text = `${form.text(at)} ${text}`
  return text
}
