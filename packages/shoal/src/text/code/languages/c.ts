// What is known of C.
import { SLASHED } from '../lexis.ts'
import type { Import } from '../symbols/import.ts'
import type { SyntaxTree } from '../symbols/syntax-tree.ts'
import type { Language } from './language.ts'

export const c: Language = {
  name: 'c',
  extensions: '.c',
  sharedExtensions: '.inl .y .l .cl',
  lexis: SLASHED,
  typedHeads: true,
  importLine:
    /^(?:#\s*(?:include|import|pragma|error)\b|@import\b|import\b|module;|export module\b|using\s+(?:namespace\s+)?[\w:]+\s*(?:=[^;]+)?;)/,
  cuts: {
    functions: 'function_definition',
    types: 'struct_specifier enum_specifier union_specifier type_definition',
    bodies: 'translation_unit declaration_list field_declaration_list compound_statement case_statement',
    data: 'initializer_list enumerator_list',
    comments: 'comment',
    open: 'preproc_ifdef preproc_if preproc_else preproc_elif preproc_elifdef declaration_list',
  },
  syntax: {
    function: 'function_definition',
    type: 'struct_specifier enum_specifier union_specifier',
    branch: 'if_statement for_statement while_statement do_statement conditional_expression',
    case: 'case_statement',
    operator: '&& ||',
    nest: 'if_statement for_statement while_statement do_statement switch_statement',
    loop: 'for_statement while_statement do_statement',
    block: 'compound_statement case_statement',
    jump: 'return_statement break_statement continue_statement goto_statement',
    call: 'call_expression',
    arguments: 'argument_list',
    member: 'field_expression',
    subscript: 'subscript_expression',
    string: 'string_literal',
    identifier: 'identifier field_identifier type_identifier namespace_identifier',
    binding: 'init_declarator assignment_expression preproc_def',
    comment: 'comment',
    import: 'preproc_include',
    parameters: 'parameter_list',
    number: 'number_literal',
    wrapper: 'expression_statement',
    binary: 'binary_expression',
  },
  builtIns:
    'printf fprintf sprintf snprintf scanf malloc calloc realloc free memcpy memmove memset memcmp strlen strcpy strncpy strcat strcmp strncmp strchr strstr strdup fopen fclose fread fwrite fgets fputs exit abort assert atoi atol strtol getenv sizeof NULL FILE size_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t bool true false puts putchar getchar perror errno',
  importsBy: 'include',
  visibility: { hidden: /\bstatic\b/, local: /\bstatic\b/ },
  declaresFields: true,
  declares: /^init_declarator$/,
  readImport,
}

function readImport(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const path = tree.field(node, 'path')
  return path < 0 ? [] : [{ specifier: tree.textOf(path, 300).replace(/^[<"]|[>"]$/g, ''), names: [], node }]
}
