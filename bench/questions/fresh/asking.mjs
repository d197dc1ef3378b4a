// Helpers of the fresh data sets: a list of questions with their truth, and arithmetic that is written apart from the reader's.

export function asking(set, type) {
  const questions = []
  const add = (kind, question, expect) =>
    questions.push({ id: `${set}-${String(questions.length + 1).padStart(2, '0')}`, kind, type, question, expect })
  return {
    questions,
    value: (kind, question, value, more = {}) => add(kind, question, { value, ...more }),
    rows: (kind, question, rows, more = {}) =>
      add(kind, question, { rows: rows.map(row => (Array.isArray(row) ? row : [row])), ...more }),
    places: (kind, question, places, more = {}) => add(kind, question, { places, ...more }),
    contains: (kind, question, ...words) => add(kind, question, { contains: words }),
    refuse: (question, why) => add('refuse', question, { refuse: why }),
    any: (kind, question, ...some) => add(kind, question, { any: some }),
  }
}

export const sum = list => list.reduce((a, b) => a + b, 0)
export const mean = list => sum(list) / list.length
export function median(list) {
  const sorted = [...list].sort((a, b) => a - b)
  const at = (sorted.length - 1) / 2
  return (sorted[Math.floor(at)] + sorted[Math.ceil(at)]) / 2
}
export function quantile(list, share) {
  const sorted = [...list].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  return sorted[Math.floor(at)] + (at - Math.floor(at)) * (sorted[Math.ceil(at)] - sorted[Math.floor(at)])
}
export function groups(list, key) {
  const found = new Map()
  for (const one of list) found.set(key(one), [...(found.get(key(one)) ?? []), one])
  return [...found]
}
export const counts = (list, key) => groups(list, key).map(([name, some]) => [name, some.length])
/** The key whose rows have the most of something; fails where two have the same. */
export function most(list, key, measure = some => some.length) {
  const ranked = groups(list, key)
    .map(([name, some]) => [name, measure(some)])
    .sort((a, b) => b[1] - a[1])
  if (ranked[1] && ranked[0][1] === ranked[1][1]) throw new Error(`a tie: ${ranked[0]} and ${ranked[1]}`)
  return ranked[0][0]
}
export const least = (list, key, measure = some => some.length) => most(list, key, some => -measure(some))
export function correlation(list, x, y) {
  const [mx, my] = [mean(list.map(x)), mean(list.map(y))]
  const cov = sum(list.map(row => (x(row) - mx) * (y(row) - my)))
  return cov / Math.sqrt(sum(list.map(row => (x(row) - mx) ** 2)) * sum(list.map(row => (y(row) - my) ** 2)))
}
export const share = (part, all) => (100 * part.length) / all.length
