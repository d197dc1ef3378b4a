// Java in the common form.
import type { Node } from 'web-tree-sitter'
import type { Argument, Case, Code, Parameter } from '../code.ts'
import type { Former, Handlers } from './former.ts'
import { formTable, simpleType } from './shared-forms.ts'

export const javaForms: Handlers = formTable(
  {
    block: 'program block constructor_body',
    nothing: 'package_declaration method_reference annotation_type_declaration modifiers',
    name: 'identifier type_identifier this super',
    yes: 'true',
    no: 'false',
    nil: 'null_literal',
    number: 'decimal_integer_literal hex_integer_literal octal_integer_literal decimal_floating_point_literal',
    quoted: 'string_literal character_literal',
    binary: 'binary_expression',
    unary: 'unary_expression',
    update: 'update_expression',
    conditional: 'ternary_expression',
    if: 'if_statement',
    while: 'while_statement',
    do: 'do_statement',
    for: 'for_statement',
    return: 'return_statement',
    break: 'break_statement',
    continue: 'continue_statement',
    throw: 'throw_statement',
    list: 'array_initializer',
    last: 'labeled_statement',
    augmented: 'assignment_expression',
    cast: 'cast_expression:type:value',
    member: 'field_access:object:field',
    index: 'array_access:array:index',
    pass: 'static_initializer',
    field: 'synchronized_statement:body',
  },
  {
    import_declaration: importDeclaration,
    local_variable_declaration: declaration,
    field_declaration: declaration,
    resource: (node, form) => {
      const target = node.childForFieldName('name')
      if (!target) return form.passThrough(node)
      return form.assign(node, form.name(target), form.need(node, 'value'), simpleType(form.fieldText(node, 'type')))
    },
    method_invocation: (node, form) => {
      const target = node.childForFieldName('name')!
      const object = node.childForFieldName('object')
      const callee: Code = object
        ? { kind: 'member', node, object: form.code(object), name: form.text(target) }
        : form.name(target)
      return form.call(node, callee, callArguments(node, form))
    },
    explicit_constructor_invocation: (node, form) =>
      form.call(node, form.need(node, 'constructor'), callArguments(node, form)),
    object_creation_expression: creation,
    array_creation_expression: (node, form) => form.field(node, 'value') ?? { kind: 'list', node, items: [] },
    instanceof_expression: (node, form) => {
      const left = form.need(node, 'left')
      const bound = node.childForFieldName('name')
      const test: Code = { kind: 'unary', node, operator: 'instanceof', operand: left }
      return bound ? { kind: 'block', node, body: [form.assign(node, form.name(bound), left), test] } : test
    },
    lambda_expression: (node, form) => ({
      kind: 'function',
      node,
      isDeclared: false,
      fn: form.fn(node, { name: '', parameters: lambdaParameters(node, form), body: node.childForFieldName('body') }),
    }),
    method_declaration: method,
    constructor_declaration: method,
    compact_constructor_declaration: method,
    class_declaration: classDeclaration,
    record_declaration: classDeclaration,
    enum_declaration: classDeclaration,
    interface_declaration: classDeclaration,
    enhanced_for_statement: (node, form) => ({
      kind: 'each',
      node,
      target: form.need(node, 'name'),
      of: form.need(node, 'value'),
      body: form.need(node, 'body'),
    }),
    switch_expression: switchForm,
    try_statement: tryForm,
    try_with_resources_statement: tryForm,
  },
)

function importDeclaration(node: Node, form: Former): Code {
  const path = form.parts(node)[0]
  const text = form.text(path)
  const last = text.slice(text.lastIndexOf('.') + 1)
  // Only members that are imported one by one have a name that says something; classes keep their own.
  if (!form.text(node).includes('static ') || !path) return form.nothing(node)
  const owner = text.slice(0, -last.length - 1)
  return form.assign(
    node,
    { kind: 'name', node, name: last },
    {
      kind: 'path',
      node,
      path: `${simpleType(owner)}.${last}`,
    },
  )
}

function declaration(node: Node, form: Former): Code {
  const type = simpleType(form.fieldText(node, 'type'))
  const parts: Code[] = []
  for (const declarator of form.parts(node)) {
    if (declarator.type !== 'variable_declarator') continue
    const target = declarator.childForFieldName('name')
    if (!target) continue
    const value = form.field(declarator, 'value')
    parts.push(form.assign(declarator, form.name(target), value ?? form.constant(declarator, null), type))
  }
  return parts.length === 1 ? parts[0]! : { kind: 'block', node, body: parts }
}

function callArguments(node: Node, form: Former): Argument[] {
  const args = node.childForFieldName('arguments')
  return args ? form.parts(args).map(arg => ({ name: null, value: form.code(arg) })) : []
}

function creation(node: Node, form: Former): Code {
  const type = simpleType(form.fieldText(node, 'type'))
  const call = form.call(node, { kind: 'name', node, name: type }, callArguments(node, form), true)
  const body = form.parts(node).find(part => part.type === 'class_body')
  if (!body) return call
  return { kind: 'block', node, body: [form.classCode(node, { name: type, body }), call] }
}

function parameters(node: Node, form: Former): Parameter[] {
  const found: Parameter[] = []
  for (const parameter of form.parts(node)) {
    if (parameter.type !== 'formal_parameter' && parameter.type !== 'spread_parameter') continue
    const declarator = form.parts(parameter).at(-1)!
    const target = parameter.childForFieldName('name') ?? declarator.childForFieldName('name') ?? declarator
    const type = parameter.childForFieldName('type') ?? form.parts(parameter).at(-2)
    const modifiers = form.parts(parameter).find(part => part.type === 'modifiers')
    found.push({
      name: form.text(target),
      type: simpleType(form.text(type)),
      notes: form.text(modifiers),
      default: null,
    })
  }
  return found
}

function lambdaParameters(node: Node, form: Former): Parameter[] {
  const given = node.childForFieldName('parameters')
  if (!given) return []
  if (given.type === 'formal_parameters') return parameters(given, form)
  const names = given.type === 'identifier' ? [given] : form.parts(given)
  return names.map(each => ({ name: form.text(each), type: '', notes: '', default: null }))
}

function method(node: Node, form: Former): Code {
  const list = node.childForFieldName('parameters')
  const modifiers = form.text(form.parts(node).find(part => part.type === 'modifiers'))
  const fn = form.fn(node, {
    name: form.fieldText(node, 'name'),
    parameters: list ? parameters(list, form) : [],
    body: node.childForFieldName('body'),
    notes: modifiers,
    isPrivate: /\bprivate\b/.test(modifiers),
  })
  return { kind: 'function', node, fn, isDeclared: true }
}

function classDeclaration(node: Node, form: Former): Code {
  const bases = form.fieldText(node, 'superclass') + form.fieldText(node, 'interfaces')
  return form.classCode(node, {
    name: form.fieldText(node, 'name'),
    bases,
    notes: form.text(form.parts(node).find(part => part.type === 'modifiers')),
    body: node.childForFieldName('body'),
  })
}

function switchForm(node: Node, form: Former): Code {
  const cases: Case[] = []
  const body = node.childForFieldName('body')
  for (const group of body ? form.parts(body) : []) {
    const parts = form.parts(group)
    const labels = parts.filter(part => part.type === 'switch_label')
    const statements = parts.filter(part => part.type !== 'switch_label')
    const isDefault = labels.some(label => form.text(label).startsWith('default'))
    cases.push({
      tests: isDefault ? [] : labels.flatMap(label => form.all(form.parts(label))),
      body: { kind: 'block', node: group, body: form.all(statements) },
      fallsThrough: group.type !== 'switch_rule',
    })
  }
  return { kind: 'switch', node, subject: form.field(node, 'condition'), cases }
}

function tryForm(node: Node, form: Former): Code {
  const body = form.need(node, 'body')
  const resources = node.childForFieldName('resources')
  const handlers: Code[] = []
  let last: Code | null = null
  for (const part of form.parts(node)) {
    if (part.type === 'catch_clause') handlers.push(form.need(part, 'body'))
    if (part.type === 'finally_clause') last = form.passThrough(part)
  }
  const whole: Code = resources ? { kind: 'block', node, body: [form.code(resources), body] } : body
  return { kind: 'try', node, body: whole, handlers, last }
}
