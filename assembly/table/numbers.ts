// Reads numbers from bytes: integers, decimals, exponents, grouped thousands, currency signs and percent.
import { CODE, CURRENCY, DECIMAL, GROUPED, INTEGER, PERCENT, SCIENTIFIC } from './classes'

/** Number(text) for what the fast path cannot round rightly. */
@external('env', 'parseNumber') declare function parseSlow(ptr: usize, len: usize): f64

export let number: f64 = 0
/** Digits behind the point of the last number. */
export let decimals: u32 = 0

const POWERS: usize = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
], 16)
const EXACT: u64 = 1 << 53

@inline function isDigit(byte: u32): bool {
  return byte - 48 < 10
}

/** The class of a number in [s, e), or 0 when it is none. `comma`: the decimal mark is a comma. */
export function readNumber(s: usize, e: usize, comma: bool): u32 {
  let p = s
  let kind = INTEGER
  let negative = false
  let byte: u32 = load<u8>(p)
  if (byte == 45 || byte == 43) {
    negative = byte == 45
    if (++p == e) return 0
    byte = load<u8>(p)
  }
  const sign = currencyLength(p, e)
  if (sign > 0) {
    kind = CURRENCY
    p += sign
    if (p < e && load<u8>(p) == 32) p++
    if (p < e && !negative && load<u8>(p) == 45) {
      negative = true
      p++
    }
    if (p >= e) return 0
    byte = load<u8>(p)
  }
  const point: u32 = comma ? 44 : 46
  if (!isDigit(byte) && byte != point) return 0
  const digitsAt = p
  let mantissa: u64 = 0
  let digits: u32 = 0
  while (p < e && isDigit((byte = load<u8>(p)))) {
    mantissa = mantissa * 10 + (byte - 48)
    digits++
    p++
  }
  const whole = digits
  let plain = true
  if (p < e && byte == (comma ? 46 : 44) && whole >= 1 && whole <= 3) {
    // Thousands: groups of three digits, each behind the same mark.
    while (p + 3 < e && i32(load<u8>(p)) == (comma ? 46 : 44)) {
      for (let k: usize = 1; k <= 3; k++) {
        const d: u32 = load<u8>(p + k)
        if (!isDigit(d)) return 0
        mantissa = mantissa * 10 + (d - 48)
        digits++
      }
      p += 4
    }
    if (digits == whole) return 0
    if (kind == INTEGER) kind = GROUPED
    plain = false
  }
  let places: u32 = 0
  if (p < e && u32(load<u8>(p)) == point) {
    p++
    while (p < e && isDigit((byte = load<u8>(p)))) {
      mantissa = mantissa * 10 + (byte - 48)
      digits++
      places++
      p++
    }
    if (whole == 0 && places == 0) return 0
    if (kind == INTEGER) kind = comma ? GROUPED : DECIMAL
    if (comma) plain = false
  } else if (kind == INTEGER && whole > 1 && load<u8>(digitsAt) == 48) {
    if (p != e || negative) return 0
    number = NaN
    return CODE
  }
  let power = -i32(places)
  if (p < e && (load<u8>(p) | 32) == 101 && digits > 0 && plain && kind != CURRENCY) {
    let q = p + 1
    let down = false
    if (q < e && (load<u8>(q) == 45 || load<u8>(q) == 43)) down = load<u8>(q++) == 45
    if (q >= e) return 0
    let exponent: i32 = 0
    while (q < e && isDigit((byte = load<u8>(q)))) {
      if (exponent < 10000) exponent = exponent * 10 + i32(byte - 48)
      q++
    }
    if (q != e) return 0
    power += down ? -exponent : exponent
    kind = SCIENTIFIC
    p = q
  }
  const end = p
  if (p + 1 == e && load<u8>(p) == 37) {
    kind = PERCENT
    p++
  }
  if (p != e) return 0
  decimals = places
  if (digits <= 19 && mantissa <= EXACT && power >= -22 && power <= 22) {
    const m = f64(mantissa)
    const x = power < 0 ? m / load<f64>(POWERS + (usize(-power) << 3)) : m * load<f64>(POWERS + (usize(power) << 3))
    number = negative ? -x : x
  } else if (plain) {
    const x = parseSlow(digitsAt, end - digitsAt)
    if (x == Infinity) return 0
    number = negative ? -x : x
  } else number = (negative ? -1.0 : 1.0) * f64(mantissa) / load<f64>(POWERS + (usize(min(places, 22)) << 3))
  return kind
}

/** Bytes of a currency sign at p: $ £ € ¥ in UTF-8, or a sign of Latin-1. */
@inline function currencyLength(p: usize, e: usize): usize {
  const a = load<u8>(p)
  if (a == 36) return 1
  if (a < 0x80) return 0
  if (a == 0xc2 && p + 1 < e && (load<u8>(p, 1) == 0xa3 || load<u8>(p, 1) == 0xa5)) return 2
  if (a == 0xe2 && p + 2 < e && load<u8>(p, 1) == 0x82 && load<u8>(p, 2) == 0xac) return 3
  return a == 0xa3 || a == 0xa5 || a == 0x80 ? 1 : 0
}
