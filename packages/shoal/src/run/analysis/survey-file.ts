// Surveys a file on threads: a small one whole, a large one in stretches on all threads at once.
import { availableParallelism } from 'node:os'
import type { BuiltInAnalyst, FileAbout } from '@shoal/base/model/analyst'
import type { Brief } from '@shoal/base/model/question'
import { stretchesOf } from '../../stages/survey.ts'
import { openSource } from '../../text/source-file.ts'
import { type WorkOptions, type WorkSettings, workOn } from '../threads/work-on.ts'
import type { GatedSurvey } from './gated.ts'

export interface SurveyJob {
  readonly file: string
  /** The file has at least so much, and no more of it is read. */
  readonly sizeBytes: number
  readonly about: FileAbout
  readonly brief: Brief
  readonly analyst: Pick<BuiltInAnalyst, 'splitFrom'>
  readonly settings: WorkSettings
  readonly signal: AbortSignal
  onRead(bytes: number): void
}

const MOST_STRETCHES = Math.min(8, availableParallelism())

export async function surveyFile(job: SurveyJob): Promise<GatedSurvey> {
  const { file, sizeBytes, about, brief, settings, onRead } = job
  const { path } = about
  const input = { file, path, sizeBytes, about, brief }
  const options = { settings, type: about.contentType, onRead }
  const stretches = stretchesIn(job)
  if (stretches.length <= 1)
    return await workOn(
      'survey',
      { ...input, inStretches: false },
      { ...options, signal: job.signal, bytes: about.sizeBytes },
    )
  return await allOrNone(job.signal, async signal => {
    const each: WorkOptions = { ...options, signal, bytes: about.sizeBytes / stretches.length }
    const tallies = Promise.all(stretches.map(stretch => workOn('read', { ...input, stretch }, each)))
    const survey = workOn(
      'survey',
      { ...input, inStretches: true },
      { ...each, bytes: about.sizeBytes, answer: () => tallies },
    )
    const [made] = await Promise.all([survey, tallies])
    return made
  })
}

function stretchesIn({ file, about, analyst }: SurveyJob) {
  if (analyst.splitFrom === null || about.sizeBytes < analyst.splitFrom) return []
  const source = openSource(file, { path: about.path })
  try {
    return stretchesOf(about, source.encoding, MOST_STRETCHES)
  } finally {
    source.close()
  }
}

/** When one part fails, the others are aborted. */
async function allOrNone<T>(signal: AbortSignal, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController()
  try {
    return await act(AbortSignal.any([signal, abort.signal]))
  } catch (error) {
    abort.abort()
    signal.throwIfAborted()
    throw error
  }
}
