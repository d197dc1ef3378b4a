// What several files answer, each for itself: one line per file, those with most of what was asked for first. A last line
// says how many more there are and what they have together, another which files have none.
import type { Amount, Answer } from '@shoal/base/model/analyst'
import type { Panel } from '@shoal/base/model/finding'
import { groupBy, largest, smallest } from '@shoal/base/model/lists'
import { ITEM, type Piece, sentence } from '@shoal/base/report/answer-part'
import { formatCount } from '@shoal/base/text/printable'
import type { FileNames } from './answer-names.ts'
import { listed } from './cross/names.ts'
import { compareText } from './rank.ts'

const MOST_LINES = 8
const LONGEST_LINE = 360
const QUOTES_OF_A_FILE = 2
const MOST_NAMED = 4

/** What one file says, in one line. */
interface FileAnswer {
  readonly path: string
  readonly text: string
  readonly relevance: number
  readonly amount: Amount | undefined
  readonly evidence: Answer['evidence']
  readonly panel: Panel | undefined
}

export interface FilesContext {
  readonly names: FileNames
  /** How much was found in a file that touches the question: it orders those that give no amount. */
  weightOf(path: string): number
}

/** Of answers that each have a file; one of the amount 0 says that its file has none. */
export function filesPart(answers: readonly (Answer & { readonly path: string })[], context: FilesContext): Piece[] {
  const { names } = context
  const files = [...groupBy(answers, ({ path }) => path)].map(([path, own]) => ofFile(path, own))
  const some = ordered(
    files.filter(({ amount }) => amount?.count !== 0),
    context,
  )
  const none = files.filter(({ amount }) => amount?.count === 0)
  const lines = alike(some)
  const shown = lines.slice(0, MOST_LINES)
  const chart = byFile(shown, some, names)
  return [
    ...headOf(some),
    ...shown.map((line, k) => pieceOf(line, k === 0 ? chart : null, names)),
    ...byUnit(lines.slice(MOST_LINES).flat()).map(rest => ({
      text: `${ITEM}${restText(rest, names)}`,
      isNeeded: true,
    })),
    ...byUnit(none).map(rest => ({
      text: `${some.length > 0 ? ITEM : ''}${noneText(rest, names)}`,
      isNeeded: true,
    })),
  ]
}

/** Files that say the very same share a line; two may as well stand apart. */
function alike(files: readonly FileAnswer[]): FileAnswer[][] {
  return [...groupBy(files, ({ text }) => text).values()].flatMap(group =>
    group.length > 2 ? [group] : group.map(file => [file]),
  )
}

function pieceOf([first, ...more]: readonly FileAnswer[], chart: Panel | null, names: FileNames): Piece {
  const { path, text, evidence, panel } = first!
  const paths = [path, ...more.map(file => file.path)].map(file => names.of(file))
  const name = more.length === 0 ? names.of(path) : `${formatCount(paths.length)} files (${listed(paths, MOST_NAMED)})`
  return {
    text: `${ITEM}${lineOf(text, name)}`,
    evidence: evidence.slice(0, QUOTES_OF_A_FILE),
    panels: [...(chart ? [chart] : []), ...(panel ? [names.titled(panel, path)] : [])],
    isNeeded: true,
  }
}

/** What all of them have of the first kind. */
function headOf(files: readonly FileAnswer[]): Piece[] {
  const amount = files[0]?.amount
  const alike = files.filter(file => amount !== undefined && file.amount?.many === amount.many)
  if (alike.length < 2) return []
  const total = alike.reduce((sum, file) => sum + file.amount!.count, 0)
  return [{ text: `${formatCount(total)} ${amount!.many} in ${formatCount(alike.length)} files:`, isNeeded: true }]
}

/** The surest answer of a file, and another that is as sure. */
function ofFile(path: string, answers: readonly Answer[]): FileAnswer {
  const [first, second] = [...answers].sort((a, b) => b.relevance - a.relevance)
  const isBoth = second !== undefined && second.relevance === first!.relevance && first!.amount?.count !== 0
  const both = isBoth ? [first!, second] : [first!]
  return {
    path,
    text: both.map(({ text }) => sentence(text)).join(' '),
    relevance: first!.relevance,
    amount: first!.amount,
    evidence: both.flatMap(({ evidence }) => evidence.slice(0, both.length === 1 ? QUOTES_OF_A_FILE : 1)),
    panel: both.find(({ panel }) => panel)?.panel,
  }
}

/** Amounts of one kind are compared with each other; what can be compared comes first, then the surest. */
function ordered(files: readonly FileAnswer[], { weightOf }: FilesContext): FileAnswer[] {
  const surest = (group: readonly FileAnswer[]) => largest(group.map(({ relevance }) => relevance))
  const isCounted = ([first]: readonly FileAnswer[]) => first!.amount !== undefined
  return byUnit(files)
    .sort((a, b) => Number(isCounted(b)) - Number(isCounted(a)) || surest(b) - surest(a) || b.length - a.length)
    .flatMap(group =>
      [...group].sort(
        (a, b) =>
          (b.amount?.count ?? 0) - (a.amount?.count ?? 0) ||
          b.relevance - a.relevance ||
          weightOf(b.path) - weightOf(a.path) ||
          compareText(a.path, b.path),
      ),
    )
}

function byUnit(files: readonly FileAnswer[]): FileAnswer[][] {
  return [...groupBy(files, ({ amount }) => amount?.many ?? '').values()].map(group => [...group])
}

function lineOf(text: string, name: string): string {
  const line = text.includes(name) ? text : `${name}: ${text}`
  if (line.length <= LONGEST_LINE) return line
  const cut = line.slice(0, LONGEST_LINE)
  const words = cut.slice(0, cut.lastIndexOf(' '))
  // A quotation that is not closed would go on to the end of the answer.
  const open = [words.lastIndexOf('“') > words.lastIndexOf('”') ? words.lastIndexOf('“') : -1]
  if (words.split('`').length % 2 === 0) open.push(words.lastIndexOf('`'))
  const end = smallest(
    open.filter(at => at > name.length + 2),
    words.length,
  )
  return `${words.slice(0, end).replace(/(?<![\s,;:.(])[\s,;:.(]+$/, '')} …`
}

function restText(files: readonly FileAnswer[], names: FileNames): string {
  const head = `${formatCount(files.length)} more ${files.length === 1 ? 'file' : 'files'}`
  const { amount } = files[0]!
  const named = listed(
    files.map(file => `${names.of(file.path)}${file.amount ? ` (${formatCount(file.amount.count)})` : ''}`),
    MOST_NAMED,
  )
  if (!amount) return `${head} ${files.length === 1 ? 'has an answer' : 'have answers'} too: ${named}.`
  const total = files.reduce((sum, file) => sum + (file.amount?.count ?? 0), 0)
  const said = `${formatCount(total)} ${total === 1 ? amount.one : amount.many}`
  return files.length === 1
    ? `${head} has ${said}: ${names.of(files[0]!.path)}.`
    : `${head} have ${said} together: ${named}.`
}

function noneText(files: readonly FileAnswer[], names: FileNames): string {
  const named = listed(
    files.map(({ path }) => names.of(path)),
    MOST_NAMED,
  )
  const { many } = files[0]!.amount!
  return files.length === 1 ? `No ${many} in ${named}.` : `No ${many} in ${formatCount(files.length)} files: ${named}.`
}

/** Which file has how much, where they give amounts of one kind and each is named. */
function byFile(shown: readonly FileAnswer[][], all: readonly FileAnswer[], names: FileNames): Panel | null {
  const unit = shown[0]?.[0]?.amount?.many
  const counted = shown
    .flat()
    .flatMap(({ path, amount }) => (amount?.many === unit && amount ? [{ path, amount }] : []))
  if (unit === undefined || counted.length < 2 || shown.some(line => line.length > 1)) return null
  return {
    kind: 'bars',
    title: `${unit.charAt(0).toUpperCase()}${unit.slice(1)} by file`,
    rows: counted.map(({ path, amount }) => ({ label: names.of(path), value: amount.count })),
    total: all.reduce((sum, { amount }) => sum + (amount?.many === unit ? amount.count : 0), 0),
  }
}
