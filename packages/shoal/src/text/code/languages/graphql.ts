// What is known of GraphQL.
import { HASHED, TRIPLE } from '../lexis.ts'
import type { Language } from './language.ts'

export const graphql: Language = {
  name: 'graphql',
  extensions: '.graphql .gql .graphqls',
  lexis: { ...HASHED, ...TRIPLE, short: ['"'] },
  endsWithLine: true,
  definitionLines: [
    ['type', /^(?:extend\s+)?type\s+(\w+)/],
    ['interface', /^(?:extend\s+)?interface\s+(\w+)/],
    ['input', /^(?:extend\s+)?input\s+(\w+)/],
    ['enum', /^(?:extend\s+)?enum\s+(\w+)/],
    ['union', /^(?:extend\s+)?union\s+(\w+)/],
    ['scalar', /^(?:extend\s+)?scalar\s+(\w+)/],
    ['directive', /^directive\s+@(\w+)/],
    ['function', /^(?:query|mutation|subscription|fragment)\s+(\w+)/],
  ],
}
