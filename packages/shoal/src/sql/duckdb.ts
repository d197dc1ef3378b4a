// DuckDB, loaded when it is first needed: an optional package of 70 MB that most runs never touch.
import { createRequire } from 'node:module'
import { loadOptional } from '@shoal/base/model/optional-package'

export type DuckDb = typeof import('@duckdb/node-api')

const DUCKDB = { name: '@duckdb/node-api', what: 'SQL' }

/** Throws `package-missing` with the one command that adds it. */
export async function loadDuckDb(load: () => Promise<DuckDb> = required): Promise<DuckDb> {
  return await loadOptional(DUCKDB, load)
}

/** As `require` does it: `import` looks at its hundred modules twice, and takes five times as long. */
async function required(): Promise<DuckDb> {
  return createRequire(import.meta.url)('@duckdb/node-api')
}
