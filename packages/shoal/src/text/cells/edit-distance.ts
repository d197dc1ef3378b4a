// How few edits make one text of another: insertions, deletions, substitutions, and two neighbours exchanged.

/** The number of edits, or `most + 1` where there are more. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, k) => k)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1)
      row.push(best)
      if (best < least) least = best
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return Math.min(last[b.length]!, most + 1)
}

/** One bit for each of 31 classes of letters: texts with few edits between them differ in few bits. */
export function letterBits(text: string): number {
  let bits = 0
  for (let k = 0; k < text.length; k++) bits |= 1 << (text.charCodeAt(k) % 31)
  return bits
}

export function bitsApart(a: number, b: number): number {
  let left = a ^ b
  let count = 0
  for (; left !== 0; left &= left - 1) count++
  return count
}
