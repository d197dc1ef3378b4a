// The tasks of a plan (M8, S1): one analyst per chunk and per batch, one synthesis per content type, one across types.
import { SYNTHESIZER } from '@shoal/base/model/agent'
import type { ContentType } from '@shoal/base/model/content-type'
import { type Batch, MIXED, type Plan, type PlannedInput, type PlannedTask } from '@shoal/base/model/plan'
import { baseName } from '@shoal/base/text/paths'
import { printable } from '@shoal/base/text/printable'
import { REPORT_TOKENS, SUMMARY_TOKENS } from './plan-estimate.ts'

/** Who reads a content type: the part of it that a planner needs. */
export type Role = Pick<ContentType, 'agent' | 'analyst'>
export type Roles = (contentType: string) => Role

/** Who reads files of several types together. */
export const GENERALIST: Role = { agent: 'rlm-chunk-analyzer', analyst: 'general' }

/** What is shown to whoever chooses labels. */
const LABEL_SAMPLE_TOKENS = 4000

/** Chunks in the order of their files, or the files themselves, then the batches. */
export function analysisTasks(
  files: readonly PlannedInput[],
  batches: readonly Batch[],
  { roles, byFile = false }: { readonly roles: Roles; readonly byFile?: boolean },
): PlannedTask[] {
  const nameOf = shortNames(files)
  const crew = new Crew()
  const tasks: PlannedTask[] = []
  const add = (
    contentType: string | null,
    rest: Pick<PlannedTask, 'subject' | 'tokens' | 'chunk' | 'batch' | 'file'>,
  ) => {
    const { agent, analyst } = contentType === null ? GENERALIST : roles(contentType)
    const id = `analyze-${tasks.length + 1}`
    tasks.push({
      id,
      kind: 'analyze',
      contentType,
      agent,
      analyst: crew.hire(`${analyst}-analyst`),
      blockedBy: [],
      ...rest,
    })
  }
  for (const { path, detection, chunks, tokens: all } of files) {
    if (byFile && chunks.length > 0) {
      const spans = chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation }))
      add(detection.contentType, { subject: `Analyze ${nameOf(path)}`, tokens: all, file: { path, chunks: spans } })
      continue
    }
    for (const { id, index, of, body, continuation, tokens } of chunks) {
      const subject = of === 1 ? `Analyze ${nameOf(path)}` : `Analyze chunk ${index} of ${of} of ${nameOf(path)}`
      const chunk = { path, index, of, ...body, id, continuation }
      add(detection.contentType, { subject, tokens, chunk })
    }
  }
  for (const batch of batches) {
    const [first, second] = batch.files
    const isMixed = batch.contentType === MIXED
    const kind = isMixed ? '' : ` ${spoken(batch.contentType)}`
    const what = second ? `${batch.files.length}${kind} files` : nameOf(first!.path)
    add(isMixed ? null : batch.contentType, { subject: `Analyze ${what}`, tokens: batch.tokens, batch })
  }
  return tasks
}

/** Before models count by judgement, one of them chooses what the records are told apart by. */
export function labelTask(): PlannedTask {
  return {
    id: 'choose-labels',
    kind: 'choose_labels',
    subject: 'Choose the labels to count by',
    contentType: null,
    agent: SYNTHESIZER,
    analyst: 'label-chooser-1',
    blockedBy: [],
    tokens: LABEL_SAMPLE_TOKENS,
  }
}

/** Every type that has tasks gets its synthesis, blocked by them; several types get one more, blocked by those. */
export function synthesisTasks(analysis: readonly PlannedTask[], types: readonly string[]): PlannedTask[] {
  const crew = new Crew()
  const hire = () => ({ agent: SYNTHESIZER, analyst: crew.hire('synthesizer') })
  const perType = types.map((contentType): PlannedTask => {
    const own = analysis
      .filter(task => task.contentType === contentType || task.contentType === null)
      .map(({ id }) => id)
    return {
      id: `synthesize-${contentType}`,
      kind: 'synthesize_type',
      subject: `Synthesize ${spoken(contentType)} findings`,
      contentType,
      ...hire(),
      blockedBy: own,
      tokens: own.length * REPORT_TOKENS,
    }
  })
  if (types.length < 2) return perType
  const across: PlannedTask = {
    id: 'synthesize-cross',
    kind: 'synthesize_cross',
    subject: `Synthesize across ${types.length} content types`,
    contentType: null,
    ...hire(),
    blockedBy: perType.map(({ id }) => id),
    tokens: types.length * SUMMARY_TOKENS,
  }
  return [...perType, across]
}

/** Questions that are followed up in a round, each by one reader. */
const MOST_FOLLOWED = 8

/**
 * The same plan with rounds between readers and syntheses, in which what some readers left open is asked of others. A task for each
 * question that there may be: what is asked is known once all have read.
 */
export function withFollowUps(plan: Plan, rounds: number): Plan {
  const readers = plan.tasks.filter(({ kind }) => kind === 'analyze')
  if (readers.length < 2 || rounds === 0) return plan
  const each = Math.min(MOST_FOLLOWED, readers.length)
  const stages = Array.from({ length: rounds }, (_, r) =>
    Array.from({ length: each }, (_, k): PlannedTask => {
      const before = r === 0 ? readers.map(({ id }) => id) : stageIds(r - 1, each)
      return {
        id: stageIds(r, each)[k]!,
        kind: 'follow_up',
        subject: `Follow up what readers left open (${k + 1} of ${each}${rounds > 1 ? `, round ${r + 1}` : ''})`,
        contentType: null,
        agent: GENERALIST.agent,
        analyst: `follow-up-analyst-${r * each + k + 1}`,
        blockedBy: before,
        tokens: 0,
      }
    }),
  )
  const added = stages.flat()
  const ids = added.map(({ id }) => id)
  const isMerge = ({ kind }: PlannedTask) => kind === 'synthesize_type'
  const at = plan.tasks.findIndex(isMerge)
  const tasks = plan.tasks.map(task => (isMerge(task) ? { ...task, blockedBy: [...task.blockedBy, ...ids] } : task))
  const isOfMerges = (stage: readonly string[]) => stage.includes(plan.tasks[at]!.id)
  return {
    ...plan,
    tasks: tasks.toSpliced(at, 0, ...added),
    stages: plan.stages.flatMap(stage =>
      isOfMerges(stage) ? [...stages.map(own => own.map(({ id }) => id)), stage] : [stage],
    ),
    totals: { ...plan.totals, tasks: plan.totals.tasks + added.length },
  }
}

function stageIds(round: number, each: number): string[] {
  return Array.from({ length: each }, (_, k) => `follow-up-${round * each + k + 1}`)
}

/** Names its members by what they do and a number: `code-analyst-1`, `code-analyst-2`. */
class Crew {
  private readonly counts = new Map<string, number>()

  hire(stem: string): string {
    const count = (this.counts.get(stem) ?? 0) + 1
    this.counts.set(stem, count)
    return `${stem}-${count}`
  }
}

/** A file's base name where no other file has it, else its path. */
function shortNames(files: readonly PlannedInput[]): (path: string) => string {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { path } of files) {
    const name = baseName(path)
    if (seen.has(name)) shared.add(name)
    seen.add(name)
  }
  // A subject is one line, whatever files are called.
  return path => clip(printable(shared.has(baseName(path)) ? path : baseName(path)))
}

const LONGEST_NAME = 400

/** The end tells most. */
function clip(name: string): string {
  return name.length <= LONGEST_NAME ? name : `…${name.slice(1 - LONGEST_NAME)}`
}

/** `source_code` → `source code` */
function spoken(contentType: string): string {
  return contentType.replaceAll('_', ' ')
}
