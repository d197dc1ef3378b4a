// Entry of a thread that reads files for survey-pool.ts: a stretch, the survey of stretches, or a whole file.
import { parentPort } from 'node:worker_threads'
import { createRegistry } from '../../content/registry.ts'
import type { FileAbout, FileSurvey, ReadTask, Stretch } from '../../model/analyst.ts'
import type { Brief } from '../../model/question.ts'
import { surveySource } from '../../stages/survey.ts'
import { openSource } from '../../text/source-file.ts'
import { sendableError, type ThrownError } from './thrown-error.ts'
import { buffersOf } from './transfer.ts'

/** What a thread is asked to do with a file. */
export type SurveyOrder = {
  readonly id: number
  readonly file: string
  readonly about: FileAbout
  readonly brief: Brief
} & (
  | { readonly kind: 'whole' }
  | { readonly kind: 'stretch'; readonly stretch: Stretch }
  | { readonly kind: 'survey'; readonly tallies: readonly unknown[] }
)

/** `abort` may come at any time, for an order that is at work. */
export type ToThread = { readonly order: SurveyOrder } | { readonly abort: number }

export type FromThread =
  | { readonly id: number; readonly read: number }
  | { readonly id: number; readonly tally: unknown }
  | { readonly id: number; readonly survey: FileSurvey }
  | { readonly id: number; readonly error: ThrownError }

/** Bytes that are read between two words about it. */
const TELL_EVERY = 4 * 1024 * 1024

const registry = createRegistry()
const atWork = new Map<number, AbortController>()

parentPort?.on('message', (message: ToThread) => {
  if ('abort' in message) atWork.get(message.abort)?.abort()
  else void obey(message.order)
})

async function obey(order: SurveyOrder): Promise<void> {
  const { id } = order
  const abort = new AbortController()
  atWork.set(id, abort)
  let untold = 0
  const onRead = (bytes: number) => {
    untold += bytes
    if (untold < TELL_EVERY) return
    say({ id, read: untold })
    untold = 0
  }
  try {
    const result = await carryOut(order, { about: order.about, brief: order.brief, signal: abort.signal, onRead })
    if (untold > 0) say({ id, read: untold })
    say({ id, ...result } as FromThread, 'tally' in result ? buffersOf(result.tally) : [])
  } catch (error) {
    say({ id, error: sendableError(error) })
  } finally {
    atWork.delete(id)
  }
}

async function carryOut(order: SurveyOrder, task: ReadTask): Promise<{ tally: unknown } | { survey: FileSurvey }> {
  const analyst = await registry.get(order.about.contentType)!.builtIn()
  const source = openSource(order.file, { path: order.about.path })
  try {
    if (order.kind === 'stretch') return { tally: await analyst.read(source, order.stretch, task) }
    if (order.kind === 'survey') return { survey: await analyst.survey(order.tallies, source, task) }
    return { survey: await surveySource(analyst, source, task) }
  } finally {
    source.close()
  }
}

function say(message: FromThread, buffers: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, [...buffers])
}
