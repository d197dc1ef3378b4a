// JavaScript and TypeScript in the common form.
import type { Node } from 'web-tree-sitter'
import type { Argument, Code, Constant, Parameter } from '../code.ts'
import type { Former, Handlers } from './former.ts'
import { formTable, simpleType, template } from './shared-forms.ts'

export const scriptForms: Handlers = formTable(
  {
    first: 'as_expression satisfies_expression',
    block: 'program statement_block lexical_declaration variable_declaration',
    name: 'identifier shorthand_property_identifier shorthand_property_identifier_pattern property_identifier this super',
    yes: 'true',
    no: 'false',
    nil: 'null undefined',
    number: 'number',
    quoted: 'string',
    verbatim: 'regex',
    binary: 'binary_expression',
    unary: 'unary_expression spread_element',
    update: 'update_expression',
    pass: 'await_expression else_clause',
    last: 'type_assertion',
    conditional: 'ternary_expression',
    list: 'array',
    augmented: 'augmented_assignment_expression',
    member: 'member_expression:object:property',
    index: 'subscript_expression:object:index',
    if: 'if_statement',
    while: 'while_statement',
    do: 'do_statement',
    for: 'for_statement',
    return: 'return_statement',
    break: 'break_statement',
    continue: 'continue_statement',
    throw: 'throw_statement',
    try: 'try_statement',
    switch: 'switch_statement:value',
    nothing:
      'interface_declaration type_alias_declaration ambient_declaration type_annotation type_arguments decorator',
    field: 'labeled_statement:body',
  },
  {
    template_string: template(['string_fragment', 'escape_sequence']),
    object,
    assignment_expression: (node, form) => {
      const left = target(node.childForFieldName('left'), form) ?? form.nothing(node)
      const value = form.need(node, 'right')
      // `exports.run = () => …`: others call it by that name.
      const isNamed = value.kind === 'function' && value.fn.name === '' && left.kind === 'member'
      return form.assign(node, left, isNamed ? { ...value, fn: { ...value.fn, name: left.name } } : value)
    },
    variable_declarator: (node, form) => {
      const left = target(node.childForFieldName('name'), form)
      const value = form.field(node, 'value')
      if (!left || !value) return form.nothing(node)
      if (value.kind === 'function' && left.kind === 'name') {
        const isHidden = isPrivate(node, left.name, form) && node.parent?.parent?.type !== 'export_statement'
        return { ...value, isDeclared: true, fn: { ...value.fn, name: left.name, isPrivate: isHidden } }
      }
      return form.assign(node, left, value, simpleType(form.fieldText(node, 'type')))
    },
    call_expression: callForm,
    new_expression: (node, form) => form.call(node, form.need(node, 'constructor'), callArguments(node, form), true),
    for_in_statement: (node, form) => {
      const left = target(node.childForFieldName('left'), form) ?? form.nothing(node)
      return { kind: 'each', node, target: left, of: form.need(node, 'right'), body: form.need(node, 'body') }
    },
    import_statement: importForm,
    export_statement: (node, form) =>
      form.field(node, 'declaration') ?? form.field(node, 'value') ?? form.nothing(node),
    function_declaration: declared,
    generator_function_declaration: declared,
    function_expression: anonymous,
    generator_function: anonymous,
    arrow_function: anonymous,
    method_definition: declared,
    class_declaration: classForm,
    abstract_class_declaration: classForm,
    class: classForm,
    field_definition: fieldForm,
    public_field_definition: fieldForm,
    jsx_attribute: jsxAttribute,
  },
)

function object(node: Node, form: Former): Code {
  const entries: { key: Code; value: Code }[] = []
  for (const part of form.parts(node)) {
    if (part.type === 'pair') {
      const key = part.childForFieldName('key')!
      entries.push({ key: keyForm(key, form), value: form.need(part, 'value') })
    } else if (part.type === 'shorthand_property_identifier') {
      entries.push({ key: form.constant(part, form.text(part)), value: form.name(part) })
    } else if (part.type === 'method_definition') {
      entries.push({ key: form.constant(part, form.fieldText(part, 'name')), value: anonymous(part, form) })
    } else entries.push({ key: form.nothing(part), value: form.code(part) })
  }
  return { kind: 'map', node, entries }
}

function keyForm(key: Node, form: Former): Code {
  if (key.type === 'computed_property_name') return form.passThrough(key)
  return key.type === 'string' ? form.code(key) : form.constant(key, form.text(key))
}

/** The left side of an assignment. */
function target(node: Node | null, form: Former): Code | null {
  if (!node) return null
  if (node.type === 'object_pattern') return pattern(node, form, objectPart)
  if (node.type === 'array_pattern') return pattern(node, form, (part, i) => [i, part])
  if (node.type === 'assignment_pattern' || node.type === 'object_assignment_pattern') {
    const left = target(node.childForFieldName('left'), form)
    return left ? form.assign(node, left, form.need(node, 'right')) : null
  }
  if (node.type === 'rest_pattern') return target(form.parts(node)[0] ?? null, form)
  return form.code(node)
}

function pattern(node: Node, form: Former, read: (part: Node, i: number, form: Former) => [Constant, Node]): Code {
  const parts: { key: Constant; target: Code }[] = []
  form.parts(node).forEach((part, i) => {
    const [key, inner] = read(part, i, form)
    const code = target(inner, form)
    if (code) parts.push({ key, target: code })
  })
  return { kind: 'pattern', node, parts }
}

function objectPart(part: Node, _: number, form: Former): [Constant, Node] {
  if (part.type === 'pair_pattern') {
    return [form.fieldText(part, 'key').replace(/^['"]|['"]$/g, ''), part.childForFieldName('value') ?? part]
  }
  if (part.type === 'object_assignment_pattern') return [form.fieldText(part, 'left'), part]
  return [part.type === 'rest_pattern' ? null : form.text(part), part]
}

function callForm(node: Node, form: Former): Code {
  const callee = node.childForFieldName('function')
  if (!callee) return form.passThrough(node)
  const text = form.text(callee)
  const args = callArguments(node, form)
  const [first] = args
  if ((text === 'require' || text === 'import') && first?.value.kind === 'constant') {
    return { kind: 'path', node, path: String(first.value.value).replace(/^node:/, '') }
  }
  return form.call(node, form.code(callee), args)
}

function callArguments(node: Node, form: Former): Argument[] {
  const args = node.childForFieldName('arguments')
  if (!args) return []
  if (args.type === 'template_string') return [{ name: null, value: taggedTemplate(args, form) }]
  return form.parts(args).map(arg => ({ name: null, value: form.code(arg) }))
}

/** A tag gets the parts of its template one by one, so that they can be passed as parameters. */
function taggedTemplate(node: Node, form: Former): Code {
  return { kind: 'list', node, items: form.all(form.parts(node).filter(part => part.type === 'template_substitution')) }
}

function importForm(node: Node, form: Former): Code {
  const source = form.fieldText(node, 'source').replace(/^['"](?:node:)?|['"]$/g, '')
  const body: Code[] = []
  const bind = (at: Node, bound: string, path: string) =>
    body.push(form.assign(at, { kind: 'name', node: at, name: bound }, { kind: 'path', node: at, path }))
  const clause = form.parts(node).find(part => part.type === 'import_clause')
  for (const part of clause ? form.parts(clause) : []) {
    if (part.type === 'identifier') bind(part, form.text(part), source)
    else if (part.type === 'namespace_import') bind(part, form.text(form.parts(part)[0]), source)
    else if (part.type === 'named_imports') {
      for (const one of form.parts(part)) {
        const own = form.fieldText(one, 'name')
        bind(one, form.fieldText(one, 'alias') || own, own === 'default' ? source : `${source}.${own}`)
      }
    }
  }
  return { kind: 'block', node, body }
}

function parameters(node: Node, form: Former): { found: Parameter[]; patterns: Code[] } {
  const found: Parameter[] = []
  const patterns: Code[] = []
  const given = node.childForFieldName('parameters')
  const single = node.childForFieldName('parameter')
  for (const part of single ? [single] : given ? form.parts(given) : []) {
    const left = part.childForFieldName('pattern') ?? part.childForFieldName('left') ?? part
    const own = left.type === 'assignment_pattern' ? (left.childForFieldName('left') ?? left) : left
    const isPlain = own.type === 'identifier' || own.type === 'rest_pattern'
    const text = isPlain ? form.text(own).replace(/^\.\.\./, '') : `parameter ${found.length}`
    if (!isPlain) {
      const bound = target(own, form)
      if (bound) patterns.push(form.assign(own, bound, { kind: 'name', node: own, name: text }))
    }
    const notes = form.parts(part).filter(child => child.type === 'decorator')
    found.push({
      name: text,
      type: simpleType(form.fieldText(part, 'type')),
      notes: notes.map(note => form.text(note)).join(' '),
      default: form.field(part, 'value') ?? form.field(left, 'right'),
    })
  }
  return { found, patterns }
}

function functionOf(node: Node, form: Former, own: string, isDeclared: boolean): Code {
  const { found, patterns } = parameters(node, form)
  const body = node.childForFieldName('body')
  const decorators = node.previousNamedSibling?.type === 'decorator' ? form.text(node.previousNamedSibling) : ''
  const fn = form.fn(node, {
    name: own,
    parameters: found,
    body,
    notes: decorators,
    isPrivate: isDeclared && isPrivate(node, own, form),
  })
  // An arrow without braces returns its expression; parts of a parameter are bound before the body.
  const whole = () => {
    const code = fn.body()
    const last: Code = body && body.type !== 'statement_block' ? { kind: 'return', node: body, value: code } : code
    return patterns.length > 0 ? { kind: 'block' as const, node, body: [...patterns, last] } : last
  }
  return { kind: 'function', node, fn: { ...fn, body: whole }, isDeclared }
}

function declared(node: Node, form: Former): Code {
  return functionOf(node, form, form.fieldText(node, 'name'), true)
}

function anonymous(node: Node, form: Former): Code {
  return functionOf(node, form, form.fieldText(node, 'name'), false)
}

/** A function of a module that is not exported, or a member marked as private. */
function isPrivate(node: Node, own: string, form: Former): boolean {
  if (node.type === 'method_definition') return own.startsWith('#') || /^(?:private|protected)\b/.test(form.text(node))
  if (node.parent?.type === 'export_statement') return false
  return own !== '' && !exportsOf(form).has(own)
}

const exportsFound = new WeakMap<Former, ReadonlySet<string>>()
const EXPORTS =
  /\bexport\s*(?:default\s+(\w+)|\{([^}]{0,4000})\})|\bexports(?:\.\w+)?\s*=\s*(?:\{([^}]{0,4000})\}|(\w+))/g

/** All names that the file hands out. */
function exportsOf(form: Former): ReadonlySet<string> {
  let names = exportsFound.get(form)
  if (!names) {
    const lists = [...form.source.matchAll(EXPORTS)].map(match => match.slice(1).join(' '))
    names = new Set(lists.flatMap(list => list.match(/[\w$]+/g) ?? []))
    exportsFound.set(form, names)
  }
  return names
}

function classForm(node: Node, form: Former): Code {
  return form.classCode(node, {
    name: form.fieldText(node, 'name'),
    bases: form.text(form.parts(node).find(part => part.type === 'class_heritage')),
    body: node.childForFieldName('body'),
  })
}

function fieldForm(node: Node, form: Former): Code {
  const own = node.childForFieldName('name') ?? node.childForFieldName('property')
  const value = form.field(node, 'value')
  if (!own || !value) return form.nothing(node)
  if (value.kind === 'function') {
    return { ...value, isDeclared: true, fn: { ...value.fn, name: form.text(own) } }
  }
  return form.assign(node, { kind: 'name', node: own, name: form.text(own) }, value)
}

/** `dangerouslySetInnerHTML={…}` is a property that is set. */
function jsxAttribute(node: Node, form: Former): Code {
  const [key, value] = form.parts(node)
  if (!key || !value) return form.nothing(node)
  const object: Code = { kind: 'name', node: key, name: 'element' }
  return form.assign(node, { kind: 'member', node: key, object, name: form.text(key) }, form.code(value))
}
