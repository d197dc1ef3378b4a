// From a path that somebody named to the one text that is read: the file itself, or what a packed file holds.
import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Origin } from '@shoal/base/model/origin'
import { plural } from '@shoal/base/text/printable'
import type { Settings } from '../../config/resolve.ts'
import { formOf, headOf } from '../../forms/forms.ts'
import { shownName } from '../files.ts'
import { realFile } from '../real-file.ts'
import { memberRoot } from './member-root.ts'
import { parquet } from './parquet-form.ts'
import { readerOf } from './reader-of.ts'
import { memberPath, storeOf, unpackedFile } from './unpack-found.ts'

export interface SourceFile {
  /** The real path that is opened. */
  readonly file: string
  /** How it is shown. */
  readonly path: string
  readonly from?: Origin
  /** What of the packed file is not read. */
  readonly notes: readonly string[]
}

/** Throws what `realFile` throws, and `bad-value` for a packed file that holds several texts or none. */
export async function sourceFile(path: string, settings: Settings, signal: AbortSignal): Promise<SourceFile> {
  const inside = memberRoot(path, process.cwd())
  const outer = inside?.path ?? path
  const file = realFile(outer, settings)
  if (!settings.unpack || !isPackedFile(file, outer, settings)) {
    if (inside) throw noMember(path, `${outer} is not a packed file`)
    return { file, path: shownName(path, settings.aliases), notes: [] }
  }
  const { members, leftOut, key } = await unpackedFile(
    { file, path: outer, sizeBytes: statSync(file).size },
    settings,
    signal,
  )
  const wanted = inside ? members.filter(({ name }) => name === inside.member) : members
  const [member] = wanted
  const why = (name: string | null) => leftOut.filter(one => one.name === name).map(({ reason }) => reason)
  if (!member) {
    const [reason] = inside ? why(inside.member) : leftOut.map(one => one.reason)
    throw noMember(path, reason ?? (inside ? `${outer} holds no such member` : 'it holds nothing'))
  }
  if (wanted.length > 1) {
    const some = wanted.slice(0, 3).map(({ name }) => memberPath(outer, name))
    throw new ShoalError('bad-value', `${path} holds ${plural(wanted.length, 'file')}`, {
      detail: path,
      advice: `name one, such as ${some.join(', ')}; \`shoal detect ${path}\` lists them`,
    })
  }
  const named = shownName(outer, settings.aliases)
  const from = { file, path: named, key, by: member.by }
  const shown = memberPath(named, member.name)
  return { file: join(storeOf(settings), key, member.file), path: shown, from, notes: why(member.name) }
}

/** Where a text is found again by a path alone. */
export function namedAgain(path: string, { file, from }: { readonly file: string; readonly from?: Origin }): string {
  return from === undefined ? file : from.file + path.slice(from.path.length)
}

export function isPackedFile(file: string, path: string, { readers }: Pick<Settings, 'readers'>): boolean {
  try {
    if (readerOf(readers, basename(path)) !== null) return true
    const head = headOf(file)
    return parquet.matches(head) || formOf(basename(path), head) !== null
  } catch (error) {
    throw toShoalError(error, path)
  }
}

function noMember(path: string, why: string): ShoalError {
  return new ShoalError('not-text', `${path}: ${why}`, { detail: path })
}
