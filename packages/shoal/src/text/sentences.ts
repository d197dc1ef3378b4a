// How much of a text is sentences: runs of words with little punctuation between them, in any script.

const MAX_LINES = 150
const WORDS = /[\p{L}\p{M}’'-]{2,}/gu
/** Han, Kana, Hangul and Thai put no spaces between words: a run of them is a clause. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{6,}/u
const CODE_MARKS = /[{}[\]<>=;|\\$@#*+~^%&]|\(\)|::|->|\/\//g

/** The share of the non-blank lines that read as part of a sentence. */
export function sentenceShare(lines: readonly string[]): number {
  let counted = 0
  let sentences = 0
  for (const line of lines) {
    const trimmed = line.trim()
    if (trimmed === '') continue
    if (counted === MAX_LINES) break
    counted++
    if (isSentence(trimmed)) sentences++
  }
  return counted === 0 ? 0 : sentences / counted
}

function isSentence(line: string): boolean {
  if (/^(?:\/\/|\/\*|\*|#!|--|;|%|<!|"|'|<)/.test(line)) return false
  const marks = line.match(CODE_MARKS)?.length ?? 0
  if (UNSPACED.test(line)) return marks <= 2
  const words = line.match(WORDS) ?? []
  if (words.length < 4) return false
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return marks <= words.length / 8 && letters / line.replace(/\s/g, '').length > 0.8
}
