#!/usr/bin/env node
// Starts shoal. A clone that was not built yet is built first; a package that is installed has nothing to build.
import { existsSync } from 'node:fs'

const bin = new URL('../dist/bin.js', import.meta.url)

if (!existsSync(bin)) await build()
await import(bin.href)

async function build() {
  const builder = new URL('../scripts/build/once.mjs', import.meta.url)
  const why = existsSync(builder)
    ? await (await import(builder.href)).haveBuilt()
    : 'it is not whole: install shoal again'
  if (why === null) return
  process.stderr.write(`shoal: ${why}\n`)
  process.exit(5)
}
