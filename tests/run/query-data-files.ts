// Small files and one call for the tests of query_data.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingsFrom } from '../../src/config/resolve.ts'
import { type DataQuery, queryData } from '../../src/run/query-data.ts'

export class DataFolder {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-data-')))

  write(name: string, content: string | Uint8Array): string {
    const file = join(this.path, name)
    writeFileSync(file, content)
    return file
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

export function ask(sql: string | null, files: readonly string[], more: Partial<DataQuery> = {}) {
  return queryData({
    sql,
    files: files.map(file => ({ name: null, path: file, file })),
    rows: 100,
    settings: settingsFrom(),
    signal: new AbortController().signal,
    ...more,
  })
}

/** The rows of the answer. */
export async function rowsOf(sql: string, ...files: string[]): Promise<readonly (readonly unknown[])[]> {
  return (await ask(sql, files)).result!.rows
}
