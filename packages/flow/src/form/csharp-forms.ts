// C# in the common form.
import type { Node } from 'web-tree-sitter'
import type { Argument, Case, Code, FunctionCode, Parameter } from '../code.ts'
import type { Former, Handlers } from './former.ts'
import { formTable, simpleType, template, unary, update } from './shared-forms.ts'

export const csharpForms: Handlers = formTable(
  {
    block:
      'compilation_unit declaration_list block file_scoped_namespace_declaration local_declaration_statement field_declaration using_statement lock_statement',
    pass: 'global_statement parenthesized_expression await_expression implicit_array_creation_expression constant_pattern yield_statement',
    nothing:
      'using_directive attribute_list modifier anonymous_object_creation_expression interface_declaration enum_declaration',
    name: 'identifier this base predefined_type',
    nil: 'null_literal',
    number: 'integer_literal real_literal',
    quoted: 'string_literal character_literal verbatim_string_literal',
    binary: 'binary_expression',
    conditional: 'conditional_expression',
    cast: 'cast_expression:type:value',
    last: 'argument',
    list: 'initializer_expression collection_expression',
    augmented: 'assignment_expression',
    if: 'if_statement',
    while: 'while_statement',
    do: 'do_statement',
    for: 'for_statement',
    return: 'return_statement arrow_expression_clause',
    break: 'break_statement',
    continue: 'continue_statement',
    throw: 'throw_statement throw_expression',
    try: 'try_statement',
    field: 'namespace_declaration:body as_expression:left',
  },
  {
    generic_name: (node, form) => ({ kind: 'name', node, name: simpleType(form.text(node)) }),
    boolean_literal: (node, form) => form.constant(node, form.text(node) === 'true'),
    raw_string_literal: (node, form) => form.constant(node, form.text(node).replace(/^"+|(?<!")"+$/g, '')),
    interpolated_string_expression: template(
      ['string_content', 'escape_sequence'],
      ['interpolation_start', 'interpolation_quote'],
    ),
    interpolation: (node, form) => {
      const value = form.parts(node).find(part => part.type !== 'interpolation_brace')
      return form.maybe(value) ?? form.nothing(node)
    },
    prefix_unary_expression: unaryOrUpdate,
    postfix_unary_expression: unaryOrUpdate,
    is_pattern_expression: (node, form) => {
      const value = form.need(node, 'expression')
      const bound = node.childForFieldName('pattern')?.childForFieldName('name')
      const test: Code = { kind: 'unary', node, operator: 'instanceof', operand: value }
      return bound ? { kind: 'block', node, body: [form.assign(node, form.name(bound), value), test] } : test
    },
    member_access_expression: (node, form) => ({
      kind: 'member',
      node,
      object: form.need(node, 'expression'),
      name: simpleType(form.fieldText(node, 'name')),
    }),
    qualified_name: (node, form) => ({ kind: 'name', node, name: simpleType(form.text(node)) }),
    conditional_access_expression: (node, form) => {
      const binding = form.parts(node).find(part => part.type === 'member_binding_expression')
      const object = form.need(node, 'condition')
      return binding ? { kind: 'member', node, object, name: form.fieldText(binding, 'name') } : object
    },
    element_access_expression: (node, form) => {
      const key = node.childForFieldName('subscript')
      return {
        kind: 'index',
        node,
        object: form.need(node, 'expression'),
        key: key ? form.passThrough(key) : form.nothing(node),
      }
    },
    invocation_expression: (node, form) => form.call(node, form.need(node, 'function'), callArguments(node, form)),
    object_creation_expression: creation,
    implicit_object_creation_expression: creation,
    array_creation_expression: (node, form) =>
      form.maybe(form.parts(node).find(part => part.type === 'initializer_expression')) ?? {
        kind: 'list',
        node,
        items: [],
      },
    variable_declaration: declaration,
    property_declaration: property,
    foreach_statement: (node, form) => ({
      kind: 'each',
      node,
      target: form.need(node, 'left'),
      of: form.need(node, 'right'),
      body: form.need(node, 'body'),
    }),
    switch_statement: switchStatement,
    switch_expression: switchExpression,
    lambda_expression: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form, ''), isDeclared: false }),
    anonymous_method_expression: (node, form) => ({
      kind: 'function',
      node,
      fn: functionOf(node, form, ''),
      isDeclared: false,
    }),
    method_declaration: method,
    constructor_declaration: method,
    local_function_statement: method,
    class_declaration: classForm,
    record_declaration: classForm,
    struct_declaration: classForm,
  },
)

function unaryOrUpdate(node: Node, form: Former): Code {
  return /\+\+|--/.test(form.text(node)) ? update(node, form) : unary(node, form)
}

function callArguments(node: Node, form: Former): Argument[] {
  const args = node.childForFieldName('arguments')
  if (!args) return []
  return form.parts(args).map(arg => {
    const value = form.parts(arg).at(-1)
    const label =
      node.type === 'invocation_expression' || node.type === 'object_creation_expression'
        ? form.fieldText(arg, 'name')
        : ''
    return { name: label || null, value: value ? form.code(value) : form.code(arg) }
  })
}

/** Properties that are set while an object is made are arguments by name. */
function creation(node: Node, form: Former): Code {
  const type = simpleType(form.fieldText(node, 'type'))
  const args = callArguments(node, form)
  const initializer = node.childForFieldName('initializer')
  const parts = initializer ? form.parts(initializer) : []
  const isCollection =
    parts.length > 0 &&
    !parts.some(part => part.type === 'assignment_expression' && part.childForFieldName('left')?.type === 'identifier')
  if (isCollection) return form.cast(node, type, collection(initializer!, parts, form))
  for (const part of parts) args.push({ name: form.fieldText(part, 'left'), value: form.need(part, 'right') })
  return form.call(node, { kind: 'name', node, name: type }, args, true)
}

function collection(node: Node, parts: readonly Node[], form: Former): Code {
  const pairs = parts.map(part => {
    if (part.type === 'initializer_expression') return form.parts(part)
    if (part.type !== 'assignment_expression') return []
    const left = part.childForFieldName('left')
    const right = part.childForFieldName('right')
    return left && right ? [form.parts(left)[0] ?? left, right] : []
  })
  if (!pairs.some(pair => pair.length === 2)) return { kind: 'list', node, items: form.all(parts) }
  return {
    kind: 'map',
    node,
    entries: pairs.flatMap(([key, value]) => (key && value ? [{ key: form.code(key), value: form.code(value) }] : [])),
  }
}

function declaration(node: Node, form: Former): Code {
  const type = simpleType(form.fieldText(node, 'type'))
  const body: Code[] = []
  for (const part of form.parts(node)) {
    const own = part.type === 'variable_declarator' ? part.childForFieldName('name') : null
    if (!own) continue
    const value = form.parts(part).at(-1)!
    // What has no value is known by its type.
    const given = value.startIndex === own.startIndex ? form.constant(part, null) : form.code(value)
    body.push(form.assign(part, form.name(own), given, type))
  }
  return { kind: 'block', node, body }
}

function property(node: Node, form: Former): Code {
  const value = node.childForFieldName('value')
  const own = node.childForFieldName('name')
  if (!own || !value) return form.nothing(node)
  return form.assign(node, form.name(own), form.code(value), simpleType(form.fieldText(node, 'type')))
}

function switchStatement(node: Node, form: Former): Code {
  const body = node.childForFieldName('body')
  const cases: Case[] = (body ? form.parts(body) : []).map(section => {
    const parts = form.parts(section)
    const tests = parts.filter(part => part.type.endsWith('_pattern'))
    const isDefault = form.text(section).startsWith('default')
    return {
      tests: isDefault ? [] : form.all(tests),
      body: { kind: 'block', node: section, body: form.all(parts.filter(part => !part.type.endsWith('_pattern'))) },
      fallsThrough: true,
    }
  })
  return { kind: 'switch', node, subject: form.field(node, 'value'), cases }
}

function switchExpression(node: Node, form: Former): Code {
  const [subject, ...arms] = form.parts(node)
  const cases: Case[] = arms.map(arm => {
    const [pattern] = form.parts(arm)
    const value = form.parts(arm).at(-1)
    return {
      tests: pattern && pattern.type !== 'discard' ? [form.code(pattern)] : [],
      body: value ? form.code(value) : form.nothing(arm),
      fallsThrough: false,
    }
  })
  return { kind: 'switch', node, subject: subject ? form.code(subject) : null, cases }
}

function functionOf(node: Node, form: Former, own: string): FunctionCode {
  const given = node.childForFieldName('parameters')
  const parts = given?.type === 'identifier' ? [given] : given ? form.parts(given) : []
  const parameters: Parameter[] = parts
    .filter(part => part.type === 'parameter' || part.type === 'identifier' || part.type === 'implicit_parameter')
    .map(part => ({
      name: form.fieldText(part, 'name') || form.text(part),
      type: simpleType(form.fieldText(part, 'type')),
      notes: form
        .parts(part)
        .filter(child => child.type === 'attribute_list')
        .map(child => form.text(child))
        .join(' '),
      default: null,
    }))
  const body = node.childForFieldName('body') ?? form.parts(node).find(part => part.type === 'block') ?? null
  const head = form.source.slice(node.startIndex, given?.startIndex ?? node.startIndex)
  const notes = form
    .parts(node)
    .filter(child => child.type === 'attribute_list')
    .map(child => form.text(child))
  return form.fn(node, {
    name: own,
    parameters,
    body,
    notes: notes.join(' '),
    isPrivate: own !== '' && /\bprivate\b/.test(head),
  })
}

function method(node: Node, form: Former): Code {
  return { kind: 'function', node, fn: functionOf(node, form, form.fieldText(node, 'name')), isDeclared: true }
}

function classForm(node: Node, form: Former): Code {
  const bases = form.parts(node).find(part => part.type === 'base_list')
  return form.classCode(node, {
    name: form.fieldText(node, 'name'),
    bases: form.text(bases),
    body: node.childForFieldName('body'),
  })
}
