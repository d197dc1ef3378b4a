// What is known of PHP.
import { SLASHED } from '../lexis.ts'
import { compact, type Import } from '../symbols/import.ts'
import type { SyntaxTree } from '../symbols/syntax-tree.ts'
import type { Language } from './language.ts'

export const php: Language = {
  name: 'php',
  extensions: '.php .phtml',
  interpreters: /^php[\d.]*$/,
  lexis: { ...SLASHED, heredoc: true, line: ['//', '#'] },
  importLine: /^(?:<\?php|namespace\s+[\w\\]+\s*;|use\s|declare\s*\(|(?:require|include)(?:_once)?\b)/,
  cuts: {
    functions: 'function_definition method_declaration anonymous_function arrow_function',
    types: 'class_declaration interface_declaration trait_declaration enum_declaration anonymous_class',
    bodies: 'program declaration_list enum_declaration_list compound_statement switch_block colon_block',
    data: 'array_creation_expression arguments match_block',
    comments: 'comment',
    open: 'namespace_definition',
    switches: 'php_tag text_interpolation',
  },
  syntax: {
    function: 'function_definition method_declaration',
    lambda: 'anonymous_function arrow_function',
    type: 'class_declaration interface_declaration trait_declaration enum_declaration',
    branch:
      'if_statement else_if_clause for_statement foreach_statement while_statement do_statement catch_clause conditional_expression',
    case: 'case_statement match_conditional_expression',
    operator: '&& || and or ??',
    nest: 'if_statement for_statement foreach_statement while_statement do_statement switch_statement match_expression try_statement',
    loop: 'for_statement foreach_statement while_statement do_statement',
    block: 'compound_statement case_statement default_statement',
    jump: 'return_statement break_statement continue_statement goto_statement throw_expression exit_statement',
    throw: 'throw_expression',
    catch: 'catch_clause',
    call: 'function_call_expression member_call_expression nullsafe_member_call_expression scoped_call_expression object_creation_expression',
    arguments: 'arguments',
    member: 'member_access_expression nullsafe_member_access_expression class_constant_access_expression',
    subscript: 'subscript_expression',
    string: 'string encapsed_string heredoc nowdoc',
    identifier: 'name',
    binding: 'assignment_expression const_element property_element',
    comment: 'comment',
    import: 'namespace_use_declaration',
    parameters: 'formal_parameters',
    number: 'integer float',
    wrapper: 'expression_statement',
    binary: 'binary_expression',
    pair: 'array_element_initializer',
  },
  builtIns:
    'array count isset empty unset echo print printf sprintf die exit strlen str_replace substr strpos explode implode trim in_array array_map array_filter array_merge array_keys array_values array_push json_encode json_decode is_null is_array is_string is_int is_numeric intval floatval strval var_dump define defined function_exists class_exists method_exists call_user_func date time strtotime file_get_contents file_put_contents fopen fclose Exception InvalidArgumentException RuntimeException Throwable Closure DateTime stdClass parent self static this compact extract max min round floor ceil abs sort usort ksort strtolower strtoupper ucfirst md5 sha1 preg_match preg_replace __construct',
  importsBy: 'namespace',
  visibility: { hidden: /\b(?:private|protected)\b/, local: /\bprivate\b/ },
  packages: /^namespace_definition$/,
  checksImports: true,
  declares: /^assignment_expression$/,
  declaresByAssigning: true,
  readImport,
}

function readImport(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const body = compact(
    tree
      .textOf(node, 2000)
      .replace(/^use\s+(?:function\s+|const\s+)?/, '')
      .replace(/;$/, ''),
    ' ',
  )
  const [, prefix, group] = /^([\w\\]+)\\\{(.*)\}$/.exec(body) ?? []
  const items = (group ?? body)
    .split(',')
    .map(item => item.trim())
    .filter(Boolean)
  return items.map(item => {
    const [path, alias] = item.split(/(?<!\s)\s+as\s+/)
    const specifier = prefix ? `${prefix}\\${path}` : path!
    return { specifier, names: [{ name: alias ?? specifier.split('\\').at(-1)!, original: specifier, node }], node }
  })
}
