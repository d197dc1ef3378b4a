// Content types that never end, for files that ask for it: one loops when it is sniffed, one when it is cut, one when it is
// read, one when what was read is merged. They come from a config file, as types of users do. With `TRAPS_OPEN` set they do not loop.
import { join } from 'node:path'
import type { tempDir } from './temp-dir.ts'

const CONFIG = `
import { writeFileSync } from 'node:fs'
const { TRAPS_OPEN, TRAP_REACHED } = process.env
const loop = () => {
  if (TRAPS_OPEN) return
  if (TRAP_REACHED) writeFileSync(TRAP_REACHED, '')
  for (;;);
}
const analyst = {
  version: 1,
  splitFrom: null,
  async read() { loop(); return null },
  async survey() {
    return { summary: 'read', figures: {}, panels: [], findings: [], anchors: [], answers: [], topics: [], notes: [] }
  },
  synthesise: () => ({ summary: 'read', metadata: {}, panels: [], findings: [], answers: [] }),
}
const merged = { ...analyst, read: async () => null, synthesise: () => { loop(); return analyst.synthesise() } }
export default {
  types: [
    { name: 'sniff_trap', sniff: probe => { if (probe.text.startsWith('SNIFF ME')) loop(); return null } },
    { name: 'cut_trap', extensions: ['.cuttrap'], cut() { loop(); return { pieces: [{ start: 0, line: 1, kind: 'x', label: 'x' }], lineCount: 400, method: 'x', overlap: 0 } } },
    { name: 'read_trap', extensions: ['.readtrap'], builtIn: async () => analyst },
    { name: 'merge_trap', extensions: ['.mergetrap'], builtIn: async () => merged },
  ],
}
`

/** A directory of files, the traps among them that are named; gives its path. */
export function setTraps(
  dir: ReturnType<typeof tempDir>,
  name: string,
  traps: readonly ('sniff' | 'cut' | 'read' | 'merge')[],
): string {
  const text = 'one line of many\n'.repeat(400)
  dir.write(`${name}/shoal.config.mjs`, CONFIG)
  dir.write(`${name}/data/good.csv`, `a,b\n${'1,2\n'.repeat(300)}`)
  dir.write(`${name}/data/notes.md`, '# Notes\n\nAll is well.\n')
  if (traps.includes('sniff')) dir.write(`${name}/data/trap.sniffed`, `SNIFF ME\n${text}`)
  if (traps.includes('cut')) dir.write(`${name}/data/trap.cuttrap`, text.repeat(100))
  if (traps.includes('read')) dir.write(`${name}/data/trap.readtrap`, text)
  if (traps.includes('merge')) dir.write(`${name}/data/trap.mergetrap`, text)
  return join(dir.path, name)
}
