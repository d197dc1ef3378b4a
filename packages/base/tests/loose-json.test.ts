// JSON out of replies: whole as it is, loosely where it is broken in the usual ways, and only what is complete when it
// was cut off.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from '../src/text/loose-json.ts'

describe('what replies look like', () => {
  const report = { findings: [{ summary: 'a', line: 1 }], relevant: true }
  const text = JSON.stringify(report)

  it.each([
    ['bare', text],
    ['indented', JSON.stringify(report, null, 2)],
    ['in a fence', `\`\`\`json\n${text}\n\`\`\``],
    ['with words around it', `Here is the report [1] you asked for:\n${text}\nLet me know {if} it helps.`],
    ['with commas too many', '{"findings": [{"summary": "a", "line": 1,},], "relevant": true,}'],
    ['with words of Python', '{"findings": [{"summary": "a", "line": 1}], "relevant": True}'],
  ])('%s', (_, reply) => {
    expect(readJson(reply)).toEqual({ value: report })
  })

  it('takes the largest of several', () => {
    expect(readJson('{"a": 1} then {"a": 2, "b": [1, 2, 3]} and {"c": 3}')).toEqual({ value: { a: 2, b: [1, 2, 3] } })
  })

  it('keeps line breaks in strings', () => {
    expect(readJson('{"a": "one\ntwo\tthree"}')).toEqual({ value: { a: 'one\ntwo\tthree' } })
  })

  it('makes no prototype of a field', () => {
    const read = readJson('see: {"__proto__": {"polluted": 1}}')
    expect('value' in read && Object.getPrototypeOf(read.value)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('complaints', () => {
  it.each([
    ['', 'the reply is empty'],
    [' \n', 'the reply is empty'],
    ['I cannot help with that.', 'the reply holds no JSON object'],
    ['"just a string"', 'the reply holds no JSON object'],
    ['{"a": oops}', 'the JSON holds "oops" where a value should stand'],
    ['{"a": 1 "b": 2}', 'the JSON is broken at "\\"b\\": 2}": a comma or } should stand there'],
    ['['.repeat(100_000), 'the JSON is nested too deeply'],
  ])('%j', (reply, complaint) => {
    expect(readJson(reply)).toEqual({ complaint })
  })
})

describe('what was cut off', () => {
  it('keeps findings that are whole and drops the one that is not', () => {
    expect(readJson('{"relevant": true, "findings": [{"summary": "a"}, {"summary": "b", "evi')).toEqual({
      value: { relevant: true, findings: [{ summary: 'a' }] },
      isCut: true,
    })
  })

  it('keeps a report in a list for the findings that it has', () => {
    expect(readJson('{"reports": [{"file": "x", "findings": [{"a": 1}, {"b"')).toEqual({
      value: { reports: [{ file: 'x', findings: [{ a: 1 }] }] },
      isCut: true,
    })
  })

  it('does not take the start of a number or a word for the whole', () => {
    expect(readJson('{"line": 12, "count": 12')).toEqual({ value: { line: 12 }, isCut: true })
  })

  it('never invents: wherever a text is cut, every finding that is read was sent', () => {
    const finding = fc.record({ summary: fc.string(), line: fc.nat(), evidence: fc.string({ unit: 'grapheme' }) })
    fc.assert(
      fc.property(
        fc.array(finding, { maxLength: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (findings, share) => {
          const text = JSON.stringify({ findings })
          const read = readJson(text.slice(0, Math.floor(text.length * share)))
          const value = 'value' in read ? (read.value as { findings?: unknown[] }) : {}
          expect(findings.slice(0, value.findings?.length ?? 0)).toEqual(value.findings ?? [])
        },
      ),
    )
  })
})

it('reads all JSON objects as JSON.parse does, with words before them too', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), value => {
      const text = JSON.stringify(value)
      expect(readJson(text)).toEqual({ value: JSON.parse(text) })
      const read = readJson(`Sure: ${text} `)
      expect('value' in read && JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})

it('never throws', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'a', '1', ' ', '\\u12')), parts => {
      readJson(parts.join(''))
    }),
  )
})
