// Fields that several tools take or give, described once.

import { GOALS } from '@shoal/base/model/goal'
import { z } from 'zod'

function listOf(choices: readonly string[]) {
  return { anyOf: undefined, type: 'array', items: { type: 'string', enum: [...choices] } } as const
}

/** No file system takes longer ones. */
export const path = z.string().min(1).max(4096)

/** Relative to the directory that is read. */
const glob = z.string().min(1).max(1000)

/** Of tasks, members and whatever else has a name. */
export const name = z.string().max(200)

export const paths = z
  .array(path)
  .min(1)
  .max(1000)
  .describe('Files and directories with all below them; absolute, or relative to the first root that has them.')

export const query = z.string().max(10_000).describe('The question to answer, in plain words.')

/** One alone may stand without its list, of which schemas say nothing: it would be told twice. */
export const goal = z
  .union([z.array(z.enum(GOALS)).min(1).max(GOALS.length), z.enum(GOALS)])
  .meta({ ...listOf(GOALS), description: 'What to look for; taken from the question when left out.' })

export const first = z
  .array(glob)
  .max(200)
  .describe('Globs of what to read first, not only; `recent`: what changed last.')

export const include = z.array(glob).max(200).describe('Only files that match one of these globs, such as `**/*.log`.')

export const exclude = z.array(glob).max(200).describe('No files that match one of these globs.')

export const types = z
  .record(glob, z.string().max(100))
  .describe('Content types by glob, where detection errs: `{"*.dat": "structured_data"}`.')

export const cursor = z.string().max(100).describe('`next_cursor` of the answer before.')

export const nextCursor = z.string().nullable().describe('Pass it as `cursor` for more; null when there is no more.')

export const runName = name.min(1).describe('The run, as `plan` or `analyze` named it.')

export const skipped = z
  .array(
    z.object({
      path: z.string().describe('The file, or the directory with a slash at the end.'),
      reason: z.string().describe('Why it is not read.'),
    }),
  )
  .describe('The first 20 of what is not read, and why, as far as there is room.')

export const MOST_SKIPPED = 20

export const severityCounts = z
  .object({
    high: z.number().describe('Act now.'),
    medium: z.number().describe('Look into it.'),
    low: z.number().describe('Know of it.'),
  })
  .describe('How many findings there are of each severity.')
