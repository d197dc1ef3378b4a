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
  for (const [word, endings] of formatWords([...new Set(paths.map(endingOf))]))
    if (paths.length > 1 && !aliases.has(word))
      for (const [k, path] of paths.entries()) if (endings.includes(endingOf(path))) add(word, names[k]!)
  return aliases
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/** "june" of snapshot-2024-06-01.json. */
function monthsIn(base: string): string[] {
  const date = /(?<!\d)((?:19|20)\d\d)[-_.]?(0[1-9]|1[0-2])(?!\d{3})/.exec(base)
  const month = date && MONTHS[Number(date[2]) - 1]
  return month ? [month, `${month} ${date[1]}`, `${date[1]}-${date[2]}`] : []
}

/** What a file of a content type is told as. */
export const FILE_KINDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  structured_data: ['a table', 'tables'],
  json: ['a JSON document', 'JSON documents'],
  jsonl: ['a file of JSON lines', 'files of JSON lines'],
  log: ['a log', 'logs'],
  prose: ['a document', 'documents'],
  markup: ['a markup document', 'markup documents'],
  config: ['a configuration file', 'configuration files'],
  source_code: ['a source file', 'source files'],
  parquet: ['a table', 'tables'],
}

/** What files of a content type are called. */
export const TYPE_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    source: ['source_code'],
    code: ['source_code'],
    'source code': ['source_code'],
    program: ['source_code'],
    document: ['prose', 'markup'],
    documents: ['prose', 'markup'],
    documentation: ['prose', 'markup'],
    docs: ['prose', 'markup'],
    text: ['prose'],
    prose: ['prose'],
    config: ['config'],
    configuration: ['config'],
    log: ['log'],
    logs: ['log'],
    table: ['structured_data'],
    tables: ['structured_data'],
  }),
)

/** What symbols of a kind are called. */
export const SYMBOL_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  ['function', 'functions'].map(word => [word, ['function', 'method', 'constructor']]),
)

/** Words that several names of files have, "test" of `a.test.ts` and `b.test.ts`, and names without their ending. */
export function nameWords(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>()
  for (const name of names)
    for (const word of new Set([...wordsOf(stemOf(name)), normal(stemOf(name)), normal(name)]))
      words.set(word, [...(words.get(word) ?? []), name])
  return words
}

/** Directories by the names of those above them: all of `src` are in `src`. */
export function directoryWords(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const parts = paths.map(path => path.split('/'))
  const shared = parts.reduce<readonly string[]>(
    (some, own) => some.filter((part, k) => own[k] === part),
    parts[0] ?? [],
  ).length
  const words = new Map<string, string[]>()
  for (const [k, path] of paths.entries())
    for (const part of new Set(parts[k]!.slice(Math.max(0, shared - 1))))
      if (part !== '')
        for (const said of new Set([normal(part), part.toLowerCase()]))
          words.set(said, [...(words.get(said) ?? []), path])
  return words
}

/** Endings that one word stands for. */
const FORMATS: readonly (readonly [words: string, endings: string])[] = [
  ['yaml yml', 'yaml yml'],
  ['markdown md', 'md markdown mdx'],
  ['python py', 'py pyi'],
  ['typescript ts', 'ts tsx mts cts'],
  ['javascript js', 'js jsx mjs cjs'],
  ['go golang', 'go'],
  ['rust rs', 'rs'],
  ['ruby rb', 'rb'],
  ['java', 'java'],
  ['kotlin kt', 'kt kts'],
  ['shell bash sh', 'sh bash zsh'],
  ['spreadsheet spreadsheets excel', 'xlsx xls ods'],
  ['html', 'html htm'],
  ['source code', 'py pyi ts tsx mts cts js jsx mjs cjs go rs rb java kt kts c h cc cpp hpp cs php swift scala sh'],
]

/** From what is said to the endings of names that are there. */
export function formatWords(
  endings: readonly string[],
  /** Words that another column has already. */
  told: readonly string[] = [],
): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, readonly string[]>(endings.map(ending => [normal(ending), [ending]]))
  for (const [said, list] of FORMATS) {
    const own = list.split(' ').filter(ending => endings.includes(ending))
    if (own.length > 0) for (const word of said.split(' ')) words.set(word, own)
  }
  for (const word of told) words.delete(word)
  return words
}

/** The names of files where no two are the same, else their paths. */
export function shownNames(paths: readonly string[]): readonly string[] {
  const bases = paths.map(path => basename(path))
  return new Set(bases).size === new Set(paths).size ? bases : paths
}

const endingOf = (path: string) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

function stemOf(path: string): string {
  return basename(path).replace(/(?<=.)\.[^.]*$/, '')
}

function wordsOf(stem: string): string[] {
  return stem.toLowerCase().match(/[\p{L}]+|\p{N}+/gu) ?? []
}
