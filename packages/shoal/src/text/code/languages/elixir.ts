// What is known of Elixir.
import { HASHED, TRIPLE } from '../lexis.ts'
import type { Language } from './language.ts'

export const elixir: Language = {
  name: 'elixir',
  extensions: '.ex .exs',
  interpreters: /^(?:elixir|iex)$/,
  aliases: 'ex',
  lexis: { ...HASHED, ...TRIPLE },
  endsWithLine: true,
  importLine: /^(?:alias|import|require|use)\s/,
  cuts: {
    functions: 'anonymous_function',
    types: '',
    bodies: 'source do_block body block',
    data: 'list map arguments',
    comments: 'comment',
  },
  syntax: {
    lambda: 'anonymous_function',
    case: 'stab_clause',
    operator: '&& || and or',
    call: 'call',
    arguments: 'arguments',
    member: 'dot',
    string: 'string',
    hole: 'interpolation',
    identifier: 'identifier alias',
    comment: 'comment',
    number: 'integer float',
    binary: 'binary_operator',
    pair: 'pair',
  },
  importCalls: /^(?:alias|import|require|use)$/,
  importsWords: true,
}
