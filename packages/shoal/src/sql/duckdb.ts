// DuckDB, loaded when it is first needed: an optional package of 70 MB that most runs never touch.
import { loadOptional } from '@shoal/base/model/optional-package'

export type DuckDb = typeof import('@duckdb/node-api')

const DUCKDB = { name: '@duckdb/node-api', what: 'SQL' }

/** Throws `package-missing` with the one command that adds it. */
export async function loadDuckDb(load: () => Promise<DuckDb> = () => import('@duckdb/node-api')): Promise<DuckDb> {
  return await loadOptional(DUCKDB, load)
}
