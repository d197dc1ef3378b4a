// Whatever a file calls a thing, files are compared: no name, value or path makes a check across files fail.
import { type Anchor, anchorRoles } from '@shoal/base/model/anchor'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AnchorIndex } from '../../src/stages/cross/check.ts'
import { draftsOf } from '../../src/stages/cross/checks.ts'

/** Names that are hardly names: nothing but marks, nothing at all, and what every object has. */
const ODD = [
  ...[
    '',
    ' ',
    '.',
    '..',
    '...',
    '/',
    '//',
    './',
    '../',
    ':',
    '::',
    '[]',
    '[0]',
    '[x',
    '-',
    '--',
    '_',
    '__',
    '$',
    '$.',
    '*',
    '@',
    '@/',
    '#',
    ',',
    '|',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'a',
    'A',
    'é',
    '\u0301',
    '👩‍👩‍👧',
    '\ud83d',
    '\0',
    '\n',
    '<*>',
    '<*><*>',
    '…[masked]',
    'A.B',
    'a/b.py',
    'x.json',
  ],
  ...[
    '0',
    '-0',
    '1e999',
    '9'.repeat(400),
    '-----BEGIN RSA PRIVATE KEY-----',
    'a'.repeat(500),
    '.'.repeat(500),
    '(',
    '[',
    '{',
    '\\',
    '%',
    '%E0%A4%A',
    'http://',
    'http://[',
    '^1',
    '>=',
    '1 second',
    '30 s',
  ],
]
const word = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'grapheme', maxLength: 12 }))
const anchor: fc.Arbitrary<Anchor> = fc.record(
  {
    role: fc.constantFrom(...anchorRoles),
    name: word,
    value: word,
    path: word,
    line: fc.integer({ min: 1, max: 9 }),
    quote: word,
    conditional: fc.constant(true as const),
  },
  { requiredKeys: ['role', 'name', 'line', 'quote'] },
)
const FILES = [
  ['src/main.py', 'python'],
  ['src/app.ts', 'typescript'],
  ['config/app.ini', null],
  ['package.json', null],
  ['requirements.txt', null],
  ['data/orders.csv', null],
  ['logs/app.log', null],
  ['docs/guide.md', null],
  ['__proto__', 'go'],
  ['.env', null],
  ['...', null],
] as const

it('any name may stand in any role', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...FILES), fc.array(anchor, { minLength: 1, maxLength: 12 })), {
        minLength: 1,
        maxLength: 8,
      }),
      files => {
        const told = files.map(([[path, language], anchors]) => ({ path, contentType: 'prose', language, anchors }))
        const index = new AnchorIndex(told, [...new Set(told.map(({ path }) => path))], [])
        for (const { summary, ends } of draftsOf(index)) {
          expect(summary).not.toMatch(/\bundefined\b|\bNaN\b|\[object /)
          expect(ends.length).toBeGreaterThan(0)
        }
      },
    ),
    { numRuns: 300 },
  )
})

it('each odd name stands in each role, beside itself', () => {
  for (const name of ODD)
    for (const role of anchorRoles) {
      const anchors = [name, 'port', 'timeout_seconds'].flatMap(value =>
        [name, 'PORT', 'billing.timeout'].map(named => ({
          role,
          name: named,
          value,
          path: named,
          line: 1,
          quote: name,
        })),
      )
      const constants: Anchor[] = ['PORT', 'TIMEOUT', name].map(named => ({
        role: 'literal',
        name: named,
        value: '5433',
        line: 2,
        quote: named,
      }))
      const settings: Anchor[] = ['database.port', name].map(named => ({
        role: 'config-key',
        name: named,
        value: '5432',
        line: 3,
        quote: named,
      }))
      const told = FILES.map(([path, language]) => ({
        path,
        contentType: 'prose',
        language,
        anchors: [...anchors, ...(language === null ? settings : constants)],
      }))
      expect(
        () =>
          draftsOf(
            new AnchorIndex(
              told,
              FILES.map(([path]) => path),
              [],
            ),
          ),
        `${role} ${JSON.stringify(name)}`,
      ).not.toThrow()
    }
})
