// What is known of Zig.
import { SLASHED } from '../lexis.ts'
import type { Language } from './language.ts'

export const zig: Language = {
  name: 'zig',
  extensions: '.zig',
  lexis: { ...SLASHED, block: [] },
  importLine:
    /^(?:pub\s+)?(?:const|var)\s+[\w@"]+\s*(?::[^=]+)?=\s*(?:@import|@cImport|\w+(?:\.\w+)+;)|^usingnamespace\b/,
  cuts: {
    functions: 'function_declaration test_declaration',
    types: 'comptime_declaration',
    bodies: 'source_file block struct_declaration union_declaration enum_declaration opaque_declaration',
    data: 'initializer_list error_set_declaration switch_expression',
    comments: 'comment',
  },
  syntax: {
    function: 'function_declaration',
    branch: 'if_statement if_expression for_statement for_expression while_statement while_expression',
    case: 'switch_case',
    operator: 'and or orelse',
    nest: 'if_statement if_expression for_statement while_statement switch_expression',
    loop: 'for_statement while_statement for_expression while_expression',
    block: 'block',
    jump: 'return_expression break_expression continue_expression',
    call: 'call_expression builtin_function',
    arguments: 'arguments',
    member: 'field_expression',
    subscript: 'index_expression',
    string: 'string multiline_string',
    identifier: 'identifier',
    binding: 'variable_declaration',
    comment: 'comment',
    parameters: 'parameters',
    number: 'integer float',
    wrapper: 'expression_statement',
    binary: 'binary_expression',
  },
  importCalls: /^@import$/,
  visibility: { exported: /\bpub\b/ },
  declaresFields: true,
}
