// Shell scripts in the common form: a command is a call with its words as arguments, a pipeline a call of what it runs.
import type { Node } from 'web-tree-sitter'
import type { Case, Code } from '../code.ts'
import type { Former, Handlers } from './former.ts'
import { formTable, template } from './shared-forms.ts'

const text = template(['string_content'])

export const bashForms: Handlers = formTable(
  {
    block: 'program compound_statement subshell do_group list declaration_command else_clause',
    verbatim: 'number',
    name: 'variable_name special_variable_name',
    pass: 'simple_expansion test_command',
    first: 'expansion',
    while: 'while_statement',
    nothing: 'heredoc_redirect file_redirect',
  },
  {
    word: (node, form) => form.constant(node, form.text(node).replace(/\\(.)/g, '$1')),
    string: text,
    raw_string: (node, form) => form.constant(node, form.text(node).slice(1, -1)),
    concatenation: (node, form) => ({ kind: 'text', node, parts: form.all(form.parts(node)) }),
    command_substitution: (node, form) => form.callNamed(node, 'output', form.all(form.parts(node))),
    process_substitution: (node, form) => form.callNamed(node, 'output', form.all(form.parts(node))),
    arithmetic_expansion: (node, form) => form.constant(node, 0),
    command: (node, form) => {
      const own = form.text(node.childForFieldName('name'))
      const words = form.parts(node).filter(part => part.type !== 'command_name' && part.type !== 'variable_assignment')
      if (own === 'read') return form.callNamed(node, own, [form.nothing(node), ...words.map(word => form.name(word))])
      return form.callNamed(node, /^[\w.:/-]+$/.test(own) ? own.replace(/^.*\//, '') : 'variable', form.all(words))
    },
    redirected_statement: (node, form) => form.field(node, 'body') ?? form.nothing(node),
    pipeline: (node, form) => form.callNamed(node, 'pipeline', form.all(form.parts(node))),
    variable_assignment: (node, form) => {
      const own = node.childForFieldName('name')
      const value = form.field(node, 'value')
      return own && value ? form.assign(node, form.code(own), value) : form.nothing(node)
    },
    binary_expression: (node, form) => {
      const operator = form.fieldText(node, 'operator')
      const same = operator === '=' ? '==' : operator === '=~' ? '=~' : operator
      return { kind: 'binary', node, operator: same, left: form.need(node, 'left'), right: form.need(node, 'right') }
    },
    negated_command: (node, form) => ({ kind: 'unary', node, operator: '!', operand: form.passThrough(node) }),
    if_statement: ifForm,
    for_statement: (node, form) => ({
      kind: 'each',
      node,
      target: form.need(node, 'variable'),
      of: {
        kind: 'list',
        node,
        items: form.all(form.parts(node).filter(part => part.type !== 'variable_name' && part.type !== 'do_group')),
      },
      body: form.need(node, 'body'),
    }),
    case_statement: (node, form) => {
      const cases: Case[] = form
        .parts(node)
        .filter(part => part.type === 'case_item')
        .map(part => {
          const value = part.childForFieldName('value')
          const tests = value && form.text(value) !== '*' ? [form.code(value)] : []
          const body = form.parts(part).filter(child => child.startIndex !== value?.startIndex)
          return { tests, body: { kind: 'block', node: part, body: form.all(body) }, fallsThrough: false }
        })
      return { kind: 'switch', node, subject: form.field(node, 'value'), cases }
    },
    function_definition: (node, form) => ({
      kind: 'function',
      node,
      isDeclared: true,
      fn: form.fn(node, { name: form.fieldText(node, 'name'), parameters: [], body: node.childForFieldName('body') }),
    }),
  },
)

function ifForm(node: Node, form: Former): Code {
  const test = node.childForFieldName('condition')
  const parts = form.parts(node).filter(part => part.startIndex !== test?.startIndex)
  const others = parts.filter(part => part.type === 'elif_clause' || part.type === 'else_clause')
  const body = parts.filter(part => !others.includes(part))
  let no: Code | null = null
  for (const other of others.reverse()) {
    const inner = form.parts(other)
    const [condition, ...rest] = inner
    no =
      other.type === 'elif_clause' && condition
        ? {
            kind: 'if',
            node: other,
            test: form.code(condition),
            yes: { kind: 'block', node: other, body: form.all(rest) },
            no,
          }
        : form.code(other)
  }
  return {
    kind: 'if',
    node,
    test: test ? form.code(test) : form.nothing(node),
    yes: { kind: 'block', node, body: form.all(body) },
    no,
  }
}
