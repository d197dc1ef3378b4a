// One spelling for texts that differ only in white space and Unicode form: what a quote is compared by when it does not
// stand in its file character for character.

/** Letters that look alike and are typed for one another. NFKC leaves them apart. */
const ALIKE = new Map<number, string>(
  [
    ["'", '\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4`'] as const,
    ['"', '\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb'] as const,
    ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043'] as const,
  ].flatMap(([to, from]) => [...from].map(letter => [letter.charCodeAt(0), to] as const)),
)

/** A run of white space counts as one space; a longer one than this as several, so that no match spans a megabyte. */
const LONGEST_GAP = 1024

/** What is made of a text that comes in parts: code units, and for each where its source starts and ends. */
export class Normaliser {
  units = new Uint16Array(1 << 12)
  /** Index in the text given, counted over all parts, of the first and behind the last unit it was made of. */
  starts = new Float64Array(1 << 12)
  ends = new Float64Array(1 << 12)
  length = 0
  private gap = 0

  /** Takes the next part, which must not end inside a cluster unless it is the last: see `safeEnd`. `at` is its index. */
  push(text: string, at: number): void {
    this.room(text.length * 4 + 64)
    for (let i = 0; i < text.length; ) {
      const code = text.charCodeAt(i)
      if (code > 0x20 && code < 0x7f && code !== 0x60 && !joins(text.charCodeAt(i + 1))) {
        this.emit(code, at + i, at + i + 1)
        i++
      } else i = this.pushCluster(text, i, at)
    }
  }

  /** Forgets all but the last `keep` units. */
  shift(keep: number): void {
    const from = Math.max(0, this.length - keep)
    this.units.copyWithin(0, from, this.length)
    this.starts.copyWithin(0, from, this.length)
    this.ends.copyWithin(0, from, this.length)
    this.length -= from
  }

  toString(): string {
    const parts: string[] = []
    for (let i = 0; i < this.length; i += 8192)
      parts.push(String.fromCharCode(...this.units.subarray(i, Math.min(this.length, i + 8192))))
    return parts.join('')
  }

  private pushCluster(text: string, i: number, at: number): number {
    const code = text.charCodeAt(i)
    if (isSpace(code)) {
      if (this.gap === 0 || this.gap % LONGEST_GAP === 0) this.emit(0x20, at + i, at + i + 1, this.gap + 1)
      else {
        this.gap++
        this.ends[this.length - 1] = at + i + 1
      }
      return i + 1
    }
    const end = clusterEnd(text, i)
    const made = clusterForm(text, i, end)
    for (let k = 0; k < made.length; k++) {
      const unit = made.charCodeAt(k)
      // A compatibility form may hold a space: `´` is a space and an accent.
      if (isSpace(unit)) {
        if (this.gap === 0) this.emit(0x20, at + i, at + end, 1)
      } else this.emit(unit, at + i, at + end)
    }
    return end
  }

  private emit(unit: number, start: number, end: number, gap = 0): void {
    if (this.length === this.units.length) this.room(1)
    this.units[this.length] = unit
    this.starts[this.length] = start
    this.ends[this.length] = end
    this.length++
    this.gap = gap
  }

  private room(more: number): void {
    if (this.length + more <= this.units.length) return
    const size = Math.max(this.units.length * 2, this.length + more)
    this.units = grown(this.units, new Uint16Array(size))
    this.starts = grown(this.starts, new Float64Array(size))
    this.ends = grown(this.ends, new Float64Array(size))
  }
}

/** The one spelling of a quote, without white space around it. */
export function normaliseQuote(text: string): string {
  const made = new Normaliser()
  made.push(text, 0)
  return made.toString().trim()
}

/** The last place in a text where it may be parted: what follows it does not join what is before. */
export function safeEnd(text: string): number {
  for (let i = text.length - 1; i > Math.max(0, text.length - 64); i--) {
    const code = text.charCodeAt(i)
    if (code > 0x20 && code < 0x7f) return i
    if (!joins(code) && !isLowSurrogate(code)) return i
  }
  return text.length
}

function clusterEnd(text: string, from: number): number {
  let i = from + (isHighSurrogate(text.charCodeAt(from)) && isLowSurrogate(text.charCodeAt(from + 1)) ? 2 : 1)
  // A hostile text may pile up marks without end.
  while (i < text.length && i - from < 32 && joins(text.charCodeAt(i))) i++
  return i
}

const forms = new Map<string, string>()

function clusterForm(text: string, from: number, to: number): string {
  const alike = to - from === 1 ? ALIKE.get(text.charCodeAt(from)) : undefined
  if (alike !== undefined) return alike
  const cluster = text.slice(from, to)
  let form = forms.get(cluster)
  if (form === undefined) {
    form = [...cluster.normalize('NFKC')]
      .filter(letter => !/\p{Default_Ignorable_Code_Point}|\p{Cc}/u.test(letter))
      .map(letter => ALIKE.get(letter.codePointAt(0)!) ?? letter)
      .join('')
    if (forms.size < 20_000) forms.set(cluster, form)
  }
  return form
}

const MARK = /^[\p{M}\u1160-\u11ff\u200d\ufe0e\ufe0f]$/u
const joining = new Uint8Array(1 << 16)

/** It belongs to the letter before it: an accent, a vowel sign, the second part of a Hangul syllable. */
function joins(code: number): boolean {
  if (!(code >= 0x300)) return false
  if (joining[code] === 0) joining[code] = MARK.test(String.fromCharCode(code)) ? 2 : 1
  return joining[code] === 2
}

function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 9 && code <= 13)
  return (
    code >= 0x85 &&
    (code === 0x85 ||
      code === 0xa0 ||
      code === 0x1680 ||
      (code >= 0x2000 && code <= 0x200a) ||
      code === 0x2028 ||
      code === 0x2029 ||
      code === 0x202f ||
      code === 0x205f ||
      code === 0x3000)
  )
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}

function grown<T extends Uint16Array | Float64Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}
