#!/usr/bin/env node
// Starts shoal. A clone that was not built yet is built first, in seconds; a package that is installed has nothing to build.
import { existsSync } from 'node:fs'

const built = new URL('../dist/bin.js', import.meta.url)
await import(existsSync(built) ? built.href : '../scripts/serve-plugin.mjs')
