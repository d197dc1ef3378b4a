// Finds where a function is defined, imported and called. It reads and reports; it changes nothing.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { work } from '../assignment.mjs'

await work(({ input: { directory, deprecated } }) => {
  const files = readdirSync(directory)
    .filter(name => name.endsWith('.mjs'))
    .sort()
  const uses = files.flatMap(name => usesIn(join(directory, name), deprecated))
  const of = kind => uses.filter(use => use.kind === kind)
  return {
    summary: `${of('call').length} calls and ${of('import').length} imports in ${files.length} files`,
    files_read: files.length,
    definition: of('definition')[0] ?? null,
    imports: of('import'),
    calls: of('call'),
    mentions: of('mention'),
  }
})

function usesIn(path, name) {
  const use = new RegExp(`\\b${name}\\b`)
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => (use.test(line) ? [{ kind: kindOf(line, name), path, line: index + 1, text: line }] : []))
}

function kindOf(line, name) {
  if (/^\s*(\/\/|\/?\*)/.test(line)) return 'mention'
  if (line.includes(`function ${name}(`)) return 'definition'
  return /^\s*import\b/.test(line) ? 'import' : 'call'
}
