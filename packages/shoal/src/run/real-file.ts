// From a path that somebody named to the real path that is opened.
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Settings } from '../config/resolve.ts'
import { isWithin } from '../text/is-within.ts'

/** Throws `outside-roots` when it leads out of what the settings allow, and what the system says. */
export function realFile(path: string, { within }: Pick<Settings, 'within'> = {}): string {
  let real: string
  try {
    real = realpathSync.native(resolve(path))
  } catch (error) {
    throw toShoalError(error, path)
  }
  if (within && !within.some(directory => isWithin(directory, real)))
    throw new ShoalError('outside-roots', `${path} leads out of what may be read`, { detail: path })
  return real
}
