// What is known of Julia.
import { HASHED, TRIPLE } from '../lexis.ts'
import type { Language } from './language.ts'

export const julia: Language = {
  name: 'julia',
  extensions: '.jl',
  interpreters: /^julia$/,
  decisive: [/^(?:using [A-Z]\w*(?:, [A-Z]\w*)*|function \w+\(.*\)(?: where .*)?)$/m, /^end$/m],
  lexis: { ...HASHED, ...TRIPLE, block: [['#=', '=#']], short: ['"'] },
  endsWithLine: true,
  importLine: /^(?:using|import)\s|^include\(/,
  definitionLines: [
    ['module', /^(?:bare)?module\s+(\w+)/],
    ['type', /^(?:(?:Base\.)?@\w+\s+)?(?:(?:mutable\s+)?struct|(?:abstract|primitive)\s+type)\s+(\w+)/],
    ['macro', /^macro\s+(\w+)/],
    ['function', /^(?:@\w+\s+)*function\s+([\w.!:]+)/],
    ['function', /^(?:@\w+\s+)?([A-Za-z_][\w.!]*)(?:\{[^}]*\})?\([^=()]*\)[^=()]*=(?!=)/],
  ],
}
