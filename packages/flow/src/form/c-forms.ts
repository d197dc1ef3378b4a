// C and C++ in the common form. A pointer stands for what it points to.
import type { Node } from 'web-tree-sitter'
import type { Code, FunctionCode, Parameter } from '../code.ts'
import type { Former, Handlers } from './former.ts'
import { binary, formTable, quoted, simpleType } from './shared-forms.ts'

export const cForms: Handlers = formTable(
  {
    block: 'translation_unit compound_statement declaration_list preproc_if preproc_ifdef preproc_else preproc_elif',
    nothing:
      'preproc_include preproc_function_def preproc_call type_definition struct_specifier enum_specifier union_specifier access_specifier type_identifier primitive_type storage_class_specifier type_qualifier using_declaration goto_statement',
    name: 'identifier field_identifier this',
    yes: 'true',
    no: 'false',
    nil: 'null',
    number: 'number_literal',
    unary: 'unary_expression pointer_expression',
    update: 'update_expression',
    conditional: 'conditional_expression',
    augmented: 'assignment_expression',
    member: 'field_expression:argument:field',
    list: 'initializer_list',
    if: 'if_statement',
    pass: 'else_clause condition_clause',
    while: 'while_statement',
    do: 'do_statement',
    for: 'for_statement',
    last: 'labeled_statement template_declaration',
    return: 'return_statement',
    break: 'break_statement',
    continue: 'continue_statement',
    throw: 'throw_statement',
    try: 'try_statement',
    switch: 'switch_statement:condition',
    field: 'linkage_specification:body namespace_definition:body',
  },
  {
    preproc_def: define,
    qualified_identifier: (node, form) => ({
      kind: 'name',
      node,
      name: form
        .text(node)
        .replace(/^std::/, '')
        .replaceAll('::', '.'),
    }),
    string_literal: wide,
    raw_string_literal: wide,
    char_literal: wide,
    concatenated_string: (node, form) => ({ kind: 'text', node, parts: form.all(form.parts(node)) }),
    binary_expression: input,
    sizeof_expression: (node, form) => form.constant(node, 'size'),
    cast_expression: (node, form) => {
      const type = form.fieldText(node, 'type')
      return form.cast(node, type.includes('*') ? '' : simpleType(type), form.need(node, 'value'))
    },
    subscript_expression: (node, form) => {
      const key = node.childForFieldName('index') ?? node.childForFieldName('indices')
      return {
        kind: 'index',
        node,
        object: form.need(node, 'argument'),
        key: key ? form.passThrough(key) : form.nothing(node),
      }
    },
    call_expression: (node, form) => form.call(node, form.need(node, 'function'), callArguments(node, form)),
    new_expression: (node, form) => {
      const type = simpleType(form.fieldText(node, 'type'))
      return form.call(node, { kind: 'name', node, name: type }, callArguments(node, form), true)
    },
    declaration,
    field_declaration: declaration,
    for_range_loop: (node, form) => {
      const own = innermost(node.childForFieldName('declarator'))
      return {
        kind: 'each',
        node,
        target: own ? form.name(own) : form.nothing(node),
        of: form.need(node, 'right'),
        body: form.need(node, 'body'),
      }
    },
    lambda_expression: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form), isDeclared: false }),
    function_definition: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form), isDeclared: true }),
    class_specifier: (node, form) => {
      const body = node.childForFieldName('body')
      return body ? form.classCode(node, { name: form.fieldText(node, 'name'), body }) : form.nothing(node)
    },
  },
)

function wide(node: Node, form: Former): Code {
  const code = quoted(node, form)
  if (code.kind !== 'constant' || typeof code.value !== 'string') return code
  return form.constant(node, code.value.replace(/^(?:L|u8?|U)(?=["'])/, ''))
}

/** A number or a text that is named. */
function define(node: Node, form: Former): Code {
  const text = form.fieldText(node, 'value').trim()
  const value = /^-?\d+$/.test(text) ? Number(text) : /^L?"[^"]*"$/.test(text) ? text.replace(/^L?"|"$/g, '') : null
  const own = node.childForFieldName('name')
  return value === null || !own ? form.nothing(node) : form.assign(node, form.name(own), form.constant(node, value))
}

/** `std::cin >> text` writes to its right side. */
function input(node: Node, form: Former): Code {
  const operator = form.fieldText(node, 'operator')
  if (operator !== '>>' || !/^(?:std::)?w?cin\b/.test(form.text(node))) return binary(node, form)
  return form.callNamed(node, 'cin', [form.need(node, 'right')])
}

function callArguments(node: Node, form: Former) {
  const args = node.childForFieldName('arguments')
  return (args ? form.parts(args) : []).map(arg => ({ name: null, value: form.code(arg) }))
}

/** The name inside of pointers, arrays and references. */
function innermost(node: Node | null): Node | null {
  let at = node
  for (let depth = 0; at && depth < 12; depth++) {
    if (/^(?:identifier|field_identifier|qualified_identifier|destructor_name|operator_name)$/.test(at.type)) return at
    const inner: Node | null = at.childForFieldName('declarator') ?? at.namedChildren.at(-1) ?? null
    at = inner
  }
  return null
}

function declaration(node: Node, form: Former): Code {
  const type = simpleType(form.fieldText(node, 'type').replace(/^std::/, ''))
  const body: Code[] = []
  for (const part of form.parts(node)) {
    if (part.type === 'init_declarator') {
      const own = innermost(part.childForFieldName('declarator'))
      const value = part.childForFieldName('value')
      if (!own || !value) continue
      const isPointer = part.childForFieldName('declarator')!.type !== 'identifier'
      body.push(form.assign(part, form.name(own), form.code(value), isPointer ? '' : type))
    } else if (part.type === 'identifier' || part.type === 'array_declarator' || part.type === 'pointer_declarator') {
      const own = innermost(part)
      if (own) body.push(form.assign(part, form.name(own), form.constant(part, null), type))
    }
  }
  return { kind: 'block', node, body }
}

function functionOf(node: Node, form: Former): FunctionCode {
  let declarator = node.childForFieldName('declarator')
  while (declarator && !/function_declarator$/.test(declarator.type)) {
    declarator = declarator.childForFieldName('declarator') ?? declarator.namedChildren.at(-1) ?? null
  }
  const own = form.text(innermost(declarator?.childForFieldName('declarator') ?? null))
  const given = declarator?.childForFieldName('parameters')
  const parameters: Parameter[] = []
  for (const part of given ? form.parts(given) : []) {
    const target = innermost(part.childForFieldName('declarator'))
    if (!target) continue
    const isPointer = /[*[]/.test(form.fieldText(part, 'declarator'))
    parameters.push({
      name: form.text(target),
      type: isPointer ? '' : simpleType(form.fieldText(part, 'type')),
      notes: '',
      default: null,
    })
  }
  const head = form.source.slice(node.startIndex, declarator?.startIndex ?? node.startIndex)
  return form.fn(node, {
    name: own.slice(own.lastIndexOf(':') + 1),
    parameters,
    body: node.childForFieldName('body'),
    isPrivate: /\bstatic\b/.test(head),
  })
}
