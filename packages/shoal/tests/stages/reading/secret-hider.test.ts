// Placeholders for secrets: nothing is lost, nothing is left, and lines stay lines.

import { KnownSecrets } from '@shoal/base/secrets/known'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SecretHider, type SweptSecrets } from '../../../src/text/gate/secret-hider.ts'

function hiderOf(values: readonly string[], content = ''): SecretHider {
  const sweep = {
    values: new Set(values),
    rules: new Map(),
    words: new Set<string>(),
    spans: [],
    hasMore: false,
    columns: null,
  }
  const swept: SweptSecrets = { sweep, known: new KnownSecrets(values), header: null }
  return new SecretHider(swept, content)
}

const digit = fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789')
const secret = fc.string({ unit: digit, minLength: 20, maxLength: 32 }).map(tail => `xQ7${tail}`)
const word = fc.constantFrom(
  'the',
  'order',
  'failed',
  'at',
  'noon',
  '=',
  '"',
  ',',
  '\n',
  '\r\n',
  '[',
  ']',
  'password: ',
)

describe('hiding', () => {
  it('takes every known secret out, and restoring brings all back', () => {
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat({ max: 20 })),
        fc.array(word),
        (secrets, order, words) => {
          const parts = words.flatMap((said, k) => [said, secrets[(order[k] ?? k) % secrets.length]!])
          const text = parts.join(' ')
          const hider = hiderOf(secrets, text)
          const hidden = hider.hide(text)
          for (const one of secrets) expect(hidden.toLowerCase()).not.toContain(one.toLowerCase())
          expect(hider.restore(hidden)).toBe(text)
          expect(hidden.split('\n')).toHaveLength(text.split('\n').length)
          expect(hider.hide(text)).toBe(hidden)
        },
      ),
    )
  })

  it('leaves a text without secrets as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('the', 'order', 'failed', '\n', '12', '[secret 1]')), words => {
        expect(hiderOf([], words.join(' ')).hide(words.join(' '))).toBe(words.join(' '))
      }),
    )
  })

  it('numbers secrets in the order in which they are met, each once', () => {
    const hider = hiderOf([])
    const [a, b] = ['hT9$kQ2!vLw8zR4m', 'pZ3#nX7@cB5yG1qw']
    expect(hider.hide(`password: "${a}"\npassword: "${b}"\npassword: "${a}"`)).toBe(
      'password: "[secret 1]"\npassword: "[secret 2]"\npassword: "[secret 1]"',
    )
    expect(hider.hide(`password: "${b}"`)).toBe('password: "[secret 2]"')
  })

  it('keeps the lines of a key', () => {
    const key = [
      '-----BEGIN PRIVATE KEY-----',
      'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
      'x7Jk2Lq9ZvW4tYbNcR8sHd3GfUaPeQmT',
      '-----END PRIVATE KEY-----',
    ]
    const hider = hiderOf([])
    const hidden = hider.hide(`a\n${key.join('\n')}\nb`)
    expect(hidden.split('\n')).toHaveLength(6)
    expect(hidden).not.toMatch(/MIIEvQ|x7Jk2L/)
    expect(hider.restore(hidden)).toBe(`a\n${key.join('\n')}\nb`)
  })

  it('restores what was never hidden as it is', () => {
    expect(hiderOf([]).restore('[secret 9]')).toBe('[secret 9]')
  })
})
