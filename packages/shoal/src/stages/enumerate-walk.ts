// The walk over one tree: a stack of folders, each listed once, judged name by name. Links are looked at, never followed.
import type { Dirent } from 'node:fs'
import type { Skipped } from '@shoal/base/model/plan'
import { codeOf, type Disk, unreadable } from './enumerate-disk.ts'
import type { EnumerateOptions, FoundPath } from './enumerate-entry.ts'
import { IGNORE_SOURCES, type IgnoreReader, type IgnoreScope, NO_IGNORES } from './enumerate-ignore.ts'
import type { Places, Tree } from './enumerate-roots.ts'
import type { EntryRules, Subject, Verdict } from './enumerate-rules.ts'

export interface WalkContext {
  readonly disk: Disk
  readonly ignores: IgnoreReader
  readonly rules: EntryRules
  readonly options: EnumerateOptions
  readonly places: Places
  readonly out: () => { readonly files: FoundPath[]; readonly skipped: Skipped[] }
}

interface Folder {
  /** Its own name in reports. */
  readonly label: string
  /** Real path, with a slash at the end. */
  readonly real: string
  /** As shown and relative to the root, each '' or with a slash at the end. */
  readonly prefix: string
  readonly relative: string
  readonly scope: IgnoreScope
  readonly included: boolean
}

/** Yields after every folder. */
export function* walkTree(tree: Tree, context: WalkContext): Generator<void> {
  const { ignores, options } = context
  const honour = options.ignoreFiles ?? true
  const start: Folder = {
    label: tree.typed,
    real: withSlash(tree.real),
    prefix: tree.shown === '.' ? '' : withSlash(tree.shown),
    relative: '',
    scope: honour ? ignores.above(tree.real, tree.shown) : NO_IGNORES,
    included: false,
  }
  const stack = [start]
  for (let folder = stack.pop(); folder; folder = stack.pop()) {
    const entries = listFolder(folder, context)
    const inside = honour ? { ...folder, scope: scopeInside(folder, entries, ignores) } : folder
    for (const entry of entries) {
      const next = visit(entry, inside, context)
      if (next) stack.push(next)
    }
    yield
  }
}

/** Takes or skips one entry; a folder to go into is returned. */
function visit(entry: Dirent, folder: Folder, context: WalkContext): Folder | null {
  const { name } = entry
  const { places, rules } = context
  const isDirectory = entry.isDirectory()
  const file = folder.real + name
  if (isNamed(file, isDirectory, places)) return null
  const path = folder.prefix + name
  const subject: Subject = { name, relative: folder.relative + name, path, file, isDirectory }
  const verdict = rules.judge(subject, folder.scope, folder.included) ?? unfit(entry, file, folder, context)
  const { skipped, files } = context.out()
  if (verdict) {
    skipped.push({ path: isDirectory ? `${path}/` : path, reason: verdict.reason, cause: verdict.cause })
    return null
  }
  if (!isDirectory) {
    files.push({ path, file })
    return null
  }
  const included = folder.included || (rules.hasInclude && rules.isIncluded(subject))
  const prefix = `${path}/`
  return { label: prefix, real: `${file}/`, prefix, relative: `${subject.relative}/`, scope: folder.scope, included }
}

/** What the user named is listed under that name, and not again in a tree around it. */
function isNamed(file: string, isDirectory: boolean, { treePaths, filePaths }: Places): boolean {
  return isDirectory ? treePaths.size > 1 && treePaths.has(file) : filePaths.size > 0 && filePaths.has(file)
}

/** Why an entry that the rules let through is not taken all the same. */
function unfit(entry: Dirent, file: string, folder: Folder, context: WalkContext): Verdict | null {
  if (entry.isFile()) return null
  if (entry.isSymbolicLink()) return { reason: linkReason(file, folder.real, context), cause: 'link' }
  if (!entry.isDirectory()) return { reason: `not a regular file (${kindOf(entry)})`, cause: 'special' }
  if (context.options.recursive ?? true) return null
  return { reason: 'a subdirectory, with --no-recursive', cause: 'recursive' }
}

/** The entries of a folder whose names can be used; the rest is skipped here. */
function listFolder(folder: Folder, { disk, out }: WalkContext): readonly Dirent[] {
  try {
    const entries = disk.list(folder.real)
    // Node puts U+FFFD for bytes that are not UTF-8, and then the name opens nothing.
    if (!entries.some(({ name }) => name.includes('\ufffd'))) return entries
    const broken = new Set<string>()
    for (const bytes of disk.listBytes(folder.real)) {
      const name = bytes.toString()
      if (Buffer.from(name).equals(bytes)) continue
      broken.add(name)
      const reason = `its name is not valid UTF-8: ${bytes.toString('latin1').replace(/[^ -~]/g, hexEscape)}`
      out().skipped.push({ path: folder.prefix + name, reason, cause: 'name' })
    }
    return entries.filter(({ name }) => !broken.has(name))
  } catch (error) {
    out().skipped.push({ path: folder.label, reason: unreadable(error), cause: 'unreadable' })
    return []
  }
}

function scopeInside(folder: Folder, entries: readonly Dirent[], ignores: IgnoreReader): IgnoreScope {
  let names: Set<string> | undefined
  for (const entry of entries) {
    if (entry.name.startsWith('.') && IGNORE_SOURCES.has(entry.name) && !entry.isSymbolicLink()) {
      names ??= new Set()
      names.add(entry.name)
    }
  }
  if (!names) return folder.scope
  return ignores.inside(folder.scope, folder.real === '/' ? '/' : folder.real.slice(0, -1), folder.prefix, names)
}

/** Why a link is not followed. What it points to inside the roots is met there itself. */
function linkReason(file: string, folder: string, { disk, places }: WalkContext): string {
  let target: string
  try {
    target = disk.realPath(file)
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return 'symbolic link loop'
    return codeOf(error) === 'ENOENT' ? 'broken symbolic link' : `symbolic link, ${unreadable(error)}`
  }
  if (folder.startsWith(withSlash(target))) return 'symbolic link loop'
  const given = places.files.find(found => found.file === target)
  if (given) return `symbolic link inside the root, to ${given.path}`
  for (const { real, shown } of places.trees) {
    if (!target.startsWith(withSlash(real))) continue
    const below = target.slice(withSlash(real).length)
    return `symbolic link inside the root, to ${shown === '.' ? '' : withSlash(shown)}${below}`
  }
  return 'symbolic link out of the root'
}

function kindOf(entry: Dirent): string {
  if (entry.isSocket()) return 'socket'
  if (entry.isFIFO()) return 'named pipe'
  return entry.isBlockDevice() || entry.isCharacterDevice() ? 'device' : 'of unknown kind'
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`
}

function hexEscape(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
}
