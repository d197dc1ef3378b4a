// Findings of other scanners for the files of a plan: read from SARIF logs, each led to its file, secrets masked.
import { realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { ImportedFinding } from '@shoal/base/model/finding'
import { formatCount, plural, printable } from '@shoal/base/text/printable'
import { readSarif } from '../stages/imported/read-sarif.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import { isWithin } from '../text/is-within.ts'
import { readReal, realPathOf } from '../text/open-real.ts'
import type { PlannedWork } from './plan.ts'

export interface Imported {
  readonly findings: readonly ImportedFinding[]
  /** What of the logs is no finding of this run, a sentence each. */
  readonly warnings: readonly string[]
}

interface ImportOptions {
  readonly cwd: string
  /** The paths as they were named. */
  readonly roots: readonly string[]
  /** As in the settings. */
  readonly within?: readonly string[]
}

/** Larger logs are refused: they would have to be in memory as a whole. */
const MOST_BYTES = 200 * 1024 * 1024
/** Findings that are taken over; the rest is counted. */
const MOST_FINDINGS = 50_000

/** Throws `import-invalid`, `not-found` and others of the sort, for whoever named the file. */
export function importFindings(logs: readonly string[], { stamps }: PlannedWork, options: ImportOptions): Imported {
  const paths = new Map(Object.entries(stamps).map(([path, { file }]) => [file, path]))
  const findings: ImportedFinding[] = []
  const warnings: string[] = []
  for (const log of logs) {
    const file = resolve(options.cwd, log)
    const read = readSarif(textOf(file, log, options.within), `--import ${log}`)
    const bases = [options.cwd, ...options.roots.map(root => resolve(options.cwd, root)), dirname(file)]
    const led = leader(bases, paths)
    const elsewhere: string[] = []
    let taken = 0
    for (const { uri, ...finding } of read.findings) {
      const path = led(uri)
      if (path === null) elsewhere.push(uri)
      else if (findings.length < MOST_FINDINGS) {
        taken++
        findings.push(shownValue({ ...finding, path }))
      }
    }
    const left = read.findings.length - elsewhere.length - taken
    const told = [
      ...[...read.leftOut].map(([why, count]) => `${formatCount(count)} ${why}`),
      ...(elsewhere.length > 0
        ? [
            `${formatCount(elsewhere.length)} stand in files that are not read here, as ${shownValue(printable(elsewhere[0]!.slice(0, 200)))}`,
          ]
        : []),
      ...(left > 0 ? [`${formatCount(left)} are more than the ${formatCount(MOST_FINDINGS)} that are taken over`] : []),
    ]
    if (told.length > 0)
      warnings.push(`${printable(log)}: ${plural(taken, 'finding')} imported; of its results ${told.join(', ')}`)
  }
  return { findings, warnings }
}

function textOf(file: string, log: string, within: readonly string[] | undefined): string {
  const name = `--import ${log}`
  try {
    const real = realpathSync(file)
    if (within && !within.some(root => isWithin(root, real)))
      throw new ShoalError('not-permitted', `${name}: outside of the directories that may be read`, { detail: log })
    const stat = statSync(real)
    if (!stat.isFile())
      throw new ShoalError(stat.isDirectory() ? 'is-directory' : 'not-a-file', `${name}: not a regular file`, {
        detail: log,
      })
    if (stat.size > MOST_BYTES)
      throw new ShoalError('import-invalid', `${name} has more than 200 MB`, { detail: log, advice: 'split it by run' })
    return readReal(real)
  } catch (error) {
    throw toShoalError(Object.assign(error as object, { path: name }), name)
  }
}

/** From an address in a log to the path of the plan: as it is if absolute, else below the first base that has it. */
function leader(bases: readonly string[], paths: ReadonlyMap<string, string>): (uri: string) => string | null {
  const known = new Map<string, string | null>()
  return uri => {
    let path = known.get(uri)
    if (path === undefined) {
      const named = fileOf(uri)
      const found = named === null ? [] : bases.flatMap(base => paths.get(realPathOf(resolve(base, named))) ?? [])
      known.set(uri, (path = found[0] ?? null))
    }
    return path
  }
}

/** Null for what is on no disk. */
function fileOf(uri: string): string | null {
  try {
    if (/^file:/i.test(uri)) return fileURLToPath(uri)
    return /^[a-z][\w+.-]+:/i.test(uri) ? null : decodeURIComponent(uri)
  } catch {
    return uri
  }
}
