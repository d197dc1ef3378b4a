// What a call says of the files it wants and of how to read them, laid over the settings of the server.

import type { Goal } from '@shoal/base/model/goal'
import type { Settings } from '../config/resolve.ts'

export interface Selection {
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  readonly goal?: Goal | readonly Goal[] | undefined
  readonly first?: readonly string[] | undefined
  readonly max_files?: number | undefined
  /** Content types by glob. */
  readonly types?: Readonly<Record<string, string>> | undefined
}

/** What the user excludes stays excluded. */
export function selecting(
  settings: Settings,
  { include, exclude = [], goal, first, max_files, types = {} }: Selection,
): Settings {
  return {
    ...settings,
    include: include ?? settings.include,
    exclude: [...settings.exclude, ...exclude],
    goal: goal === undefined ? settings.goal : [goal].flat(),
    first: first ?? settings.first,
    maxFiles: max_files ?? settings.maxFiles,
    overrides: [...settings.overrides, ...Object.entries(types).map(([glob, type]) => ({ glob, type }))],
  }
}
