// Porter's stemmer on the examples of his paper but for `sky`, which is one with `skies` here, and words of the same family.
import { describe, expect, it } from 'vitest'
import { stem } from '../src/text/stem.ts'

const PAPER: readonly (readonly [string, string])[] = [
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['cats', 'cat'],
  ['feed', 'feed'],
  ['agreed', 'agre'],
  ['plastered', 'plaster'],
  ['motoring', 'motor'],
  ['sing', 'sing'],
  ['conflated', 'conflat'],
  ['troubled', 'troubl'],
  ['sized', 'size'],
  ['hopping', 'hop'],
  ['tanned', 'tan'],
  ['falling', 'fall'],
  ['hissing', 'hiss'],
  ['fizzed', 'fizz'],
  ['failing', 'fail'],
  ['filing', 'file'],
  ['happy', 'happi'],
  ['relational', 'relat'],
  ['conditional', 'condit'],
  ['rational', 'ration'],
  ['digitizer', 'digit'],
  ['radically', 'radic'],
  ['vietnamization', 'vietnam'],
  ['predication', 'predic'],
  ['operator', 'oper'],
  ['feudalism', 'feudal'],
  ['hopefulness', 'hope'],
  ['formality', 'formal'],
  ['sensitivity', 'sensit'],
  ['sensibility', 'sensibl'],
  ['triplicate', 'triplic'],
  ['formative', 'form'],
  ['electrical', 'electr'],
  ['goodness', 'good'],
  ['revival', 'reviv'],
  ['allowance', 'allow'],
  ['inference', 'infer'],
  ['airliner', 'airlin'],
  ['adjustable', 'adjust'],
  ['replacement', 'replac'],
  ['adoption', 'adopt'],
  ['communism', 'commun'],
  ['effective', 'effect'],
  ['rate', 'rate'],
  ['cease', 'ceas'],
  ['controlling', 'control'],
  ['roll', 'roll'],
]

describe('stem', () => {
  it.each(PAPER)('%s → %s', (word, expected) => {
    expect(stem(word)).toBe(expected)
  })

  it.each([
    ['connect', 'connected', 'connecting', 'connection', 'connections'],
    ['retry', 'retries', 'retried'],
    ['die', 'dies', 'died'],
    ['tie', 'ties', 'tied'],
    ['lie', 'lies', 'lied'],
    ['try', 'tries', 'tried', 'trying'],
    ['sky', 'skies'],
    ['dry', 'dries', 'dried', 'drying'],
    ['spy', 'spies', 'spied'],
    ['say', 'says', 'saying'],
    ['play', 'plays', 'played', 'playing'],
    ['deny', 'denies', 'denied', 'denying'],
    ['timeout', 'timeouts'],
    ['expire', 'expires', 'expired', 'expiring'],
  ])('gives one stem to %s and its kin', (...words) => {
    expect(new Set(words.map(stem)).size).toBe(1)
  })

  it('leaves short words and other scripts alone', () => {
    for (const word of ['is', 'a', '茶屋', 'größe', 'x86', '']) expect(stem(word)).toBe(word)
  })
})
