// Tables with a column of secrets, drawn at random, and what must be left of any stretch of them.
import fc from 'fast-check'
import { MASK } from '../../src/secrets/mask-value.ts'

/** A run of the text; of a secret, what stands between its quotes if it has any. */
interface Part {
  readonly text: string
  readonly secret: string | null
}

export interface SecretTable {
  readonly text: string
  /** Where rows start; the first is the header. */
  readonly rows: readonly number[]
  readonly parts: readonly Part[]
}

/** Words of which one is in the other, so that a search for a secret finds a neighbour first. */
const WORDS = ['dragon', 'dragonfly', 'monkey', 'monkeyman', 'turtle', 'turtledove', 'letmein', 'sesame', 'sesames']
const ODD = ['', '0', 'xy', 'a b', 'say "hi"', 'x,y;z\tq', 'two\nlines', '"', ',', 'naïve 漢字 😀', '-', "it's"]
const LINES = ['Mu1tiAbcd\nL1neSecretZ', 'dragon\nmonkey', 'turtle\r\nsesame', 'kite\n\nLantern93']

const secret = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: fc.constantFrom(...LINES) },
  { weight: 1, arbitrary: fc.constantFrom('mon"key', 'dra"",gon', 'ses;ame,1') },
)
const other = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...WORDS) }, fc.constantFrom(...ODD))

export interface TableOptions {
  readonly mostRows: number
  /** Secrets and other cells over several lines. */
  readonly hasLines?: boolean
}

export function secretTables({ mostRows, hasLines = true }: TableOptions): fc.Arbitrary<SecretTable> {
  const fits = (cell: string) => hasLines || !cell.includes('\n')
  return fc
    .record({
      delimiter: fc.constantFrom(',', ';', '\t'),
      eol: fc.constantFrom('\n', '\r\n'),
      column: fc.integer({ min: 0, max: 3 }),
      rows: fc.array(
        fc.record({
          secret: fc.oneof({ weight: 5, arbitrary: secret.filter(fits) }, fc.constantFrom('', 'n/a')),
          others: fc.tuple(...[1, 2, 3].map(() => other.filter(fits))),
          quoted: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
        }),
        { minLength: 1, maxLength: mostRows },
      ),
    })
    .map(({ delimiter, eol, column, rows }) => {
      const parts: Part[] = []
      const starts: number[] = []
      let size = 0
      const add = (text: string, isSecret = false) => {
        parts.push({ text, secret: isSecret ? text : null })
        size += text.length
      }
      const addRow = (cells: readonly string[], quoted: readonly boolean[], secretAt: number) => {
        starts.push(size)
        for (const [k, cell] of cells.entries()) {
          if (k > 0) add(delimiter)
          const isQuoted = quoted[k]! || /["\r\n]/.test(cell) || cell.includes(delimiter)
          if (isQuoted) add('"')
          add(isQuoted ? cell.replaceAll('"', '""') : cell, k === secretAt && cell !== '' && cell !== 'n/a')
          if (isQuoted) add('"')
        }
        add(eol)
      }
      const at = <T>(row: readonly T[], value: T) => [...row.slice(0, column), value, ...row.slice(column)]
      addRow(at(['id', 'user', 'note'], 'password'), [false, false, false, false], -1)
      // Rows that tell the delimiter.
      for (const id of ['1', '2']) addRow(at([id, `user${id}`, 'plain'], ''), [false, false, false, false], -1)
      for (const { secret: own, others, quoted } of rows) addRow(at(others, own), quoted, column)
      const text = parts.map(part => part.text).join('')
      return { text, rows: starts, parts }
    })
}

/** What a stretch of the table looks like with all secrets hidden and all else as it was. */
export function hiddenLike({ parts }: SecretTable, from: number, to: number): RegExp {
  let at = 0
  let pattern = ''
  for (const { text, secret: own } of parts) {
    const [start, end] = [Math.max(from, at), Math.min(to, at + text.length)]
    if (start < end) {
      const seen = text.slice(start - at, end - at)
      pattern += own === null ? literal(seen) : seen.split('\n').map(hiddenLine).join('\n')
    }
    at += text.length
  }
  return new RegExp(`^${pattern}$`)
}

/** At most a fifth is shown, and of the longest lines here that is two characters. */
function hiddenLine(line: string): string {
  const end = line.endsWith('\r') ? '\r' : ''
  return (line.trim() === '' ? literal(line.slice(0, line.length - end.length)) : `\\w{0,2}${literal(MASK)}`) + end
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
