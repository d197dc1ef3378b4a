// The typed API: what the commands do, for programs.
import { type Config, settingsFrom } from '../config/resolve.ts'
import type { Plan } from '../model/plan.ts'
import { type ChunkedFile, chunkFile } from './chunk.ts'
import { type Detected, detectPaths } from './detect.ts'
import { planPaths } from './plan.ts'

export interface Options extends Config {
  /** Ends the work at the next safe point with an AbortError. */
  readonly signal?: AbortSignal
}

export interface PartitionOptions extends Options {
  /** Five to ten chunks (`single`, the default) or as within a directory, by target size. */
  readonly mode?: 'single' | 'directory'
}

export interface PlanOptions extends Options {
  readonly query?: string
}

/** The content type of every file below the paths, as they are found; what is left out comes with its reason. */
export function detect(paths: string | readonly string[], options: Options = {}): AsyncIterable<Detected> {
  const { signal, ...config } = options
  return detectPaths(listed(paths), settingsFrom(config), signal ?? never())
}

/** The chunks of one file. */
export function partition(path: string, options: PartitionOptions = {}): Promise<ChunkedFile> {
  const { signal, mode, ...config } = options
  return chunkFile(path, { ...settingsFrom(config), mode: mode ?? 'single' }, signal ?? never())
}

/** What an analysis of the paths would do and cost. */
export function plan(paths: string | readonly string[], options: PlanOptions = {}): Promise<Plan> {
  const { signal, query, ...config } = options
  return planPaths(listed(paths), query ?? null, settingsFrom(config), signal ?? never())
}

function listed(paths: string | readonly string[]): readonly string[] {
  return typeof paths === 'string' ? [paths] : paths
}

function never(): AbortSignal {
  return new AbortController().signal
}
