// The files below some paths, as the settings want them; of packed files the texts that they hold.
import { readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Skipped } from '@shoal/base/model/plan'
import { INSIDE } from '@shoal/base/text/packed-name'
import { byPath } from '@shoal/base/text/paths'
import type { Settings } from '../config/resolve.ts'
import { type Enumeration, enumerate } from '../stages/enumerate.ts'
import type { EnumerateOptions } from '../stages/enumerate-entry.ts'
import { memberRoot } from './unpacking/member-root.ts'
import { memberPath, unpackFound } from './unpacking/unpack-found.ts'

/** Relative paths start at `cwd`. */
export async function findFiles(
  paths: readonly string[],
  settings: Settings,
  signal: AbortSignal,
  cwd = process.cwd(),
  { isForSql = false }: { readonly isForSql?: boolean } = {},
): Promise<Enumeration> {
  const members = paths.flatMap(path => memberRoot(path, cwd) ?? [])
  const roots = members.length === 0 ? paths : paths.map(path => memberRoot(path, cwd)?.path ?? path)
  const walked = await enumerate(roots, walkOptions(settings, cwd), signal)
  const found = shownAs(withLeftOut(walked, settings), settings)
  const named = new Set(roots.flatMap(path => realPath(resolve(cwd, path)) ?? []))
  const all = await unpackFound(found, { settings, signal, named, isForSql })
  return members.length === 0 ? all : onlyMembers(all, paths, cwd)
}

/** What the settings say of a walk. */
export function walkOptions(settings: Settings, cwd: string): EnumerateOptions {
  const { include, exclude, recursive, ignore, within, unpack, readers } = settings
  const readable = unpack ? readers.map(({ glob }) => glob) : []
  return { include, exclude, recursive, ignoreFiles: ignore, readable, cwd, ...(within && { within }) }
}

/** What was not fetched is left out for the reasons that the walk would have given. */
function withLeftOut(found: Enumeration, { leftOut = [] }: Settings): Enumeration {
  const known = new Set(found.skipped.map(({ path }) => path))
  const more = leftOut
    .flatMap(file => JSON.parse(readFileSync(file, 'utf8')) as Skipped[])
    .filter(({ path }) => !known.has(path))
  return more.length === 0 ? found : { ...found, skipped: [...found.skipped, ...more].sort(byPath) }
}

/** What has another name is shown under it. */
function shownAs(found: Enumeration, { aliases = {} }: Settings): Enumeration {
  if (Object.keys(aliases).length === 0) return found
  const named = <T extends { readonly path: string }>(one: T): T => ({ ...one, path: shownName(one.path, aliases) })
  // A rule is named by its file.
  const inText = (text: string) =>
    Object.entries(aliases).reduce((said, [real, shown]) => said.replaceAll(`${real}/`, `${shown}/`), text)
  const skipped = found.skipped.map(one => ({ ...named(one), reason: inText(one.reason) }))
  return { files: found.files.map(named), skipped, warnings: found.warnings.map(inText) }
}

export function shownNames(paths: readonly string[], { aliases }: Pick<Settings, 'aliases'>): string[] {
  return paths.map(path => shownName(path, aliases))
}

export function shownName(path: string, aliases: Settings['aliases'] = {}): string {
  const real = Object.keys(aliases).find(
    one => path === one || path.startsWith(`${one}/`) || path.startsWith(one + INSIDE),
  )
  return real === undefined ? path : aliases[real]! + path.slice(real.length)
}

/** Of packed files that were named by what is in them, nothing else. */
function onlyMembers(all: Enumeration, paths: readonly string[], cwd: string): Enumeration {
  const wanted = new Map<string, string[]>()
  for (const path of paths) {
    const root = memberRoot(path, cwd)
    if (root) wanted.set(root.path, [...(wanted.get(root.path) ?? []), root.member])
    else wanted.set(path, [''])
  }
  const isWanted = (path: string) =>
    [...wanted].every(([outer, members]) => {
      if (path !== outer && !path.startsWith(outer + INSIDE)) return true
      const own = path.slice(outer.length + 1)
      return members.some(member => isIn(own, member))
    })
  const isFound = (path: string) =>
    all.files.some(one => isIn(one.path, path)) || all.skipped.some(one => isIn(one.path, path))
  const missing = [...wanted].flatMap(([outer, members]) =>
    members.flatMap((member): Skipped[] => {
      const path = memberPath(outer, member === '' ? null : member)
      return member === '' || isFound(path) ? [] : [{ path, reason: `${outer} holds no such member`, cause: 'missing' }]
    }),
  )
  return {
    ...all,
    files: all.files.filter(({ path }) => isWanted(path)),
    skipped: [...all.skipped.filter(({ path }) => isWanted(path)), ...missing],
  }
}

function isIn(path: string, member: string): boolean {
  return member === '' || path === member || path.startsWith(`${member}/`) || path.startsWith(member + INSIDE)
}

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
