// Porter's stemmer for English (1980, with the usual later departures): `connections` and `connected` → `connect`.

const VOWEL = /[aeiou]|(?<=[^aeiou])y/
const MEASURE = /(?<![aeiou]|(?<=[^aeiou])y)(?:[aeiou]|(?<=[^aeiou])y)+(?:[^aeiouy]|(?<=[aeiou])y|^y)+/g

const STEP_2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['logi', 'log'],
  ['alli', 'al'],
  ['bli', 'ble'],
  ['eli', 'e'],
]
const STEP_3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]
const STEP_4 = /(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/

/** Words that have nothing to do with those whose stem they would have: a department with "departed". */
const APART: ReadonlyMap<string, string> = new Map([
  ['department', 'department'],
  ['departments', 'department'],
])

/** A question is held against every column of every relation, again for every way to read it. */
const known = new Map<string, string>()
const MOST_KNOWN = 10_000

/** `dies`, `tied`: of die and tie. */
const SHORT_IE = /^[a-z]ie[sd]$/

/** The stem of a lower-case word. Words of two letters, and words with anything but a to z, stay as they are. */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  const before = known.get(word)
  if (before !== undefined) return before
  const found = stemOf(word)
  if (known.size >= MOST_KNOWN) known.clear()
  // A long text is no word that comes again.
  if (word.length <= 40) known.set(word, found)
  return found
}

function stemOf(word: string): string {
  const apart = APART.get(word)
  if (apart !== undefined) return apart
  let w = SHORT_IE.test(word) ? word.slice(0, 3) : past(plural(word))
  if (w.length > 2 && w.endsWith('y')) w = `${w.slice(0, -1)}i`
  w = replaced(w, STEP_2)
  w = replaced(w, STEP_3)
  const ending = STEP_4.exec(w)
  if (ending && measure(w.slice(0, ending.index)) > 1) w = w.slice(0, ending.index)
  return tidy(w)
}

function plural(w: string): string {
  if (w.endsWith('sses') || w.endsWith('ies')) return w.slice(0, -2)
  return w.endsWith('s') && !w.endsWith('ss') ? w.slice(0, -1) : w
}

function past(w: string): string {
  if (w.endsWith('eed')) return measure(w.slice(0, -3)) > 0 ? w.slice(0, -1) : w
  const ending = /(?:ed|ing)$/.exec(w)
  if (!ending || !VOWEL.test(w.slice(0, ending.index))) return w
  const rest = w.slice(0, ending.index)
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`
  if (/([^aeiouylsz])\1$/.test(rest)) return rest.slice(0, -1)
  return measure(rest) === 1 && isShort(rest) ? `${rest}e` : rest
}

function replaced(w: string, table: readonly (readonly [string, string])[]): string {
  const hit = table.find(([from]) => w.endsWith(from))
  if (!hit) return w
  const rest = w.slice(0, -hit[0].length)
  return measure(rest) > 0 ? rest + hit[1] : w
}

function tidy(w: string): string {
  let out = w
  if (out.endsWith('e')) {
    const rest = out.slice(0, -1)
    const m = measure(rest)
    if (m > 1 || (m === 1 && !isShort(rest))) out = rest
  }
  return out.endsWith('ll') && measure(out) > 1 ? out.slice(0, -1) : out
}

/** How many times vowels are followed by consonants. */
function measure(w: string): number {
  return w.match(MEASURE)?.length ?? 0
}

function isShort(w: string): boolean {
  return /[^aeiou][aeiouy][^aeiouwxy]$/.test(w)
}
