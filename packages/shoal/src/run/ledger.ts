// The ledger that shoal uses: picks the store.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'

export type Env = Readonly<Record<string, string | undefined>>

/** Where the ledger lies when it is not in the state directory: the address of a server. It may hold a password. */
export function storeIn(env: Env): string | null {
  return env.SHOAL_STORE || null
}

/** Whether there is a ledger already. Looking leaves no trace: none is made for it. */
export function hasLedger(directory: string, env: Env = {}): boolean {
  return storeIn(env) !== null || existsSync(join(directory, FILE))
}

const FILE = 'ledger.db'

/** The embedded store, in one file of the state directory, or the server that SHOAL_STORE names. */
export async function openLedger(directory: string, env: Env = {}): Promise<Ledger> {
  const store = storeIn(env)
  if (store !== null) return await openAt(store, env)
  const { openSqliteLedger } = await import('@shoal/team/sqlite/ledger')
  return openSqliteLedger(join(directory, FILE))
}

async function openAt(store: string, env: Env): Promise<Ledger> {
  if (!/^postgres(?:ql)?:/.test(store))
    throw new ShoalError('bad-value', 'the store is no address of PostgreSQL', {
      detail: 'store',
      advice: 'write postgres://HOST:PORT/DATABASE, or leave it out to keep all in the state directory',
    })
  const [{ openPostgresLedger }, { objectsIn }] = await Promise.all([
    import('@shoal/team/postgres/ledger'),
    import('./object-store.ts'),
  ])
  const ledger = await openPostgresLedger(store, { env, objects: objectsIn(env) })
  if (!env.SHOAL_QUEUE) return ledger
  try {
    const { openBullmq } = await import('@shoal/team/bullmq')
    const invitations = await openBullmq(env.SHOAL_QUEUE, queueOf(store))
    const close = async () => {
      await invitations.close()
      await ledger.close()
    }
    return { ...ledger, invitations, close }
  } catch (error) {
    await ledger.close()
    throw error
  }
}

/** Ledgers of one database may share a Redis. */
function queueOf(store: string): string {
  return `shoal-${/[?&]schema=(\w{1,63})/.exec(store)?.[1] ?? 'shoal'}`
}
