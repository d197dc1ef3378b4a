// Nouns made of a verb and a particle: a `timeout` is also what `timed out`, a `logout` what `logged out`.

const PHRASAL = /^([a-z]{3,12}?)(out|down|up|off|back|over)s?$/

/**
 * The source of a pattern, without case, for all forms of such a noun; null for other words. As a part of a longer name the noun
 * stands as it is (`SocketTimeoutException`), and errors of the system have a letter before it (`ETIMEDOUT`).
 */
export function phrasalSource(word: string): string | null {
  const [, verb, particle] = PHRASAL.exec(word) ?? []
  if (!verb || !particle) return null
  return `${verb}${particle}|(?:^|[^a-zA-Z])e?${verb.replace(/e$/, '')}[a-z]{0,4}[-_ ]?${particle}`
}
