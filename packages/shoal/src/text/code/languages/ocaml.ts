// What is known of OCaml.
import type { Language } from './language.ts'

export const ocaml: Language = {
  name: 'ocaml',
  extensions: '.ml .mli',
  sharedExtensions: '.y',
  interpreters: /^(?:ocaml|ocamlrun)$/,
  aliases: 'ml',
  lexis: { line: [], block: [['(*', '*)']], long: [['"', '"']], short: [], escape: true },
  endsWithLine: true,
  importLine: /^(?:open|include|#use|#require)\b/,
  cuts: {
    functions: 'value_definition method_definition fun_expression function_expression',
    types: 'module_definition module_type_definition class_definition class_type_definition type_definition',
    bodies: 'compilation_unit structure signature object_expression',
    data: 'list_expression array_expression record_expression match_expression sequence_expression',
    comments: 'comment',
  },
  syntax: {
    function: 'let_binding method_definition',
    lambda: 'fun_expression function_expression',
    type: 'type_binding class_binding',
    scope: 'module_binding',
    branch: 'if_expression for_expression while_expression',
    case: 'match_case',
    operator: '&& || and_operator or_operator',
    nest: 'if_expression for_expression while_expression match_expression try_expression',
    loop: 'for_expression while_expression',
    call: 'application_expression',
    string: 'string',
    identifier: 'value_name value_pattern module_name constructor_name type_constructor field_name',
    comment: 'comment',
    import: 'open_module include_module',
    number: 'number',
    binary: 'infix_expression',
  },
  declaresFields: true,
}
