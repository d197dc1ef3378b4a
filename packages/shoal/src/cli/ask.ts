// `shoal ask PATH… QUESTION --model …`: a model answers by reaching for the files step by step; every sentence cites what it rests on.

import type { AskProgress, AskReport, AskStep } from '@shoal/base/model/asking'
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { inputText } from '@shoal/base/report/input-text'
import { dollarsText } from '@shoal/base/text/dollars'
import { printable } from '@shoal/base/text/printable'
import { options } from '../config/options.ts'
import type { Asked, AskOptions } from '../run/ask/ask.ts'
import type { Command, CommandInput } from './command.ts'
import { checkOutput, writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { readablePaths, splitQuery } from './paths.ts'
import { howToResume, sayRun } from './program.ts'
import { ProgressLine } from './progress-line.ts'
import { documentsOf } from './report-document.ts'
import { styleFor } from './style.ts'
import { realWorld, type World, withLedger } from './team/world.ts'

export function askCommand(world: World = realWorld): Command {
  return {
    name: 'ask',
    summary: 'a model searches and reads step by step, cites lines',
    usage: 'PATH… QUESTION',
    examples: [
      {
        line: 'shoal ask incident "Why did checkout fail?" --model anthropic --max-cost 0.50',
        does: 'it looks where it must, notes what it finds, and answers',
      },
      {
        line: 'shoal ask contracts "Which two contradict each other?" --model openai:gpt-5 --sub-model openai:gpt-5-mini',
        does: 'a smaller model reads passages for the larger one',
      },
      { line: 'shoal ask logs "What changed before the errors?" --model anthropic --json', does: 'for a script' },
    ],
    run: (io, input) => run(io, input, world),
  }
}

async function run(io: Io, input: CommandInput, world: World): Promise<ExitStatus> {
  const { args, settings, face } = input
  const { paths: named, query } = splitQuery(io, args, face.query)
  if (query === null || query.trim() === '')
    throw new ShoalError('missing-argument', 'shoal ask needs a QUESTION', {
      advice: 'write `shoal ask PATH… "QUESTION" --model PROVIDER:NAME`',
    })
  const paths = readablePaths(io, named, 'ask')
  if (paths.length === 0) return 2
  checkAskOutputs(io, face, paths)
  const { askPaths } = await import('../run/ask/ask.ts')
  return await withLedger({ io, world }, async ledger => {
    const asking = { face, world, ledger, inputs: paths }
    const status = await leadAsk(io, asking, options =>
      askPaths(paths, query, settings, { ...options, ...(face.name === null ? {} : { name: face.name }) }),
    )
    return status === 0 && paths.length < named.length ? 2 : status
  })
}

export interface LedAsk extends Pick<CommandInput, 'face'> {
  readonly world: World
  readonly ledger: AskOptions['ledger']
  /** No output is written over them. */
  readonly inputs: readonly string[]
}

export async function leadAsk(
  io: Io,
  { face, world, ledger, inputs }: LedAsk,
  start: (options: AskOptions) => Promise<Asked>,
): Promise<ExitStatus> {
  const line = new ProgressLine(io, face)
  const tells = (io.stderr as NodeJS.WriteStream).isTTY === true && !face.quiet
  const tell = (text: string) => {
    line.end()
    if (tells) io.stderr.write(`${text.slice(0, io.columns * 3)}\n`)
  }
  let started: string | null = null
  const asked = await start({
    ledger,
    signal: io.signal,
    env: io.env,
    cwd: io.cwd,
    runDirectory: name => world.runDirectory(io, name),
    onCreate: name => {
      started = name
      sayRun(name)
    },
    onFile: line.onFile,
    onStep: (step, spent) => tell(stepText(step, spent.costUsd)),
    onNote: (id, claim) => tell(`  ${id}  ${printable(claim)}`),
    onTurn: turn => {
      for (const text of turnTexts(turn)) tell(text)
    },
  })
    .catch(error => {
      throw io.signal.aborted && started !== null
        ? new ShoalError('interrupted', 'interrupted', { detail: started, advice: howToResume(started) })
        : error
    })
    .finally(line.end)
  await writeAsk(io, { face, report: asked.report, inputs })
  if (asked.stop) throw asked.stop
  return asked.report.status === 'answered' ? 0 : 6
}

/** What was asked, the beginning of what came of it, and what all has cost so far. */
function stepText({ number, tool, input, result, text }: AskStep, costUsd: number | null): string {
  const cost = costUsd === null ? '' : ` (${dollarsText(costUsd)})`
  const given = inputText({ input }).slice(0, 160)
  const came = printable(text.split('\n', 4).join(' · ')).slice(0, 100)
  return `${String(number).padStart(3)}. ${tool} ${given}${cost}\n     ${result ?? 'refused'}: ${came}`
}

/** What was refused, what is open, and what the sceptic says. */
function turnTexts({ refused, rivals, sceptic }: AskProgress): string[] {
  const objections = sceptic?.objections ?? []
  return [
    ...refused.map(why => `  refused: ${why.split('\n', 2).join(' ').slice(0, 160)}`),
    ...(rivals === null ? [] : [`  open: ${rivals.length === 0 ? 'no other explanation' : rivals.join('; ')}`]),
    ...objections.map(({ sentence, why }) => `  the sceptic, of sentence ${sentence}: ${why}`),
    ...(sceptic?.rival ? [`  the sceptic: fits as well: ${sceptic.rival}`] : []),
    ...(sceptic && objections.length === 0 && !sceptic.rival ? ['  the sceptic: nothing against it'] : []),
  ].map(printable)
}

/** Complains before anything is asked, not after. */
export function checkAskOutputs(io: Io, face: CommandInput['face'], inputs: readonly string[]): void {
  for (const { file, format } of documentsOf(face)) {
    if (!(options.format.choicesIn.ask as readonly string[]).includes(format))
      throw new ShoalError('bad-value', `an answer to a question is not written as ${format}`, {
        detail: '--format',
        advice: 'choose text, md, json or html',
      })
    if (file !== '-') checkOutput(io, file, { inputs, force: face.force })
  }
}

export async function writeAsk(
  io: Io,
  { face, report, inputs }: Pick<LedAsk, 'face' | 'inputs'> & { readonly report: AskReport },
): Promise<void> {
  for (const { file, format } of documentsOf(face)) {
    await writeDocument(io, { output: [file], inputs, force: face.force }, async write => {
      if (format === 'json')
        return await writeJsonObject(write, (await import('../stages/asking/report-json.ts')).askJson(report))
      const color = file === '-' && styleFor(io, face).enabled
      const { renderAnswer } = await import('../run/ask/render-answer.ts')
      await write(await renderAnswer(report, format, { width: io.columns, color, full: face.full }))
    })
  }
}
