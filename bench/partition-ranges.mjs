// Chunks as ranges of characters in their file, whatever the splitter reports.

/**
 * What a splitter made of one file.
 * @typedef {object} Cut
 * @property {[number, number][]} ranges of characters; ascending; what the chunk owns
 * @property {string[]} texts what a reader of each chunk sees
 * @property {string[]} identities by which a chunk is known again: its id, else its text
 * @property {number} over chunks over the budget
 * @property {string[]} altered texts of chunks that do not stand in the file as they are
 */

/** @returns {Cut} */
export function cutOf(text, { ranges, ids, texts, over }, budget) {
  if (ranges) return { ranges: inCharacters(text, ranges), texts, identities: ids, over, altered: [] }
  const located = locate(text, texts)
  return {
    ranges: located.ranges,
    texts,
    identities: texts,
    over: texts.filter(chunk => chunk.length > budget).length,
    altered: located.altered,
  }
}

/** Peers give only text, often trimmed: each chunk is looked for behind the one before it. */
function locate(text, texts) {
  const ranges = []
  let from = 0
  const altered = []
  for (const chunk of texts) {
    if (chunk === '') continue
    const at = text.indexOf(chunk, from)
    if (at < 0) altered.push(chunk)
    else {
      ranges.push([at, at + chunk.length])
      from = at + chunk.length
    }
  }
  return { ranges, altered }
}

function inCharacters(text, ranges) {
  const bytes = Buffer.from(text)
  if (bytes.length === text.length) return ranges
  let character = 0
  let byte = 0
  return ranges.map(([start, end]) => {
    character += bytes.toString('utf8', byte, start).length
    const first = character
    character += bytes.toString('utf8', start, end).length
    byte = end
    return [first, character]
  })
}

/** Characters in no chunk, and how many of them are not blank. What an altered chunk holds counts as kept. */
export function lostIn(text, { ranges, altered }) {
  let all = 0
  let solid = 0
  let from = 0
  for (const [start, end] of [...ranges, [text.length, text.length]]) {
    const gap = start > from ? text.slice(from, start) : ''
    all += gap.length
    solid += solidLength(gap)
    from = Math.max(from, end)
  }
  const kept = altered.join('')
  const lost = Math.max(0, all - kept.length)
  return { all: lost, solid: Math.min(lost, Math.max(0, solid - solidLength(kept))) }
}

function solidLength(text) {
  return text.replace(/\s+/g, '').length
}

/** Whether one of the chunks holds [start, end) whole. */
export function isHeld(text, { ranges, altered }, start, end) {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle][0] <= start) low = middle + 1
    else high = middle
  }
  if (low > 0 && ranges[low - 1][1] >= end) return true
  const block = text.slice(start, end)
  return altered.some(chunk => chunk.includes(block))
}

/** The line that `at` stands inside of; null at its start or with nothing but blanks before it. */
export function lineAround(text, at) {
  const start = text.lastIndexOf('\n', at - 1) + 1
  if (at === 0 || text.slice(start, at).trim() === '') return null
  const end = text.indexOf('\n', at)
  return text.slice(start, end < 0 ? text.length : end)
}
