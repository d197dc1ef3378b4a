// Spreadsheets: every sheet a table, its rows as CSV. A row of the sheet is a record of the table.
import { formatBytes } from '@shoal/base/text/printable'
import { csvLines } from './csv-lines.ts'
import { Damaged, type Entry, type FileContainer, type PackedFile, Refused, startsWith } from './form.ts'
import { library, wholeFile } from './library.ts'
import { zip } from './zip.ts'

const MOST = 200_000_000
/** Of all parts together, unpacked: they are held in memory at once. */
const MOST_UNPACKED = 300_000_000

export const spreadsheet: FileContainer = {
  kind: 'file',
  name: 'spreadsheet',
  endings: ['.xlsx', '.xlsm', '.ods'],
  needsEnding: true,
  // A workbook with a password is no zip any more.
  matches: head => startsWith(head, 'PK\x03\x04') || startsWith(head, [0xd0, 0xcf, 0x11, 0xe0]),
  entries,
}

async function* entries(packed: PackedFile): AsyncGenerator<Entry> {
  const bytes = wholeFile(packed, MOST)
  if (bytes[0] === 0xd0) throw new Refused('it is encrypted, or of a version before 2007', 'encrypted')
  await checkParts(packed)
  const { readOds, readXlsx } = await library('hucre', () => import('hucre'))
  const read = packed.name.toLowerCase().endsWith('.ods') ? readOds : readXlsx
  const { sheets } = await read(bytes).catch((error: Error) => {
    throw new Damaged(`the spreadsheet cannot be read: ${error.message.slice(0, 200)}`)
  })
  for (const { name, rows } of sheets) {
    packed.onStep()
    const last = rows.findLastIndex(row => row.some(isFilled))
    if (last < 0) yield { name: `${name}.csv`, reason: 'an empty sheet', cause: 'special' }
    else
      yield {
        name: `${name.replaceAll('/', '_')}.csv`,
        by: 'sheet as CSV',
        bytes: csvLines(rectangle(rows.slice(0, last + 1))),
      }
  }
}

/** What the library would unpack is counted first, without being kept: the sizes that the archive names may be wrong. */
async function checkParts(packed: PackedFile): Promise<void> {
  const most = Math.min(MOST_UNPACKED, packed.mostBytes)
  let unpacked = 0
  for await (const part of zip.entries(packed)) {
    if ('reason' in part) continue
    for await (const chunk of part.bytes) {
      packed.signal.throwIfAborted()
      packed.onStep()
      unpacked += chunk.length
      if (unpacked > most)
        throw new Refused(
          `it holds more than ${formatBytes(most)} when it is unpacked, more than a spreadsheet may: save its sheets as CSV`,
          'limit',
        )
    }
  }
}

/** Every row as wide as the widest. */
function* rectangle(rows: readonly (readonly unknown[])[]): Generator<readonly unknown[]> {
  const width = rows.reduce((most, row) => Math.max(most, row.findLastIndex(isFilled) + 1), 0)
  for (const row of rows) yield Array.from({ length: width }, (_, k) => row[k])
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}
