// Small files and one call for the tests of query_data.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { settingsFrom } from '../../src/config/resolve.ts'
import { type DataQuery, queryData } from '../../src/run/query-data.ts'
import type { QueryResult } from '../../src/sql/engine-calls.ts'
import { openPrivateDirectory } from '../../src/sql/private-directory.ts'

/** Of this test file alone. */
export const CACHE = mkdtempSync(join(tmpdir(), 'shoal-data-cache-'))
afterAll(() => rmSync(CACHE, { recursive: true, force: true }))

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

export async function ask(sql: string | null, files: readonly string[], more: Partial<DataQuery> = {}) {
  const answer = await queryData({
    sql,
    files: files.map(file => ({ name: null, path: file, file })),
    limits: { rows: 100, ...more.limits },
    settings: settingsFrom(),
    signal: new AbortController().signal,
    cache: CACHE,
    ...more,
  })
  return { ...answer, tables: answer.relations }
}

/** The rows of the answer, without the place of each. */
export async function rowsOf(sql: string, ...files: string[]): Promise<readonly (readonly unknown[])[]> {
  return plainRows((await ask(sql, files)).result!)
}

export function plainRows({ columns, rows }: QueryResult): readonly (readonly unknown[])[] {
  const last = columns.slice(-2).map(({ name }) => name.replace(/^_+/, ''))
  return last.join() === 'path,line' ? rows.map(row => row.slice(0, -2)) : rows
}

export async function withPrivateDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = openPrivateDirectory()
  try {
    return await use(directory.path)
  } finally {
    directory.remove()
  }
}
