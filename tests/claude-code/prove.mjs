// `npm run proof:claude`: /shoal:rlm in the real Claude Code, headless, against a scripted model. Docs: docs/proof.md.
import { createJiti } from 'jiti'

const { prove } = await createJiti(import.meta.url).import('./prove.ts')
process.exitCode = await prove(process.env, process.argv.slice(2).join(' '))
