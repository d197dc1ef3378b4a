// `shoal chunk FILE`: how a file is cut, as a table, as JSON, or as files of its own.
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Chunk, Partition } from '@shoal/base/model/chunk'
import { type ExitStatus, ShoalError, toShoalError } from '@shoal/base/model/errors'
import { formatBytes, formatCount, plural, printable } from '@shoal/base/text/printable'
import { whyUnreadable } from '../run/readable-path.ts'
import { outerPath } from '../run/unpacking/member-root.ts'
import { partitionJson } from './chunk-json.ts'
import type { Command, CommandInput } from './command.ts'
import { type Write, writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { type Style, styleFor } from './style.ts'
import { type Column, Table } from './table.ts'

export const chunk: Command = {
  name: 'chunk',
  summary: 'the chunks of a file, each along its own structure',
  usage: 'FILE',
  examples: [
    { line: 'shoal chunk src/server.py', does: 'the chunks, their lines and what each holds' },
    { line: 'shoal chunk access.log --json --text', does: 'the same with its text, for a script' },
    { line: 'shoal chunk orders.csv --out chunks', does: 'write chunks/chunk-01.csv …, each with its header' },
    { line: 'shoal chunk dump.txt --type jsonl --chunk-tokens 8k', does: 'decide the type and the largest chunk' },
  ],
  run,
}

async function run(io: Io, { args, settings, face }: CommandInput): Promise<ExitStatus> {
  const path = theFile(io, args)
  if (face.text && face.format !== 'json')
    throw new ShoalError('bad-value', '--text goes into the JSON', { detail: '--text', advice: 'add --json' })
  if (face.out !== null) checkOut(io, path, face.out, face.force)
  const [{ chunkFile }, { chunkText, writeChunks }] = await Promise.all([
    import('../run/chunk.ts'),
    import('../run/chunked-file.ts'),
  ])
  const partition = await chunkFile(path, settings, io.signal)
  const files = face.out === null ? null : await writeChunks(partition, resolve(io.cwd, face.out), io)
  const fileOf = (piece: Chunk) => files?.[piece.index - 1]
  await writeDocument(io, { output: face.output, inputs: [path] }, async write => {
    if (face.format !== 'json') return await writeText(write, partition, styleFor(io, face))
    await writeJsonObject(
      write,
      partitionJson(partition, piece => {
        const file = fileOf(piece)
        return { ...(face.text ? { text: chunkText(partition, piece) } : {}), ...(file ? { file } : {}) }
      }),
    )
  })
  if (files && !face.quiet) io.stderr.write(`wrote ${plural(files.length, 'file')} to ${printable(face.out!)}\n`)
  for (const note of partition.unread) io.stderr.write(`warning: ${printable(path)}: ${printable(note)}\n`)
  return partition.unread.length > 0 ? 6 : 0
}

function theFile(io: Io, args: readonly string[]): string {
  const [path] = args
  if (path === undefined) throw new ShoalError('missing-argument', 'shoal chunk needs a FILE')
  if (args.length > 1)
    throw new ShoalError('bad-value', `shoal chunk takes one FILE; it got ${args.length}`, {
      advice: 'run it once for each, or `shoal plan` for all of them',
    })
  const error = whyUnreadable(io, path)
  if (error) throw error
  if (statSync(resolve(io.cwd, outerPath(path, io.cwd))).isDirectory())
    throw new ShoalError('is-directory', `${path}: is a directory`, {
      detail: path,
      advice: 'name a file inside it, or run `shoal plan` for the whole of it',
    })
  return path
}

/** Nothing is written beside the user's data, and nothing that is there is lost. */
function checkOut(io: Io, path: string, out: string, force: boolean): void {
  const directory = resolve(io.cwd, out)
  if (!existsSync(directory)) return
  if (realpathSync(directory) === dirname(realpathSync(resolve(io.cwd, outerPath(path, io.cwd)))))
    throw new ShoalError('beside-data', `--out ${out} is the directory of the file itself`, { detail: out })
  let names: string[]
  try {
    names = readdirSync(directory)
  } catch (error) {
    throw toShoalError(error, out)
  }
  const present = names.find(name => /^chunk-\d+\./.test(name))
  if (present !== undefined && !force)
    throw new ShoalError('already-there', `--out ${out} already holds ${present}`, { detail: out })
}

const columns: readonly Column[] = [
  { title: 'chunk', align: 'right' },
  { title: 'lines', align: 'right' },
  { title: 'size', align: 'right' },
  { title: 'tokens', align: 'right' },
  { title: 'id' },
  { title: 'holds' },
]

async function writeText(write: Write, partition: Partition, style: Style): Promise<void> {
  const { path, contentType, language, lineCount, sizeBytes, method, chunks } = partition
  const type = language ? `${contentType} (${language})` : contentType
  const size = `${plural(lineCount, 'line')}, ${formatBytes(sizeBytes)}`
  await write(`${style.bold(printable(path))}: ${type}, ${size}, ${plural(chunks.length, 'chunk')} by ${method}\n`)
  if (chunks.length > 0) {
    const table = new Table(columns, style, write)
    for (const piece of chunks) await table.row(cells(piece))
    await table.end()
  }
  for (const note of partition.notes) await write(`note: ${printable(note)}\n`)
}

function cells(piece: Chunk): string[] {
  const marks = [
    ...(piece.continuation ? ['continued'] : []),
    ...piece.flags.map(flag => `${formatCount(flag.count)}× ${flag.kind}`),
  ]
  const label = printable(piece.label)
  return [
    `${piece.index}/${piece.of}`,
    `${piece.body.startLine}-${piece.body.endLine}`,
    formatBytes(piece.bytes),
    formatCount(piece.tokens),
    piece.id.slice(0, 12),
    marks.length > 0 ? `${label} [${marks.join(', ')}]` : label,
  ]
}
