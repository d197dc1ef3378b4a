// The built-in analyst of tables: one pass over the cells in WebAssembly, exact figures for every column, and findings.
import type { BuiltInAnalyst, ReadTask, Stretch } from '@shoal/base/model/analyst'
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { MergedTable } from '../../text/table/merged-table.ts'
import { readSections, type TableTally } from '../../text/table/read.ts'
import { removeSpill } from '../../text/table/spill.ts'
import { charts, chartsTogether } from './analyst/charts.ts'
import { chunkFacts } from './analyst/chunk-facts.ts'
import { frameOf, sectionsOf, type TableFrame } from './analyst/frame.ts'
import { surveyTable } from './analyst/survey.ts'
import { synthesiseTables } from './analyst/synthesise.ts'

export const analyst: BuiltInAnalyst<TableTally> = {
  version: 16,
  isData: true,
  secrets: 'tabled',
  readsFor: () => null,
  looksFor:
    'missing values, wrong and odd cells, rows that repeat or do not fit, outliers, and in series over time spikes, shifts, flat lines and gaps',
  splitFrom: 8 * 1024 * 1024,
  read: async (source, stretch, task) => await readStretch(source, usualFrame(source), stretch, task),
  survey: async (tallies, source, task) => {
    const broken = tallies.some(({ open }) => open)
    const frame = broken ? frameOf(source, false) : usualFrame(source)
    const used = broken ? [await readAgain(tallies, source, frame, task)] : tallies
    try {
      const table = new MergedTable(used, frame.setup)
      try {
        const turn = yieldToEventLoop()
        await table.settle(frame.text, source.size, () => {
          task.signal.throwIfAborted()
          return turn()
        })
        return await surveyTable(frame, table, source, task)
      } finally {
        table.close()
      }
    } finally {
      forget(used)
    }
  },
  synthesise: files => synthesiseTables(files),
  chunkFacts,
  charts,
  chartsTogether,
}

const frames = new WeakMap<SourceText, TableFrame>()

/** Made once for a file that is read and surveyed in one go. */
function usualFrame(source: SourceText): TableFrame {
  const known = frames.get(source)
  if (known) return known
  const frame = frameOf(source, true)
  frames.set(source, frame)
  return frame
}

async function readStretch(
  source: SourceText,
  frame: TableFrame,
  { chunks, start }: Stretch,
  { signal, onRead }: ReadTask,
): Promise<TableTally> {
  const turn = yieldToEventLoop()
  const { unit } = source.encoding
  // What stands before the first row was read for the header.
  if (start === 0) onRead(source.byteAt(frame.start))
  return await readSections(frame.setup, frame.text, sectionsOf(frame, source, chunks), units => {
    signal.throwIfAborted()
    onRead(units * unit)
    return turn()
  })
}

/** A quote that never closes: what the stretches read is worth nothing, so the file is read as one, without quotes. */
async function readAgain(
  tallies: readonly TableTally[],
  source: SourceText,
  frame: TableFrame,
  task: ReadTask,
): Promise<TableTally> {
  forget(tallies)
  const whole = { start: 0, end: source.size, line: 1, chunks: task.about.chunks }
  return await readStretch(source, frame, whole, { ...task, onRead: () => {} })
}

function forget(tallies: readonly TableTally[]): void {
  for (const { spill } of tallies) if (spill) removeSpill(spill)
}
