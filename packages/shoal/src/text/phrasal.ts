// Nouns made of a verb and a particle: a `timeout` is also what `timed out`, a `logout` what `logged out`.
import { lookup } from '@shoal/base/model/lookup'

/** What programs say instead, without the noun: gRPC and Go know deadlines. */
const SAID_OTHERWISE: Readonly<Record<string, string>> = {
  timeout:
    'deadline[-_ ]?(?:has |was |is )?(?:been )?(?:exceeded|expired|elapsed|passed)|(?:no|not|never)(?: \\w{1,20})? (?:respon|repl|answer)[a-z]{0,5}(?: \\w{1,20})? (?:in time|(?:with)?in \\d|after \\d)',
}

const PHRASAL = /^(?:([a-z]{3,12}?)(out|down|up|off|back|over)|(log|sign|check|clock|plug|break)(in))s?$/

/**
 * The source of a pattern, without case, for all forms of such a noun; null for other words. As a part of a longer name the noun
 * stands as it is (`SocketTimeoutException`), and errors of the system have a letter before it (`ETIMEDOUT`).
 */
export function phrasalSource(word: string): string | null {
  const [, one, way, other, into] = PHRASAL.exec(word) ?? []
  const [verb, particle] = [one ?? other, way ?? into]
  if (!verb || !particle) return null
  const otherwise = lookup(SAID_OTHERWISE, `${verb}${particle}`)
  return [
    `${verb}${particle}|(?:^|[^a-zA-Z])e?${verb.replace(/e$/, '')}[a-z]{0,4}[-_ ]?${particle}`,
    ...(otherwise === undefined ? [] : [otherwise]),
  ].join('|')
}
