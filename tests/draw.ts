// What property tests draw their cases from. A failure names the seed, and `{ seed, path }` of it replays the case.
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED) })
