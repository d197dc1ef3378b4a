import { memoryLedger } from '../../src/team/memory-ledger.ts'
import { ledgerConformance } from '../conformance/ledger.ts'

ledgerConformance('the in-memory ledger', async options => memoryLedger(options))
