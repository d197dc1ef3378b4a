// Python in the common form.
import type { Node } from 'web-tree-sitter'
import type { Argument, Case, Code, Parameter } from '../code.ts'
import type { Former, Handlers } from './former.ts'
import { formTable, simpleType, template } from './shared-forms.ts'

export const pythonForms: Handlers = formTable(
  {
    block: 'module block with_clause',
    name: 'identifier',
    yes: 'true',
    no: 'false',
    nil: 'none',
    number: 'integer float',
    nothing:
      'ellipsis slice global_statement nonlocal_statement delete_statement pass_statement type_alias_statement future_import_statement',
    binary: 'binary_operator boolean_operator',
    unary: 'unary_operator list_splat dictionary_splat',
    list: 'list tuple set expression_list',
    member: 'attribute:object:attribute',
    index: 'subscript:value:subscript',
    while: 'while_statement',
    return: 'return_statement',
    break: 'break_statement',
    continue: 'continue_statement',
    throw: 'raise_statement',
    ifChain: 'if_statement:consequence',
    field: 'interpolation:expression else_clause:body',
  },
  {
    string: template(['string_content'], ['string_start', 'string_end']),
    concatenated_string: (node, form) => ({ kind: 'text', node, parts: form.all(form.parts(node)) }),
    comparison_operator: comparison,
    not_operator: (node, form) => ({ kind: 'unary', node, operator: 'not', operand: form.need(node, 'argument') }),
    list_comprehension: comprehension,
    set_comprehension: comprehension,
    generator_expression: comprehension,
    dictionary_comprehension: comprehension,
    dictionary: (node, form) => ({
      kind: 'map',
      node,
      entries: form
        .parts(node)
        .flatMap(pair =>
          pair.type === 'pair'
            ? [{ key: form.need(pair, 'key'), value: form.need(pair, 'value') }]
            : [{ key: form.nothing(pair), value: form.code(pair) }],
        ),
    }),
    conditional_expression: (node, form) => {
      const [yesPart, test, noPart] = form.parts(node)
      if (!yesPart || !test || !noPart) return form.passThrough(node)
      return { kind: 'choice', node, test: form.code(test), yes: form.code(yesPart), no: form.code(noPart) }
    },
    call: (node, form) => form.call(node, form.need(node, 'function'), callArguments(node, form)),
    assignment,
    augmented_assignment: (node, form) =>
      form.assign(
        node,
        target(node.childForFieldName('left'), form),
        form.need(node, 'right'),
        '',
        form.fieldText(node, 'operator').slice(0, -1),
      ),
    named_expression: (node, form) => form.assign(node, form.need(node, 'name'), form.need(node, 'value')),
    pattern_list: target,
    tuple_pattern: target,
    list_pattern: target,
    for_statement: (node, form) => ({
      kind: 'each',
      node,
      target: target(node.childForFieldName('left'), form),
      of: form.need(node, 'right'),
      body: form.need(node, 'body'),
    }),
    try_statement: tryForm,
    with_statement: (node, form) => ({
      kind: 'block',
      node,
      body: [...form.all(form.parts(node).filter(part => part.type === 'with_clause')), form.need(node, 'body')],
    }),
    as_pattern: (node, form) => {
      const alias = node.childForFieldName('alias')
      const value = form.parts(node)[0]
      if (!alias || !value) return form.passThrough(node)
      return form.assign(node, target(form.parts(alias)[0] ?? alias, form), form.code(value))
    },
    match_statement: matchForm,
    assert_statement: assertion,
    import_statement: (node, form) => imports(node, form, ''),
    import_from_statement: (node, form) => imports(node, form, form.fieldText(node, 'module_name')),
    decorated_definition: (node, form) => {
      const definition = node.childForFieldName('definition')
      return definition ? form.code(definition) : form.nothing(node)
    },
    function_definition: (node, form) => {
      const own = form.fieldText(node, 'name')
      const fn = form.fn(node, {
        name: own,
        parameters: parameters(node.childForFieldName('parameters'), form),
        body: node.childForFieldName('body'),
        notes: decorators(node, form),
        isPrivate: /^_(?!_)/.test(own),
      })
      return { kind: 'function', node, fn, isDeclared: true }
    },
    lambda: (node, form) => ({
      kind: 'function',
      node,
      isDeclared: false,
      fn: form.fn(node, {
        name: '',
        parameters: parameters(node.childForFieldName('parameters'), form),
        body: node.childForFieldName('body'),
      }),
    }),
    class_definition: (node, form) =>
      form.classCode(node, {
        name: form.fieldText(node, 'name'),
        bases: form.fieldText(node, 'superclasses'),
        body: node.childForFieldName('body'),
      }),
  },
)

function decorators(node: Node, form: Former): string {
  const { parent } = node
  if (parent?.type !== 'decorated_definition') return ''
  return form
    .parts(parent)
    .filter(part => part.type === 'decorator')
    .map(part => form.text(part))
    .join('\n')
}

function comparison(node: Node, form: Former): Code {
  const parts = form.parts(node)
  let whole: Code | null = null
  for (let i = 0; i + 1 < parts.length; i++) {
    const operator = form.between(parts[i]!, parts[i + 1]!).replace(/\s+/g, ' ')
    const one: Code = { kind: 'binary', node, operator, left: form.code(parts[i]!), right: form.code(parts[i + 1]!) }
    whole = whole ? { kind: 'binary', node, operator: 'and', left: whole, right: one } : one
  }
  return whole ?? form.nothing(node)
}

/** What is computed for each element; its variables are bound as in a loop. */
function comprehension(node: Node, form: Former): Code {
  const body: Code[] = []
  for (const part of form.parts(node)) {
    if (part.type === 'for_in_clause') {
      const of = form.need(part, 'right')
      const each: Code = {
        kind: 'each',
        node: part,
        target: target(part.childForFieldName('left'), form),
        of,
        body: form.nothing(part),
      }
      body.push(each)
    } else if (part.type === 'if_clause') body.push(form.passThrough(part))
  }
  const result = node.childForFieldName('body')
  const item: Code = result
    ? { kind: 'other', node, parts: form.all(result.type === 'pair' ? form.parts(result) : [result]) }
    : form.nothing(node)
  return { kind: 'block', node, body: [...body, { kind: 'other', node, parts: [item] }] }
}

function callArguments(node: Node, form: Former): Argument[] {
  const args = node.childForFieldName('arguments')
  if (!args) return []
  if (args.type !== 'argument_list') return [{ name: null, value: form.code(args) }]
  return form.parts(args).map(arg => {
    if (arg.type !== 'keyword_argument') return { name: null, value: form.code(arg) }
    return { name: form.fieldText(arg, 'name'), value: form.need(arg, 'value') }
  })
}

function assignment(node: Node, form: Former): Code {
  const right = form.field(node, 'right')
  if (!right) return form.nothing(node)
  const type = form.fieldText(node, 'type')
  return form.assign(node, target(node.childForFieldName('left'), form), right, type ? simpleType(type) : '')
}

function target(node: Node | null, form: Former): Code {
  if (!node) throw new Error('an assignment has a left side')
  if (!/^(?:pattern_list|tuple_pattern|list_pattern|tuple|list)$/.test(node.type)) return form.code(node)
  return {
    kind: 'pattern',
    node,
    parts: form.parts(node).map((part, i) => ({ key: i, target: target(part, form) })),
  }
}

function tryForm(node: Node, form: Former): Code {
  const handlers: Code[] = []
  let last: Code | null = null
  let body = form.need(node, 'body')
  for (const part of form.parts(node)) {
    if (part.type === 'except_clause' || part.type === 'except_group_clause') {
      handlers.push(form.maybe(form.parts(part).findLast(child => child.type === 'block')) ?? form.nothing(part))
    } else if (part.type === 'finally_clause') last = form.passThrough(part)
    else if (part.type === 'else_clause') body = { kind: 'block', node, body: [body, form.code(part)] }
  }
  return { kind: 'try', node, body, handlers, last }
}

function matchForm(node: Node, form: Former): Code {
  const cases: Case[] = []
  const body = node.childForFieldName('body')
  for (const clause of body ? form.parts(body) : []) {
    if (clause.type !== 'case_clause') continue
    const patterns = form.parts(clause).filter(part => part.type === 'case_pattern')
    const text = patterns.map(part => form.text(part)).join()
    const tests = patterns.flatMap(pattern => alternatives(pattern, form))
    cases.push({
      tests: /^[a-z_]\w*$/.test(text) ? [] : tests,
      body: form.need(clause, 'consequence'),
      fallsThrough: false,
    })
  }
  return { kind: 'switch', node, subject: form.field(node, 'subject'), cases }
}

function alternatives(pattern: Node, form: Former): Code[] {
  const [only] = form.parts(pattern)
  if (!only) return []
  return only.type === 'union_pattern' ? form.all(form.parts(only)) : [form.code(only)]
}

/** What does not hold is not followed further. */
function assertion(node: Node, form: Former): Code {
  const [test] = form.parts(node)
  if (!test) return form.nothing(node)
  return {
    kind: 'if',
    node,
    test: form.code(test),
    yes: form.nothing(node),
    no: { kind: 'jump', node, to: 'throw', value: null },
  }
}

function imports(node: Node, form: Former, from: string): Code {
  const body: Code[] = []
  const prefix = from && !from.startsWith('.') ? `${from}.` : ''
  for (const part of form.parts(node)) {
    if (part.type === 'relative_import' || part.type === 'wildcard_import') continue
    if (from && part.startIndex === node.childForFieldName('module_name')?.startIndex) continue
    const isAliased = part.type === 'aliased_import'
    const path = isAliased ? form.fieldText(part, 'name') : form.text(part)
    const alias = isAliased ? form.fieldText(part, 'alias') : ''
    // `import a.b` binds `a`.
    const bound = alias || (from ? path : path.split('.')[0]!)
    const whole = alias || from ? prefix + path : path.split('.')[0]!
    body.push(form.assign(part, { kind: 'name', node: part, name: bound }, { kind: 'path', node: part, path: whole }))
  }
  return { kind: 'block', node, body }
}

function parameters(node: Node | null, form: Former): Parameter[] {
  if (!node) return []
  const found: Parameter[] = []
  for (const part of form.parts(node)) {
    const own = part.childForFieldName('name') ?? (part.type === 'identifier' ? part : form.parts(part)[0])
    if (!own || part.type === 'keyword_separator' || part.type === 'positional_separator') continue
    found.push({
      name: form.text(own).replace(/^\*+/, ''),
      type: simpleType(form.fieldText(part, 'type')),
      notes: form.fieldText(part, 'value'),
      default: form.field(part, 'value'),
    })
  }
  return found
}
