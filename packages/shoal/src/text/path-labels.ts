// Short names for the files of one picture, which tell them apart: without the folder that all of them stand in, cut in
// front or in the middle, never at the end.
import { addTo } from '@shoal/base/model/lists'
import { displayWidth } from '@shoal/base/text/printable'
import { chartLabel } from './chart-label.ts'

/** What the rows of a picture have room for. */
const LONGEST = 24
const MOST_UNITS = 10_000

/** Different paths get different labels, each at most so wide. */
export function pathLabels(paths: readonly string[], longest = LONGEST): string[] {
  const distinct = [...new Set(paths)]
  const texts = withoutSharedFolder(distinct).map(text => chartLabel(text, MOST_UNITS))
  let labels = texts.map(text => cutInFront(text, longest))
  // What was cut off may be all that tells them apart.
  for (const start of [afterSharedFolder, afterSharedText])
    labels = cutElsewhere(labels, texts, (text, from) => cutInside(text, from, longest), start)
  const byPath = new Map(numbered(labels, longest).map((label, k) => [distinct[k]!, label]))
  return paths.map(path => byPath.get(path)!)
}

/** Paths from the deepest folder that all of them stand in; each keeps its own name. */
export function withoutSharedFolder(paths: readonly string[]): string[] {
  const start = afterSharedFolder(paths)
  return paths.map(path => path.slice(start))
}

/** Where the paths go on behind the folders they share. */
function afterSharedFolder(paths: readonly string[]): number {
  const shared = (paths[0] ?? '').slice(0, afterSharedText(paths))
  return Math.max(shared.lastIndexOf('/'), shared.lastIndexOf('\\')) + 1
}

/** Short of the whole, so that something is left of each. */
function afterSharedText(paths: readonly string[]): number {
  const first = paths[0] ?? ''
  const shared = paths.reduce((most, path) => {
    const end = Math.min(most, path.length - 1)
    let same = 0
    while (same < end && path[same] === first[same]) same++
    return same
  }, first.length)
  // No character is cut in half.
  return /[\ud800-\udbff]/.test(first[shared - 1] ?? '') ? shared - 1 : shared
}

/** Labels that are the same are made anew from where their texts differ. */
function cutElsewhere(
  labels: readonly string[],
  texts: readonly string[],
  cut: (text: string, from: number) => string,
  start: (texts: readonly string[]) => number,
): string[] {
  const groups = new Map<string, number[]>()
  for (const [k, label] of labels.entries()) addTo(groups, label, k)
  const changed = [...labels]
  for (const [label, group] of groups) {
    // Those that were not cut differ in nothing that can be shown.
    if (group.length < 2 || group.every(k => texts[k] === label)) continue
    const from = start(group.map(k => texts[k]!))
    for (const k of group) changed[k] = cut(texts[k]!, from)
  }
  return changed
}

/** As many of the last steps as there is room for; a name that is too long by itself is cut inside. */
function cutInFront(text: string, longest: number): string {
  if (displayWidth(text) <= longest) return text
  const steps = text.split(/(?=[/\\])/)
  let end = ''
  for (let k = steps.length - 1; k > 0; k--) {
    const longer = `${steps[k]!}${end}`
    if (displayWidth(longer) >= longest) break
    end = longer
  }
  return end.length > 1
    ? `…${end}`
    : cutInside(text, Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1, longest)
}

/** From there on, without the middle; the end has more of the room, for it tells more. */
function cutInside(text: string, from: number, longest: number): string {
  const rest = `${from > 0 ? '…' : ''}${text.slice(from)}`
  if (displayWidth(rest) <= longest) return rest
  const characters = [...rest]
  const room = longest - 1
  const head = fitting(characters, Math.floor(room * 0.4))
  const tail = fitting(characters.toReversed(), room - Math.floor(room * 0.4)).toReversed()
  return `${head.join('')}…${tail.join('')}`
}

function fitting(characters: readonly string[], room: number): string[] {
  let left = room
  const end = characters.findIndex(character => (left -= displayWidth(character)) < 0)
  return characters.slice(0, end < 0 ? characters.length : end)
}

/** The last means: all but the first of the same get a number. */
function numbered(labels: readonly string[], longest: number): string[] {
  const taken = new Set(labels)
  const met = new Map<string, number>()
  return labels.map(label => {
    let count = (met.get(label) ?? 0) + 1
    met.set(label, count)
    if (count === 1) return label
    let other: string
    do {
      const mark = ` (${count++})`
      other = `${cutInside(label, 0, longest - mark.length)}${mark}`
    } while (taken.has(other))
    met.set(label, count - 1)
    taken.add(other)
    return other
  })
}
