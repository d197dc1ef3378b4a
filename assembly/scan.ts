// The inner loops of shoal, compiled to WebAssembly with SIMD: counting lines, walking CSV records and JSON elements,
// counting classes of bytes for the token estimate. Each looks at 64 bytes at a time as bit masks. The text to scan is
// at any address from 65536 on; results are written as u32 to OUT. State is passed in and out explicitly, so a scan
// can start anywhere that the state is known. `limit` ends a scan just behind the limit-th event and returns how far
// it came.
export { xxhBegin, xxhBlocks, xxhEnd } from './xxh3'

const OUT: usize = 49152
/** Where lists of positions go (offsets relative to the start of the scanned text). */
const LIST: usize = 49152 + 256
const LIST_MAX: u32 = 4000

@inline function put(index: usize, value: u32): void {
  store<u32>(OUT + index * 4, value)
}

@inline function equalMask(ptr: usize, value: v128): u64 {
  const a = u64(i8x16.bitmask(i8x16.eq(v128.load(ptr), value)))
  const b = u64(i8x16.bitmask(i8x16.eq(v128.load(ptr, 16), value)))
  const c = u64(i8x16.bitmask(i8x16.eq(v128.load(ptr, 32), value)))
  const d = u64(i8x16.bitmask(i8x16.eq(v128.load(ptr, 48), value)))
  return a | (b << 16) | (c << 32) | (d << 48)
}

/** Mask of the bytes that are 0x5b or 0x7b, or 0x5d or 0x7d: brackets and braces differ in one bit. */
@inline function foldedMask(ptr: usize, value: v128, fold: v128): u64 {
  const a = u64(i8x16.bitmask(i8x16.eq(v128.or(v128.load(ptr), fold), value)))
  const b = u64(i8x16.bitmask(i8x16.eq(v128.or(v128.load(ptr, 16), fold), value)))
  const c = u64(i8x16.bitmask(i8x16.eq(v128.or(v128.load(ptr, 32), fold), value)))
  const d = u64(i8x16.bitmask(i8x16.eq(v128.or(v128.load(ptr, 48), fold), value)))
  return a | (b << 16) | (c << 32) | (d << 48)
}

/** Bit i of the result is the parity of bits 0…i. */
@inline function prefixXor(bits: u64): u64 {
  bits ^= bits << 1
  bits ^= bits << 2
  bits ^= bits << 4
  bits ^= bits << 8
  bits ^= bits << 16
  bits ^= bits << 32
  return bits
}

/** Clears the bytes behind the text up to the next multiple of 64, so that whole blocks can be read. */
@inline function padTail(ptr: usize, len: usize): void {
  memory.fill(ptr + len, 0, (0 - len) & 63)
}

export function countLines(ptr: usize, len: usize, eol: i32): u32 {
  padTail(ptr, len)
  const end = ptr + ((len + 63) & ~63)
  const wanted = i8x16.splat(i8(eol))
  let total: u32 = 0
  while (ptr < end) {
    // A byte lane can count 63 blocks of four before it overflows.
    let stop = ptr + 64 * 63
    if (stop > end) stop = end
    let lanes = i8x16.splat(0)
    while (ptr < stop) {
      const a = i8x16.add(i8x16.eq(v128.load(ptr), wanted), i8x16.eq(v128.load(ptr, 16), wanted))
      const b = i8x16.add(i8x16.eq(v128.load(ptr, 32), wanted), i8x16.eq(v128.load(ptr, 48), wanted))
      lanes = i8x16.sub(lanes, i8x16.add(a, b))
      ptr += 64
    }
    const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes))
    total += i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3)
  }
  return total
}

/** The same in the middle of a text: what stands behind it stays. */
export function countEnds(ptr: usize, len: usize, eol: i32): u32 {
  const whole = len & ~63
  let total = whole > 0 ? countLines(ptr, whole, eol) : 0
  for (let at = whole; at < len; at++) if (i32(load<u8>(ptr + at)) == eol) total++
  return total
}

/**
 * Where one text stands, at or behind `from`; NOWHERE if it does not. `needle` has its bytes and, 480 bytes on, what is set in each byte of
 * the text before it is compared: the bit between the cases of a letter, or none. Only where two bytes fit, at `first` and `second` in it,
 * is the rest looked at. What is read behind the text, up to 64 bytes and its own length, has to be there.
 */
export function findText(ptr: usize, from: u32, len: u32, needle: usize, size: u32, first: u32, second: u32): u32 {
  if (size > len) return NOWHERE
  const last = len - size
  const folds = needle + 480
  const a = i8x16.splat(load<i8>(needle + first))
  const b = i8x16.splat(load<i8>(needle + second))
  const foldA = i8x16.splat(load<i8>(folds + first))
  const foldB = i8x16.splat(load<i8>(folds + second))
  for (let at = from; at <= last; at += 64) {
    const one = ptr + at + first
    const other = ptr + at + second
    const m0 = v128.and(i8x16.eq(v128.or(v128.load(one), foldA), a), i8x16.eq(v128.or(v128.load(other), foldB), b))
    const m1 = v128.and(i8x16.eq(v128.or(v128.load(one, 16), foldA), a), i8x16.eq(v128.or(v128.load(other, 16), foldB), b))
    const m2 = v128.and(i8x16.eq(v128.or(v128.load(one, 32), foldA), a), i8x16.eq(v128.or(v128.load(other, 32), foldB), b))
    const m3 = v128.and(i8x16.eq(v128.or(v128.load(one, 48), foldA), a), i8x16.eq(v128.or(v128.load(other, 48), foldB), b))
    if (!v128.any_true(v128.or(v128.or(m0, m1), v128.or(m2, m3)))) continue
    let mask =
      u64(i8x16.bitmask(m0)) | (u64(i8x16.bitmask(m1)) << 16) | (u64(i8x16.bitmask(m2)) << 32) | (u64(i8x16.bitmask(m3)) << 48)
    while (mask != 0) {
      const place = at + u32(ctz(mask))
      mask &= mask - 1
      if (place > last) return NOWHERE
      const text = ptr + place
      let same: u32 = 0
      while (same < size && (load<u8>(text + same) | load<u8>(folds + same)) == load<u8>(needle + same)) same++
      if (same == size) return place
    }
  }
  return NOWHERE
}

const NOWHERE: u32 = 0xffffffff

/** How far to go to stand behind the limit-th line end; len if there are fewer. */
export function findLine(ptr: usize, len: usize, eol: i32, limit: u32): u32 {
  padTail(ptr, len)
  const wanted = i8x16.splat(i8(eol))
  for (let at: usize = 0; at < len; at += 64) {
    let mask = equalMask(ptr + at, wanted)
    const here = u32(popcnt(mask))
    if (here < limit) {
      limit -= here
      continue
    }
    while (--limit > 0) mask &= mask - 1
    return u32(at) + u32(ctz(mask)) + 1
  }
  return u32(len)
}

/**
 * Lines of a JSON-lines file, and those that do not start with { or [ or do not end with } or ].
 * The byte before `ptr` must be there. OUT: lines, odd places; LIST: offsets of the first odd line starts or ends.
 */
export function scanJsonl(ptr: usize, len: usize, eol: i32): void {
  padTail(ptr, len)
  const wanted = i8x16.splat(i8(eol))
  const opener = i8x16.splat(0x7b)
  const closer = i8x16.splat(0x7d)
  const fold = i8x16.splat(0x20)
  let lines: u32 = 0
  let odd: u32 = 0
  let lineBefore: u64 = len > 0 && i32(load<u8>(ptr - 1)) == eol ? 1 : 0
  let closedBefore: u64 = len > 0 && (load<u8>(ptr - 1) | 0x20) == 0x7d ? 1 : 0
  for (let at: usize = 0; at < len; at += 64) {
    const ends = equalMask(ptr + at, wanted)
    const closed = foldedMask(ptr + at, closer, fold)
    const starts = (ends << 1) | lineBefore
    // Line ends without a bracket before them, line starts without one at them: looked at one by one.
    let suspect = ends & ~((closed << 1) | closedBefore)
    while (suspect != 0) {
      const place = at + usize(ctz(suspect))
      suspect &= suspect - 1
      let last = load<u8>(ptr + place - 1)
      if (last == 13) last = load<u8>(ptr + place - 2)
      if ((last | 0x20) != 0x7d && i32(last) != eol) odd = note(odd, u32(place))
    }
    suspect = starts & ~foldedMask(ptr + at, opener, fold)
    while (suspect != 0) {
      const place = at + usize(ctz(suspect))
      suspect &= suspect - 1
      if (place < len && !opens(load<u8>(ptr + place), eol)) odd = note(odd, u32(place))
    }
    lines += u32(popcnt(ends))
    lineBefore = ends >> 63
    closedBefore = closed >> 63
  }
  put(0, lines)
  put(1, odd)
}

@inline function opens(byte: u8, eol: i32): bool {
  return (byte | 0x20) == 0x7b || i32(byte) == eol || byte == 13
}

@inline function note(count: u32, place: u32): u32 {
  if (count < LIST_MAX) store<u32>(LIST + usize(count) * 4, place)
  return count + 1
}

// CSV states. A quote opens a quoted field only at the start of a field; elsewhere it is an ordinary character.
const FIELD_START: i32 = 0
const PLAIN: i32 = 1
const QUOTED: i32 = 2
const QUOTE_IN_QUOTED: i32 = 3

/**
 * CSV records. OUT: lines, records, state, delimiters since the last record end, ragged records, far (how far it came);
 * LIST: offsets of the record ends of the first ragged records. `expected` is the number of delimiters a record should
 * have. Blank lines are records but never ragged.
 */
export function scanCsv(
  ptr: usize, len: usize, eol: i32, delimiter: i32, quote: i32, expected: u32, state: i32, columns: u32, limit: u32,
): void {
  padTail(ptr, len)
  const eols = i8x16.splat(i8(eol))
  const delimiters = i8x16.splat(i8(delimiter))
  const quotes = i8x16.splat(i8(quote))
  let lines: u32 = 0
  let records: u32 = 0
  let ragged: u32 = 0
  for (let at: usize = 0; at < len; at += 64) {
    const q = equalMask(ptr + at, quotes)
    const n = equalMask(ptr + at, eols)
    const d = equalMask(ptr + at, delimiters)
    const inside = prefixXor(q) ^ (state == QUOTED ? u64(-1) : 0)
    const before = ((q | n | d) << 1) | (state == FIELD_START || state == QUOTE_IN_QUOTED ? 1 : 0)
    const size = len - at < 64 ? len - at : 64
    if ((q & inside & ~before) != 0) {
      // A quote inside an unquoted field: parity says nothing here, so walk these 64 bytes one by one.
      for (let i: usize = 0; i < size; i++) {
        const byte = i32(load<u8>(ptr + at + i))
        if (byte == eol) lines++
        if (state == QUOTED) {
          if (byte == quote) state = QUOTE_IN_QUOTED
        } else if (byte == eol) {
          if (columns != expected && !blank(ptr, at + i, eol)) ragged = note(ragged, u32(at + i))
          columns = 0
          state = FIELD_START
          if (++records == limit) return finishCsv(lines, records, state, columns, ragged, u32(at + i + 1))
        } else if (byte == delimiter) {
          columns++
          state = FIELD_START
        } else if (byte == quote && (state == FIELD_START || state == QUOTE_IN_QUOTED)) {
          state = QUOTED
        } else state = PLAIN
      }
      continue
    }
    const outD = d & ~inside
    let outN = n & ~inside
    lines += u32(popcnt(n))
    let counted: u64 = 0
    while (outN != 0) {
      const below = (outN & (0 - outN)) - 1
      const place = usize(ctz(outN))
      columns += u32(popcnt(outD & below & ~counted))
      counted = below
      if (columns != expected && !blank(ptr, at + place, eol)) ragged = note(ragged, u32(at + place))
      columns = 0
      if (++records == limit) {
        const behind = place == 63 ? 0 : u64(-1) << (place + 1)
        lines -= u32(popcnt(n & behind))
        return finishCsv(lines, records, FIELD_START, 0, ragged, u32(at + place + 1))
      }
      outN &= outN - 1
    }
    columns += u32(popcnt(outD & ~counted))
    const last: u64 = u64(1) << (size - 1)
    if ((inside & last) != 0) state = QUOTED
    else if (((d | n) & last) != 0) state = FIELD_START
    else if ((q & last) != 0) state = QUOTE_IN_QUOTED
    else state = PLAIN
  }
  finishCsv(lines, records, state, columns, ragged, u32(len))
}

function finishCsv(lines: u32, records: u32, state: i32, columns: u32, ragged: u32, far: u32): void {
  put(0, lines)
  put(1, records)
  put(2, state)
  put(3, columns)
  put(4, ragged)
  put(5, far)
}

/** The line that ends at `place` is empty. The two bytes before `ptr` must be there. */
@inline function blank(ptr: usize, place: usize, eol: i32): bool {
  const before = load<u8>(ptr + place - 1)
  return i32(before) == eol || (before == 13 && i32(load<u8>(ptr + place - 2)) == eol)
}

/**
 * Separators (commas) of a JSON document at nesting depth `base`. OUT: lines, separators, in string, escaped, depth,
 * far, lowest depth. `string` and `escaped` say whether the text starts inside a string, behind a backslash.
 */
export function scanJson(ptr: usize, len: usize, eol: i32, base: i32, string: i32, escaped: i32, depth: i32, limit: u32): void {
  padTail(ptr, len)
  const eols = i8x16.splat(i8(eol))
  const quotes = i8x16.splat(34)
  const slashes = i8x16.splat(92)
  const commas = i8x16.splat(44)
  const opener = i8x16.splat(0x7b)
  const closer = i8x16.splat(0x7d)
  const fold = i8x16.splat(0x20)
  let lines: u32 = 0
  let separators: u32 = 0
  let lowest = depth
  let inString: u64 = string ? u64(-1) : 0
  let carry: u64 = escaped ? 1 : 0
  for (let at: usize = 0; at < len; at += 64) {
    const p = ptr + at
    let q = equalMask(p, quotes)
    const slash = equalMask(p, slashes)
    if ((slash | carry) != 0) {
      const hidden = escapedMask(slash, carry)
      const last = len - at < 64 ? len - at - 1 : 63
      carry = ((slash & ~hidden) >> last) & 1
      q &= ~hidden
    }
    const inside = prefixXor(q) ^ inString
    inString = u64(i64(inside) >> 63)
    const n = equalMask(p, eols)
    lines += u32(popcnt(n))
    const open = foldedMask(p, opener, fold) & ~inside
    const close = foldedMask(p, closer, fold) & ~inside
    const closes = i32(popcnt(close))
    if (depth - closes > base) {
      depth += i32(popcnt(open)) - closes
      continue
    }
    const comma = equalMask(p, commas) & ~inside
    let bits = open | close | comma
    while (bits != 0) {
      const bit = bits & (0 - bits)
      bits ^= bit
      if ((comma & bit) != 0) {
        if (depth == base && ++separators == limit) {
          lines -= u32(popcnt(n & ~(bit | (bit - 1))))
          return finishJson(lines, separators, 0, 0, depth, u32(at) + u32(ctz(bit)) + 1, lowest)
        }
      } else if ((open & bit) != 0) depth++
      else if (--depth < lowest) lowest = depth
    }
  }
  finishJson(lines, separators, inString != 0 ? 1 : 0, u32(carry), depth, u32(len), lowest)
}

/** The bytes that a backslash before them makes ordinary. */
@inline function escapedMask(slash: u64, carry: u64): u64 {
  let hidden = carry
  let rest = slash & ~carry
  while (rest != 0) {
    const bit = rest & (0 - rest)
    hidden |= bit << 1
    rest &= ~(bit | (bit << 1))
  }
  return hidden
}

function finishJson(lines: u32, separators: u32, string: u32, escaped: u32, depth: i32, far: u32, lowest: i32): void {
  put(0, lines)
  put(1, separators)
  put(2, string)
  put(3, escaped)
  put(4, u32(depth))
  put(5, far)
  put(6, u32(lowest))
}

@inline function rangeMask(ptr: usize, low: v128, span: v128): u64 {
  const a = u64(i8x16.bitmask(i8x16.le_u(i8x16.sub(v128.load(ptr), low), span)))
  const b = u64(i8x16.bitmask(i8x16.le_u(i8x16.sub(v128.load(ptr, 16), low), span)))
  const c = u64(i8x16.bitmask(i8x16.le_u(i8x16.sub(v128.load(ptr, 32), low), span)))
  const d = u64(i8x16.bitmask(i8x16.le_u(i8x16.sub(v128.load(ptr, 48), low), span)))
  return a | (b << 16) | (c << 32) | (d << 48)
}

/**
 * What the token estimate is made of. OUT: letters, words (runs of letters), capitals behind a small letter, digits,
 * numbers (runs of digits), marks (other visible ASCII), runs of marks, line ends, runs of two or more blanks, bytes
 * beyond ASCII, runs of those.
 */
export function countClasses(ptr: usize, len: usize): void {
  padTail(ptr, len)
  const fold = i8x16.splat(0x20)
  let letters: u32 = 0, words: u32 = 0, humps: u32 = 0, digits: u32 = 0, numbers: u32 = 0, marks: u32 = 0
  let markRuns: u32 = 0, ends: u32 = 0, gaps: u32 = 0, wide: u32 = 0, wideRuns: u32 = 0
  let lastLetter: u64 = 0, lastSmall: u64 = 0, lastDigit: u64 = 0, lastMark: u64 = 0, lastBlank: u64 = 0, lastGap: u64 = 0, lastWide: u64 = 0
  for (let at: usize = 0; at < len; at += 64) {
    const p = ptr + at
    const rest = len - at
    const valid: u64 = rest >= 64 ? u64(-1) : (u64(1) << rest) - 1
    const capital = rangeMask(p, i8x16.splat(65), i8x16.splat(25))
    const small = rangeMask(p, i8x16.splat(97), i8x16.splat(25))
    const letter = capital | small
    const digit = rangeMask(p, i8x16.splat(48), i8x16.splat(9))
    const visible = rangeMask(p, i8x16.splat(33), i8x16.splat(93))
    const mark = visible & ~(letter | digit)
    const wideByte = rangeMask(p, i8x16.splat(-128), i8x16.splat(127))
    const blank = valid & ~(visible | wideByte)
    const end = equalMask(p, i8x16.splat(10))
    const blankBefore = (blank << 1) | lastBlank
    const gap = blank & blankBefore
    letters += u32(popcnt(letter))
    words += u32(popcnt(letter & ~((letter << 1) | lastLetter)))
    humps += u32(popcnt(capital & ((small << 1) | lastSmall)))
    digits += u32(popcnt(digit))
    numbers += u32(popcnt(digit & ~((digit << 1) | lastDigit)))
    marks += u32(popcnt(mark))
    markRuns += u32(popcnt(mark & ~((mark << 1) | lastMark)))
    ends += u32(popcnt(end))
    gaps += u32(popcnt(gap & ~((gap << 1) | lastGap)))
    wide += u32(popcnt(wideByte))
    wideRuns += u32(popcnt(wideByte & ~((wideByte << 1) | lastWide)))
    lastLetter = letter >> 63
    lastSmall = small >> 63
    lastDigit = digit >> 63
    lastMark = mark >> 63
    lastBlank = blank >> 63
    lastGap = gap >> 63
    lastWide = wideByte >> 63
  }
  put(0, letters)
  put(1, words)
  put(2, humps)
  put(3, digits)
  put(4, numbers)
  put(5, marks)
  put(6, markRuns)
  put(7, ends)
  put(8, gaps)
  put(9, wide)
  put(10, wideRuns)
}

/**
 * Places at which one of some texts may stand: the last of the three bytes by which it is found, letters in either case. `table` has by a
 * hash of these bytes the number of a list, behind it where the lists are: how many texts, and of each its length, how far before the
 * place it starts, and its bytes. The three bytes before `from` must be there. Returns how many places are in LIST; OUT: how far it came.
 */
export function findTexts(ptr: usize, from: u32, to: u32, len: u32, table: usize): u32 {
  let count: u32 = 0
  let at = from
  while (at < to && count < LIST_MAX) {
    // Four places at a time: nearly all are passed over.
    while (at + 4 < to) {
      const near = load<u64>(ptr + at - 3) | 0x2020202020202020
      const some = slotOf(table, u32(near)) | slotOf(table, u32(near >> 8)) | slotOf(table, u32(near >> 16)) | slotOf(table, u32(near >> 24))
      if (some != 0) break
      at += 4
    }
    const list = slotOf(table, load<u32>(ptr + at - 3) | 0x20202020)
    if (list != 0 && holdsText(ptr, at, len, table + load<u32>(table + 32768 + usize(list) * 4))) {
      store<u32>(LIST + usize(count) * 4, at)
      count++
    }
    at++
  }
  put(0, at)
  return count
}

/** By the last three of four bytes. */
@inline function slotOf(table: usize, bytes: u32): u32 {
  return u32(load<u8>(table + usize(((bytes >> 8) * TEXT_HASH) >> 17)))
}

/** Spreads three bytes over the table; the reader of texts in the kernel has the same. */
const TEXT_HASH: u32 = 0x9e3779b1

function holdsText(ptr: usize, at: u32, len: u32, list: usize): bool {
  let texts = u32(load<u8>(list++))
  for (; texts > 0; texts--) {
    const length = u32(load<u8>(list))
    const back = u32(load<u8>(list, 1))
    list += 2
    if (back <= at && at - back + length <= len) {
      const start = ptr + at - back
      let same: u32 = 0
      while (same < length && (load<u8>(start + same) | 32) == load<u8>(list + same)) same++
      if (same == length) return true
    }
    list += length
  }
  return false
}
