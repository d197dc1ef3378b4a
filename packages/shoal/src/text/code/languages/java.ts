// What is known of Java.
import { SLASHED, TRIPLE } from '../lexis.ts'
import type { Language } from './language.ts'

export const java: Language = {
  name: 'java',
  extensions: '.java',
  lexis: { ...SLASHED, ...TRIPLE },
  typedHeads: true,
  importLine: /^(?:package|import)\b/,
  cuts: {
    functions:
      'method_declaration constructor_declaration compact_constructor_declaration static_initializer lambda_expression',
    types:
      'class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration module_declaration',
    bodies:
      'program class_body interface_body enum_body enum_body_declarations annotation_type_body block constructor_body switch_block',
    data: 'array_initializer',
    comments: 'line_comment block_comment',
  },
  syntax: {
    function: 'method_declaration constructor_declaration compact_constructor_declaration',
    lambda: 'lambda_expression',
    type: 'class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration',
    branch:
      'if_statement for_statement enhanced_for_statement while_statement do_statement catch_clause ternary_expression',
    case: 'switch_label',
    operator: '&& ||',
    nest: 'if_statement for_statement enhanced_for_statement while_statement do_statement switch_expression try_statement try_with_resources_statement',
    loop: 'for_statement enhanced_for_statement while_statement do_statement',
    block: 'block constructor_body switch_block_statement_group',
    jump: 'return_statement throw_statement break_statement continue_statement',
    throw: 'throw_statement',
    catch: 'catch_clause',
    call: 'method_invocation object_creation_expression',
    arguments: 'argument_list',
    member: 'field_access',
    subscript: 'array_access',
    string: 'string_literal',
    hole: 'string_interpolation',
    identifier: 'identifier type_identifier',
    binding: 'variable_declarator assignment_expression',
    comment: 'line_comment block_comment',
    import: 'import_declaration',
    parameters: 'formal_parameters',
    number:
      'decimal_integer_literal hex_integer_literal decimal_floating_point_literal octal_integer_literal binary_integer_literal',
    wrapper: 'expression_statement',
    binary: 'binary_expression',
  },
  builtIns:
    'String Integer Long Double Float Boolean Character Byte Short Object Class System Math Thread Runnable Exception RuntimeException IllegalArgumentException IllegalStateException NullPointerException UnsupportedOperationException Error Throwable Override Deprecated SuppressWarnings FunctionalInterface StringBuilder StringBuffer Iterable Comparable CharSequence Number Void Enum Record equals hashCode toString length size get put add remove contains isEmpty println print printf format valueOf append charAt substring indexOf trim split getClass getMessage stream map filter collect forEach close iterator next hasNext containsKey keySet values entrySet of super',
  importsBy: 'package',
  visibility: { exported: /\bpublic\b/, local: /\bprivate\b/ },
  hooks: /^(?:readObject|writeObject|readResolve|writeReplace|finalize|equals|hashCode|toString|serialVersionUID)$/,
  packages: /^package_declaration$/,
  bareMembers: true,
  declaresFields: true,
  checksImports: true,
  declares: /^variable_declarator$/,
  copiesStrings: true,
  opens: /^(?:FileInputStream|FileOutputStream|FileReader|FileWriter|RandomAccessFile)$/,
  prints: /^System\.(?:out|err)\.print(?:ln)?$/,
}
