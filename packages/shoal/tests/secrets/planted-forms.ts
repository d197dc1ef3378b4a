// Documents as text files with a mark wherever a secret stands: `«word»` is filled in with one, `«!word»` with one that is
// known to be shown; `‹text›` is no secret and must stay. What is made up is the same for the same seed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface PlantedForm {
  readonly file: string
  /** The line, marks and all. */
  readonly form: string
  readonly look: string
  readonly value: string
  readonly isShown: boolean
}

export interface PlantedForms {
  readonly files: ReadonlyMap<string, string>
  readonly secrets: readonly PlantedForm[]
  readonly harmless: readonly HarmlessText[]
}

/** A text that looks like a secret and is none, by its place in bytes. */
export interface HarmlessText {
  readonly file: string
  readonly line: string
  readonly start: number
  readonly end: number
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const ALPHABETS: Readonly<Record<string, string>> = {
  armour: `${UPPER}${LOWER}${DIGITS}+`,
  alnum: UPPER + LOWER + DIGITS,
  hex: `${DIGITS}abcdef`,
  HEX: `${DIGITS}ABCDEF`,
  ALNUM: UPPER + DIGITS,
  B: `${UPPER}234567`,
  letters: UPPER + LOWER,
  low: LOWER,
  digits: DIGITS,
}
/** Those with a length of their own, and others that are made of words. */
const LENGTHS: Readonly<Record<string, string>> = { hex: 'hex32', armour: 'armour64', token: 'alnum40', B58: 'B58' }
const SYLLABLES = 'zu vo qui rax mel tor fen ybb dro klu wex gha nim sep ojj hul bri cza'.split(' ')

export function plantedForms(name: string, seed: number): PlantedForms {
  let state = seed
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0
    return state >>> 7
  }
  const from = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[next() % alphabet.length]).join('')
  const word = (count: number) => Array.from({ length: count }, () => SYLLABLES[next() % SYLLABLES.length]).join('')
  const coded = (text: string) => Buffer.from(text).toString('base64url')
  const made = (look: string): string => {
    const [, alphabet, length] = /^([A-Za-z]+?)(\d+)$/.exec(LENGTHS[look] ?? look) ?? []
    if (alphabet !== undefined && ALPHABETS[alphabet]) return from(ALPHABETS[alphabet], Number(length))
    const mixed = from(LOWER + UPPER + DIGITS.slice(2), 11)
    const looks: Readonly<Record<string, () => string>> = {
      word: () => word(4),
      phrase: () => [2, 2, 3, 2].map(word).join(' '),
      joined: () => `${word(2)}-${word(3)}-42`,
      mixed: () => `${mixed.slice(0, 5)}-${mixed.slice(5)}4k`,
      marks: () => `${mixed.slice(0, 4)}!${mixed.slice(4, 8)}+${mixed.slice(8)}7`,
      b64: () => Buffer.from(word(4)).toString('base64'),
      b64pair: () => Buffer.from(`carla:${word(4)}`).toString('base64'),
      uuid: () => [8, 4, 4, 4, 12].map(count => from(ALPHABETS.hex!, count)).join('-'),
      jwt: () => `${coded('{"alg":"HS256"}')}.${coded(`{"sub":"${word(4)}"}`)}.${from(ALPHABETS.alnum!, 43)}`,
    }
    return looks[look]!()
  }
  const files = new Map<string, string>()
  const secrets: PlantedForm[] = []
  const harmless: HarmlessText[] = []
  for (const part of readFileSync(join(import.meta.dirname, 'forms', name), 'utf8')
    .split(/^@@ /m)
    .slice(1)) {
    const head = part.indexOf('\n')
    const file = part.slice(0, head).trim()
    const lines = part.slice(head + 1).split('\n')
    const filled = lines.map(line =>
      line.replace(/«(!?)(\w+)»/g, (_, shown: string, look: string) => {
        const value = made(look)
        secrets.push({ file, form: line.trim(), look, value, isShown: shown === '!' })
        return value
      }),
    )
    let text = ''
    for (const [k, piece] of filled.join('\n').split(/[‹›]/).entries()) {
      const start = Buffer.byteLength(text)
      text += piece
      if (k % 2 === 1) harmless.push({ file, line: piece, start, end: start + Buffer.byteLength(piece) })
    }
    files.set(file, text)
  }
  return { files, secrets, harmless }
}
