// The laws of every analyst, held by the analyst of tables on tables of all kinds, whole and broken.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STRETCHES, surveyLawfully } from '../../conformance/analyst.ts'

const TABLE = 'id,name,amount,when\n1,ann,1.5,2026-01-01\n2,bob,,2026-01-02\n3,"c, ""d""\nx",7,2026-02-30\n'

function utf16(text: string, big = false): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}

const CASES: Readonly<Record<string, string | Uint8Array>> = {
  'a plain table': TABLE,
  'no final newline': TABLE.trimEnd(),
  CRLF: TABLE.replaceAll('\n', '\r\n'),
  'CR alone': 'a,b\r1,2\r3,4\r',
  'a byte-order mark': `\ufeff${TABLE}`,
  'UTF-16, little endian': utf16(TABLE.repeat(3)),
  'UTF-16, big endian': utf16('naïve,größe\n1,ä\n2,ö\n3,ä\n', true),
  'Latin-1': Buffer.from('name,city\nJosé,Málaga\nRené,Zürich\n', 'latin1'),
  'NUL bytes': 'a,b\n1,\0\n\0,2\n',
  'one byte': 'a',
  'one newline': '\n',
  'empty lines': '\n\na,b\n\n1,2\n\n\n3,4\n\n',
  'a header only': 'a,b,c\n',
  'a header without an end': 'a,b,c',
  'no header': '1,2.5,2026-01-01\n2,3.5,2026-01-02\n3,4.5,2026-01-03\n',
  'the same name twice and an empty one': 'a,a,,a\n1,2,3,4\n5,6,7,8\n',
  'ragged rows': 'a,b,c\n1,2\n1,2,3,4\n\n1,2,3\n,\n',
  'a quote that never closes': 'a,b\n1,"x\n2,y\n3,z\n'.repeat(40),
  'a stray quote in a plain cell': 'size,b\n5" pipe,2\n6" pipe,3\n',
  'text behind a closing quote': 'a,b\n"x"y,2\n"x" ,3\n',
  'only delimiters': ',,,\n,,,\n,,,\n',
  tabs: 'a\tb\n1\t2\n3\t4\n',
  'a declared separator': 'sep=;\na;b\n1;2\n3;4\n',
  'a giant cell': `a,b\n1,${'x'.repeat(300_000)}\n2,"${'y,\n'.repeat(50_000)}"\n3,z\n`,
  'a giant line': `${Array.from({ length: 12_000 }, (_, k) => `c${k}`).join(',')}\n`,
  'many columns': `${Array.from({ length: 2100 }, (_, k) => `c${k}`).join(',')}\n${`${'1,'.repeat(2099)}1\n`.repeat(3)}`,
  'numbers at the edges': 'x\n1e308\n-1e308\n1e999\n-0\n0.1\n123456789012345678901234567890\n.5\n5.\n+7\n-\n',
  'names of objects': '__proto__,constructor\n__proto__,1\ntoString,2\n__proto__,3\n',
  'broken UTF-8': Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xff, 0xfe, 0x2c, 0xc3, 0x0a, 0xe2, 0x82, 0x2c, 0x31, 0x0a]),
  surrogates: 'a,b\n😀,1\n👩‍👩‍👧,2\n😀,3\n',
}

describe('any table', () => {
  for (const [name, content] of Object.entries(CASES))
    it(`${name}`, async () => {
      const survey = { name: 'x.csv', content, type: 'structured_data', query: 'average amount by name' }
      if (content.length > 10_000) return void (await surveyLawfully(survey))
      await surveyLawfully({ ...survey, stretches: STRETCHES })
      await surveyLawfully({ ...survey, stretches: STRETCHES, size: 2 })
    })

  it('cells of all kinds in any arrangement', async () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '',
        'NA',
        'null',
        'None',
        '-',
        '1',
        '2.50',
        '-3',
        '1e5',
        '$1,200.50',
        '12%',
        '2026-01-31',
        '2026-02-30',
      ),
      fc.constantFrom(
        'true',
        'no',
        'EU',
        'eu ',
        '"q""q"',
        '"a\nb"',
        '"a,b"',
        'x@y.org',
        'http://a.b/c',
        '10.0.0.1',
        '007',
        '12:30',
        '3/4/2026',
      ),
      fc.string({ maxLength: 8 }).map(text => text.replace(/[",\r\n]/g, ' ')),
    )
    const table = fc.tuple(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 40 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
    )
    await fc.assert(
      fc.asyncProperty(table, async ([width, rows, eol, closed]) => {
        const header = Array.from({ length: width }, (_, k) => `col_${k}`).join(',')
        const content = [header, ...rows.map(row => row.join(','))].join(eol) + (closed ? eol : '')
        const survey = await surveyLawfully({
          name: 'x.csv',
          content,
          type: 'structured_data',
          query: 'how many EU by col_0 and total col_1',
          size: 3,
          stretches: STRETCHES,
        })
        expect(survey.anchors.filter(({ role }) => role === 'column').length).toBe(width)
      }),
      { numRuns: 40 },
    )
  })
})
