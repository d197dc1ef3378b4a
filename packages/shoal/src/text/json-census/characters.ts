// What bytes are, for the lexer: letters, digits, white space, and those that end or break a string.
import { BEYOND_ASCII, DIGIT, LETTER, PUNCTUATION, SPACE } from './tape.ts'

/** Quotes, backslashes and control characters: a string cannot run over them. */
export const STOP = 32

/** The class of every byte. */
export const CLASS = charClasses()

export function isNameByte(byte: number): boolean {
  return CLASS[byte] === LETTER || CLASS[byte] === DIGIT || byte === 95 || byte === 36 || byte >= 128
}

export function asciiOf(buffer: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let k = from; k < to; k++) text += String.fromCharCode(buffer[k]!)
  return text
}

function charClasses(): Uint8Array {
  const classes = new Uint8Array(256)
  for (let byte = 0; byte < 256; byte++) {
    const char = String.fromCharCode(byte)
    if (byte >= 128) classes[byte] = BEYOND_ASCII
    else if (byte < 32 || byte === 34 || byte === 92) classes[byte] = STOP
    else if (/[A-Za-z]/.test(char)) classes[byte] = LETTER
    else if (/\d/.test(char)) classes[byte] = DIGIT
    else classes[byte] = byte === 32 ? SPACE : PUNCTUATION
  }
  return classes
}
