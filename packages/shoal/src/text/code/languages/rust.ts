// What is known of Rust.
import { SLASHED } from '../lexis.ts'
import { compact, type Import } from '../symbols/import.ts'
import type { SyntaxTree } from '../symbols/syntax-tree.ts'
import type { Language } from './language.ts'

export const rust: Language = {
  name: 'rust',
  extensions: '.rs',
  aliases: 'rs',
  lexis: { ...SLASHED, short: [], long: [['"', '"']] },
  importLine: /^(?:pub(?:\([^)]*\))?\s+)?(?:use|extern\s+crate|mod\s+\w+\s*;)|^#!\[/,
  cuts: {
    functions: 'function_item closure_expression macro_definition',
    types: 'impl_item trait_item mod_item struct_item enum_item union_item foreign_mod_item',
    bodies: 'source_file declaration_list block match_block',
    data: 'array_expression token_tree enum_variant_list field_declaration_list field_initializer_list arguments',
    glue: 'attribute_item inner_attribute_item',
    comments: 'line_comment block_comment',
  },
  syntax: {
    function: 'function_item',
    lambda: 'closure_expression',
    type: 'struct_item enum_item union_item trait_item type_item',
    scope: 'impl_item mod_item',
    branch: 'if_expression for_expression while_expression loop_expression',
    case: 'match_arm',
    operator: '&& ||',
    nest: 'if_expression for_expression while_expression loop_expression match_expression',
    loop: 'for_expression while_expression loop_expression',
    block: 'block',
    jump: 'return_expression break_expression continue_expression',
    call: 'call_expression macro_invocation',
    arguments: 'arguments token_tree',
    member: 'field_expression',
    subscript: 'index_expression',
    string: 'string_literal raw_string_literal',
    identifier: 'identifier field_identifier type_identifier shorthand_field_identifier',
    binding: 'let_declaration const_item static_item assignment_expression',
    comment: 'line_comment block_comment',
    import: 'use_declaration',
    parameters: 'parameters',
    number: 'integer_literal float_literal',
    wrapper: 'expression_statement',
    binary: 'binary_expression',
  },
  builtIns:
    'Vec String Option Some None Result Ok Err Box Rc Arc RefCell Cell HashMap HashSet BTreeMap BTreeSet Self self Default Clone Copy Debug Display From Into Iterator IntoIterator Drop Fn FnMut FnOnce Send Sync println print eprintln eprint format panic vec assert assert_eq assert_ne debug_assert todo unimplemented unreachable write writeln matches include_str dbg new unwrap expect unwrap_or unwrap_or_else unwrap_or_default clone to_string to_owned into from iter into_iter iter_mut map filter collect push pop len is_empty get insert remove contains as_str as_ref as_mut ok ok_or err and_then map_err fold any all find enumerate zip rev take skip chars bytes split trim parse join extend sort borrow borrow_mut lock read write default fmt next cloned copied',
  importsBy: 'crate',
  visibility: { exported: /\bpub\b(?!\s*\()/ },
  declaresFields: true,
  declares: /^let_declaration$/,
  blocks: /^(?:std\.)?thread\.sleep$|^std\.fs\.\w+$/,
  readImport,
}

function readImport(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const argument = tree.field(node, 'argument')
  return argument < 0 ? [] : [{ specifier: compact(tree.textOf(argument, 300), ' '), names: [], node }]
}
