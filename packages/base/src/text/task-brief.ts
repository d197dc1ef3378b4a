// What a task says to whoever does it: the question, which lines or files, how to read each, and what to report. It never holds
// their text (M7).
import type { Batch, Plan, PlannedTask } from '../model/plan.ts'
import { plural, printable } from './printable.ts'

/** Tasks that a synthesis lists by id; `blocked_by` has all of them. */
const MOST_IDS = 200
/** Files that a batch lists; its input has all of them. */
const MOST_FILES = 200

/** The descriptions of a plan's tasks, for a person or an agent. */
export function taskBriefs({ query, goal, files }: Pick<Plan, 'query' | 'goal' | 'files'>) {
  const languages = new Map(files.map(({ path, detection }) => [path, detection.language]))
  return (task: PlannedTask): string =>
    taskBrief(task, { query, goal, language: languages.get((task.chunk ?? task.file)?.path ?? '') })
}

interface Asked extends Pick<Plan, 'query' | 'goal'> {
  readonly language: string | null | undefined
}

function taskBrief(task: PlannedTask, { query, goal, language }: Asked): string {
  const { chunk, batch, file, kind, contentType, blockedBy } = task
  const read = chunk ?? file
  if (batch) return batchBrief(batch, query)
  const asked = query ? [`Query: ${query}`] : []
  if (kind === 'synthesize_type')
    return [
      'Mode: per-type synthesis',
      ...asked,
      `Content type: ${contentType}`,
      `Analyst task IDs: ${idList(blockedBy)}`,
      'Merge findings that are the same, rank them by severity, and note the files that each appears in.',
    ].join('\n')
  if (kind === 'synthesize_cross')
    return [
      'Mode: cross-type synthesis',
      ...asked,
      `Per-type synthesis task IDs: ${idList(blockedBy)}`,
      'Report what spans files and types under Per-File Findings, Cross-File Analysis and Recommendations.',
    ].join('\n')
  if (!read) return asked.join('\n')
  const lines = chunk
    ? [
        `Start line: ${chunk.startLine}`,
        `End line: ${chunk.endLine}`,
        `Chunk ${chunk.index} of ${chunk.of}, in the order of the file.`,
      ]
    : []
  return [
    ...asked,
    `File: ${printable(read.path)}`,
    ...(language ? [`Language: ${language}`] : []),
    `Analysis focus: ${goal}`,
    ...lines,
  ].join('\n')
}

/** `Analyze chunk 3 of 10` → `Analyzing chunk 3 of 10`. */
export function activeForm({ subject }: Pick<PlannedTask, 'subject'>): string {
  return subject.replace(/^(?:Analyze|Synthesize|Choose|Follow)(?= )/, verb => `${verb.replace(/e$/, '')}ing`)
}

export function batchBrief(batch: Batch, query: string | null): string {
  const { files, lines } = batch
  const kind = batch.contentType.replaceAll('_', ' ')
  const markers = files.slice(0, MOST_FILES).map(({ path, lineCount }, index) => {
    // Escaped, so that a name with a line break cannot pose as a marker.
    const marker = `--- FILE ${index + 1}: ${printable(path)} (${plural(lineCount, 'line')}) ---`
    return `${marker}\nRead with: Read({ file_path: ${JSON.stringify(path)} })`
  })
  const more = files.length - markers.length
  return [
    'Mode: multi-file',
    ...(query ? [`Query: ${query}`] : []),
    `Batch: ${plural(files.length, `${kind} file`)} (combined: ${plural(lines, 'line')})`,
    ...markers,
    ...(more > 0 ? [`--- and ${plural(more, 'file')} more, listed in \`files\` of the input ---`] : []),
    'Analyze each file separately. Report findings with the file path for each finding.',
  ].join('\n')
}

function idList(ids: readonly string[]): string {
  const more = ids.length - MOST_IDS
  return `[${ids.slice(0, MOST_IDS).join(', ')}]${more > 0 ? ` and ${more} more` : ''}`
}
