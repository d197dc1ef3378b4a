import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { binaryReason, extensionOf, probeBytes, probeFile } from '../../src/text/probe.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-probe-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('reads a bounded prefix and says how long the file is', () => {
  const file = join(folder, 'big.txt')
  writeFileSync(file, 'line\n'.repeat(100_000))
  const { probe, binary } = probeFile(file, 'shown/big.txt')
  expect(probe).toMatchObject({
    path: 'shown/big.txt',
    name: 'big.txt',
    extension: '.txt',
    sizeBytes: 500_000,
    whole: false,
  })
  expect(probe.text).toHaveLength(65_536)
  expect(probe.lines.at(-1)).toBe('line')
  expect(binary).toBeNull()
})

test('a directory and a missing file are errors with a code', () => {
  expect(() => probeFile(folder)).toThrow(expect.objectContaining({ code: 'EISDIR' }))
  expect(() => probeFile(join(folder, 'nothing'))).toThrow(expect.objectContaining({ code: 'ENOENT' }))
})

test('a probe keeps its text when the next file is read', () => {
  writeFileSync(join(folder, 'a'), 'first')
  writeFileSync(join(folder, 'b'), 'other')
  const { probe } = probeFile(join(folder, 'a'))
  probeFile(join(folder, 'b'))
  expect(probe.text).toBe('first')
})

test('lines end with LF, CRLF or CR, and a cut line is none', () => {
  expect(probeBytes('x', Buffer.from('a\nb\n')).lines).toEqual(['a', 'b'])
  expect(probeBytes('x', Buffer.from('a\r\nb')).lines).toEqual(['a', 'b'])
  expect(probeBytes('x', Buffer.from('a\rb\r')).lines).toEqual(['a', 'b'])
  expect(probeBytes('x', Buffer.from('a\nb'), 100).lines).toEqual(['a'])
  expect(probeBytes('x', Buffer.from('abc'), 100).lines).toEqual(['abc'])
})

test('extensions', () => {
  expect(['a.CSV', 'Makefile', '.bashrc', 'a.', 'a.tar.gz'].map(extensionOf)).toEqual(['.csv', '', '', '', '.gz'])
})

describe('bytes that are no text', () => {
  test.each([
    ['gzip data', [0x1f, 0x8b, 8, 0]],
    ['a zip archive', [0x50, 0x4b, 3, 4]],
    ['a PNG image', [0x89, 0x50, 0x4e, 0x47, 13]],
    ['a PDF document', [...Buffer.from('%PDF-1.7')]],
    ['an ELF file', [0x7f, 0x45, 0x4c, 0x46, 2]],
    ['NUL bytes', [65, 66, 0, 67, 68, 69, 70, 71, 72]],
  ])('%s', (what, bytes) => {
    expect(binaryReason(Uint8Array.from(bytes))).toBe(`binary: ${what}`)
  })

  test('UTF-16 is text, with its mark and without', () => {
    expect(binaryReason(Buffer.from('\ufeffhello there', 'utf16le'))).toBeNull()
    expect(binaryReason(Buffer.from('hello there, reader', 'utf16le'))).toBeNull()
    expect(binaryReason(Buffer.from('plain'))).toBeNull()
  })
})
