// What every file is: by its name, or by its content where the name says nothing.
//   node examples/03-detect.mjs [PATH]
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { detect } from 'shoal'

// A table and a log that hide behind names that mean nothing.
const hidden = mkdtempSync(join(tmpdir(), 'shoal-example-'))
writeFileSync(join(hidden, 'export.dat'), 'id;region;amount\n1;EU;12\n2;US;7\n3;EU;9\n')
writeFileSync(join(hidden, 'output'), '2026-02-11 01:52:46 ERROR charge failed\n2026-02-11 01:52:47 INFO retrying\n')

const [path = 'examples/data'] = process.argv.slice(2)
for await (const found of detect([path, hidden])) {
  const name = found.path.replace(hidden, 'hidden')
  if ('skipped' in found) console.log(`${name}: left out, ${found.skipped}`)
  else console.log(`${name}: ${found.detection.contentType} by ${found.detection.via} (${found.detection.reason})`)
}
