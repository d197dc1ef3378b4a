// What a cell can be, as the kernel says it (assembly/table/classes.ts has the same numbers).

export const CellClass = {
  empty: 0,
  nullHard: 1,
  nullSoft: 2,
  integer: 3,
  decimal: 4,
  scientific: 5,
  grouped: 6,
  currency: 7,
  percent: 8,
  boolean: 9,
  date: 10,
  dateSlash: 11,
  dateLocal: 12,
  dateSwapped: 13,
  datetime: 14,
  datetimeOther: 15,
  time: 16,
  badDate: 17,
  code: 18,
  uuid: 19,
  email: 20,
  url: 21,
  ip: 22,
  hex: 23,
  word: 24,
  text: 25,
  structure: 26,
} as const

export const CLASS_COUNT = 32

/** Empty cells, `NULL` and `n/a`; and words like `None` or `-` that may be data in some columns. */
export function meansMissing(kind: number): boolean {
  return kind <= CellClass.nullSoft
}

export function isNumber(kind: number): boolean {
  return kind >= CellClass.integer && kind <= CellClass.percent
}

export function isTime(kind: number): boolean {
  return kind >= CellClass.date && kind <= CellClass.time
}
