// What is read of a table outside of DuckDB: on a thread that is ended when it makes no progress.
import { promisesSecrets } from '../../text/gate/numbered-secrets.ts'
import type { FileWork, WorkKind } from '../threads/file-work.ts'
import { NO_TYPE, workOn } from '../threads/work-on.ts'
import type { Masked } from './csv-reading.ts'
import type { AttachedFile, FileSecrets, TableTask } from './data-table.ts'

type Reading = Pick<TableTask, 'settings' | 'signal'>
type Sized = Pick<AttachedFile, 'file' | 'path' | 'sizeBytes'>

/** Of an order about one file. */
type OneFile = { readonly [K in WorkKind]: FileWork[K]['input'] extends Sized ? K : never }[WorkKind]

export async function onThread<K extends OneFile>(
  kind: K,
  input: FileWork[K]['input'] & Sized,
  { settings, signal }: Reading,
): Promise<FileWork[K]['result']> {
  return await workOn(kind, input, { settings, signal, type: NO_TYPE, bytes: input.sizeBytes })
}

export function named({ file, path, sizeBytes }: Sized): Sized {
  return { file, path, sizeBytes }
}

export const NO_SECRETS: FileSecrets = { values: new Set(), hasSome: false }

/** The whole file, block by block, whatever its size. */
export async function sweepFile(file: Sized, task: Reading): Promise<FileSecrets> {
  const { values, hasMore } = await onThread('sweep', { ...named(file), isTable: false }, task)
  return { values, hasSome: values.size > 0 || hasMore }
}

/** Whether a table of these columns has to be read by way of a copy in which they are hidden. */
export function mustHide({ hasSome }: FileSecrets, names: readonly string[]): boolean {
  return hasSome || names.some(promisesSecrets)
}

export function maskedNotes({ masked }: Masked): string[] {
  return masked === 0 ? [] : [`${masked === 1 ? '1 secret is' : `${masked} different secrets are`} masked, by number`]
}
