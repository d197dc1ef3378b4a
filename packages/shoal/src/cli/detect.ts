// `shoal detect PATH…`: the content type of each file.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Detection } from '@shoal/base/model/content-type'
import type { ExitStatus } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import type { Command, CommandInput } from './command.ts'
import { type Write, writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonList } from './json-document.ts'
import { readablePaths } from './paths.ts'
import { SkippedFiles } from './skipped-files.ts'
import { styleFor } from './style.ts'
import { Table } from './table.ts'

export const detect: Command = {
  name: 'detect',
  summary: 'the content type of each file',
  usage: 'PATH…',
  examples: [
    { line: 'shoal detect data/export.txt', does: 'one file: type, language, confidence and why' },
    { line: 'shoal detect src docs', does: 'every file of two directories, as a table' },
    { line: "shoal detect . --include '**/*.log' --json", does: 'all logs, for a script' },
    { line: "shoal detect data --type '*.dat=structured_data'", does: 'decide for some files yourself' },
  ],
  run,
}

interface Detected {
  readonly path: string
  readonly detection: Detection
}

async function run(io: Io, { args, settings, face }: CommandInput): Promise<ExitStatus> {
  const paths = readablePaths(io, args, 'detect')
  if (paths.length === 0) return 2
  const { detectPaths } = await import('../run/detect.ts')
  const skipped = new SkippedFiles(io, paths, face.quiet)
  const detected = async function* (): AsyncGenerator<Detected> {
    for await (const found of detectPaths(paths, settings, io.signal, io.cwd)) {
      if ('skipped' in found) skipped.add(found.path, found.skipped, found.cause)
      else yield found
    }
  }
  await writeDocument(io, { output: face.output, inputs: paths, force: face.force }, async write => {
    if (face.format === 'json') {
      await writeJsonList(write, asJson(detected()))
      await write('\n')
    } else if (isOneFile(io, paths)) await writeOne(write, detected())
    else await writeTable(new Table(columns, styleFor(io, face), write), detected())
  })
  return skipped.status(paths.length === args.length)
}

async function* asJson(detected: AsyncIterable<Detected>) {
  for await (const { path, detection } of detected) {
    const { contentType, language, confidence, via, reason } = detection
    yield { path, content_type: contentType, language, confidence, via, reason }
  }
}

async function writeOne(write: Write, detected: AsyncIterable<Detected>): Promise<void> {
  const { detectionLine } = await import('../stages/detect.ts')
  for await (const { path, detection } of detected) {
    const { language, confidence, reason } = detection
    await write(`${detectionLine(detection)}\n`)
    await write(`  path        ${printable(path)}\n`)
    if (language) await write(`  language    ${language}\n`)
    await write(`  confidence  ${confidence}\n`)
    await write(`  reason      ${printable(reason)}\n`)
  }
}

const columns = [
  { title: 'path' },
  { title: 'type' },
  { title: 'language' },
  { title: 'confidence' },
  { title: 'via' },
  { title: 'reason' },
]

async function writeTable(table: Table, detected: AsyncIterable<Detected>): Promise<void> {
  for await (const { path, detection } of detected) {
    const { contentType, language, confidence, via, reason } = detection
    await table.row([printable(path), contentType, language ?? '-', confidence, via, printable(reason)])
  }
  await table.end()
}

function isOneFile(io: Io, paths: readonly string[]): boolean {
  return paths.length === 1 && statSync(resolve(io.cwd, paths[0]!), { throwIfNoEntry: false })?.isFile() === true
}
