// What is known of Fortran.
import type { Language } from './language.ts'

export const fortran: Language = {
  name: 'fortran',
  extensions: '.f90 .f95 .f03 .f08 .for .f77',
  sharedExtensions: '.f',
  lexis: { line: ['!'], block: [], long: [], short: ['"', "'"], escape: false },
  endsWithLine: true,
  importLine: /^(?:use\b\s*[,:\w]|include\s*['"])/i,
  definitionLines: [
    ['function', /^(?!end\b)(?:[\w*=(), ]{1,80} )?(?:function|subroutine)\s+(\w+)/i],
    ['program', /^program\s+(\w+)/i],
    ['module', /^(?:sub)?module\s+(?!procedure\b|function\b|subroutine\b)(?:\(\w+\)\s*)?(\w+)/i],
    ['type', /^type(?: ?,[^:]*| ?)::\s*(\w+)/i],
    ['type', /^type +(\w+)$/i],
    ['interface', /^(?:abstract\s+)?interface\s+(\w+)/i],
  ],
}
