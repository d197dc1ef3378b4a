// A content type of one's own: Protocol Buffers, recognised by name or content, cut before `message` and `service`.
//   node examples/05-content-type.mjs
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineContentType, detect, partition } from 'shoal'

const protobuf = defineContentType({
  name: 'protobuf',
  title: 'Protocol Buffers',
  extends: 'source_code',
  extensions: ['.proto'],
  language: 'protobuf',
  // For files whose name does not say it.
  sniff: /^syntax\s*=\s*"proto[23]"/m,
  // Lines a chunk should have, and lines it borrows from the one before.
  sizing: { target: 30, overlap: 2 },
})

const directory = mkdtempSync(join(tmpdir(), 'shoal-example-'))
const message = name => `message ${name} {\n${'  string field = 1;\n'.repeat(20)}}\n\n`
const text = `syntax = "proto3";\n\n${['Order', 'Customer', 'Invoice', 'Refund'].map(message).join('')}`
writeFileSync(join(directory, 'orders.proto'), text)
writeFileSync(join(directory, 'unnamed'), text)

for await (const found of detect(directory, { types: [protobuf] }))
  if ('detection' in found) console.log(`${found.path.slice(directory.length + 1)}: ${found.detection.contentType}`)

const { chunks } = await partition(join(directory, 'orders.proto'), { types: [protobuf] })
for (const { index, body, label } of chunks)
  console.log(`chunk ${index}: lines ${body.startLine}-${body.endLine}, ${label}`)
