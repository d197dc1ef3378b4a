// `shoal types`: the content types that are registered, those of the config file included.
import type { ContentType } from '@shoal/base/model/content-type'
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { formatCount } from '@shoal/base/text/printable'
import type { Command, CommandInput } from './command.ts'
import { writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonList } from './json-document.ts'
import { styleFor } from './style.ts'
import { type Column, Table } from './table.ts'

export const types: Command = {
  name: 'types',
  summary: 'the content types that are registered',
  usage: '',
  examples: [
    { line: 'shoal info types', does: 'each type with its files, chunk size and agent' },
    { line: 'shoal info types --json', does: 'the same for a script' },
  ],
  run,
}

async function run(io: Io, { args, settings, face }: CommandInput): Promise<ExitStatus> {
  if (args.length > 0)
    throw new ShoalError('bad-value', 'shoal types takes no arguments', {
      detail: args[0]!,
      advice: 'run `shoal detect` for the type of a file',
    })
  const { registryFor } = await import('../run/registry.ts')
  const registered = registryFor(settings).types
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') {
      await writeJsonList(write, registered.map(typeJson))
      return await write('\n')
    }
    const table = new Table(columns, styleFor(io, face), write)
    for (const type of registered) await table.row(cells(type))
    await table.end()
  })
  return 0
}

function typeJson(type: ContentType) {
  const { unit, min, target, max, overlapsFlat = false } = type.sizing
  return {
    name: type.name,
    title: type.title,
    extensions: Object.keys(type.extensions),
    file_names: Object.keys(type.fileNames),
    sizing: {
      unit,
      min,
      target,
      max,
      overlap_lines: type.sizing.overlap(target),
      overlap_only_without_structure: overlapsFlat,
    },
    delivery: type.delivery,
    agent: type.agent,
    analyst: type.analyst,
  }
}

const columns: readonly Column[] = [
  { title: 'type' },
  { title: 'chunk size' },
  { title: 'overlap' },
  { title: 'delivery' },
  { title: 'agent' },
  { title: 'extensions' },
]

/** As many extensions as a line has room for; `--json` has them all. */
const SHOWN = 8

function cells(type: ContentType): string[] {
  const { unit, min, target, max, overlapsFlat } = type.sizing
  const extensions = Object.keys(type.extensions)
  const more = extensions.length - SHOWN
  return [
    type.name,
    `${formatCount(target)} ${unit} (${formatCount(min)}-${formatCount(max)})`,
    `${type.sizing.overlap(target)}${overlapsFlat ? ' if no structure' : ''}`,
    type.delivery,
    type.agent,
    `${extensions.slice(0, SHOWN).join(' ')}${more > 0 ? ` and ${more} more` : ''}`,
  ]
}
