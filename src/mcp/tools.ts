// All tools, in the order in which a client lists them.
import type { Tool } from './tool.ts'
import { analyze } from './tools/analyze.ts'
import { detect } from './tools/detect.ts'
import { diff } from './tools/diff.ts'
import { findings } from './tools/findings.ts'
import { plan } from './tools/plan.ts'
import { profile } from './tools/profile.ts'
import { queryData } from './tools/query-data.ts'
import { readChunk } from './tools/read-chunk.ts'
import { readInbox } from './tools/read-inbox.ts'
import { report } from './tools/report.ts'
import { search } from './tools/search.ts'
import { sendMessage } from './tools/send-message.ts'
import { subcall } from './tools/subcall.ts'
import { submitFindings } from './tools/submit-findings.ts'
import { synthesize } from './tools/synthesize.ts'
import { taskClaim } from './tools/task-claim.ts'
import { taskCreate } from './tools/task-create.ts'
import { taskGet } from './tools/task-get.ts'
import { taskList } from './tools/task-list.ts'
import { taskUpdate } from './tools/task-update.ts'
import { teamCreate } from './tools/team-create.ts'
import { teamDelete } from './tools/team-delete.ts'

export const tools: readonly Tool[] = [
  detect,
  plan,
  readChunk,
  profile,
  queryData,
  search,
  diff,
  subcall,
  analyze,
  submitFindings,
  findings,
  synthesize,
  report,
  teamCreate,
  taskCreate,
  taskUpdate,
  taskGet,
  taskList,
  taskClaim,
  sendMessage,
  readInbox,
  teamDelete,
]
