// Fields that several tools take or give, described once.
import { z } from 'zod'
import { GOALS } from '../model/goal.ts'

/** No file system takes longer ones. */
export const path = z.string().min(1).max(4096)

const glob = z.string().min(1).max(1000).describe('A glob, relative to the directory that is read.')

/** Of tasks, members and whatever else has a name. */
export const name = z.string().max(200)

export const paths = z
  .array(path.describe('A file or directory, absolute or relative to a root: the first that has it.'))
  .min(1)
  .max(1000)
  .describe('Files and directories to read; directories are read with all below them.')

export const query = z.string().max(10_000).describe('The question to answer, in plain words.')

export const goal = z
  .union([z.enum(GOALS), z.array(z.enum(GOALS)).min(1).max(GOALS.length)])
  .describe('What to look for, one goal or several; taken from the question when left out.')

export const first = z
  .array(glob)
  .max(200)
  .describe(
    'Read files that match first; `recent` stands for those that changed last. It changes when, not what is read.',
  )

export const include = z
  .array(glob)
  .max(200)
  .describe('Read only files that match one of these globs, such as `**/*.log`.')

export const exclude = z.array(glob).max(200).describe('Leave out files that match one of these globs.')

export const types = z
  .record(glob, z.string().max(100))
  .describe('Content types by glob, where detection errs: `{"*.dat": "structured_data"}`.')

export const cursor = z.string().max(100).describe('`next_cursor` of the answer before; leave it out to start.')

export const nextCursor = z.string().nullable().describe('Pass it as `cursor` for more; null when there is no more.')

export const runName = name.min(1).describe('The name of the run, as `plan` or `analyze` gave it.')

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
