// What is known of F#.
import type { Language } from './language.ts'

export const fsharp: Language = {
  name: 'fsharp',
  extensions: '.fs .fsx .fsi',
  aliases: 'f# fs',
  lexis: { line: ['//'], block: [['(*', '*)']], long: [['"""', '"""']], short: ['"'], escape: true },
  endsWithLine: true,
  importLine: /^(?:open\s|#(?:r|load)\s)/,
  definitionLines: [
    ['module', /^module\s+(?:(?:rec|private|internal|public)\s+)*([\w.]+)/],
    ['namespace', /^namespace\s+(?:rec\s+)?([\w.]+)/],
    ['type', /^(?:type|and)\s+(?:(?:private|internal|public)\s+)*([A-Z]\w*)(?=\s*(?:<|\(|=|$))/],
    [
      'function',
      /^(?:let|and)\s+(?:(?:rec|inline|private|internal|public)\s+)*(?!mutable\b)([a-zA-Z_][\w']*)(?=\s+[(\w<]|\()/,
    ],
    [
      'method',
      /^(?:(?:static|abstract|override|default)\s+)*(?:member|override|abstract)\s+(?:(?:private|internal|public|inline)\s+)*(?:\w+\.)?(\w+)/,
    ],
  ],
}
