// Arrow and Feather files: one table, as CSV.
import { csvLines } from './csv-lines.ts'
import { Damaged, type Entry, type FileContainer, type PackedFile, Refused, startsWith } from './form.ts'
import { library, wholeFile } from './library.ts'

const MOST = 500_000_000

export const arrow: FileContainer = {
  kind: 'file',
  name: 'Arrow',
  endings: ['.arrow', '.feather', '.ipc'],
  matches: head => startsWith(head, 'ARROW1'),
  entries,
}

async function* entries(packed: PackedFile): AsyncGenerator<Entry> {
  const bytes = wholeFile(packed, MOST)
  const { tableFromIPC } = await library('@uwdata/flechette', () => import('@uwdata/flechette'))
  let table: ReturnType<typeof tableFromIPC>
  try {
    table = tableFromIPC(bytes, { useDate: true })
  } catch (error) {
    const { message } = error as Error
    if (/compress|codec/i.test(message)) throw new Refused('its columns are compressed, which is not read')
    throw new Damaged('the table cannot be read: it is damaged, or cut off')
  }
  function* rows(): Generator<readonly unknown[]> {
    yield table.names
    const columns = table.names.map(name => table.getChild(name))
    for (let k = 0; k < table.numRows; k++) {
      if (k % 1000 === 0) packed.onStep()
      yield columns.map(column => column.at(k))
    }
  }
  yield { name: 'table.csv', by: 'table as CSV', bytes: csvLines(rows()) }
}
