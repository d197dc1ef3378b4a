// Parquet files as a table of text, for whatever reads lines. Who asks in SQL reads the file itself, with its own types.
import { csvLines } from '../../forms/csv-lines.ts'
import { type Entry, type FileContainer, startsWith } from '../../forms/form.ts'

export const parquet: FileContainer = {
  kind: 'file',
  name: 'Parquet',
  endings: ['.parquet'],
  matches: head => startsWith(head, 'PAR1'),
  async *entries(packed): AsyncGenerator<Entry> {
    const { parquetRows } = await import('./parquet-rows.ts')
    yield { name: 'table.csv', by: 'table as CSV', bytes: csvLines(parquetRows(packed)) }
  },
}
