// What is named by an address instead of a path: a git repository, a file to be fetched, or objects of a bucket.

import { ShoalError } from '@shoal/base/model/errors'
import type { Settings } from '../../config/resolve.ts'

export interface RemoteAddress {
  readonly kind: 'git' | 'file' | 's3'
  /** As it is fetched; it may hold a password, and is never shown or kept. */
  readonly url: string
  /** Of a repository: a branch or a tag, behind `#`. */
  readonly ref: string | null
  /** For people and for places: no password, no query. */
  readonly shown: string
}

export interface Fetched {
  readonly path: string
  /** `commit 1f0c2d3`, `unchanged since it was fetched`. */
  readonly note: string
  /** A file that lists what was not fetched, because it would not be read. */
  readonly leftOut?: string
}

export interface RemoteContext {
  readonly settings: Settings
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
}

/** Null for what is no address. What ends in `.git` or begins with `git+` or `git:` is a repository; any other address with http is a file,
 * one with s3 all that lies below it. */
export function remoteAddress(text: string): RemoteAddress | null {
  const bucket = /^s3:\/\/([a-z\d][\w.-]{1,254}(?:\/.*)?)$/s.exec(text)?.[1]
  if (bucket !== undefined) return { kind: 's3', url: text, ref: null, shown: bucket.replace(/\/$/, '') }
  if (/\s/.test(text)) return null
  const scp = /^(?:[\w.-]+@)([\w.-]+):((?!\/\/)[^#]+?)(?:#(.+))?$/.exec(text)
  if (scp) return repository(text.split('#')[0]!, `${scp[1]}/${scp[2]}`, scp[3])
  const isGit = /^git\+(?=(?:https?|ssh|git|file):\/\/)/.test(text)
  const plain = isGit ? text.slice('git+'.length) : text
  if (!/^(?:https?|ssh|git|file):\/\//.test(plain) || !URL.canParse(plain)) return null
  const url = new URL(plain)
  const ref = decodeURIComponent(url.hash.slice(1))
  url.hash = ''
  const shown = `${url.host}${decodeURIComponent(url.pathname)}`
  if (isGit || url.protocol === 'git:' || /\.git\/?$/.test(url.pathname)) return repository(url.href, shown, ref)
  if (!/^https?:$/.test(url.protocol)) return null
  return { kind: 'file', url: url.href, ref: null, shown }
}

function repository(url: string, place: string, ref: string | undefined): RemoteAddress {
  const shown = place
    .replace(/^\/+/, '')
    .replace(/\/$/, '')
    .replace(/\/?\.git$/, '')
  return { kind: 'git', url, ref: ref || null, shown }
}

/** Without the password that it may hold. */
export function withoutPassword({ url }: RemoteAddress): string {
  return url.replace(/^(\w+:\/\/)[^/@]*@/, '$1')
}

export function notFetched({ shown }: Pick<RemoteAddress, 'shown'>, why: string): ShoalError {
  return new ShoalError('not-fetched', `${shown} cannot be fetched: ${why}`, { detail: shown })
}
