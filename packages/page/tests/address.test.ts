// Addresses behind the `#`: what is written is read again, whatever names runs and files have.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAddress, writeAddress } from '../src/address.ts'

describe('addresses', () => {
  it('come back as they were written', () => {
    const path = fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 4 })
    const params = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: 'grapheme' }))
    fc.assert(
      fc.property(path, params, (parts, given) => {
        const names = parts.map(part => part.replaceAll('/', '_'))
        const { path, params } = readAddress(writeAddress(names.join('/'), given))
        expect(path).toBe(names.join('/'))
        expect(Object.fromEntries(params)).toEqual({ ...given })
      }),
    )
  })

  it('leave out what is null or empty', () => {
    expect(writeAddress('findings', { q: '', file: null, severity: 'high' })).toBe('#/findings?severity=high')
    expect(writeAddress('')).toBe('#/')
  })

  it('read what was cut or typed by hand', () => {
    expect(readAddress('')).toEqual({ path: '', params: new URLSearchParams() })
    expect(readAddress('#findings').path).toBe('findings')
    expect(readAddress('#/runs/%E0%A4%A').path).toBe('runs/%E0%A4%A')
  })
})
