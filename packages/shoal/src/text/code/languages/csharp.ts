// What is known of C#.
import { SLASHED, TRIPLE } from '../lexis.ts'
import type { Language } from './language.ts'

export const csharp: Language = {
  name: 'csharp',
  extensions: '.cs .csx',
  aliases: 'c# c_sharp cs',
  lexis: { ...SLASHED, ...TRIPLE },
  typedHeads: true,
  importLine:
    /^(?:global\s+)?(?:using\s[\w.=\s<>:]+;|using\s+static\b|extern alias\b|namespace\s+[\w.]+\s*;|#\s*(?:nullable|pragma|define)\b)/,
  cuts: {
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
  syntax: {
    function:
      'method_declaration constructor_declaration destructor_declaration operator_declaration local_function_statement',
    lambda: 'lambda_expression anonymous_method_expression',
    type: 'class_declaration struct_declaration interface_declaration enum_declaration record_declaration',
    scope: 'namespace_declaration file_scoped_namespace_declaration',
    branch:
      'if_statement for_statement foreach_statement while_statement do_statement catch_clause conditional_expression',
    case: 'switch_section switch_expression_arm',
    operator: '&& || ??',
    nest: 'if_statement for_statement foreach_statement while_statement do_statement switch_statement try_statement',
    loop: 'for_statement foreach_statement while_statement do_statement',
    block: 'block switch_section',
    jump: 'return_statement throw_statement break_statement continue_statement goto_statement',
    throw: 'throw_statement throw_expression',
    catch: 'catch_clause',
    call: 'invocation_expression object_creation_expression',
    arguments: 'argument_list',
    member: 'member_access_expression',
    subscript: 'element_access_expression',
    string: 'string_literal verbatim_string_literal raw_string_literal interpolated_string_expression',
    hole: 'interpolation',
    identifier: 'identifier',
    binding: 'variable_declarator assignment_expression',
    comment: 'comment',
    import: 'using_directive',
    parameters: 'parameter_list',
    number: 'integer_literal real_literal',
    wrapper: 'expression_statement',
    binary: 'binary_expression',
  },
  builtIns:
    'String Int32 Int64 Double Boolean Object Console Math Convert DateTime TimeSpan Guid Exception ArgumentException ArgumentNullException InvalidOperationException NotImplementedException Task List Dictionary IEnumerable IList IDictionary HashSet Func Action Nullable ToString Equals GetHashCode GetType Add Remove Contains Count Select Where ToList ToArray First FirstOrDefault Any All OrderBy GroupBy WriteLine Format Join Split Trim Parse TryParse nameof typeof var Dispose ConfigureAwait',
  importsWhole: true,
  visibility: { exported: /\bpublic\b/, local: /\bprivate\b/ },
  importsBy: 'namespace',
  packages: /^(?:file_scoped_)?namespace_declaration$/,
  bareMembers: true,
  declaresFields: true,
  declares: /^variable_declarator$/,
  copiesStrings: true,
  prints: /^Console\.Write(?:Line)?$/,
  blocks: /(?:^|\.)(?:Thread\.Sleep|Wait|GetResult)$/,
}
