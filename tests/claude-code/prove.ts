// The proof: both worked directories through /shoal:rlm and through the workflow, in the real client.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStub } from '../../packages/shoal/tests/models/stub/server.ts'
import { pipeline } from '../worked/pipeline.ts'
import { type WorkedDirectory, writeWorked } from '../worked/planted.ts'
import { project } from '../worked/project.ts'
import { type Claim, claimsOf } from './claims.ts'
import { clientVersion, type Ended, environment, findClient, runSession } from './client.ts'
import { answersOf } from './conversation.ts'
import { fanOutTurn, leadTurn } from './lead.ts'
import { lookClaims } from './look-claims.ts'
import { incident, lookTurn } from './looker.ts'
import { contentsOf, installPlugin, lintAgents, productOf, repository } from './product.ts'
import { type LeadScript, Script } from './script.ts'

interface Scene {
  readonly title: string
  readonly worked: WorkedDirectory
  /** Null where nothing is planned: the client looks itself. */
  readonly tasks: number | null
  readonly way: Way
}

interface Way {
  readonly lead: LeadScript
  readonly allowedTools: readonly string[]
  readonly missingTools: readonly string[]
}

const SERVER = 'mcp__plugin_shoal_shoal'

/** The command prefers the workflow where there is one. */
const byAgents: Way = { lead: leadTurn, allowedTools: [SERVER], missingTools: ['Workflow'] }
const byWorkflow: Way = { lead: fanOutTurn, allowedTools: [SERVER, 'Workflow'], missingTools: [] }

const byLooking: Way = { lead: lookTurn, allowedTools: [SERVER], missingTools: ['Workflow'] }

const scenes: readonly Scene[] = [
  { title: 'an incident, by looking', worked: incident, tasks: null, way: byLooking },
  { title: 'a project of nine files, by background agents', worked: project, tasks: 44, way: byAgents },
  { title: 'a data directory of eight files, by background agents', worked: pipeline, tasks: 42, way: byAgents },
  { title: 'the project, by the workflow', worked: project, tasks: 44, way: byWorkflow },
  { title: 'the data directory, by the workflow', worked: pipeline, tasks: 42, way: byWorkflow },
]

const SECONDS = 300

/** Prints what was proven, of the scenes whose title has the words; 0 when all holds, or when there is no client. */
export async function prove(env: NodeJS.ProcessEnv, words: string): Promise<number> {
  const client = findClient(env)
  if (client === null) {
    console.log('skipped: no Claude Code here (set SHOAL_CLAUDE, or put `claude` on the PATH)')
    return 0
  }
  console.log(`Claude Code ${clientVersion(client)}`)
  let failed = print('the plugin', pluginClaims(client))
  for (const scene of scenes.filter(({ title }) => title.includes(words)))
    failed += print(scene.title, await play(scene, client))
  console.log(failed === 0 ? '\nall of it holds' : `\n${failed} claims do not hold`)
  return failed === 0 ? 0 : 1
}

function pluginClaims(client: string): Claim[] {
  const valid = spawnSync(client, ['plugin', 'validate', '--strict', repository], { encoding: 'utf8', timeout: 60_000 })
  const faults = lintAgents()
  return [
    {
      claim: '`claude plugin validate --strict` is content',
      holds: valid.status === 0,
      shown: valid.status === 0 ? '' : `${valid.stdout}${valid.stderr}`.trim(),
    },
    { claim: 'so is our own linter of agents', holds: faults === '', shown: faults },
  ]
}

async function play({ worked, tasks, way }: Scene, client: string): Promise<Claim[]> {
  const home = mkdtempSync(join(tmpdir(), 'shoal-proof-'))
  const cwd = join(home, 'work')
  const directory = join(cwd, 'data')
  writeWorked(worked, directory)
  const before = contentsOf(directory)
  const script = new Script(way.lead, join(repository, 'agents'))
  const stub = await startStub(request => script.answer(request), { isKept: false })
  const asking = { cwd, env: environment({ client, home, stubUrl: stub.url }) }
  try {
    installPlugin(asking)
    const ended = await runSession({
      client,
      stubUrl: stub.url,
      prompt: `/shoal:rlm data ${worked.query}`,
      cwd,
      home,
      allowedTools: way.allowedTools,
      missingTools: way.missingTools,
      seconds: SECONDS,
    })
    if (tasks === null) return lookClaims({ ended, script, isUnchanged: contentsOf(directory) === before }, asking)
    const run = runOf(script)
    if (run === null || script.problems.length > 0)
      return [{ claim: 'the command runs to its report', holds: false, shown: problemOf(script, ended) }]
    const product = productOf(run, asking)
    const isUnchanged = contentsOf(directory) === before
    return claimsOf({ tasks, cwd, isUnchanged, ended, script, product })
  } finally {
    await stub.close()
    rmSync(home, { recursive: true, force: true })
  }
}

function runOf({ turns }: Script): string | null {
  const lead = turns.findLast(({ role }) => role === 'lead')
  const plan = lead?.conversation.calls.find(({ tool, isError }) => tool === 'plan' && !isError)
  return lead && plan ? (answersOf<{ run: string }>(lead.conversation, 'plan')[0]?.run ?? null) : null
}

function problemOf({ problems }: Script, { stderr, serverLog }: Ended): string {
  const known = [...problems.slice(0, 3), serverLog, stderr].map(text => text.trim()).filter(text => text !== '')
  return known.join('\n') || 'the lead was not asked'
}

/** Prints a table of claims and gives back how many do not hold. */
function print(title: string, claims: readonly Claim[]): number {
  console.log(`\n${title}`)
  const width = Math.max(...claims.map(({ claim }) => claim.length))
  for (const { claim, holds, shown } of claims)
    console.log(`  ${holds ? 'yes' : 'NO '}  ${claim.padEnd(width)}  ${shown}`.trimEnd())
  return claims.filter(({ holds }) => !holds).length
}
