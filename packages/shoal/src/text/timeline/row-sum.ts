// The sum of a stretch of a row of counts.

export function sum(row: ArrayLike<number>, from: number, to: number): number {
  let total = 0
  for (let k = from; k < to; k++) total += row[k]!
  return total
}
