// `detect`: the content type of every file below some paths.
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import { plural } from '@shoal/base/text/printable'
import { z } from 'zod'
import { builtInTypes } from '../../content/registry.ts'
import { cursor, exclude, include, MOST_SKIPPED, nextCursor, paths, skipped } from '../fields.ts'
import { pageOf } from '../page.ts'
import { readablePaths } from '../paths.ts'
import { within } from '../room.ts'
import { selecting } from '../selection.ts'
import { defineTool } from '../tool.ts'

/** Characters of JSON, beside a page of files. */
const ROOM_FOR_SKIPPED = 7000

const fileShape = z.object({
  path: z.string().describe('The file.'),
  content_type: z.string().describe(`What it is: ${builtInTypes.map(({ name }) => name).join(', ')}.`),
  language: z.string().nullable().describe('The language or dialect, where there is one.'),
  confidence: z.enum(['high', 'medium', 'low']).describe('How sure that is.'),
  size_bytes: z.number().describe('Its size.'),
  via: z.string().describe('What told: extension, name, content, override …'),
})

export const detect = defineTool({
  name: 'detect',
  title: 'Detect content types',
  description:
    'Says what every file below some paths is: content type, language, size, how sure and by what. Use it first on unknown data. Gives one page of files, largest first, with totals by type and what is skipped and why.',
  changes: 'nothing',
  input: z.object({
    paths,
    include: include.optional(),
    exclude: exclude.optional(),
    limit: z.int().min(1).max(500).default(200).describe('Files in one answer.'),
    cursor: cursor.optional(),
  }),
  output: z.object({
    files: z.array(fileShape).describe('One page, largest files first.'),
    by_type: z.record(z.string(), z.number()).describe('How many files there are of each type, on all pages.'),
    bytes_by_type: z.record(z.string(), z.number()).describe('How large the files of each type are together.'),
    total: z.number().describe('Files on all pages.'),
    skipped,
    skipped_count: z.number().describe('How many files and directories are skipped.'),
    next_cursor: nextCursor,
  }),
  run: async ({ paths, include, exclude, limit, cursor }, context) => {
    const { detectPaths } = await import('../../run/detect.ts')
    const { settings, signal, cwd } = context
    const own = selecting(settings, { include, exclude })
    const files: z.input<typeof fileShape>[] = []
    const left: { path: string; reason: string }[] = []
    const byType = emptyRecord<number>()
    const bytesByType = emptyRecord<number>()
    for await (const found of detectPaths(readablePaths(context, paths), own, signal, cwd)) {
      if ('skipped' in found) {
        left.push({ path: found.path, reason: found.skipped })
        continue
      }
      const { path, sizeBytes, detection } = found
      const { contentType, language, confidence, via } = detection
      files.push({ path, content_type: contentType, language, confidence, size_bytes: sizeBytes, via })
      byType[contentType] = (lookup(byType, contentType) ?? 0) + 1
      bytesByType[contentType] = (lookup(bytesByType, contentType) ?? 0) + sizeBytes
      context.progress(files.length, null, `${plural(files.length, 'file')} looked at`)
    }
    const { items, next_cursor } = pageOf(files, { limit, cursor })
    return {
      data: {
        files: [...items],
        by_type: byType,
        bytes_by_type: bytesByType,
        total: files.length,
        skipped: within(left.slice(0, MOST_SKIPPED), ROOM_FOR_SKIPPED),
        skipped_count: left.length,
        next_cursor,
      },
    }
  },
})
