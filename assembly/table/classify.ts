// Says what a cell is, and its value where it has one.
import {
  BOOLEAN, EMAIL, EMPTY, HEX, IP, NULL_HARD, NULL_SOFT, STRUCTURE, TEXT, URL, UUID, WORD, CODE,
} from './classes'
import { readDate, seconds } from './dates'
import { number, readNumber } from './numbers'

/** The value of the last cell that has one: a number, or seconds. */
export let value: f64 = NaN

export function classify(s: usize, e: usize, comma: bool, dayFirst: bool): u32 {
  value = NaN
  while (s < e && load<u8>(s) <= 32) s++
  while (e > s && load<u8>(e - 1) <= 32) e--
  if (s == e) return EMPTY
  const len = e - s
  const first: u32 = load<u8>(s)
  if (first - 48 < 10 || first == 45 || first == 43 || first == 46 || first == 44 || first == 36 || first >= 0x80) {
    const kind = readNumber(s, e, comma)
    if (kind != 0) {
      if (kind != CODE) value = number
      return kind
    }
    if (first - 48 < 10 && len >= 4) {
      const date = readDate(s, e, dayFirst)
      if (date != 0) {
        value = seconds
        return date
      }
      if (isAddress(s, e)) return IP
    }
  }
  if (len <= 6) {
    const word = nullOrBoolean(s, len)
    if (word != 0) return word
  }
  return textKind(s, e, len, first)
}

@inline function lowered(s: usize, len: usize): u64 {
  // Upper-case letters become lower-case; other bytes of these words are not changed by the bit.
  let packed = load<u64>(s) & ((u64(1) << (u64(len) << 3)) - 1)
  for (let k: u64 = 0; k < u64(len); k++) {
    const byte = (packed >> (k << 3)) & 0xff
    if (byte - 65 < 26) packed |= u64(32) << (k << 3)
  }
  return packed
}

/** Texts of up to six bytes as a number, first byte lowest. */
function nullOrBoolean(s: usize, len: usize): u32 {
  const word = lowered(s, len)
  switch (i32(len)) {
    case 1: return word == 0x2d || word == 0x3f || word == 0x2e ? NULL_SOFT : 0 // - ? .
    case 2:
      if (word == 0x616e || word == 0x2d2d) return NULL_SOFT // na --
      if (word == 0x4e5c || word == 0x6e5c) return NULL_HARD // \N
      return word == 0x6f6e ? BOOLEAN : 0 // no
    case 3:
      if (word == 0x6e616e || word == 0x612f6e) return NULL_HARD // nan n/a
      if (word == 0x6c696e) return NULL_SOFT // nil
      return word == 0x736579 ? BOOLEAN : 0 // yes
    case 4:
      if (word == 0x6c6c756e || word == 0x612f6e23 || word == 0x3e616e3c) return NULL_HARD // null #n/a <na>
      if (word == 0x656e6f6e) return NULL_SOFT // none
      return word == 0x65757274 ? BOOLEAN : 0 // true
    case 5: return word == 0x65736c6166 ? BOOLEAN : 0 // false
    default: return word == 0x296c6c756e28 || word == 0x3e6c6c756e3c ? NULL_HARD : 0 // (null) <null>
  }
}

function isAddress(s: usize, e: usize): bool {
  let parts = 0
  let part: u32 = 0
  let n = 0
  for (let p = s; p < e; p++) {
    const byte: u32 = load<u8>(p)
    if (byte - 48 < 10) {
      part = part * 10 + (byte - 48)
      if (++n > 3 || part > 255) return false
    } else if (byte == 46 && n > 0) {
      parts++
      n = 0
      part = 0
    } else return false
  }
  return parts == 3 && n > 0
}

function textKind(s: usize, e: usize, len: usize, first: u32): u32 {
  const last = load<u8>(e - 1)
  if ((first == 123 && last == 125) || (first == 91 && last == 93)) return STRUCTURE
  let ats: u32 = 0
  let place: usize = 0
  let spaces: u32 = 0
  let hex: usize = 0
  let dashes: usize = 0
  let digits: usize = 0
  const most = len < 256 ? e : s + 256
  for (let p = s; p < most; p++) {
    const byte: u32 = load<u8>(p)
    if (byte - 48 < 10) {
      digits++
      hex++
    } else if ((byte | 32) - 97 < 6) hex++
    else if (byte == 45) dashes++
    else if (byte <= 32) spaces++
    else if (byte == 64) {
      ats++
      place = p
    }
  }
  if (spaces > 0 || len > 256) return isUrl(s, len) && spaces == 0 ? URL : TEXT
  if (ats == 1 && place > s && len <= 254 && dotted(place + 1, e)) return EMAIL
  if (len == 36 && hex == 32 && dashes == 4 && load<u8>(s, 8) == 45 && load<u8>(s, 13) == 45 && load<u8>(s, 18) == 45)
    return UUID
  if (hex == len && len >= 12 && digits > 0) return HEX
  return isUrl(s, len) ? URL : WORD
}

/** A host with a dot inside. */
function dotted(s: usize, e: usize): bool {
  for (let p = s + 1; p + 1 < e; p++) if (load<u8>(p) == 46) return true
  return false
}

function isUrl(s: usize, len: usize): bool {
  if (len < 8) return false
  const head = lowered(s, 7)
  const four = head & 0xffffffff
  if (four == 0x2e777777) return true // www.
  if ((head & 0xffffffffffffff) == 0x2f2f3a70747468) return true // http://
  return (head & 0xffffffffffff) == 0x3a7370747468 || head == 0x2f2f3a707466 || (head & 0xffffffffffff) == 0x2f2f3a707466 // https: ftp://
}
