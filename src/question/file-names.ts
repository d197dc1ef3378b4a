// What files are called in questions: by their name, with and without its ending, or by what tells them apart ("february" of
// stock-january.csv and stock-february.csv).
import { basename, dirname } from 'node:path'
import { normal } from './normal.ts'

/** From what is said, as `normal` has it, to the names of the files; several where it says too little. */
export function fileAliases(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const aliases = new Map<string, string[]>()
  const add = (said: string, name: string) => {
    const alias = normal(said)
    if (alias === '') return
    const names = aliases.get(alias) ?? []
    if (!names.includes(name)) aliases.set(alias, [...names, name])
  }
  const names = shownNames(paths)
  // Files of one name are told apart by their directories.
  const stems = paths.map((path, k) =>
    wordsOf(names[k] === path ? `${basename(dirname(path))} ${stemOf(path)}` : stemOf(path)),
  )
  const shared = stems.length > 1 ? stems.reduce((some, words) => some.filter(word => words.includes(word))) : []
  for (const [k, path] of paths.entries()) {
    const name = names[k]!
    const base = basename(path)
    for (const said of [base, `${basename(dirname(path))}/${base}`, path]) add(said, name)
    if (paths.length === 1) continue
    add(stems[k]!.join(' '), name)
    const own = stems[k]!.filter(word => !shared.includes(word))
    add(own.join(' '), name)
    for (const month of monthsIn(base))
      if (paths.filter(other => monthsIn(basename(other)).includes(month)).length === 1) add(month, name)
    // One word of several tells it apart as well, if no other file has it.
    for (const word of own)
      if (word.length > 1 && stems.filter(words => words.includes(word)).length === 1) add(word, name)
  }
  return aliases
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/** "june" of snapshot-2024-06-01.json. */
function monthsIn(base: string): string[] {
  const date = /(?<!\d)((?:19|20)\d\d)[-_.]?(0[1-9]|1[0-2])(?!\d{3})/.exec(base)
  const month = date && MONTHS[Number(date[2]) - 1]
  return month ? [month, `${month} ${date[1]}`, `${date[1]}-${date[2]}`] : []
}

/** The names of files where no two are the same, else their paths. */
export function shownNames(paths: readonly string[]): readonly string[] {
  const bases = paths.map(path => basename(path))
  return new Set(bases).size === new Set(paths).size ? bases : paths
}

function stemOf(path: string): string {
  return basename(path).replace(/(?<=.)\.[^.]*$/, '')
}

function wordsOf(stem: string): string[] {
  return stem.toLowerCase().match(/[\p{L}]+|\p{N}+/gu) ?? []
}
