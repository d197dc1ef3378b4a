// The embedded ledger keeps the laws of every ledger, and agrees with the in-memory one on every move.
import { join } from 'node:path'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { openSqliteLedger } from '../src/sqlite/ledger.ts'
import { clocked } from './conformance/ledger/world.ts'
import { ledgerConformance } from './conformance/ledger.ts'
import { ledgerProperties, ledgersAgree } from './ledger-model.ts'

const dir = tempDir()
let files = 0
const open = clocked(options => openSqliteLedger(join(dir.path, String(files++), 'ledger.db'), options))

ledgerConformance('the embedded ledger', open)
ledgerProperties('the embedded ledger', open, { runs: 15 })
ledgersAgree('the embedded ledger', open, { runs: 25 })
