// Go in the common form.
import type { Node } from 'web-tree-sitter'
import type { Case, Code, Parameter } from '../code.ts'
import type { Former, Handlers } from './former.ts'
import { formTable, ifStatement, isCapital, returnStatement, simpleType } from './shared-forms.ts'

export const goForms: Handlers = formTable(
  {
    block: 'source_file block statement_list type_switch_statement',
    nothing: 'package_clause type_declaration',
    name: 'identifier field_identifier package_identifier',
    yes: 'true',
    no: 'false',
    nil: 'nil',
    number: 'int_literal float_literal',
    quoted: 'interpreted_string_literal raw_string_literal rune_literal',
    binary: 'binary_expression',
    unary: 'unary_expression',
    update: 'inc_statement dec_statement',
    member: 'selector_expression:operand:field',
    index: 'index_expression:operand:index',
    break: 'break_statement',
    continue: 'continue_statement',
    pass: 'literal_element',
    list: 'expression_list',
    field: 'slice_expression:operand type_assertion_expression:operand type_conversion_expression:operand',
    call: 'call_expression:function:arguments',
  },
  {
    variadic_argument: (node, form) => ({ kind: 'unary', node, operator: '...', operand: form.passThrough(node) }),
    import_declaration: imports,
    short_var_declaration: assignment,
    assignment_statement: assignment,
    var_spec: declaration,
    const_spec: declaration,
    if_statement: (node, form) => {
      const test = ifStatement(node, form)
      const start = form.field(node, 'initializer')
      return start ? { kind: 'block', node, body: [start, test] } : test
    },
    for_statement: loop,
    expression_switch_statement: switchForm,
    return_statement: returns,
    composite_literal: composite,
    func_literal: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form, ''), isDeclared: false }),
    function_declaration: (node, form) => ({
      kind: 'function',
      node,
      fn: functionOf(node, form, form.fieldText(node, 'name')),
      isDeclared: true,
    }),
    method_declaration: (node, form) => {
      const before = form.owner
      form.owner = simpleType(form.fieldText(node, 'receiver').replace(/^\(\s*\w*\s*\*?|\)$/g, ''))
      const fn = functionOf(node, form, form.fieldText(node, 'name'))
      form.owner = before
      return { kind: 'function', node, fn, isDeclared: true }
    },
  },
)

/** Only a first value is what a call is made for; the others are errors and the like. */
function returns(node: Node, form: Former): Code {
  const [values] = form.parts(node)
  if (values?.type !== 'expression_list') return returnStatement(node, form)
  return { kind: 'return', node, value: form.maybe(form.parts(values)[0]) }
}

function imports(node: Node, form: Former): Code {
  const body: Code[] = []
  const specs = form.parts(node).flatMap(part => (part.type === 'import_spec_list' ? form.parts(part) : [part]))
  for (const spec of specs) {
    const path = form.fieldText(spec, 'path').slice(1, -1)
    const alias = form.fieldText(spec, 'name')
    const own = path.slice(path.lastIndexOf('/') + 1)
    if (alias && alias !== '_' && alias !== '.') {
      body.push(form.assign(spec, { kind: 'name', node: spec, name: alias }, { kind: 'path', node: spec, path: own }))
    } else if (path === 'math/rand' || path === 'math/rand/v2' || path === 'html/template') {
      // Packages of the same name differ in what they are good for.
      const bound = own === 'v2' ? 'rand' : own
      body.push(
        form.assign(
          spec,
          { kind: 'name', node: spec, name: bound },
          { kind: 'path', node: spec, path: path.replace('/v2', '') },
        ),
      )
    }
  }
  return { kind: 'block', node, body }
}

function assignment(node: Node, form: Former): Code {
  const left = node.childForFieldName('left')
  const right = node.childForFieldName('right')
  if (!left || !right) return form.passThrough(node)
  const operator = form.fieldText(node, 'operator').replace(/:?=$/, '')
  return paired(node, form, form.parts(left), form.parts(right), operator)
}

function declaration(node: Node, form: Former): Code {
  const names = form.parts(node).filter(part => part.type === 'identifier')
  const value = node.childForFieldName('value')
  const [own] = names
  const type = simpleType(form.fieldText(node, 'type'))
  // A buffer is empty before anything is written to it.
  if (!value && own && /^(?:Builder|Buffer)$/.test(type))
    return form.assign(node, form.name(own), form.constant(node, ''), 'StringBuilder')
  if (!value) return form.nothing(node)
  return paired(node, form, names, form.parts(value), '', simpleType(form.fieldText(node, 'type')))
}

/** `a, b = c, d` one by one; of `a, err = call()` the first gets the value. */
function paired(
  node: Node,
  form: Former,
  targets: readonly Node[],
  values: readonly Node[],
  operator: string,
  type = '',
): Code {
  const body: Code[] = []
  targets.forEach((target, i) => {
    const value = values[i]
    if (value)
      body.push(form.assign(targets.length === 1 ? node : target, form.code(target), form.code(value), type, operator))
  })
  return body.length === 1 ? body[0]! : { kind: 'block', node, body }
}

function loop(node: Node, form: Former): Code {
  const [head] = form.parts(node)
  const body = form.need(node, 'body')
  if (head?.type === 'range_clause') {
    const left = head.childForFieldName('left')
    const targets = left ? form.parts(left) : []
    const target = targets[1] ?? targets[0]
    const of = form.need(head, 'right')
    return { kind: 'each', node, target: target ? form.code(target) : form.nothing(node), of, body }
  }
  const clause = head?.type === 'for_clause' ? head : null
  return {
    kind: 'loop',
    node,
    start: clause ? form.field(clause, 'initializer') : null,
    test: clause ? form.field(clause, 'condition') : head && head.type !== 'block' ? form.code(head) : null,
    step: clause ? form.field(clause, 'update') : null,
    body,
    testsLast: false,
  }
}

function switchForm(node: Node, form: Former): Code {
  const cases: Case[] = []
  for (const part of form.parts(node)) {
    if (part.type !== 'expression_case' && part.type !== 'default_case') continue
    const value = part.childForFieldName('value')
    const statements = form.parts(part).filter(child => child.startIndex !== value?.startIndex)
    cases.push({
      tests: value ? form.all(form.parts(value)) : [],
      body: { kind: 'block', node: part, body: form.all(statements) },
      fallsThrough: false,
    })
  }
  return { kind: 'switch', node, subject: form.field(node, 'value'), cases }
}

/** A struct is a map from its fields; a slice is a list. */
function composite(node: Node, form: Former): Code {
  const body = node.childForFieldName('body')
  const parts = body ? form.parts(body) : []
  const isMap = node.childForFieldName('type')?.type === 'map_type'
  if (!isMap && !parts.some(part => part.type === 'keyed_element'))
    return { kind: 'list', node, items: form.all(parts) }
  return {
    kind: 'map',
    node,
    entries: parts.map(part => {
      const key = part.childForFieldName('key') ?? part
      const keyCode = isMap || /^["`]/.test(form.text(key)) ? form.code(key) : form.constant(key, form.text(key))
      return { key: keyCode, value: form.field(part, 'value') ?? form.code(part) }
    }),
  }
}

function functionOf(node: Node, form: Former, own: string) {
  const parameters: Parameter[] = []
  const given = node.childForFieldName('parameters')
  for (const part of given ? form.parts(given) : []) {
    const type = form.fieldText(part, 'type')
    for (const each of form.parts(part)) {
      if (each.type !== 'identifier') continue
      parameters.push({ name: form.text(each), type: simpleType(type), notes: '', default: null })
    }
  }
  const isPrivate = own !== '' && !isCapital(own)
  return form.fn(node, { name: own, parameters, body: node.childForFieldName('body'), isPrivate })
}
