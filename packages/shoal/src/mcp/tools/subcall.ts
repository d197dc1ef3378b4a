// `subcall`: one chunk, as a path or as text, and a query; what of it bears on the query. A leaf: no run, no other file.

import { ShoalError } from '@shoal/base/model/errors'
import { z } from 'zod'
import { cacheDir } from '../../config/cache-dir.ts'
import { name, path, query } from '../fields.ts'
import { clipped, within } from '../room.ts'
import { defineTool } from '../tool.ts'

/** Characters of JSON: of the points, and of the text that stands for all of it. */
const ROOM = 44_000
const MOST_ANSWER = 2000

const point = z.object({
  point: z.string().describe('What was found.'),
  evidence: z.string().describe('The words of the chunk, verbatim.'),
  line: z.number().describe('Of the chunk.'),
  confidence: z.enum(['high', 'medium', 'low']).describe('high: direct evidence; medium: it follows; low: it may be.'),
})

export const subcall = defineTool({
  name: 'subcall',
  title: 'Read one chunk',
  description:
    'Reads one chunk of a larger document for a query, exactly and without a model: the points that bear on it with verbatim quotes, what the chunk cannot tell, and the answer if it alone settles the query. Takes the chunk as a path or as text. For a whole file or directory use `analyze`.',
  changes: 'nothing',
  input: z.object({
    query,
    chunk_path: path.describe('The chunk as a file.').optional(),
    chunk_text: z.string().min(1).max(2_000_000).describe('The chunk itself, instead of a path.').optional(),
    chunk_id: name.min(1).describe('Given back as it is; the path, or `chunk`, if left out.').optional(),
    format: z.enum(['json', 'text']).default('json').describe('`text`: plain sentences in `text` instead of fields.'),
    context: z
      .string()
      .max(10_000)
      .describe('About the file or the intent: tells type and goal where chunk and query do not.')
      .optional(),
  }),
  output: z.object({
    chunk_id: z.string().describe('As given.'),
    relevant: z
      .array(point)
      .describe('What bears on the query, as far as there is room; empty if nothing does.')
      .optional(),
    missing: z.array(z.string()).describe('What this chunk alone cannot tell.').optional(),
    suggested_queries: z.array(z.string()).describe('What to ask other chunks.').optional(),
    complete_answer: z.string().nullable().describe('The answer, if this chunk alone settles the query.').optional(),
    text: z.string().describe('All of it in sentences, with `format: text`.').optional(),
  }),
  run: async ({ query, chunk_path, chunk_text, chunk_id, format, context: about }, context) => {
    if ((chunk_path === undefined) === (chunk_text === undefined))
      throw new ShoalError('missing-argument', 'subcall needs either `chunk_path` or `chunk_text`')
    const { subcall, subcallText } = await import('../../run/subcall.ts')
    const { settings, signal } = context
    const made = await subcall(
      {
        query,
        chunk: chunk_path === undefined ? { text: chunk_text! } : { path: context.jail.inside(chunk_path) },
        chunkId: chunk_id ?? chunk_path ?? 'chunk',
        ...(about !== undefined && { context: about }),
      },
      { settings, signal, cache: cacheDir(context.env, process.platform, context.cwd) },
    )
    const relevant = within(made.relevant, ROOM)
    const lost = made.relevant.length - relevant.length
    const told = {
      ...made,
      relevant,
      missing: [
        ...(lost > 0 ? [`${lost} more points of this chunk`] : []),
        ...made.missing.map(text => clipped(text, 500)),
      ],
      complete_answer: made.complete_answer && clipped(made.complete_answer, MOST_ANSWER),
    }
    return {
      data:
        format === 'text'
          ? { chunk_id: told.chunk_id, text: clipped(subcallText(told), ROOM) }
          : { ...told, suggested_queries: [...told.suggested_queries] },
    }
  },
})
