// Words that may be names of things (`root`, `sharingd`), and words before them that announce one.

/** Nouns that a person's or a machine's name follows; two names are enough then. */
const OWNERS = new Set(['user', 'username', 'host', 'hostname'])
/** Nouns that are followed by a name more often than not; a choice of two is still told apart. */
const NOUNS = new Set(
  (
    'name account login group role process program daemon service client server worker node device interface domain ' +
    'region zone cluster namespace container pod job queue topic table database bucket volume channel plugin package'
  ).split(' '),
)
const FEWEST_BEHIND_NOUN = 3
/** What a program says of things: states, choices, small words. */
const SAYING =
  /(?:ed|ing|able|fully)$|^(?:is|was|are|has|had|not|does|did|can|could|will|and|or|names?|id|info|from|to|in|on|for|with|at|by|of|as|the|unknown|true|false|null|none|nil|yes|no|off|ok|up|down|start|stop|begin|end|open|close|read|write|all|any|success|failure|error|warning|fatal|low|high|in|out|exit|state|status|type|version|count|size|time|timeout)$/i
const NAME = /^\p{L}[\p{L}\p{N}_.$-]*$/u
const STATE = /^[A-Z][A-Z_]+$/

/** Whether a word can be the name of a thing; none says so for sure. */
export function mayName(word: string): boolean {
  return NAME.test(word) && !STATE.test(word) && !SAYING.test(word)
}

/** Whether the words before a place announce a name, if so many different words stand there. */
export function announcesName(tokens: readonly string[], at: number, words: number): boolean {
  const noun = nounBefore(tokens, at)
  if (OWNERS.has(noun)) return words >= 2 && tokens[at - 1] === ' ' && tokens[at - 2] !== ':'
  return NOUNS.has(noun) && words >= FEWEST_BEHIND_NOUN
}

/** The word before a place: `user root`, `Name: eth`. */
function nounBefore(tokens: readonly string[], at: number): string {
  if (tokens[at - 1] !== ' ') return ''
  const before = tokens[at - 2] === ':' ? tokens[at - 3] : tokens[at - 2]
  return before?.toLowerCase() ?? ''
}
