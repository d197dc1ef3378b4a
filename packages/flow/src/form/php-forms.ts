// PHP in the common form. Variables keep their dollar sign; what stands between the tags is written by `echo`.
import type { Node } from 'web-tree-sitter'
import type { Argument, Case, Code, FunctionCode, Parameter } from '../code.ts'
import type { Former, Handlers } from './former.ts'
import { binary, formTable, simpleType, template } from './shared-forms.ts'

const interpolated = template(['string_content', 'escape_sequence'], ['heredoc_start', 'heredoc_end'])

export const phpForms: Handlers = formTable(
  {
    block: 'compound_statement colon_block declaration_list const_declaration property_declaration',
    nothing:
      'php_tag text global_declaration namespace_use_declaration visibility_modifier static_modifier enum_declaration interface_declaration',
    name: 'variable_name name relative_scope',
    nil: 'null',
    number: 'integer float',
    quoted: 'string',
    verbatim: 'nowdoc',
    unary: 'unary_op_expression variadic_unpacking',
    update: 'update_expression',
    pass: 'error_suppression_expression',
    assign: 'reference_assignment_expression',
    augmented: 'augmented_assignment_expression',
    while: 'while_statement',
    do: 'do_statement',
    return: 'return_statement',
    break: 'break_statement',
    continue: 'continue_statement',
    throw: 'throw_expression',
    try: 'try_statement',
    switch: 'switch_statement:condition',
    ifChain: 'if_statement:body',
    field: 'else_clause:body',
  },
  {
    program: page,
    qualified_name: (node, form) => ({ kind: 'name', node, name: simpleType(form.text(node)) }),
    boolean: (node, form) => form.constant(node, form.text(node).toLowerCase() === 'true'),
    encapsed_string: interpolated,
    heredoc: (node, form) => form.field(node, 'value') ?? form.constant(node, ''),
    heredoc_body: interpolated,
    shell_command_expression: (node, form) => form.callNamed(node, 'shell_exec', [interpolated(node, form)]),
    binary_expression: (node, form) => {
      const code = binary(node, form)
      return code.kind === 'binary' && code.operator === '.'
        ? { kind: 'text', node, parts: [code.left, code.right] }
        : code
    },
    cast_expression: (node, form) => ({
      kind: 'cast',
      node,
      type: form.fieldText(node, 'type').trim(),
      value: form.need(node, 'value'),
    }),
    conditional_expression: (node, form) => ({
      kind: 'choice',
      node,
      test: form.need(node, 'condition'),
      yes: form.field(node, 'body') ?? form.need(node, 'condition'),
      no: form.need(node, 'alternative'),
    }),
    assignment_expression: (node, form) =>
      form.assign(node, target(node.childForFieldName('left'), form), form.need(node, 'right')),
    subscript_expression: (node, form) => {
      const [object, key] = form.parts(node)
      if (!object) return form.nothing(node)
      return { kind: 'index', node, object: form.code(object), key: key ? form.code(key) : form.nothing(node) }
    },
    member_access_expression: member,
    nullsafe_member_access_expression: member,
    class_constant_access_expression: (node, form) => {
      const [owner, own] = form.parts(node)
      return { kind: 'member', node, object: owner ? form.code(owner) : form.nothing(node), name: form.text(own) }
    },
    scoped_property_access_expression: (node, form) => ({
      kind: 'member',
      node,
      object: form.need(node, 'scope'),
      name: form.fieldText(node, 'name').replace('$', ''),
    }),
    function_call_expression: (node, form) => form.call(node, form.need(node, 'function'), callArguments(node, form)),
    member_call_expression: methodCall,
    nullsafe_member_call_expression: methodCall,
    scoped_call_expression: (node, form) =>
      form.call(
        node,
        { kind: 'member', node, object: form.need(node, 'scope'), name: form.fieldText(node, 'name') },
        callArguments(node, form),
      ),
    object_creation_expression: (node, form) => {
      const [type] = form.parts(node)
      return form.call(node, type ? form.code(type) : form.nothing(node), callArguments(node, form), true)
    },
    array_creation_expression: array,
    echo_statement: (node, form) => form.callNamed(node, 'echo', [form.passThrough(node)]),
    print_intrinsic: (node, form) => form.callNamed(node, 'echo', [form.passThrough(node)]),
    exit_statement: (node, form) => form.callNamed(node, 'exit', form.all(form.parts(node))),
    include_expression: include,
    include_once_expression: include,
    require_expression: include,
    require_once_expression: include,
    for_statement: (node, form) => ({
      kind: 'loop',
      node,
      start: form.field(node, 'initialize'),
      test: form.field(node, 'condition'),
      step: form.field(node, 'update'),
      body: form.need(node, 'body'),
      testsLast: false,
    }),
    foreach_statement: (node, form) => {
      const [of, each] = form.parts(node)
      const own = each?.type === 'pair' ? form.parts(each).at(-1) : each
      return {
        kind: 'each',
        node,
        target: target(own ?? null, form),
        of: of ? form.code(of) : form.nothing(node),
        body: form.need(node, 'body'),
      }
    },
    match_expression: matchForm,
    namespace_definition: (node, form) => form.field(node, 'body') ?? form.nothing(node),
    const_element: (node, form) => {
      const [own, value] = form.parts(node)
      return own && value ? form.assign(node, form.code(own), form.code(value)) : form.nothing(node)
    },
    property_element: (node, form) => {
      const own = node.childForFieldName('name')
      const value = form.field(node, 'default_value')
      if (!own || !value) return form.nothing(node)
      return form.assign(node, { kind: 'name', node: own, name: form.text(own).slice(1) }, value)
    },
    function_definition: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form), isDeclared: true }),
    method_declaration: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form), isDeclared: true }),
    anonymous_function: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form), isDeclared: false }),
    arrow_function: (node, form) => ({ kind: 'function', node, fn: functionOf(node, form), isDeclared: false }),
    class_declaration: classForm,
    trait_declaration: classForm,
  },
)

/** `<?= $x ?>` stands right behind its tag. */
function page(node: Node, form: Former): Code {
  const body: Code[] = []
  let echoes = false
  for (const part of form.parts(node)) {
    if (part.type === 'text_interpolation' || part.type === 'php_tag') {
      echoes = form.text(part).endsWith('<?=')
      continue
    }
    const code = form.code(part)
    body.push(echoes ? form.callNamed(part, 'echo', [code]) : code)
    echoes = false
  }
  return { kind: 'block', node, body }
}

function target(node: Node | null, form: Former): Code {
  if (node?.type === 'list_literal') {
    return { kind: 'pattern', node, parts: form.parts(node).map((part, key) => ({ key, target: target(part, form) })) }
  }
  return node ? form.code(node) : { kind: 'pattern', node: node!, parts: [] }
}

function member(node: Node, form: Former): Code {
  return { kind: 'member', node, object: form.need(node, 'object'), name: form.fieldText(node, 'name') }
}

function methodCall(node: Node, form: Former): Code {
  return form.call(node, member(node, form), callArguments(node, form))
}

function callArguments(node: Node, form: Former): Argument[] {
  const args = node.childForFieldName('arguments') ?? form.parts(node).find(part => part.type === 'arguments')
  if (!args) return []
  return form.parts(args).map(arg => {
    const value = form.parts(arg).at(-1)
    return { name: form.fieldText(arg, 'name') || null, value: value ? form.code(value) : form.code(arg) }
  })
}

function array(node: Node, form: Former): Code {
  const parts = form.parts(node).map(part => form.parts(part))
  if (parts.some(part => part.length === 2)) {
    return {
      kind: 'map',
      node,
      entries: parts.flatMap(([key, value], i) =>
        key && value
          ? [{ key: form.code(key), value: form.code(value) }]
          : key
            ? [{ key: form.constant(key, i), value: form.code(key) }]
            : [],
      ),
    }
  }
  return { kind: 'list', node, items: parts.flatMap(([item]) => (item ? [form.code(item)] : [])) }
}

function include(node: Node, form: Former): Code {
  return form.callNamed(node, 'include', [form.passThrough(node)])
}

function matchForm(node: Node, form: Former): Code {
  const body = node.childForFieldName('body')
  const cases: Case[] = (body ? form.parts(body) : []).map(part => {
    const tests = part.childForFieldName('conditional_expressions')
    return {
      tests: tests ? form.all(form.parts(tests)) : [],
      body: form.need(part, 'return_expression'),
      fallsThrough: false,
    }
  })
  return { kind: 'switch', node, subject: form.field(node, 'condition'), cases }
}

function functionOf(node: Node, form: Former): FunctionCode {
  const given = node.childForFieldName('parameters')
  const parameters: Parameter[] = (given ? form.parts(given) : []).map(part => ({
    name: form.fieldText(part, 'name'),
    type: simpleType(form.fieldText(part, 'type')),
    notes: '',
    default: form.field(part, 'default_value'),
  }))
  const head = form.source.slice(node.startIndex, given?.startIndex ?? node.startIndex)
  return form.fn(node, {
    name: form.fieldText(node, 'name'),
    parameters,
    body: node.childForFieldName('body'),
    isPrivate: /\b(?:private|protected)\b/.test(head),
  })
}

function classForm(node: Node, form: Former): Code {
  return form.classCode(node, { name: form.fieldText(node, 'name'), body: node.childForFieldName('body') })
}
