// The ledger that shoal uses: picks the store.
import { join } from 'node:path'
import type { Ledger } from '../model/ledger.ts'

/** The embedded store, in one file of the state directory. */
export async function openLedger(directory: string): Promise<Ledger> {
  const { openSqliteLedger } = await import('../team/sqlite/ledger.ts')
  return openSqliteLedger(join(directory, 'ledger.db'))
}
