// The typed API of the steps before an analysis, for programs: what files are, how they are cut, what it would cost. What does the work
// is loaded when it is asked for: importing the library costs little.

import type { Plan } from '@shoal/base/model/plan'
import { cacheDir } from '../config/cache-dir.ts'
import { type Config, settingsFrom } from '../config/resolve.ts'
import type { ChunkedFile } from './chunked-file.ts'
import type { Detected } from './detect.ts'
import { abortable, abortableEach, type Cancellable } from './library-signal.ts'
import type { Profile } from './profile.ts'
import type { SubcallInput, SubcallReport } from './subcall.ts'

export interface Options extends Config, Cancellable {}

export interface PartitionOptions extends Options {
  /** Five to ten chunks (`single`, the default) or as within a directory, by target size. */
  readonly mode?: 'single' | 'directory'
}

export interface PlanOptions extends Options {
  readonly query?: string
}

export interface SubcallOptions<Format extends 'json' | 'text' = 'json'> extends Options {
  readonly format?: Format
}

/** The content type of every file below the paths, the largest first; what is left out comes last, with its reason. */
export function detect(paths: string | readonly string[], options: Options = {}): AsyncIterable<Detected> {
  const { signal, ...config } = options
  return abortableEach(signal, async function* (given) {
    const { detectPaths } = await import('./detect.ts')
    yield* detectPaths(listed(paths), settingsFrom(config), given)
  })
}

/** The chunks of one file. */
export function partition(path: string, options: PartitionOptions = {}): Promise<ChunkedFile> {
  const { signal, mode = 'single', ...config } = options
  return abortable(signal, async given => {
    const { chunkFile } = await import('./chunk.ts')
    return await chunkFile(path, { ...settingsFrom(config), mode }, given)
  })
}

/** What an analysis of the paths would do and cost; nothing is kept, and no model is asked. */
export function plan(paths: string | readonly string[], options: PlanOptions = {}): Promise<Plan> {
  const { signal, query, ...config } = options
  return abortable(signal, async given => {
    const { planPaths } = await import('./plan.ts')
    return await planPaths(listed(paths), query ?? null, settingsFrom(config), given)
  })
}

/** The exact figures of one file, from its built-in analyst. */
export function profile(path: string, options: PlanOptions = {}): Promise<Profile> {
  const { signal, query, ...config } = options
  return abortable(signal, async given => {
    const { profileFile } = await import('./profile.ts')
    const cache = cacheDir(process.env)
    return await profileFile(path, { query: query ?? null, settings: settingsFrom(config), signal: given, cache })
  })
}

/** What of one chunk bears on a query, with verbatim quotes, from its built-in analyst; `format: 'text'` gives it in sentences. */
export function subcall<Format extends 'json' | 'text' = 'json'>(
  input: SubcallInput,
  options: SubcallOptions<Format> = {},
): Promise<Format extends 'text' ? string : SubcallReport> {
  const { signal, format, ...config } = options
  return abortable(signal, async given => {
    const { subcall: readOne, subcallText } = await import('./subcall.ts')
    const made = await readOne(input, { settings: settingsFrom(config), signal: given, cache: cacheDir(process.env) })
    return (format === 'text' ? subcallText(made) : made) as Format extends 'text' ? string : SubcallReport
  })
}

function listed(paths: string | readonly string[]): readonly string[] {
  return typeof paths === 'string' ? [paths] : paths
}
