// A page of the lines that a task reads, as they stand in the file, secrets masked: from files of any size. It is done by a
// thread that can be ended.
import type { LiveFinding } from '@shoal/base/model/live'
import type { SourceText } from '@shoal/base/model/source'
import { type Hiding, shownLines } from '../../text/gate/shown-lines.ts'
import { bodyRange } from '../../text/line-spans.ts'
import { ColumnWatch } from '../../text/secrets/secret-columns.ts'
import { type FileStamp, openPlanned } from '../file-stamp.ts'
import { secretsNear } from '../search/near-secrets.ts'
import type { SecretMemory } from '../search/secret-memory.ts'
import { hiddenQuotes } from './hidden-quotes.ts'
import { type FoundLine, linesFrom } from './lines-from.ts'

const PAGE = 500
/** Code units of a line that are shown. */
const LONGEST = 4000
/** And of a page. */
const MOST_UNITS = 400_000

export interface TextPageOrder {
  readonly path: string
  readonly stamp: FileStamp
  /** The part of the file that is read. */
  readonly body: Parameters<typeof bodyRange>[1]
  readonly first: number
  /** Its first row names columns. */
  readonly isTable: boolean
  /** What was found in the file: what it hides of a quote is hidden here, too. */
  readonly findings: readonly Pick<LiveFinding, 'path' | 'line' | 'evidence'>[]
}

interface Doing {
  readonly signal: AbortSignal
  readonly secrets: SecretMemory
}

/** At least one line, unless `first` is behind the last. */
export async function textPage(order: TextPageOrder, doing: Doing): Promise<readonly string[]> {
  const source = openPlanned(order.path, order.stamp)
  try {
    return await page(source, order, doing)
  } finally {
    source.close()
  }
}

async function page(source: SourceText, order: TextPageOrder, { signal, secrets }: Doing): Promise<string[]> {
  const { body, first, isTable, findings } = order
  const range = bodyRange(source, body)
  const found = await linesFrom(source, range, { first, lines: PAGE, units: MOST_UNITS, longest: LONGEST, signal })
  const { path, file } = source
  const places = found.map(({ start, end }) => ({ start, end, at: start }))
  const { known, spans } = await secretsNear({ path, file, isTable }, places, secrets, signal)
  const columns = isTable ? ColumnWatch.of(source) : null
  const milestones = [{ line: range.line, offset: range.start }]
  const hidden = await hiddenQuotes(source, findings, { milestones, hiding: { known, spans, columns }, signal })
  for (const values of hidden.quoted.values()) for (const value of values) known.add(value)
  return pageLines(source, found, { quoted: hidden.quoted, closed: hidden.closed, known, spans, columns })
}

/** Lines in a row are masked together: what opens a secret may stand on the line before. */
function pageLines(source: SourceText, found: readonly FoundLine[], hiding: Hiding): string[] {
  const lines: string[] = []
  for (let from = 0; from < found.length; ) {
    let to = from
    while (to < found.length - 1 && !found[to]!.isCut) to++
    const [head, last] = [found[from]!, found[to]!]
    const region = {
      start: head.start,
      end: last.end,
      line: head.line,
      isCutBefore: !head.isStart,
      isCutBehind: last.isCut,
    }
    const shown = shownLines(source, region, hiding)
    // What is hidden may take its line end with it: no line may shift.
    for (let k = from; k <= to; k++) lines.push(shown[k - from] ?? '')
    if (last.isCut) lines.push(`${lines.pop()}…`)
    from = to + 1
  }
  return lines
}
