import { displayWidth, formatBytes, plural, printable } from '@shoal/base/text/printable'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Table } from '../../src/cli/table.ts'

const plain = {
  enabled: false,
  bold: (text: string) => text,
  dim: (text: string) => text,
  mark: (text: string) => text,
}

describe('names made printable', () => {
  it.each([
    ['a\nb\tc\r', 'a\\nb\\tc\\r'],
    ['\u001b[31mred', '\\e[31mred'],
    ['evil\u202etxt.exe', 'evil\\u202etxt.exe'],
    ['\u0000\u007f\u0085\u2028', '\\u0000\\u007f\\u0085\\u2028'],
    ['\ud83d', '\\ud83d'],
    ['naïve 文件 🐟 e\u0301.txt', 'naïve 文件 🐟 e\u0301.txt'],
  ])('%j', (name, shown) => {
    expect(printable(name)).toBe(shown)
  })

  it.each([
    ['zero-width space', 'pay\u200bload', 'pay\\u200bload'],
    ['soft hyphen', 'pay\u00adload', 'pay\\u00adload'],
    ['byte order mark', '\ufeffa', '\\ufeffa'],
    ['word joiners and invisible operators', 'a\u2060b\u2064', 'a\\u2060b\\u2064'],
    ['Mongolian vowel separator', 'a\u180eb', 'a\\u180eb'],
    ['Hangul filler', 'a\u3164b', 'a\\u3164b'],
    ['tags that spell a text', 'ok\u{e0068}\u{e0069}', 'ok\\u{e0068}\\u{e0069}'],
    ['piled variation selectors', 'a\ufe0f\ufe01\u{e0100}b', 'a\\ufe0f\\ufe01\\u{e0100}b'],
    ['joiners where nothing joins', 'a\u200db\u200cc\u200d', 'a\\u200db\\u200cc\\u200d'],
    ['a joiner behind a word', 'سلام\u200c', 'سلام\\u200c'],
    ['several joiners', 'می\u200c\u200cخواهم', 'می\\u200c\\u200cخواهم'],
  ])('show what hides: %s', (_, name, shown) => {
    expect(printable(name)).toBe(shown)
  })

  it.each([
    ['a family', '👨\u200d👩\u200d👧'],
    ['a tone of skin', '👩🏽\u200d💻'],
    ['a heart on fire', '❤\ufe0f\u200d🔥'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष'],
    ['Malayalam at the end of a word', 'അവന്\u200d'],
    ['one form of an ideograph', '葛\u{e0100}城'],
  ])('keep what is needed: %s', (_, name) => {
    expect(printable(name)).toBe(name)
  })

  it('never break the line or move the cursor, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), name => {
        expect(printable(name)).not.toMatch(
          /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2060-\u206f\u00ad\u200b\ufeff]/,
        )
      }),
    )
  })
})

describe('widths', () => {
  it.each([
    ['abc', 3],
    ['文件', 4],
    ['🐟', 2],
    ['e\u0301', 1],
    ['', 0],
  ])('%s takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
})

describe('numbers', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [56_700, '56.7 kB'],
    [999_999, '1.0 MB'],
    [2_147_483_648, '2.1 GB'],
  ])('%i is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })

  it('count things', () => {
    expect([plural(1, 'file'), plural(0, 'file'), plural(12_345, 'file')]).toEqual([
      '1 file',
      '0 files',
      '12,345 files',
    ])
  })
})

describe('tables', () => {
  const render = async (rows: string[][]) => {
    let text = ''
    const table = new Table(
      [{ title: 'name' }, { title: 'n', align: 'right' }, { title: 'why' }],
      plain,
      async part => {
        text += part
      },
    )
    for (const row of rows) await table.row(row)
    await table.end()
    return text
  }

  it('are aligned as a terminal shows them, with nothing at the end of a line', async () => {
    expect(
      await render([
        ['a', '1', ''],
        ['文件.csv', '100', 'x'],
      ]),
    ).toBe('name        n  why\na           1\n文件.csv  100  x\n')
  })

  it('stream: after the first rows each is written at once', async () => {
    const written: string[] = []
    const table = new Table([{ title: 'n' }], plain, async part => void written.push(part))
    for (let n = 0; n < 499; n++) await table.row([String(n)])
    expect(written).toEqual([])
    await table.row(['499'])
    expect(written).toHaveLength(501)
    await table.row(['a long one'])
    expect(written.at(-1)).toBe('a long one\n')
    await table.end()
    expect(written).toHaveLength(502)
  })
})
