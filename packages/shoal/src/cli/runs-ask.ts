// `shoal runs ask RUN QUESTION`: another question to a run that is stored, answered from what was read before.

import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { printable } from '@shoal/base/text/printable'
import { cacheDir } from '../config/cache-dir.ts'
import type { RunAnswer } from '../run/ask-run.ts'
import type { CommandInput } from './command.ts'
import { writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { withRun } from './named-run.ts'
import { ProgressLine } from './progress-line.ts'
import { styleFor } from './style.ts'
import type { World } from './team/world.ts'

/** `args` are those behind `ask`. */
export async function askRunCommand(io: Io, { args, settings, face }: CommandInput, world: World): Promise<ExitStatus> {
  const [run, question, third] = args
  if (run === undefined || question === undefined || third !== undefined)
    throw new ShoalError(
      third === undefined ? 'missing-argument' : 'bad-value',
      'shoal runs ask takes a RUN and a QUESTION',
      {
        ...(third === undefined ? {} : { detail: third }),
        advice: 'write `shoal runs ask RUN "QUESTION"`, the question in quotes',
      },
    )
  const { askRun } = await import('../run/ask-run.ts')
  const progress = new ProgressLine(io, face)
  const cache = cacheDir(io.env, process.platform, io.cwd)
  const answer = await withRun<RunAnswer>({ io, world, name: run }, ledger =>
    askRun({ run, question, ledger, settings, signal: io.signal, cache, onProgress: progress.onFile }).finally(
      progress.end,
    ),
  )
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') {
      const { questionJson } = await import('../stages/report/json.ts')
      const { changed, question: asked, ...rest } = answer
      return await writeJsonObject(write, {
        ...rest,
        question: questionJson(asked),
        evidence: asked.evidence,
        changed_files: changed,
      })
    }
    await write(await answerText(io, answer, styleFor(io, face).enabled))
  })
  if (!face.quiet)
    for (const { path, reason } of answer.changed) io.stderr.write(`left out ${printable(path)}: it ${reason}\n`)
  return answer.changed.length > 0 ? 6 : 0
}

/** As a report begins. */
async function answerText(io: Io, answer: RunAnswer, color: boolean): Promise<string> {
  const [{ answerWords }, { Screen }, { askedView }, { drawAsked }] = await Promise.all([
    import('../run/ask-run.ts'),
    import('../stages/report/screen.ts'),
    import('@shoal/base/report/asked-view'),
    import('../stages/report/asked-text.ts'),
  ])
  const screen = new Screen(color, io.columns)
  const view = askedView(answer)
  const { question } = answer
  if (view) drawAsked(screen, view, { run: null, answerEvidence: question.evidence, question, full: false })
  else screen.paragraph(answerWords(answer), { indent: 0 })
  return screen.text()
}
