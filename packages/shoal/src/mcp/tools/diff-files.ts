// `diff_files`: two versions of a file or directory, by what they hold.

import { DIFF_DEFAULTS, DIFF_SAID } from '@shoal/base/model/diff'
import { z } from 'zod'
import { cacheDir } from '../../config/cache-dir.ts'
import { exclude, include, MOST_SKIPPED, path, skipped } from '../fields.ts'
import { readablePaths } from '../paths.ts'
import { selecting } from '../selection.ts'
import { defineTool } from '../tool.ts'

/** Files and notes that an answer has room for. */
const MOST_FILES = 60
const CHARACTERS = 24_000
const CELL = 200
const LONGEST_LIST = 30

const place = z
  .object({ path: z.string().describe('The file.'), line: z.number().describe('The line, from 1.') })
  .nullable()
const counts = z.number()

export const diffFiles = defineTool({
  name: 'diff_files',
  title: 'Compare two versions',
  description:
    'Compares two versions of a file or of a directory by what they hold, exactly and at any size, instead of reading both: rows of tables (CSV, TSV, JSON, JSONL, Parquet) added, removed and changed by key; settings of config files; symbols and imports of code; sections of documents; templates and levels of logs; lines of any other text; files added, removed, changed, renamed. Each difference has old and new values and both places. `same` is true when nothing differs but order or form.',
  changes: 'nothing',
  input: z.object({
    before: path.describe('The earlier version: a file or a directory.'),
    after: path.describe('The later version, of the same kind.'),
    key: z
      .array(z.string().min(1).max(200))
      .max(20)
      .optional()
      .describe(`${DIFF_SAID.key}; left out: ${DIFF_SAID.keyFallback}.`),
    include: include.optional(),
    exclude: exclude.optional(),
    limit: z.int().min(1).max(200).default(DIFF_DEFAULTS.limit).describe('Differences in one answer.'),
    offset: z.int().min(0).default(DIFF_DEFAULTS.offset).describe('Differences to pass over.'),
  }),
  output: z.object({
    same: z.boolean().describe('Nothing differs but order, spacing or how a value is written.'),
    identical: z.boolean().describe('Every byte is the same.'),
    files: z
      .object({
        same: counts.describe('The same on both sides.'),
        changed: counts.describe('On both sides, and not the same.'),
        added: counts.describe('Only after.'),
        removed: counts.describe('Only before.'),
        renamed: counts.describe('The same under another path.'),
      })
      .describe('How many files there are of each.'),
    file_diffs: z
      .array(
        z.object({
          status: z.enum(['changed', 'added', 'removed', 'renamed']).describe('What became of it.'),
          before: z.string().nullable().describe('Its path before.'),
          after: z.string().nullable().describe('Its path after.'),
          content_type: z.string().describe('What it is.'),
          compared: z
            .array(
              z.object({
                unit: z.string().describe('row, setting, symbol, import, section, template, level or line.'),
                table: z.string().nullable().describe('Which table, where a file has several.'),
                key: z.array(z.string()).nullable().describe('What tells rows apart; null: whole rows.'),
                columns: z
                  .object({
                    added: z.array(z.string()).describe('Only after.'),
                    removed: z.array(z.string()).describe('Only before.'),
                    renamed: z
                      .array(
                        z.object({
                          before: z.string().describe('The old name.'),
                          after: z.string().describe('The new one.'),
                        }),
                      )
                      .describe('The same values under another name.'),
                  })
                  .nullable()
                  .describe('Columns of a table that came, went, or have another name.'),
                before: counts.describe('Units before.'),
                after: counts.describe('Units after.'),
                added: counts.describe('Only after.'),
                removed: counts.describe('Only before.'),
                changed: counts.describe('Under the same key, and not the same.'),
                same: counts.describe('The same on both sides.'),
              }),
            )
            .describe('Exact counts; empty where only bytes can be compared.'),
          notes: z.array(z.string()).describe('What the comparison leaves out.'),
        }),
      )
      .describe('The files that differ, the first 60.'),
    file_diff_count: z.number().describe('How many files differ.'),
    differences: z
      .array(
        z.object({
          change: z.enum(['added', 'removed', 'changed']).describe('What became of it.'),
          unit: z.string().describe('As in `compared`.'),
          table: z.string().nullable().describe('As in `compared`.'),
          key: z.record(z.string(), z.unknown()).describe('What it is known by; empty for whole rows.'),
          cells: z
            .array(
              z.object({
                column: z.string().describe('Its column or field.'),
                before: z.unknown().describe('The old value.'),
                after: z.unknown().describe('The new value.'),
              }),
            )
            .describe('Of a change what differs, else the whole.'),
          before: place.describe('Where it stood.'),
          after: place.describe('Where it stands.'),
        }),
      )
      .describe('One page.'),
    difference_count: z.number().describe('Differences on all pages.'),
    truncated: z.boolean().describe('There are more: pass `offset`.'),
    skipped,
  }),
  async run({ before, after, key, include, exclude, limit, offset }, context) {
    const [{ diff: compare }, { diffDocument }] = await Promise.all([
      import('../../run/diff/diff.ts'),
      import('../../run/diff/diff-document.ts'),
    ])
    const { env, cwd, signal } = context
    const [one, other] = readablePaths(context, [before, after])
    const report = await compare(
      { before: one!, after: other!, key: key ?? [], limit, offset, characters: CHARACTERS, cell: CELL },
      {
        settings: selecting(context.settings, { include, exclude }),
        signal,
        cwd,
        cache: cacheDir(env, process.platform, cwd),
        onProgress: (done, of, name) => context.progress(done, of, `reading ${name}`),
      },
    )
    const { before: _, after: __, ...document } = diffDocument(report)
    return {
      data: {
        ...document,
        file_diffs: document.file_diffs.slice(0, MOST_FILES).map(file => ({
          ...file,
          notes: [...file.notes],
          compared: file.compared.map(({ key, columns, ...units }) => ({
            ...units,
            key: key && [...key],
            columns: columns && {
              added: columns.added.slice(0, LONGEST_LIST),
              removed: columns.removed.slice(0, LONGEST_LIST),
              renamed: columns.renamed.slice(0, LONGEST_LIST).map(names => ({ ...names })),
            },
          })),
        })),
        differences: document.differences.map(({ cells, ...one }) => ({ ...one, cells: [...cells] })),
        file_diff_count: document.file_diffs.length,
        skipped: document.skipped.slice(0, MOST_SKIPPED).map(({ path, reason }) => ({ path, reason })),
      },
    }
  },
})
