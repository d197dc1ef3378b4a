// The seeds' two worked directories (M9), made of realistic files with faults planted between them, and the truth.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Something wrong, or worth knowing, that only shows when two files are seen together. */
export interface Planted {
  /** Kinds of cross findings that may report it. */
  readonly kinds: readonly string[]
  /** A part of every quote it must show, with the file it stands in. */
  readonly ends: readonly (readonly [file: string, text: string])[]
}

export interface WorkedDirectory {
  readonly query: string
  readonly files: Readonly<Record<string, readonly string[]>>
  readonly planted: readonly Planted[]
}

/** Writes the files, every line ended. */
export function writeWorked({ files }: WorkedDirectory, directory: string): void {
  mkdirSync(directory, { recursive: true })
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(directory, name), `${lines.join('\n')}\n`)
}

/** The same numbers every time: 0 ≤ n < below. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Lines up to a count: `head`, then blocks made one by one, the last one cut to fit by `pad` lines. */
export function filled(
  count: number,
  head: readonly string[],
  block: (n: number) => readonly string[],
  pad: (n: number) => string,
): string[] {
  const lines = [...head]
  for (let n = 0; ; n++) {
    const next = block(n)
    if (lines.length + next.length > count) break
    lines.push(...next)
  }
  for (let n = 0; lines.length < count; n++) lines.push(pad(n))
  if (lines.length !== count) throw new Error(`${lines.length} lines instead of ${count}`)
  return lines
}

const STATEMENTS: readonly ((column: string, other: string, n: number) => string)[] = [
  (column, _, n) => `row["${column}"] = normalise(row["${column}"], ${n})`,
  (column, other, n) => `if row["${column}"] == row["${other}"]: out.append(${n})`,
  (column, other) => `total += len(str(row["${column}"])) - len(row["${other}"])`,
  (column, _, n) => `seen.add((row["${column}"], ${n}))`,
  (column, other) => `row["${column}"], row["${other}"] = row["${other}"], row["${column}"]`,
  (column, _, n) => `out.extend(part for part in str(row["${column}"]).split() if len(part) > ${n % 9})`,
  (column, other, n) => `row.update({"${column}": row["${other}"]} if total < ${n} else {})`,
  column => `seen.discard(row.pop("${column}"))`,
]

/** A Python function of 10 to 24 lines that works on rows: plain code, nothing to find in it, hardly two alike. */
export function pythonFunction(n: number, name: string, columns: readonly string[]): string[] {
  const next = seeded(n * 7919 + name.length)
  const column = () => columns[next(columns.length)]!
  return [
    '',
    `def ${name}_${n}(rows):`,
    `    """Prepares ${column()} for step ${n}."""`,
    '    out, seen, total = [], set(), 0',
    '    for row in rows:',
    ...Array.from(
      { length: 3 + ((n * 7) % 14) },
      (_, k) => `        ${STATEMENTS[next(STATEMENTS.length)]!(column(), column(), n + k)}`,
    ),
    '    return out, seen, total',
    '',
  ]
}

const SUBJECTS = ['The night shift', 'A clerk', 'The depot', 'Every branch', 'The auditor', 'A driver'] as const
const VERBS = ['keeps', 'checks', 'forwards', 'returns', 'signs', 'stores'] as const
const OBJECTS = [
  'the paper copies',
  'each receipt',
  'the old ledgers',
  'what is left over',
  'the sealed boxes',
] as const

/** A sentence without figures or names, so that it says nothing about any other file. */
export function idleSentence(n: number): string {
  const next = seeded(n * 104_729 + 5)
  return `${SUBJECTS[next(SUBJECTS.length)]} ${VERBS[next(VERBS.length)]} ${OBJECTS[next(OBJECTS.length)]}.`
}

/** A heading that no other has: `Part aab`. */
export function letters(n: number): string {
  return [...n.toString(26)].map(digit => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
}

/** What was planted and not found: no finding of its kinds quotes all its ends. */
export function missed(
  planted: readonly Planted[],
  found: readonly {
    readonly kind: string
    readonly evidence: readonly { readonly path: string; readonly quote: string }[]
  }[],
): Planted[] {
  const isEnd = (end: readonly [string, string]) => (shown: { readonly path: string; readonly quote: string }) =>
    (end[0] === '' || shown.path.split('/').at(-1) === end[0]) && shown.quote.includes(end[1])
  return planted.filter(
    ({ kinds, ends }) =>
      !found.some(
        ({ kind, evidence }) =>
          kinds.includes(kind) && evidence.length >= ends.length && ends.every(end => evidence.some(isEnd(end))),
      ),
  )
}
