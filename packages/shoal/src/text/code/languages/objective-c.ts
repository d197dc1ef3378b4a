// What is known of Objective-C.
import { SLASHED } from '../lexis.ts'
import type { Language } from './language.ts'

export const objectiveC: Language = {
  name: 'objective-c',
  extensions: '.mm',
  sharedExtensions: '.m',
  aliases: 'objc objectivec',
  lexis: SLASHED,
  typedHeads: true,
  definitionLines: [
    ['class', /^@(?:implementation|interface)\s+(\w+)/],
    ['protocol', /^@protocol\s+(\w+)\s*(?:<[^>]*>\s*)?(?:\/\/.*)?$/],
    ['method', /^[-+]\s*(?:\([^)]*\)\s*)?(\w+)/],
    ['type', /^typedef\s+(?:struct|enum|union|NS_ENUM|NS_OPTIONS)\b[^;{]*?\s(\w+)\s*[;{]/],
  ],
  importLine: /^(?:#\s*(?:import|include)\b|@import\b|@class\b)/,
}
