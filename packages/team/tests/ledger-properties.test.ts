import { memoryLedger } from '../src/memory-ledger.ts'
import { clocked } from './conformance/ledger/world.ts'
import { ledgerProperties, ledgersAgree } from './ledger-model.ts'

ledgerProperties('the in-memory ledger', clocked(memoryLedger), { runs: 80 })
// That two of a kind agree shows that programs do not depend on chance, and so that a disagreement means something.
ledgersAgree('another one of its kind', clocked(memoryLedger), { runs: 50 })
