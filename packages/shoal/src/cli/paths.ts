// The PATH arguments of a command: which of them can be read, and which is in truth the query.
import { resolve } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import { whyUnreadable } from '../run/readable-path.ts'
import { memberRoot } from '../run/unpacking/member-root.ts'
import type { Io } from './io.ts'
import { isPathLike, isThere, meantPath } from './mistyped-path.ts'
import { errorLine } from './report-error.ts'

export interface PathsAndQuery {
  readonly paths: readonly string[]
  readonly query: string | null
}

/**
 * The last of several arguments is the query when no such path exists, unless a query was given by its flag. What was
 * meant as a path is refused: an answer to a question that nobody asked would hide that a path was not read.
 */
export function splitQuery(io: Io, args: readonly string[], flagged: string | null): PathsAndQuery {
  const last = args.at(-1)
  // An empty question is none.
  if (flagged === null && args.length > 1 && last?.trim() === '') return { paths: args.slice(0, -1), query: null }
  if (flagged === null && last !== undefined && args.length === 1 && /\s/.test(last) && !isThere(resolve(io.cwd, last)))
    throw new ShoalError('missing-argument', `${last}: no such file or directory`, {
      detail: last,
      advice: 'a query goes after at least one PATH',
    })
  if (flagged !== null || args.length < 2 || last === undefined || isThere(resolve(io.cwd, last)))
    return { paths: args, query: flagged }
  if (memberRoot(last, io.cwd)) return { paths: args, query: null }
  if (isPathLike(last, io.cwd)) throw noSuchPath(io, last)
  return { paths: args.slice(0, -1), query: last }
}

function noSuchPath(io: Io, path: string): ShoalError {
  const meant = meantPath(path, io.cwd)
  const hint = meant === null ? '' : ` (did you mean ${meant}?)`
  return new ShoalError('not-found', `no such file: "${path}"${hint}`, {
    detail: path,
    advice: 'check the path; for a question use -q',
  })
}

/** Says in one line what is wrong with each path that cannot be read, and gives back the others. */
export function readablePaths(io: Io, paths: readonly string[], command: string): readonly string[] {
  if (paths.length === 0) throw new ShoalError('missing-argument', `shoal ${command} needs a PATH`)
  return paths.filter(path => {
    const error = whyUnreadable(io, path)
    if (error) io.stderr.write(`${errorLine(withHint(io, path, error))}\n`)
    return error === null
  })
}

function withHint(io: Io, path: string, error: ShoalError): ShoalError {
  const meant = error.code === 'not-found' ? meantPath(path, io.cwd) : null
  if (meant === null) return error
  return new ShoalError('not-found', error.message, { detail: path, advice: `did you mean ${meant}?` })
}
