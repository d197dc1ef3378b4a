import { memoryLedger } from '../src/memory-ledger.ts'
import { clocked } from './conformance/ledger/world.ts'
import { ledgerConformance } from './conformance/ledger.ts'

ledgerConformance('the in-memory ledger', clocked(memoryLedger))
