// The results of a doctor: one line for each thing it looked at.

import { type ExitStatus, errorTable } from '@shoal/base/model/errors'
import { largest } from '@shoal/base/model/lists'
import { plural, printable } from '@shoal/base/text/printable'
import type { FaceOptions } from '../config/options.ts'
import type { Check, Checked, CheckStatus } from '../run/doctor/check.ts'
import { runChecks } from '../run/doctor/run-checks.ts'
import { writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { styleFor } from './style.ts'

const MARKS: Readonly<Record<CheckStatus, string>> = { ok: '✓', failed: '✗', absent: '–' }

/** Looks, shows what was seen, and exits with 2 when something must be done. */
export async function showChecks(io: Io, face: FaceOptions, checks: readonly Check[]): Promise<ExitStatus> {
  const { dim } = styleFor(io, face)
  const width = largest(checks.map(({ name }) => name.length)) + 2
  const seen: Checked[] = []
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    for await (const one of runChecks(checks, io.signal)) {
      seen.push(one)
      if (face.format === 'json') continue
      const advice = one.advice === undefined ? '' : dim(` — ${printable(one.advice)}`)
      await write(`${MARKS[one.status]} ${one.name.padEnd(width)}${printable(one.line)}${advice}\n`)
    }
    if (face.format === 'json') await writeJsonObject(write, { ok: seen.every(isWell), checks: seen.map(checkJson) })
  })
  const bad = seen.filter(one => !isWell(one)).length
  if (bad === 0) return 0
  if (!face.quiet) io.stderr.write(`${plural(bad, 'thing')} to do\n`)
  return errorTable['client-failed'].exit
}

function isWell({ status }: Checked): boolean {
  return status !== 'failed'
}

function checkJson({ name, status, line, advice }: Checked) {
  return { name, status, line, advice: advice ?? null }
}
