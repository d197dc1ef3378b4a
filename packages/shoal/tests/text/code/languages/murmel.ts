// A language that does not exist, as a newcomer would add one: the proof of the paved path in CONTRIBUTING.md.

import type { Language } from '../../../../src/text/code/languages/language.ts'
import { HASHED } from '../../../../src/text/code/lexis.ts'

export const murmel: Language = {
  name: 'murmel',
  extensions: '.murmel .mrml',
  fileNames: 'Murmelfile',
  interpreters: /^murmel[\d.]*$/,
  aliases: 'mrm',
  lexis: { ...HASHED, line: ['%%'], long: [['<<', '>>']] },
  endsWithLine: true,
  importLine: /^fetch\s/,
  builtIns: 'roll drop',
}
