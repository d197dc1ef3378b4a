// What a cell can be. packages/shoal/src/text/table/classes.ts has the same numbers.

export const EMPTY: u32 = 0
export const NULL_HARD: u32 = 1
export const NULL_SOFT: u32 = 2
export const INTEGER: u32 = 3
export const DECIMAL: u32 = 4
export const SCIENTIFIC: u32 = 5
export const GROUPED: u32 = 6
export const CURRENCY: u32 = 7
export const PERCENT: u32 = 8
export const BOOLEAN: u32 = 9
export const DATE: u32 = 10
export const DATE_SLASH: u32 = 11
export const DATE_LOCAL: u32 = 12
export const DATE_SWAPPED: u32 = 13
export const DATETIME: u32 = 14
export const DATETIME_OTHER: u32 = 15
export const TIME: u32 = 16
export const BAD_DATE: u32 = 17
export const CODE: u32 = 18
export const UUID: u32 = 19
export const EMAIL: u32 = 20
export const URL: u32 = 21
export const IP: u32 = 22
export const HEX: u32 = 23
export const WORD: u32 = 24
export const TEXT: u32 = 25
export const STRUCTURE: u32 = 26
export const CLASSES: u32 = 32

/** Which series a class counts in: 1 numbers, 2 times, 0 none. */
@inline export function familyOf(kind: u32): u32 {
  if (kind >= INTEGER && kind <= PERCENT) return 1
  if (kind >= DATE && kind <= TIME) return 2
  return 0
}
