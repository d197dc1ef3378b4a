// Cuts one file along its structure. Chunks tile the file: no gap, no overlap in what they own.
//   node examples/04-partition.mjs [FILE]
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chunkText, partition, writeChunks } from 'shoal'

const [file = 'examples/data/orders.csv'] = process.argv.slice(2)
const cut = await partition(file)

for (const { index, of, body, tokens, label } of cut.chunks)
  console.log(`chunk ${index} of ${of}: lines ${body.startLine}-${body.endLine}, ${tokens} tokens, ${label}`)

// What an analyst would read: the header row is repeated in every chunk of a table.
const last = cut.chunks.at(-1)
if (last) console.log(`\nthe last chunk begins\n${chunkText(cut, last).split('\n', 2).join('\n')}`)

const files = await writeChunks(cut, mkdtempSync(join(tmpdir(), 'shoal-example-')))
console.log(`\nwrote ${files.length} files`)
