// What is known of Solidity.
import { SLASHED } from '../lexis.ts'
import type { Language } from './language.ts'

export const solidity: Language = {
  name: 'solidity',
  extensions: '.sol',
  lexis: SLASHED,
  importLine: /^(?:import|pragma)\s/,
  cuts: {
    functions: 'function_definition modifier_definition constructor_definition fallback_receive_definition',
    types: 'contract_declaration interface_declaration library_declaration struct_declaration enum_declaration',
    bodies: 'source_file contract_body function_body block_statement',
    data: 'struct_body enum_body inline_array_expression',
    comments: 'comment',
  },
  syntax: {
    function: 'function_definition modifier_definition constructor_definition fallback_receive_definition',
    type: 'contract_declaration interface_declaration library_declaration struct_declaration enum_declaration',
    branch: 'if_statement for_statement while_statement do_while_statement catch_clause ternary_expression',
    operator: '&& ||',
    nest: 'if_statement for_statement while_statement do_while_statement try_statement',
    loop: 'for_statement while_statement do_while_statement',
    block: 'function_body block_statement',
    jump: 'return_statement break_statement continue_statement revert_statement',
    throw: 'revert_statement',
    catch: 'catch_clause',
    call: 'call_expression',
    member: 'member_expression',
    subscript: 'array_access',
    string: 'string string_literal',
    identifier: 'identifier',
    binding: 'assignment_expression state_variable_declaration constant_variable_declaration',
    comment: 'comment',
    import: 'import_directive',
    number: 'number_literal',
    wrapper: 'expression_statement',
    binary: 'binary_expression',
  },
  builtIns:
    'msg block tx this super require assert revert keccak256 sha256 abi type address uint int bool bytes string now gasleft selfdestruct payable',
  visibility: { exported: /\b(?:public|external)\b/, hidden: /\bprivate\b/ },
  declaresFields: true,
}
