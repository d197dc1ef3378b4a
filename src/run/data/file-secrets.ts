// What has to be hidden in a file before anything of it is kept.
import { statSync } from 'node:fs'
import type { Settings } from '../../config/resolve.ts'
import { NumberedSecrets, promisesSecrets } from '../../text/gate/numbered-secrets.ts'
import { NO_TYPE, workOn } from '../threads/work-on.ts'

export interface FileSecrets {
  readonly numbered: NumberedSecrets
  /** The sweep found secrets somewhere in the text. */
  readonly hasSome: boolean
}

export const NO_SECRETS: FileSecrets = { numbered: new NumberedSecrets([]), hasSome: false }

/** The whole file, block by block, whatever its size. */
export async function sweepFile(
  { file, path }: { readonly file: string; readonly path: string },
  { settings, signal }: { readonly settings: Settings; readonly signal: AbortSignal },
): Promise<FileSecrets> {
  const { size: sizeBytes } = statSync(file)
  const how = { settings, signal, type: NO_TYPE, bytes: sizeBytes }
  const { values, hasMore } = await workOn('sweep', { file, path, sizeBytes, isTable: false }, how)
  return { numbered: new NumberedSecrets(values), hasSome: values.size > 0 || hasMore }
}

/** Whether a table of these columns has to be read by way of a copy in which they are hidden. */
export function mustHide({ hasSome }: FileSecrets, names: readonly string[]): boolean {
  return hasSome || names.some(promisesSecrets)
}
