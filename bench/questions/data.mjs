// Writes the generated data sets of the question set; the same bytes every time.
// node bench/questions/data.mjs DIR
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as json from './data/json.mjs'
import * as logs from './data/logs.mjs'
import * as mixed from './data/mixed.mjs'
import * as more from './data/more.mjs'
import * as outage from './data/outage.mjs'
import * as people from './data/people.mjs'
import * as repository from './data/repository.mjs'
import * as sales from './data/sales.mjs'
import * as texts from './data/texts.mjs'
import { fifthFiles } from './fresh/fifth.mjs'
import { fourthFiles } from './fresh/fourth.mjs'
import { freshFiles } from './fresh/fresh.mjs'
import { seventhFiles } from './fresh/seventh.mjs'
import { sixthFiles } from './fresh/sixth.mjs'
import { thirdFiles } from './fresh/third.mjs'

export function writeData(directory) {
  for (const make of [sales, people, json, logs, repository, texts, mixed, more, outage].flatMap(module =>
    Object.values(module),
  ))
    writeAll(directory, make())
  writeAll(directory, freshFiles())
  writeAll(directory, thirdFiles())
  writeAll(directory, fourthFiles())
  writeAll(directory, fifthFiles())
  writeAll(directory, sixthFiles())
  writeAll(directory, seventhFiles())
}

function writeAll(directory, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv[2]) throw new Error('usage: node bench/questions/data.mjs DIR')
  writeData(process.argv[2])
}
