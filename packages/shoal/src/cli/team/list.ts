// `shoal team list`: the teams, the newest first.
import type { TeamOverview } from '@shoal/base/model/team'
import { printable } from '@shoal/base/text/printable'
import { ago } from '@shoal/base/text/times'
import { currentOverviews, type Standing } from '../../run/overviews.ts'
import type { RunStatus } from '../../run/teams.ts'
import { writeDocument } from '../document.ts'
import { writeJsonList } from '../json-document.ts'
import { note } from './follow.ts'
import { overviewJson } from './shapes.ts'
import { type GridColumn, Sheet } from './sheet.ts'
import type { RunVerb, VerbInput } from './verb.ts'
import { progress, statusWords } from './words.ts'

export const list: RunVerb = async ({ io, face, ledger, world }) =>
  await writeTeams({ io, face, world }, await currentOverviews(ledger))

/** Also when there is no ledger yet, and so no teams. */
export async function writeTeams(
  { io, face, world }: Omit<VerbInput, 'ledger' | 'args'>,
  teams: readonly Standing[],
): Promise<0> {
  if (teams.length === 0) note(io, face, 'no teams yet')
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (face.format === 'json') {
      const listed = teams.map(({ overview, status }) => overviewJson(overview, status))
      await writeJsonList(write, listed)
      return await write('\n')
    }
    if (teams.length === 0) return
    const sheet = new Sheet(io, face)
    const now = world.now()
    const rows = teams.map(({ overview, status }) => cells(overview, status, now))
    sheet.grid(columns, rows)
    await write(sheet.text())
  })
  return 0
}

const columns: readonly GridColumn[] = [
  { title: 'team', atLeast: 24 },
  { title: 'status' },
  { title: 'done', align: 'right' },
  { title: 'failed', align: 'right' },
  { title: 'alive', align: 'right' },
  { title: 'created' },
  { title: 'purpose', atLeast: 10 },
]

function cells({ name, tasks, alive, createdAt, purpose }: TeamOverview, status: RunStatus, now: number): string[] {
  return [
    printable(name),
    statusWords[status],
    progress(tasks),
    String(tasks.failed),
    String(alive),
    ago(createdAt, now),
    printable(purpose ?? ''),
  ]
}
