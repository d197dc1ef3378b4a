const numerals = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

/** 1994 → MCMXCIV */
export function toRoman(number) {
  let rest = number
  let written = ''
  for (const [value, sign] of numerals) {
    while (rest >= value) {
      written += sign
      rest -= value
    }
  }
  return written
}
