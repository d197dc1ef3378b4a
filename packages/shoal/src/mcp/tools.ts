// All tools, by the set in which a client is told of them, in the order of its list.
import type { Tool } from './tool.ts'
import { analyze } from './tools/analyze.ts'
import { answer } from './tools/answer.ts'
import { challenge } from './tools/challenge.ts'
import { detect } from './tools/detect.ts'
import { diffFiles } from './tools/diff-files.ts'
import { findings } from './tools/findings.ts'
import { labelNext } from './tools/label-next.ts'
import { note } from './tools/note.ts'
import { overview } from './tools/overview.ts'
import { plan } from './tools/plan.ts'
import { profile } from './tools/profile.ts'
import { queryData } from './tools/query-data.ts'
import { readChunk } from './tools/read-chunk.ts'
import { readInbox } from './tools/read-inbox.ts'
import { report } from './tools/report.ts'
import { searchFiles } from './tools/search-files.ts'
import { sendMessage } from './tools/send-message.ts'
import { diff, read, run, search, sql } from './tools/steps.ts'
import { subcall } from './tools/subcall.ts'
import { submitFindings } from './tools/submit-findings.ts'
import { submitLabels } from './tools/submit-labels.ts'
import { synthesize } from './tools/synthesize.ts'
import { taskClaim } from './tools/task-claim.ts'
import { taskCreate } from './tools/task-create.ts'
import { taskGet } from './tools/task-get.ts'
import { taskList } from './tools/task-list.ts'
import { taskUpdate } from './tools/task-update.ts'
import { teamCreate } from './tools/team-create.ts'
import { teamDelete } from './tools/team-delete.ts'

/** Every client is told of `loop`: the steps of a question, then a reading of everything by agents. The others are asked for. */
export const sets = {
  loop: [
    overview,
    search,
    read,
    sql,
    diff,
    run,
    note,
    answer,
    challenge,
    labelNext,
    submitLabels,
    analyze,
    plan,
    readChunk,
    submitFindings,
    findings,
    synthesize,
    report,
  ],
  data: [detect, profile, queryData, searchFiles, diffFiles, subcall],
  team: [teamCreate, taskCreate, taskUpdate, taskGet, taskList, taskClaim, sendMessage, readInbox, teamDelete],
} as const satisfies Readonly<Record<string, readonly Tool[]>>

/** What can be asked for beside the loop. */
export type ToolSet = Exclude<keyof typeof sets, 'loop'> | 'all'

/** Each of them can be called, whether a client was told of it or not. */
export const tools: readonly Tool[] = Object.values(sets).flat()

export function listedTools(wanted: readonly ToolSet[]): readonly Tool[] {
  const has = (set: ToolSet) => wanted.includes(set) || wanted.includes('all')
  return [...sets.loop, ...(has('data') ? sets.data : []), ...(has('team') ? sets.team : [])]
}
