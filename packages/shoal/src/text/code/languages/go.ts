// What is known of Go.
import { SLASHED } from '../lexis.ts'
import { type Import, unquoted } from '../symbols/import.ts'
import type { SyntaxTree } from '../symbols/syntax-tree.ts'
import type { Language } from './language.ts'

export const go: Language = {
  name: 'go',
  extensions: '.go',
  aliases: 'golang',
  decisive: [/^package \w+[ \t]*$/m, /^(?:func|import) /m],
  lexis: { ...SLASHED, long: [['`', '`']] },
  endsWithLine: true,
  importLine: /^(?:package|import)\b/,
  cuts: {
    functions: 'function_declaration method_declaration func_literal',
    types: 'type_declaration',
    bodies: 'source_file block statement_list',
    data: 'literal_value const_declaration var_spec_list field_declaration_list interface_type',
    comments: 'comment',
  },
  syntax: {
    function: 'function_declaration method_declaration',
    lambda: 'func_literal',
    type: 'type_spec type_alias',
    branch: 'if_statement for_statement',
    case: 'expression_case type_case communication_case',
    operator: '&& ||',
    nest: 'if_statement for_statement expression_switch_statement type_switch_statement select_statement',
    loop: 'for_statement',
    block: 'statement_list',
    jump: 'return_statement break_statement continue_statement goto_statement',
    call: 'call_expression',
    arguments: 'argument_list',
    member: 'selector_expression',
    subscript: 'index_expression',
    string: 'interpreted_string_literal raw_string_literal',
    identifier: 'identifier field_identifier type_identifier package_identifier',
    binding: 'const_spec var_spec short_var_declaration assignment_statement',
    comment: 'comment',
    import: 'import_spec',
    parameters: 'parameter_list',
    number: 'int_literal float_literal',
    wrapper: 'expression_statement',
    binary: 'binary_expression',
    pair: 'keyed_element',
  },
  builtIns:
    'append cap clear close complex copy delete imag len make max min new panic print println real recover string int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64 bool byte rune error any nil true false iota Error String',
  visibility: { hiddenName: /^[^A-Z]/ },
  namesTellVisibility: true,
  importsBy: 'module',
  packages: /^package_clause$/,
  declaresFields: true,
  copiesStrings: true,
  opens: /^os\.(?:Open|Create|OpenFile)$/,
  prints: /^fmt\.Print(?:ln|f)?$/,
  readImport,
  qualifier,
}

function readImport(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const path = tree.field(node, 'path')
  if (path < 0) return []
  const specifier = unquoted(tree.textOf(path, 300))
  const alias = tree.field(node, 'name')
  const name = alias >= 0 ? tree.textOf(alias, 100) : (specifier.split('/').at(-1) ?? specifier)
  return [{ specifier, names: /^[_.]$/.test(name) ? [] : [{ name, original: '', node }], node }]
}

/** `Orders` of `func (o *Orders) load`. */
function qualifier(tree: SyntaxTree, node: number): string {
  const receiver = tree.field(node, 'receiver')
  return receiver < 0 ? '' : (/\b([A-Za-z_]\w*)\s*(?:\[[^\][]*\]\s*)?\)$/.exec(tree.textOf(receiver, 200))?.[1] ?? '')
}
