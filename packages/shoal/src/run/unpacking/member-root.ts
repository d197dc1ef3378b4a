// A path that somebody named may lead into a packed file: `logs.zip!app/a.log`, or all below `logs.zip!app`.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { INSIDE } from '@shoal/base/text/packed-name'

export interface MemberRoot {
  /** Of the packed file, as it was typed. */
  readonly path: string
  readonly member: string
}

/** Null for a path that is there as it is, or leads into no file. */
export function memberRoot(path: string, cwd: string): MemberRoot | null {
  if (!path.includes(INSIDE) || isThere(resolve(cwd, path))) return null
  for (let at = path.indexOf(INSIDE); at > 0; at = path.indexOf(INSIDE, at + 1)) {
    const outer = path.slice(0, at)
    const member = path.slice(at + 1)
    if (member !== '' && statSync(resolve(cwd, outer), { throwIfNoEntry: false })?.isFile())
      return { path: outer, member: member.replace(/(?<!\/)\/+$/, '') }
  }
  return null
}

/** The path without what is asked of a packed file. */
export function outerPath(path: string, cwd: string): string {
  return memberRoot(path, cwd)?.path ?? path
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined
}
