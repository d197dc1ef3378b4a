// Ruby in the common form. A bare word may be a variable or a call: it is a name, and the rules decide.
import type { Node } from 'web-tree-sitter'
import type { Argument, Case, Code, FunctionCode, Parameter } from '../code.ts'
import type { Former, Handlers } from './former.ts'
import { block, formTable, template } from './shared-forms.ts'

const FRAGMENTS = ['string_content', 'heredoc_content', 'escape_sequence']
const text = template(FRAGMENTS, ['heredoc_end', 'heredoc_beginning'])

export const rubyForms: Handlers = formTable(
  {
    block: 'program block_body do else parenthesized_statements',
    name: 'identifier constant instance_variable class_variable global_variable self',
    yes: 'true',
    no: 'false',
    nil: 'nil',
    number: 'integer float',
    pass: 'interpolation',
    verbatim: 'regex hash_key_symbol',
    binary: 'binary',
    unary: 'unary splat_argument hash_splat_argument',
    conditional: 'conditional',
    list: 'array string_array right_assignment_list',
    nothing: 'yield',
    augmented: 'operator_assignment',
    while: 'while',
    break: 'break',
    continue: 'next',
    field: 'rescue_modifier:body',
  },
  {
    body_statement: body,
    ...Object.fromEntries([['then', block]]),
    string: text,
    bare_string: text,
    heredoc_body: text,
    chained_string: (node, form) => ({ kind: 'text', node, parts: form.all(form.parts(node)) }),
    simple_symbol: (node, form) => form.constant(node, form.text(node).slice(1)),
    subshell: (node, form) => form.callNamed(node, 'system', [text(node, form)]),
    hash: (node, form) => ({ kind: 'map', node, entries: entriesOf(form.parts(node), form) }),
    scope_resolution: (node, form) => {
      const scope = form.field(node, 'scope')
      const own = form.fieldText(node, 'name')
      return scope ? { kind: 'member', node, object: scope, name: own } : { kind: 'name', node, name: own }
    },
    element_reference: (node, form) => {
      const [, key] = form.parts(node)
      return { kind: 'index', node, object: form.need(node, 'object'), key: key ? form.code(key) : form.nothing(node) }
    },
    call,
    assignment: (node, form) =>
      form.assign(node, target(node.childForFieldName('left'), form), form.need(node, 'right')),
    if: ifForm,
    elsif: ifForm,
    unless: (node, form) => ({
      kind: 'if',
      node,
      test: { kind: 'unary', node, operator: '!', operand: form.need(node, 'condition') },
      yes: form.field(node, 'consequence') ?? form.nothing(node),
      no: form.field(node, 'alternative'),
    }),
    if_modifier: (node, form) => ({
      kind: 'if',
      node,
      test: form.need(node, 'condition'),
      yes: form.need(node, 'body'),
      no: null,
    }),
    unless_modifier: (node, form) => ({
      kind: 'if',
      node,
      test: { kind: 'unary', node, operator: '!', operand: form.need(node, 'condition') },
      yes: form.need(node, 'body'),
      no: null,
    }),
    until: (node, form) => ({
      kind: 'loop',
      node,
      start: null,
      test: null,
      step: null,
      body: form.need(node, 'body'),
      testsLast: false,
    }),
    for: (node, form) => ({
      kind: 'each',
      node,
      target: form.need(node, 'pattern'),
      of: form.need(node, 'value'),
      body: form.need(node, 'body'),
    }),
    case: caseForm,
    begin: body,
    return: (node, form) => {
      const [args] = form.parts(node)
      return { kind: 'return', node, value: args ? form.passThrough(args) : null }
    },
    lambda: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form, ''), isDeclared: false }),
    method: (node, form) => ({
      kind: 'function',
      node,
      fn: functionOf(node, form, form.fieldText(node, 'name')),
      isDeclared: true,
    }),
    singleton_method: (node, form) => ({
      kind: 'function',
      node,
      fn: functionOf(node, form, form.fieldText(node, 'name')),
      isDeclared: true,
    }),
    class: (node, form) =>
      form.classCode(node, {
        name: form.fieldText(node, 'name'),
        bases: form.fieldText(node, 'superclass'),
        body: node.childForFieldName('body'),
      }),
    module: (node, form) =>
      form.classCode(node, { name: form.fieldText(node, 'name'), body: node.childForFieldName('body') }),
  },
)

/** A body with `rescue` and `ensure` among its statements; text of a heredoc stands behind the line that names it. */
function body(node: Node, form: Former): Code {
  const statements: Code[] = []
  const handlers: Code[] = []
  let last: Code | null = null
  for (const part of form.parts(node)) {
    if (part.type === 'rescue') handlers.push(form.field(part, 'body') ?? form.nothing(part))
    else if (part.type === 'ensure') last = form.block(part)
    else if (part.type !== 'heredoc_body') statements.push(form.code(part))
  }
  const whole: Code = { kind: 'block', node, body: statements }
  return handlers.length > 0 || last ? { kind: 'try', node, body: whole, handlers, last } : whole
}

function target(node: Node | null, form: Former): Code {
  if (node?.type === 'left_assignment_list') {
    return { kind: 'pattern', node, parts: form.parts(node).map((part, key) => ({ key, target: target(part, form) })) }
  }
  if (node?.type === 'call') {
    const receiver = form.field(node, 'receiver')
    if (receiver) return { kind: 'member', node, object: receiver, name: form.fieldText(node, 'method') }
  }
  return form.code(node!)
}

function entriesOf(parts: readonly Node[], form: Former): { key: Code; value: Code }[] {
  return parts.map(part =>
    part.type === 'pair'
      ? { key: form.need(part, 'key'), value: form.field(part, 'value') ?? form.name(part.childForFieldName('key')!) }
      : { key: form.nothing(part), value: form.code(part) },
  )
}

function call(node: Node, form: Former): Code {
  const method = form.fieldText(node, 'method') || 'call'
  const receiver = form.field(node, 'receiver')
  const args: Argument[] = []
  const given = node.childForFieldName('arguments')
  for (const part of given ? form.parts(given) : []) {
    if (part.type === 'pair') {
      const key = part.childForFieldName('key')
      const value = form.field(part, 'value') ?? form.name(key!)
      args.push({ name: form.text(key).replace(/^:|:$|^["']|["']$/g, ''), value })
    } else args.push({ name: null, value: form.code(part) })
  }
  const passed = node.childForFieldName('block')
  if (passed)
    args.push({
      name: null,
      value: { kind: 'function', node: passed, fn: functionOf(passed, form, ''), isDeclared: false },
    })
  if (!receiver && /^(?:raise|fail)$/.test(method))
    return { kind: 'jump', node, to: 'throw', value: args[0]?.value ?? null }
  const isNew = method === 'new' && receiver !== null
  const callee: Code = isNew
    ? receiver!
    : receiver
      ? { kind: 'member', node, object: receiver, name: method }
      : { kind: 'name', node, name: method }
  return form.call(node, callee, args, isNew)
}

function ifForm(node: Node, form: Former): Code {
  return {
    kind: 'if',
    node,
    test: form.need(node, 'condition'),
    yes: form.field(node, 'consequence') ?? form.nothing(node),
    no: form.field(node, 'alternative'),
  }
}

function caseForm(node: Node, form: Former): Code {
  const cases: Case[] = []
  for (const part of form.parts(node)) {
    if (part.type === 'when') {
      const tests = form.parts(part).filter(child => child.type === 'pattern')
      cases.push({ tests: form.all(tests), body: form.field(part, 'body') ?? form.nothing(part), fallsThrough: false })
    } else if (part.type === 'else') cases.push({ tests: [], body: form.code(part), fallsThrough: false })
  }
  return { kind: 'switch', node, subject: form.field(node, 'value'), cases }
}

function functionOf(node: Node, form: Former, own: string): FunctionCode {
  const given = node.childForFieldName('parameters')
  const parameters: Parameter[] = (given ? form.parts(given) : []).map(part => ({
    name: form.fieldText(part, 'name') || form.text(part),
    type: '',
    notes: '',
    default: form.field(part, 'value'),
  }))
  return form.fn(node, { name: own, parameters, body: node.childForFieldName('body') })
}
