// Starts the stub in a process of its own: `node packages/shoal/tests/models/stub/serve.mjs SCRIPT.json` prints its URL and serves
// until it is ended. The script is a list of rules (script.ts); `GET URL/requests` tells what was asked.
import { readFileSync } from 'node:fs'
import { createJiti } from 'jiti'

const jiti = createJiti(import.meta.url)
const { startStub } = await jiti.import('./server.ts')
const { followScript } = await jiti.import('./script.ts')

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: serve.mjs SCRIPT.json')
const stub = await startStub(followScript(JSON.parse(readFileSync(file, 'utf8'))))
console.log(stub.url)
