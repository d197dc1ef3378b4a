// Whether a path lies in a directory, by their names alone: both are absolute, and links are resolved before where they count.
import { sep } from 'node:path'

export function isWithin(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep)
}
