// What the node types of each vendored grammar mean for cutting. A table of data: one row per grammar.
import { lookup } from '../../model/lookup.ts'

/** Node types by their meaning. A type that is not named here is opaque: it is passed through, never cut itself. */
interface GrammarRow {
  /** Holds statements and must not be severed while it fits. */
  readonly functions: string
  /** Holds members; a good place to cut between them. */
  readonly types: string
  /** Lists of members or statements: a cut may fall between their children. */
  readonly bodies: string
  /** Lists of values: cut between their children only when nothing better is left. */
  readonly data: string
  /** Belongs to whatever follows it, blank lines or not: decorators, attributes, signatures. */
  readonly glue: string
  /** Belongs to what follows when no blank line is between. */
  readonly comments: string
  /** Bodies that nest without meaning a new level: header guards, namespaces. */
  readonly open: string
  /** Wrappers whose children stand as if they were in the parent's list. */
  readonly splice?: string
  /** Switches between text and code: what follows is code only behind the tag that they end with. */
  readonly switches?: string
}

const SCRIPT: GrammarRow = {
  functions:
    'function_declaration function_expression generator_function generator_function_declaration arrow_function method_definition',
  types: 'class_declaration class',
  bodies: 'program statement_block class_body switch_body',
  data: 'object array arguments',
  glue: 'decorator',
  comments: 'comment html_comment hash_bang_line',
  open: '',
}

const TYPED: GrammarRow = {
  ...SCRIPT,
  types: `${SCRIPT.types} abstract_class_declaration interface_declaration enum_declaration internal_module module`,
  bodies: `${SCRIPT.bodies} interface_body enum_body`,
  data: `${SCRIPT.data} object_type`,
  glue: 'decorator function_signature',
}

const C: GrammarRow = {
  functions: 'function_definition',
  types: 'struct_specifier enum_specifier union_specifier type_definition',
  bodies: 'translation_unit declaration_list field_declaration_list compound_statement case_statement',
  data: 'initializer_list enumerator_list',
  glue: '',
  comments: 'comment',
  open: 'preproc_ifdef preproc_if preproc_else preproc_elif preproc_elifdef declaration_list',
}

export const GRAMMARS: Readonly<Record<string, GrammarRow>> = {
  bash: {
    functions: 'function_definition',
    types: '',
    bodies: 'program compound_statement do_group',
    data: 'array',
    glue: '',
    comments: 'comment',
    open: '',
  },
  c: C,
  cpp: {
    ...C,
    functions: `${C.functions} lambda_expression`,
    types: `${C.types} class_specifier namespace_definition concept_definition`,
    glue: 'access_specifier',
  },
  csharp: {
    functions:
      'method_declaration constructor_declaration destructor_declaration operator_declaration conversion_operator_declaration property_declaration indexer_declaration local_function_statement lambda_expression anonymous_method_expression',
    types:
      'class_declaration struct_declaration interface_declaration enum_declaration record_declaration namespace_declaration delegate_declaration',
    bodies: 'compilation_unit declaration_list block switch_body',
    data: 'initializer_expression enum_member_declaration_list',
    glue: 'attribute_list',
    comments: 'comment',
    open: 'file_scoped_namespace_declaration preproc_if preproc_else preproc_elif',
  },
  elixir: {
    functions: 'anonymous_function',
    types: '',
    bodies: 'source do_block body block',
    data: 'list map arguments',
    glue: '',
    comments: 'comment',
    open: '',
  },
  go: {
    functions: 'function_declaration method_declaration func_literal',
    types: 'type_declaration',
    bodies: 'source_file block statement_list',
    data: 'literal_value const_declaration var_spec_list field_declaration_list interface_type',
    glue: '',
    comments: 'comment',
    open: '',
  },
  haskell: {
    functions: 'function bind',
    types: 'class instance data_type newtype',
    bodies: 'haskell class_declarations instance_declarations',
    data: 'do list',
    glue: 'signature pragma kind_signature',
    comments: 'comment haddock',
    open: '',
    splice: 'declarations imports',
  },
  java: {
    functions:
      'method_declaration constructor_declaration compact_constructor_declaration static_initializer lambda_expression',
    types:
      'class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration module_declaration',
    bodies:
      'program class_body interface_body enum_body enum_body_declarations annotation_type_body block constructor_body switch_block',
    data: 'array_initializer',
    glue: '',
    comments: 'line_comment block_comment',
    open: '',
  },
  javascript: SCRIPT,
  kotlin: {
    functions: 'function_declaration secondary_constructor anonymous_function anonymous_initializer getter setter',
    types: 'class_declaration object_declaration companion_object',
    bodies: 'source_file class_body enum_class_body block lambda_literal',
    data: 'value_arguments',
    glue: 'file_annotation annotation',
    comments: 'line_comment block_comment',
    open: '',
  },
  lua: {
    functions: 'function_declaration function_definition',
    types: '',
    bodies: 'chunk block',
    data: 'table_constructor arguments',
    glue: '',
    comments: 'comment hash_bang_line',
    open: '',
  },
  ocaml: {
    functions: 'value_definition method_definition fun_expression function_expression',
    types: 'module_definition module_type_definition class_definition class_type_definition type_definition',
    bodies: 'compilation_unit structure signature object_expression',
    data: 'list_expression array_expression record_expression match_expression sequence_expression',
    glue: '',
    comments: 'comment',
    open: '',
  },
  php: {
    functions: 'function_definition method_declaration anonymous_function arrow_function',
    types: 'class_declaration interface_declaration trait_declaration enum_declaration anonymous_class',
    bodies: 'program declaration_list enum_declaration_list compound_statement switch_block colon_block',
    data: 'array_creation_expression arguments match_block',
    glue: '',
    comments: 'comment',
    open: 'namespace_definition',
    switches: 'php_tag text_interpolation',
  },
  python: {
    functions: 'function_definition lambda',
    types: 'class_definition',
    bodies: 'module block',
    data: 'list dictionary set tuple argument_list',
    glue: '',
    comments: 'comment',
    open: '',
  },
  ruby: {
    functions: 'method singleton_method lambda',
    types: 'class module singleton_class',
    bodies: 'program body_statement block_body do_block',
    data: 'hash array argument_list string_array symbol_array',
    glue: '',
    comments: 'comment',
    open: '',
  },
  rust: {
    functions: 'function_item closure_expression macro_definition',
    types: 'impl_item trait_item mod_item struct_item enum_item union_item foreign_mod_item',
    bodies: 'source_file declaration_list block match_block',
    data: 'array_expression token_tree enum_variant_list field_declaration_list field_initializer_list arguments',
    glue: 'attribute_item inner_attribute_item',
    comments: 'line_comment block_comment',
    open: '',
  },
  scala: {
    functions: 'function_definition lambda_expression',
    types:
      'object_definition class_definition trait_definition enum_definition package_object given_definition extension_definition',
    bodies: 'compilation_unit template_body with_template_body block indented_block enum_body case_block',
    data: 'arguments',
    glue: '',
    comments: 'comment block_comment',
    open: 'package_clause',
  },
  tsx: TYPED,
  typescript: TYPED,
  zig: {
    functions: 'function_declaration test_declaration',
    types: 'comptime_declaration',
    bodies: 'source_file block struct_declaration union_declaration enum_declaration opaque_declaration',
    data: 'initializer_list error_set_declaration switch_expression',
    glue: '',
    comments: 'comment',
    open: '',
  },
}

/** Names under which detection or a user may know a language, where they differ from the grammar's. */
const ALIASES: Readonly<Record<string, string>> = {
  jsx: 'javascript',
  js: 'javascript',
  javascriptreact: 'javascript',
  node: 'javascript',
  ts: 'typescript',
  typescriptreact: 'tsx',
  py: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  golang: 'go',
  kt: 'kotlin',
  'c++': 'cpp',
  'c#': 'csharp',
  c_sharp: 'csharp',
  cs: 'csharp',
  sh: 'bash',
  shell: 'bash',
  dash: 'bash',
  ksh: 'bash',
  cuda: 'cpp',
  ml: 'ocaml',
  hs: 'haskell',
  ex: 'elixir',
}

/** One spelling per language, whatever the caller calls it. */
export function canonicalLanguage(language: string | null): string {
  const name = (language ?? '').toLowerCase()
  return lookup(ALIASES, name) ?? name
}
