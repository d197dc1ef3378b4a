// The paths that an agent names, and those it is shown.
import { pathFrom } from './jail.ts'
import type { ToolContext } from './tool.ts'

/**
 * What the run functions are given for the paths an agent named: real, inside the roots, and relative to `context.cwd`
 * where they lie below it. Hand `context.cwd` on with them.
 */
export function readablePaths({ jail, cwd }: Pick<ToolContext, 'jail' | 'cwd'>, paths: readonly string[]): string[] {
  return paths.map(path => pathFrom(cwd, jail.inside(path)))
}

/** A real, absolute path as an answer shows it. */
export function shownPath({ cwd }: Pick<ToolContext, 'cwd'>, file: string): string {
  return pathFrom(cwd, file)
}
