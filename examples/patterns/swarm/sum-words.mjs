// Adds up what the workers counted. Texts that a person skipped have no result; they are named as missing.
import { work } from '../assignment.mjs'

await work(({ blocked_by: texts }) => {
  const counted = texts.filter(({ result }) => result !== null).map(({ id, result }) => ({ path: id, words: result }))
  const words = counted.reduce((sum, text) => sum + text.words, 0)
  return {
    summary: `${words} words in ${counted.length} texts`,
    texts: counted.length,
    missing: texts.filter(({ result }) => result === null).map(({ id }) => id),
    words,
    longest: counted.toSorted((a, b) => b.words - a.words || (a.path < b.path ? -1 : 1)).slice(0, 3),
  }
})
