// What is known of Haskell.
import type { Language } from './language.ts'

export const haskell: Language = {
  name: 'haskell',
  extensions: '.hs .lhs',
  interpreters: /^(?:runghc|runhaskell|stack|cabal)$/,
  aliases: 'hs',
  lexis: { line: ['--'], block: [['{-', '-}']], long: [], short: ['"'], escape: true },
  endsWithLine: true,
  importLine: /^(?:module|import)\b|^\{-#/,
  cuts: {
    functions: 'function bind',
    types: 'class instance data_type newtype',
    bodies: 'haskell class_declarations instance_declarations',
    data: 'do list',
    glue: 'signature pragma kind_signature',
    comments: 'comment haddock',
    splice: 'declarations imports',
  },
  syntax: {
    function: 'function bind',
    type: 'class data_type newtype type_synomym',
    branch: 'conditional guards',
    case: 'alternative',
    operator: '&& ||',
    nest: 'conditional case',
    call: 'apply',
    string: 'string',
    identifier: 'variable name constructor module_id',
    comment: 'comment haddock',
    import: 'import',
    number: 'integer float',
    binary: 'infix',
  },
  declaresFields: true,
}
