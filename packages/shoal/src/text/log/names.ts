// Words that may be names of things (`root`, `sharingd`), and words before them that announce one.

/** Nouns that the name of a person or a machine follows. */
const OWNERS = new Set(['user', 'username', 'host', 'hostname'])
/** Nouns that are followed by a name more often than not; a choice of two is still told apart. */
const NOUNS = new Set(
  (
    'name account login group role process program daemon service client server worker node device interface domain ' +
    'region zone cluster namespace container pod job queue topic table database bucket volume channel plugin package ' +
    'provider vendor tenant customer merchant broker backend upstream project repository branch index schema ' +
    'collection shard store site team feature product currency country city'
  ).split(' '),
)
const FEWEST_BEHIND_OWNER = 2
const FEWEST_BEHIND_NOUN = 3
/** What a program says of things: states, choices, small words. */
const SAYINGS = new Set(
  (
    'is was are has had not does did can could will and or from to in on for with at by of as the true false null none ' +
    'nil yes no off ok up down out start stop begin end open close read write exit all any unknown success failure ' +
    'error warning fatal info low high state status type version count size time timeout id name names'
  ).split(' '),
)
const SAYING_END = /(?:ed|ing|able|fully)$/i
const NAME = /^\p{L}[\p{L}\p{N}_.$-]*$/u
const STATE = /^[A-Z][A-Z_]+$/

/** Whether a word can be the name of a thing; none says so for sure. */
export function mayName(word: string): boolean {
  return NAME.test(word) && !STATE.test(word) && !SAYING_END.test(word) && !SAYINGS.has(word.toLowerCase())
}

/** `nginx.service`, `eu-west`: a name even where a sentence begins. */
export function isCompound(word: string): boolean {
  return /\w[.@_-]\w/.test(word)
}

/** Whether the noun before a place announces a name, if so many different words stand there: `user root`, `Name: eth`. */
export function announcesName(tokens: readonly string[], at: number, words: number): boolean {
  // What is set to different names is a value, if a choice of two: `database=shop`, `database=crm`.
  if (tokens[at - 1] === '=') {
    const key = tokens[at - 2]?.toLowerCase() ?? ''
    return NOUNS.has(key) && words >= FEWEST_BEHIND_OWNER
  }
  if (tokens[at - 1] !== ' ') return false
  const noun = (tokens[at - 2] === ':' ? tokens[at - 3] : tokens[at - 2])?.toLowerCase() ?? ''
  return OWNERS.has(noun) ? words >= FEWEST_BEHIND_OWNER : NOUNS.has(noun) && words >= FEWEST_BEHIND_NOUN
}
