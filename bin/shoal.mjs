#!/usr/bin/env node
// Starts shoal. A clone that was not built yet is built first; a package that is installed has nothing to build.
import { existsSync } from 'node:fs'

const bin = new URL('../dist/bin.js', import.meta.url)

if (!existsSync(bin)) await build()
try {
  await import(bin.href)
} catch (error) {
  // Node would end with 1, which means findings.
  end(`it cannot be started: ${error.message.split('\n')[0]} — install shoal again, or build the clone anew`)
}

async function build() {
  const builder = new URL('../scripts/build/once.mjs', import.meta.url)
  const why = existsSync(builder)
    ? await (await import(builder.href)).haveBuilt()
    : 'it is not whole: install shoal again'
  if (why !== null) end(why)
}

function end(why) {
  process.stderr.write(`shoal: ${why}\n`)
  process.exit(5)
}
