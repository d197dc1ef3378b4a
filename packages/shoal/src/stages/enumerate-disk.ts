// The part of the file system that a walk touches, so that tests can stand in for a disk that misbehaves.

import { type Dirent, lstatSync, realpathSync, statSync } from 'node:fs'
import { lookup } from '@shoal/base/model/lookup'
import { entriesOf, entryBytesOf, readReal } from '../text/open-real.ts'

export interface Stat {
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  isFile(): boolean
  isDirectory(): boolean
}

/** Each call throws an error with a `code` as Node does. What is listed or read is named by its real path. */
export interface Disk {
  list(directory: string): readonly Dirent[]
  /** The same names as the bytes they are on disk. */
  listBytes(directory: string): readonly Buffer[]
  /** Of the entry itself, not of what a link points to. */
  stat(file: string): Stat
  /** Of what the path leads to. */
  statTarget(file: string): Stat
  realPath(path: string): string
  readText(file: string): string
}

export const realDisk: Disk = {
  list: directory => entriesOf(withoutSlash(directory)),
  listBytes: directory => entryBytesOf(withoutSlash(directory)),
  stat: file => lstatSync(file),
  statTarget: file => statSync(file),
  realPath: path => realpathSync.native(path),
  readText: readReal,
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  ELOOP: 'symbolic link loop',
  ENAMETOOLONG: 'its path is too long',
  EIO: 'input/output error',
  EMFILE: 'too many open files',
  EMOVED: 'a link or another file has taken its place',
}

function withoutSlash(directory: string): string {
  return directory.length > 1 && directory.endsWith('/') ? directory.slice(0, -1) : directory
}

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}

/** `cannot be read: permission denied` */
export function unreadable(error: unknown): string {
  const code = codeOf(error)
  return `cannot be read: ${lookup(REASONS, code) ?? (code || (error as Error).message)}`
}
