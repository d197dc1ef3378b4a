// The ledger on PostgreSQL keeps the laws of every ledger, and agrees with the in-memory one on every move.
import { ledgerConformance } from './conformance/ledger.ts'
import { ledgerProperties, ledgersAgree } from './ledger-model.ts'
import { onPostgres } from './on-postgres.ts'

onPostgres('on PostgreSQL', postgres => {
  ledgerConformance('the ledger on PostgreSQL', () => postgres.openClocked())
  ledgerProperties('the ledger on PostgreSQL', () => postgres.openClocked(), { runs: 4, moves: 60 })
  ledgersAgree('the ledger on PostgreSQL', () => postgres.openClocked(), { runs: 12 })
})
