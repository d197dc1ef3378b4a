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

/** What is made of a text that comes in parts: code units, and for each where its source starts. */
export class Normaliser {
  units = new Uint16Array(1 << 9)
  length = 0
  /** Index in all that was given of the character that `starts` counts from. */
  private origin = 0
  private starts = new Int32Array(1 << 9)
  /** Characters of white space just before. */
  private gap = 0

  /** Takes the next part, which must not end inside a cluster unless it is the last: see `safeEnd`. `at` is its index. */
  push(text: string, at: number): void {
    // A compatibility form is at most 18 times as long as its letter; nearly always there is room for the next ones too.
    this.room(text.length + 64)
    let { units, starts, length, gap } = this
    const base = at - this.origin
    let next = text.charCodeAt(0)
    for (let i = 0; i < text.length; ) {
      const code = next
      next = text.charCodeAt(i + 1)
      if (code > 0x20 && code < 0x7f && code !== 0x60 && !(next >= 0x300)) {
        units[length] = code
        starts[length++] = base + i++
        gap = 0
      } else if (code === 0x20 && gap === 0) {
        units[length] = 0x20
        starts[length++] = base + i++
        gap = 1
      } else {
        this.length = length
        this.gap = gap
        i = this.pushCluster(text, i, base)
        this.room(text.length - i + 64)
        ;({ units, starts, length, gap } = this)
        next = text.charCodeAt(i)
      }
    }
    this.length = length
    this.gap = gap
  }

  /** Where the source of a unit starts, as an index in all that was given. */
  startOf(unit: number): number {
    return this.origin + this.starts[unit]!
  }

  /** Forgets all but the last `keep` units. */
  shift(keep: number): void {
    const from = Math.max(0, this.length - keep)
    const by = this.starts[from] ?? 0
    this.units.copyWithin(0, from, this.length)
    this.length -= from
    for (let k = 0; k < this.length; k++) this.starts[k] = this.starts[from + k]! - by
    this.origin += by
  }

  toString(): string {
    return Buffer.from(this.units.buffer, 0, 2 * this.length).toString('utf16le')
  }

  private pushCluster(text: string, i: number, base: number): number {
    const code = text.charCodeAt(i)
    if (isSpace(code)) {
      if (this.gap % LONGEST_GAP === 0) this.emit(0x20, base + i)
      this.gap++
      return i + 1
    }
    const end = clusterEnd(text, i)
    const made = clusterForm(text, i, end)
    for (let k = 0; k < made.length; k++) {
      const unit = made.charCodeAt(k)
      // A compatibility form may hold a space: `´` is a space and an accent.
      if (!isSpace(unit)) {
        this.emit(unit, base + i)
        this.gap = 0
      } else if (this.gap === 0) {
        this.emit(0x20, base + i)
        this.gap = 1
      }
    }
    return end
  }

  private emit(unit: number, start: number): void {
    this.room(1)
    this.units[this.length] = unit
    this.starts[this.length++] = start
  }

  private room(more: number): void {
    if (this.length + more <= this.units.length) return
    const size = Math.max(this.units.length * 2, this.length + more)
    this.units = grown(this.units, new Uint16Array(size))
    this.starts = grown(this.starts, new Int32Array(size))
  }
}

/** Spelled like that already. */
const PLAIN = /^[!-_a-~]+(?: [!-_a-~]+)*$/

/** The one spelling of a quote, without white space around it. */
export function normaliseQuote(text: string): string {
  if (PLAIN.test(text)) return text
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

/** Where the letter that starts at an index ends, with all that belongs to it. */
export function clusterEnd(text: string, from: number): number {
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

const MARK = /^(?:\p{M}|[\u1160-\u11ff]|\u200d)$/u
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

function grown<T extends Uint16Array | Int32Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}
