// Where the tasks of a swarm come from when the file does not list them: `files: GLOB` or `lines: FILE`.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { errnoReason } from '@shoal/base/model/errors'
import { isRecord, shown } from '@shoal/base/model/option-values'
import { globMatcher } from '@shoal/base/text/glob'
import picomatch from 'picomatch'
import * as z from 'zod'
import { mapping, text } from '../patterns/keys.ts'
import type { SwarmItem } from '../patterns/swarm.ts'
import { mistakesOf } from './issues.ts'
import type { Mistake, Path } from './mistake.ts'
import type { Lines } from './yaml-tree.ts'

/** More than this in one run is a mistake in the glob, most likely. */
const TASK_LIMIT = 100_000
const FILE_LIMIT = 64 * 1024 * 1024

const source = mapping({ files: z.exactOptional(text), lines: z.exactOptional(text) }).refine(
  ({ files, lines }) => (files === undefined) !== (lines === undefined),
  'needs "files" or "lines", one of them',
)

/**
 * Puts a list in the place of a source, so that what is stored needs no files to be looked for again. A value without
 * a source comes back as it is.
 */
export function lookUpTasks(
  value: Readonly<Record<string, unknown>>,
  dir: string,
  lines: Lines,
): { readonly value: Readonly<Record<string, unknown>>; readonly mistakes: readonly Mistake[] } {
  if (!isRecord(value.tasks)) return { value, mistakes: [] }
  const { data, error } = source.safeParse(value.tasks)
  if (error) {
    const issues = error.issues.map(issue => ({ ...issue, path: ['tasks', ...issue.path] }))
    // An unknown key is what is wrong, and not that the known ones are missing.
    return { value, mistakes: mistakesOf(issues, value, lines).slice(0, 1) }
  }
  const path = ['tasks', data.files === undefined ? 'lines' : 'files']
  try {
    const tasks = data.files === undefined ? tasksOfLines(data.lines!, dir) : tasksOfFiles(data.files, dir)
    return { value: { ...value, tasks }, mistakes: [] }
  } catch (thrown) {
    const what = thrown instanceof SourceProblem ? thrown.message : errnoReason(thrown)
    return { value, mistakes: [mistakeAt(lines, path, what)] }
  }
}

class SourceProblem extends Error {}

function mistakeAt(lines: Lines, path: Path, what: string): Mistake {
  return { line: lines.lineOf(path), path, what }
}

/** Files below the directory, each a task; sorted, so that the order does not depend on the disk. */
function tasksOfFiles(glob: string, dir: string): readonly SwarmItem[] {
  if (isAbsolute(glob) || glob.split('/').includes('..'))
    throw new SourceProblem('must be below the directory of this file')
  const found = findFiles(glob.replace(/^(\.\/)+/, ''), dir)
  if (found.length === 0) throw new SourceProblem(`no file matches ${shown(glob)}`)
  if (found.length > TASK_LIMIT) throw new SourceProblem(`more than ${TASK_LIMIT} files match ${shown(glob)}`)
  return found.toSorted()
}

/** Lines that are not blank, each a task named by its number. */
function tasksOfLines(name: string, dir: string): readonly SwarmItem[] {
  const file = resolve(dir, name)
  const stats = statSync(file)
  if (!stats.isFile()) throw new SourceProblem(`${shown(name)} is not a regular file`)
  if (stats.size > FILE_LIMIT) throw new SourceProblem(`${shown(name)} is larger than 64 MB`)
  const tasks = decode(readFileSync(file), name)
    .split(/\r?\n/)
    .flatMap((input, index) =>
      input.trim() === '' ? [] : [{ id: `line-${index + 1}`, subject: subjectOf(input), input }],
    )
  if (tasks.length === 0) throw new SourceProblem(`${shown(name)} has no lines`)
  if (tasks.length > TASK_LIMIT) throw new SourceProblem(`${shown(name)} has more than ${TASK_LIMIT} lines`)
  return tasks
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SourceProblem(`${shown(name)} is not UTF-8 text`)
  }
}

function subjectOf(line: string): string {
  const subject = line.trim().replace(/[\0\r]/g, ' ')
  return subject.length > 200 ? `${subject.slice(0, 199)}…` : subject
}

/** Links to files count as files; links to directories are not followed, so that the walk ends. */
function findFiles(glob: string, dir: string): string[] {
  const matches = globMatcher(glob)
  const { base, negated } = picomatch.scan(glob)
  const depth = /\*\*|[()]/.test(glob) ? Number.POSITIVE_INFINITY : glob.split('/').length
  const found: string[] = []
  const walk = (folder: string, level: number): void => {
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (level < depth) walk(path, level + 1)
      } else if (matches(path) && (entry.isFile() || leadsToFile(join(dir, path)))) found.push(path)
    }
  }
  const start = negated ? '' : folderOf(base, dir)
  if (start !== null) walk(start, start === '' ? 1 : start.split('/').length + 1)
  return found
}

/** The folder that a glob starts in: what comes before its first wildcard, or before the name of the one file. */
function folderOf(base: string, dir: string): string | null {
  if (base === '') return ''
  const stats = statSync(join(dir, base), { throwIfNoEntry: false })
  if (stats === undefined) return null
  if (stats.isDirectory()) return base.replace(/(?<!\/)\/+$/, '')
  return base.includes('/') ? dirname(base) : ''
}

function leadsToFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
