// The public surface for tests, `shoal/test`: stand-ins that need no key, no server and no disk. tests/surface.test.ts holds it.

export { memoryLedger } from '@shoal/team/memory-ledger'
export {
  type Script,
  type Scripted,
  type ScriptedModel,
  scriptedModel,
  scriptedProvider,
} from './models/scripted-model.ts'
