// Passwords that are words: hidden in sentences about passwords and among topics, words elsewhere.
import { expect, it } from 'vitest'
import { SecretWords } from '../../src/text/gate/secret-words.ts'

function hiding(...words: readonly string[]): SecretWords {
  const made = new SecretWords()
  for (const word of words) made.add(word)
  return made
}

it('hides a word where a secret is spoken of, whole and in either case', () => {
  const text = '`password` has 2 values: "Sesame" 3, sesames 1'
  expect(hiding('sesame').hide({ text })).toEqual({ text: '`password` has 2 values: "S…[masked]" 3, sesames 1' })
  expect(hiding('sesame').hide(['Sesame street', 'open sesame'])).toEqual(['Sesame street', 'open sesame'])
})

it('leaves out topics that name one', () => {
  const value = { topics: ['street', 'Sesame', 'open sesame'], parts: [{ topics: ['sesame'] }] }
  expect(hiding('sesame').hide(value)).toEqual({ topics: ['street'], parts: [{ topics: [] }] })
})

it('makes no secret of what passwords are called, nor of syllables and counts', () => {
  const value = { text: 'password: abc 1234', topics: ['password', 'secret', 'abc', '1234'] }
  expect(hiding('password', 'secret', 'abc', '1234').hide(value)).toEqual(value)
  expect(hiding('123456').hide('password 123456')).toBe('password 1…[masked]')
})
