// Reads dates and times from bytes, as seconds since 1970 in UTC. What looks like a date and is none is said to be bad.
import {
  BAD_DATE, DATE, DATE_LOCAL, DATE_SLASH, DATE_SWAPPED, DATETIME, DATETIME_OTHER, TIME,
} from './classes'

export let seconds: f64 = 0

let cursor: usize = 0
let stop: usize = 0

/** The number in up to `most` digits at the cursor, or -1; the cursor moves behind it. */
function digits(most: u32): i32 {
  let value: i32 = 0
  let n: u32 = 0
  while (cursor < stop && n < most) {
    const d = u32(load<u8>(cursor)) - 48
    if (d > 9) break
    value = value * 10 + i32(d)
    cursor++
    n++
  }
  return n == 0 ? -1 : value
}

@inline function at(offset: usize): u32 {
  return cursor + offset < stop ? load<u8>(cursor + offset) : 0
}

/** The class of a date, datetime or time in [s, e), or 0. `dayFirst`: 3/4/2026 is the third of April. */
export function readDate(s: usize, e: usize, dayFirst: bool): u32 {
  cursor = s
  stop = e
  const first = digits(4)
  if (first < 0) return 0
  const width = cursor - s
  const mark = at(0)
  if (mark == 58) return width == 2 || width == 1 ? clockOnly(first, e) : 0
  if (mark != 45 && mark != 47 && mark != 46) return 0
  cursor++
  const second = digits(2)
  if (second < 0 || at(0) != mark) return 0
  cursor++
  const from = cursor
  const third = digits(4)
  if (third < 0) return 0
  const thirdWidth = cursor - from
  let year = first
  let month = second
  let day = third
  let kind: u32
  let bad = false
  if (width == 4) {
    if (thirdWidth > 2 || mark == 46) return 0
    kind = mark == 45 ? DATE : DATE_SLASH
  } else {
    if (width > 2 || (thirdWidth != 4 && !(thirdWidth == 2 && mark == 47))) return 0
    year = thirdWidth == 2 ? (third < 70 ? 2000 : 1900) + third : third
    kind = DATE_LOCAL
    day = dayFirst ? first : second
    month = dayFirst ? second : first
    if (month > 12 && day <= 12) {
      const swap = month
      month = day
      day = swap
      kind = DATE_SWAPPED
    }
  }
  bad = month < 1 || month > 12 || day < 1 || day > daysIn(year, month)
  let time: f64 = 0
  if (cursor < stop) {
    const gap = at(0)
    if (gap != 32 && gap != 84 && gap != 116) return 0
    cursor++
    const clock = readClock()
    if (clock == NOT_A_CLOCK) return 0
    if (clock == BAD_CLOCK) bad = true
    time = clock
    if (kind != DATE_SWAPPED) kind = kind == DATE ? DATETIME : DATETIME_OTHER
  }
  if (bad) return BAD_DATE
  seconds = f64(daysFrom1970(year, month, day)) * 86400 + time
  return kind
}

const NOT_A_CLOCK: f64 = -1e9
const BAD_CLOCK: f64 = -2e9

function clockOnly(hour: i32, e: usize): u32 {
  cursor -= hour > 9 || load<u8>(cursor - 2) == 48 ? 2 : 1
  const from = cursor
  const clock = readClock()
  if (clock == NOT_A_CLOCK || clock == BAD_CLOCK || cursor != e || from == e) return 0
  seconds = clock
  return TIME
}

/** hh:mm, hh:mm:ss, with a fraction, AM or PM, and a zone, up to the end. */
function readClock(): f64 {
  let hour = digits(2)
  if (hour < 0 || at(0) != 58) return NOT_A_CLOCK
  cursor++
  const from = cursor
  const minute = digits(2)
  if (cursor - from != 2) return NOT_A_CLOCK
  let second: f64 = 0
  if (at(0) == 58) {
    cursor++
    second = f64(digits(2))
    if (second < 0) return NOT_A_CLOCK
    if (at(0) == 46 || at(0) == 44) {
      cursor++
      let scale: f64 = 1
      let fraction: f64 = 0
      let n = 0
      while (at(0) - 48 < 10) {
        if (n++ < 9) {
          fraction = fraction * 10 + f64(at(0) - 48)
          scale *= 10
        }
        cursor++
      }
      second += fraction / scale
    }
  }
  let bad = hour > 24 || minute > 59 || second >= 61 || (hour == 24 && (minute > 0 || second > 0))
  if (at(0) == 32 && (at(1) | 32) != 117) cursor++
  const letter = at(0) | 32
  if ((letter == 97 || letter == 112) && (at(1) | 32) == 109) {
    if (hour == 12) hour = 0
    if (letter == 112) hour += 12
    cursor += 2
  }
  let zone: f64 = 0
  if (letter == 122) cursor++
  else if (at(0) == 32 && (at(1) | 32) == 117 && (at(2) | 32) == 116 && (at(3) | 32) == 99) cursor += 4
  else if (at(0) == 43 || at(0) == 45) {
    const west = at(0) == 45
    cursor++
    const hours = digits(2)
    if (hours < 0) return NOT_A_CLOCK
    if (at(0) == 58) cursor++
    const minutes = cursor < stop ? digits(2) : 0
    if (minutes < 0) return NOT_A_CLOCK
    if (hours > 15 || minutes > 59) bad = true
    zone = f64(hours * 3600 + minutes * 60) * (west ? -1 : 1)
  }
  if (cursor != stop) return NOT_A_CLOCK
  return bad ? BAD_CLOCK : f64(hour * 3600 + minute * 60) + second - zone
}

function daysIn(year: i32, month: i32): i32 {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
}

function daysFrom1970(year: i32, month: i32, day: i32): i32 {
  const y = month <= 2 ? year - 1 : year
  const era = (y >= 0 ? y : y - 399) / 400
  const yoe = y - era * 400
  const doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468
}
