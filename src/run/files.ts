// The files below some paths, as the settings want them; of packed files the texts that they hold.

import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Settings } from '../config/resolve.ts'
import type { Skipped } from '../model/plan.ts'
import { type Enumeration, enumerate } from '../stages/enumerate.ts'
import { INSIDE } from '../text/packed-name.ts'
import { memberRoot } from './unpacking/member-root.ts'
import { memberPath, unpackFound } from './unpacking/unpack-found.ts'

/** Relative paths start at `cwd`. */
export async function findFiles(
  paths: readonly string[],
  settings: Settings,
  signal: AbortSignal,
  cwd = process.cwd(),
): Promise<Enumeration> {
  const { include, exclude, recursive, ignore, within, unpack, readers } = settings
  const members = paths.flatMap(path => memberRoot(path, cwd) ?? [])
  const roots = members.length === 0 ? paths : paths.map(path => memberRoot(path, cwd)?.path ?? path)
  const readable = unpack ? readers.map(({ glob }) => glob) : []
  const options = { include, exclude, recursive, ignoreFiles: ignore, readable, cwd, ...(within && { within }) }
  const found = shownAs(await enumerate(roots, options, signal), settings)
  const named = new Set(roots.flatMap(path => realPath(resolve(cwd, path)) ?? []))
  const all = await unpackFound(found, { settings, signal, named })
  return members.length === 0 ? all : onlyMembers(all, paths, cwd)
}

/** What has another name is shown under it. */
function shownAs(found: Enumeration, { aliases = {} }: Settings): Enumeration {
  if (Object.keys(aliases).length === 0) return found
  const named = <T extends { readonly path: string }>(one: T): T => ({ ...one, path: shownName(one.path, aliases) })
  return { ...found, files: found.files.map(named), skipped: found.skipped.map(named) }
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
