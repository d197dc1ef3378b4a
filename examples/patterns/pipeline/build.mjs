// Joins the modules of src/ into one program: what a module imports comes before it, and the lines that tie them go.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { work, workDir, writeWhole } from '../assignment.mjs'

await work(assignment => {
  const { name, version } = assignment.input
  const modules = [...collect('main.mjs')]
  const program = `#!/usr/bin/env node\n// ${name} ${version}\n${modules.map(([, text]) => text).join('\n')}`
  const file = join(workDir(assignment), 'build', `${name}.mjs`)
  writeWhole(file, program)
  return {
    summary: `${modules.length} modules, ${program.length} characters`,
    file,
    sha256: createHash('sha256').update(program).digest('hex'),
    modules: modules.map(([module]) => module),
  }
})

function collect(module, found = new Map()) {
  const text = readFileSync(new URL(`src/${module}`, import.meta.url), 'utf8')
  for (const [, imported] of text.matchAll(/^import .* from '\.\/(.*)'$/gm))
    if (!found.has(imported)) collect(imported, found)
  return found.set(module, text.replace(/^import .*\n+/gm, '').replace(/^export /gm, ''))
}
