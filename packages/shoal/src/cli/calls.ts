// `shoal calls RUN [N]`: what a run asked its models, what came back, what it cost, and what was believed of it.

import type { CallLog, CallRecord } from '@shoal/base/model/call-log'
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { plural } from '@shoal/base/text/printable'
import type { FaceOptions } from '../config/options.ts'
import { callCells, callColumns, callJson, drawCall, totalsLine, wholeCallJson } from './call-page.ts'
import type { Command, CommandInput } from './command.ts'
import { writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonList } from './json-document.ts'
import { withRun } from './named-run.ts'
import { styleFor } from './style.ts'
import { Table } from './table.ts'
import { Sheet } from './team/sheet.ts'
import { realWorld, type World } from './team/world.ts'

export function callsCommand(world: World = realWorld): Command {
  return {
    name: 'calls',
    summary: 'what a run asked its models, what came back and what it cost',
    usage: 'RUN [N]',
    examples: [
      {
        line: 'shoal runs calls analyze-data',
        does: 'every call with its task, tokens, cost and what was believed of it',
      },
      { line: 'shoal runs calls analyze-data 12', does: 'the whole prompt and reply of one call' },
      { line: 'shoal runs calls analyze-data 12 --json', does: 'the same for a script' },
    ],
    run: (io, input) => run(io, input, world),
  }
}

async function run(io: Io, { args, face }: CommandInput, world: World): Promise<ExitStatus> {
  const [name, wanted] = args
  if (name === undefined)
    throw new ShoalError('missing-argument', 'shoal calls needs a RUN', { advice: 'run `shoal runs` for the runs' })
  if (args.length > 2 || (wanted !== undefined && !/^[1-9]\d{0,14}$/.test(wanted)))
    throw new ShoalError('bad-value', 'shoal calls takes a RUN and the number of a call', { detail: args.at(-1)! })
  return await withRun<ExitStatus>({ io, world, name }, async ledger => {
    await ledger.definition(name)
    const [{ openCallLog }, { openRunPlace }] = await Promise.all([
      import('../models/call-log.ts'),
      import('../run/run-place.ts'),
    ])
    const { directory } = await openRunPlace(ledger, name, run => world.runDirectory(io, run))
    const log = await openCallLog(directory, { isReadOnly: true })
    try {
      await (wanted === undefined
        ? writeList(io, face, log)
        : writeCall(io, face, await callNumbered(log, name, wanted)))
    } finally {
      await log.close()
    }
    return 0
  })
}

async function writeList(io: Io, face: FaceOptions, log: CallLog): Promise<void> {
  const totals = log.totals()
  if (totals.calls === 0 && !face.quiet) io.stderr.write('no model was called in this run\n')
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') {
      await writeJsonList(write, eachJson(log))
      return await write('\n')
    }
    if (totals.calls === 0) return
    const style = styleFor(io, face)
    const table = new Table(callColumns, style, write)
    for await (const call of log.records()) await table.row(callCells(call))
    await table.end()
    await write(`\n${style.dim(totalsLine(totals))}\n`)
  })
}

async function writeCall(io: Io, face: FaceOptions, call: CallRecord): Promise<void> {
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') {
      await writeJsonList(write, [wholeCallJson(call)])
      return await write('\n')
    }
    const sheet = new Sheet(io, face)
    drawCall(sheet, call)
    await write(sheet.text())
  })
}

async function* eachJson(log: CallLog) {
  for await (const call of log.records()) yield callJson(call)
}

async function callNumbered(log: CallLog, run: string, wanted: string): Promise<CallRecord> {
  for await (const call of log.records()) if (call.number === Number(wanted)) return call
  throw new ShoalError('not-recorded', `run "${run}" has no call ${wanted}`, {
    detail: wanted,
    advice: `it has ${plural(log.totals().calls, 'call')}; \`shoal calls ${run}\` lists them`,
  })
}
