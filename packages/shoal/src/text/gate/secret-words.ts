// Secrets that are words like others, hidden in what is told of their file: among its topics, and in sentences that name a
// password, a token or a key. Anywhere else the same letters are a word.
import { maskValue } from '@shoal/base/secrets/mask-value'
import { kindOfName } from '@shoal/base/secrets/names'

const NAMES_A_SECRET = /pass|pw|pin\b|secret|token|key|auth|cookie|sess|cred/i
const WORDS = /[\p{L}\p{N}_]+(?:[-.@+][\p{L}\p{N}_]+)*/gu
/** Shorter ones are syllables, and short numbers are counts. */
const IS_WORD = /^(?=.*\p{L}).{4,60}$|^\d{6,60}$/u
const MOST_WORDS = 2_000

export class SecretWords {
  private readonly words = new Set<string>()

  add(secret: string): void {
    const word = secret.trim().toLowerCase()
    // `password=password` makes no secret of what a password is called.
    if (this.words.size < MOST_WORDS && IS_WORD.test(word) && kindOfName(word) === null) this.words.add(word)
  }

  /** The same value with these words masked in its strings, and topics that name one left out. */
  hide<T>(value: T): T {
    return this.words.size === 0 ? value : (this.visit(value) as T)
  }

  private visit(value: unknown): unknown {
    if (typeof value === 'string') return NAMES_A_SECRET.test(value) ? this.mask(value) : value
    if (Array.isArray(value)) return value.map(part => this.visit(part))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        name === 'topics' && Array.isArray(part) ? part.filter(topic => !this.isNamedBy(topic)) : this.visit(part),
      ]),
    )
  }

  private mask(text: string): string {
    return text.replace(WORDS, word => (this.words.has(word.toLowerCase()) ? maskValue(word) : word))
  }

  private isNamedBy(topic: unknown): boolean {
    return typeof topic === 'string' && this.mask(topic) !== topic
  }
}
