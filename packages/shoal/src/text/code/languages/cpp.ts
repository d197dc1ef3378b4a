// What is known of C++.
import { SLASHED } from '../lexis.ts'
import type { SyntaxTree } from '../symbols/syntax-tree.ts'
import { c } from './c.ts'
import type { Language } from './language.ts'

export const cpp: Language = {
  name: 'cpp',
  extensions: '.cpp .cc .cxx .c++ .hpp .hh .hxx .h++ .ino .tcc',
  sharedExtensions: '.inl .ipp .tpp .y .l',
  aliases: 'c++ cuda',
  lexis: SLASHED,
  typedHeads: true,
  importLine: c.importLine!,
  cuts: {
    ...c.cuts!,
    functions: `${c.cuts!.functions} lambda_expression`,
    types: `${c.cuts!.types} class_specifier namespace_definition concept_definition`,
    glue: 'access_specifier',
  },
  syntax: {
    ...c.syntax!,
    lambda: 'lambda_expression',
    type: `${c.syntax!.type} class_specifier`,
    scope: 'namespace_definition',
    branch: `${c.syntax!.branch} for_range_loop catch_clause`,
    operator: '&& || and or',
    nest: `${c.syntax!.nest} for_range_loop try_statement`,
    loop: `${c.syntax!.loop} for_range_loop`,
    jump: `${c.syntax!.jump} throw_statement`,
    throw: 'throw_statement',
    catch: 'catch_clause',
    call: `${c.syntax!.call} new_expression`,
    string: `${c.syntax!.string} raw_string_literal`,
    import: `${c.syntax!.import} using_declaration`,
  },
  builtIns: c.builtIns!,
  importsBy: 'include',
  visibility: { hidden: /\bstatic\b/, local: /^\s*static\b/ },
  packages: /^namespace_definition$/,
  bareMembers: true,
  declaresFields: true,
  readImport: c.readImport!,
  qualifier,
}

/** `Orders` of `Orders::load`. */
function qualifier(tree: SyntaxTree, node: number): string {
  const declarator = tree.field(node, 'declarator')
  const head = declarator < 0 ? '' : tree.textOf(declarator, 300).split('(', 1)[0]!
  return /\b([A-Za-z_]\w*)\s*(?:<[^<>]*>\s*)?::\s*~?\w+\s*$/.exec(head)?.[1] ?? ''
}
