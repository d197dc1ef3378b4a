// What leaves through the other faces: every tool and resource of the MCP server, every address of the live page and its
// streams, the tools of a model analyst on any lines, the workers of the RLM pattern, the command line and its errors.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { dirname, extname, join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { expect, onTestFinished } from 'vitest'
import { PATIENCE_MS } from '../../../../tests/patience.ts'
import { settingsFrom } from '../../src/config/resolve.ts'
import { tools } from '../../src/mcp/tools.ts'
import { analyzePaths } from '../../src/run/analysis/analyze.ts'
import { openLedger } from '../../src/run/ledger.ts'
import { runPatternFile } from '../../src/run/pattern.ts'
import { routes } from '../../src/web/routes.ts'
import { type ServedAddress, serveLive } from '../../src/web/server.ts'
import { shoal } from '../cli/fake-io.ts'
import { connect, scratch, textOf } from '../mcp/connect.ts'
import { Adding, everyFile, type Outputs } from './outputs.ts'
import type { PlantedSet } from './planted.ts'

const signal = new AbortController().signal

export function written({ files }: PlantedSet): string {
  const root = scratch()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

type Given = Readonly<Record<string, unknown>>
// biome-ignore lint/suspicious/noExplicitAny: any field of an answer is read
type Data = any

/** As a client sees them, by name of the tool or resource. */
export async function mcpOutputs(set: PlantedSet): Promise<Outputs> {
  const root = written(set)
  const { client, close } = await connect({ era: 'auto', cwd: root, roots: [root] })
  const outputs = new Adding()
  const call = async (name: string, input: Given): Promise<Data> => {
    const onprogress = (note: unknown) => outputs.add('progress', JSON.stringify(note))
    const answer = await client.callTool(
      { name, arguments: input as Record<string, unknown> },
      { onprogress, timeout: PATIENCE_MS },
    )
    outputs.add(name, JSON.stringify(answer))
    if (answer.isError) return null
    return answer.structuredContent ? JSON.parse(textOf(answer)) : textOf(answer)
  }
  try {
    await filesThroughTools(set, call)
    await throughLoop(set, call)
    const run = await delegated(call)
    await throughTeam(set, call)
    await allResources(client, run, outputs)
  } finally {
    await close()
  }
  expect(tools.map(({ name }) => name).filter(name => !outputs.has(name))).toEqual([])
  return outputs.all
}

async function filesThroughTools({ files }: PlantedSet, call: (name: string, input: Given) => Promise<Data>) {
  const names = Object.keys(files)
  await call('detect', { paths: ['.'] })
  for (const path of names.slice(0, 12)) await call('profile', { path })
  for (const path of names.slice(0, 6)) {
    const asked = { query: 'Find all passwords', chunk_text: files[path]! }
    await call('subcall', asked)
    await call('subcall', { ...asked, format: 'text' })
  }
  for (const query of ['password', 'value default', 'e'])
    for (const mode of ['text', 'words'] as const) await call('search_files', { query, mode, paths: ['.'], limit: 200 })
  for (const query of ['^\\s*\\S+$', '[a-z]{5}$'])
    await call('search_files', { query, mode: 'regex', paths: ['.'], limit: 200 })
  for (const path of names.filter(name => /\.(?:[ct]sv|jsonl)$/.test(name))) {
    await call('query_data', { sql: 'SELECT * FROM t LIMIT 90', tables: { t: path } })
    // The engine quotes what it cannot read as a number.
    for (const column of ['password', 'secret_key', 'api_key'])
      await call('query_data', { sql: `SELECT CAST(${column} AS INTEGER) FROM t`, tables: { t: path } })
  }
  for (const [before, after] of pairsOfOneKind(names)) await call('diff_files', { before, after, limit: 200 })
  await call('analyze', { paths: names.slice(0, 6), query: 'where are passwords?' })
}

/** Every step of a question over all of it, noted with what was read, and answered. */
async function throughLoop({ files }: PlantedSet, call: (name: string, input: Given) => Promise<Data>) {
  const names = Object.keys(files)
  const opened: string = await call('overview', { paths: ['.'], question: 'Which passwords and keys are there?' })
  const [, run] = /^Run (\S+),/.exec(opened)!
  for (const query of ['password', 'e']) await call('search', { run, query })
  for (const path of names.slice(0, 12)) {
    const page: string | null = await call('read', { run, path })
    const [, number, text] = /^(\d+)\| (.{12,})$/m.exec(page ?? '') ?? []
    if (number === undefined) continue
    const quotes = [{ path, line: Number(number), quote: text! }]
    const said = `It has ${text!.slice(0, 200)}`
    await call('note', { run, claim: said, quotes })
    await call('answer', { run, sentences: [{ text: said, quotes }], missing: [said] })
  }
  for (const relation of ['settings', 'entries', 'files', 'sentences', 'symbols', 'timeline'])
    await call('sql', { run, query: `SELECT * FROM ${relation} LIMIT 60` })
  for (const [before, after] of pairsOfOneKind(names)) await call('diff', { run, before, after })
  for (const path of names.slice(0, 6))
    await call('run', {
      run,
      code: `print(JSON.stringify(read(${JSON.stringify(path)}, 1, 200))); search("key", "text", [])`,
    })
  await call('run', { run, code: 'throw new Error(search("password", "text", []).matches.map(m => m.text).join(" "))' })
  const labels = [{ name: 'text' }, { name: 'number' }]
  const query = 'SELECT path, line, value AS text FROM settings LIMIT 20'
  const handed: string | null = await call('label_next', { run, judged: 'the kind of value', labels, query })
  const labelling = /\bL\d+\b/.exec(handed ?? '')?.[0] ?? 'L1'
  await call('submit_labels', { run, labelling, labels: { 1: 'text' } })
  await call('overview', { run })
  await call('challenge', { run })
  await call('report', { run })
}

/** Files that can be compared: all that one holds and the other does not is told. */
function pairsOfOneKind(names: readonly string[]): [string, string][] {
  const byKind = new Map<string, string[]>()
  for (const name of names) byKind.set(extname(name), [...(byKind.get(extname(name)) ?? []), name])
  return [...byKind.values()].flatMap(([first, ...others]) =>
    others.slice(0, 3).map((other): [string, string] => [first!, other]),
  )
}

/** Planned, read to the last line, reported on with quotes of what was read, merged. */
async function delegated(call: (name: string, input: Given) => Promise<Data>): Promise<string> {
  const { run, stage } = await call('plan', { paths: ['.'], query: 'What looks wrong?' })
  for (const { task } of stage.tasks as { task: string }[]) {
    const seen = new Map<string, string[]>()
    for (let part: number | null = 1; part !== null; ) {
      const page: Data = await call('read_chunk', { run, task, part })
      if (page === null) break
      for (const { file_path, text } of [page, ...page.more])
        seen.set(file_path, [...(seen.get(file_path) ?? []), ...text.split('\n')])
      part = page.next_part
    }
    const reports = [...seen].map(([file_path, lines]) => ({
      file_path,
      relevant: true,
      complete_answer: null,
      findings: lines
        .filter(line => line.length > 14)
        .slice(0, 12)
        .map((line, k) => ({
          type: 'pattern',
          summary: `saw ${'abcdefghijkl'[k]}zk`,
          // Every third is not in the file: the refusal shows what is nearest to it.
          evidence: line.slice(line.indexOf('|') + 1).trim() + (k % 3 === 2 ? ' wholly' : ''),
          line: Number.parseInt(line, 10),
        })),
    }))
    await call('submit_findings', { run, task, reports })
  }
  await call('synthesize', { run, open_tasks: 'exact' })
  for (const format of ['md', 'text', 'json', 'sarif']) await call('report', { run, format })
  await call('findings', { run, limit: 200 })
  return run
}

/** What members say to each other is theirs: only that every tool answers is of interest. */
async function throughTeam(_: PlantedSet, call: (name: string, input: Given) => Promise<Data>) {
  const team = 'crew'
  await call('team_create', { team, tasks: [{ id: 'one', subject: 'x' }] })
  await call('task_create', { team, tasks: [{ id: 'two', subject: 'y' }] })
  await call('task_claim', { team, member: 'ann', task: 'one' })
  await call('task_update', { team, task: 'one', member: 'ann', status: 'completed', summary: 'done' })
  await call('task_get', { team, task: 'one' })
  await call('task_list', { team })
  await call('send_message', { team, from: 'ann', to: 'bob', text: 'hello' })
  await call('read_inbox', { team, member: 'bob' })
  await call('team_delete', { team, force: true })
}

async function allResources(client: Client, run: string, outputs: Adding) {
  const { resources } = await client.listResources()
  const { resourceTemplates } = await client.listResourceTemplates()
  const { contents } = await client.readResource({ uri: `shoal://runs/${run}/report.json` })
  const [finding] = JSON.parse((contents[0] as { text: string }).text).findings
  const uris = [
    ...resources.map(({ uri }) => uri),
    ...resourceTemplates.map(({ uriTemplate }) => uriTemplate.replace('{run}', run).replace('{id}', finding.id)),
  ]
  for (const uri of uris) outputs.add('resource', JSON.stringify(await client.readResource({ uri })))
}

/** Every address that answers to GET, for a run of the files. */
export async function pageOutputs(set: PlantedSet): Promise<Outputs> {
  const root = written(set)
  const home = scratch()
  const ledger = await openLedger(home)
  const stop = new AbortController()
  const outputs = new Adding()
  let done: Promise<void> = Promise.resolve()
  try {
    const context = { ledger, settings: settingsFrom(), env: {}, cwd: root, now: Date.now }
    const runDirectory = (run: string) => join(home, 'runs', run)
    await analyzePaths([root], 'where are passwords?', context.settings, {
      ...context,
      runDirectory,
      signal,
      name: 'r',
    })
    const { url } = await new Promise<ServedAddress>((resolve, reject) => {
      const how = { port: 0, token: undefined, flags: ['--no-config'], signal: stop.signal, note: () => {} }
      done = serveLive({ ...context, ...how, runDirectory, onListening: resolve })
      done.catch(reject)
    })
    const ask = async (path: string, isStream = false) => {
      const text = await answerOf(new URL(path, url), new URL(url).searchParams.get('token')!, isStream)
      outputs.add(path.replace(/\?.*|(?<=tasks\/)[^/]+/g, ''), text)
      return text
    }
    const { taskList } = JSON.parse(await ask('/api/runs/r'))
    for (const { id } of taskList) {
      const { pieces } = JSON.parse(await ask(`/api/runs/r/tasks/${id}`))
      for (const { path, startLine, endLine } of pieces)
        for (const line of new Set([startLine, startLine + 1, Math.floor((startLine + endLine) / 2), endLine]))
          await ask(`/api/runs/r/tasks/${id}/text?path=${encodeURIComponent(path)}&line=${Math.min(line, endLine)}`)
    }
    for (const { method, path } of routes)
      if (method === 'GET' && !/:task|:number/.test(path))
        await ask(path.replace(':run', 'r'), path.endsWith('/events'))
  } finally {
    stop.abort()
    await done
    await ledger.close()
  }
  return outputs.all
}

/** Of a stream the first message. */
async function answerOf(url: URL, token: string, isStream: boolean): Promise<string> {
  return await new Promise((resolve, reject) => {
    const request = get(url, { headers: { authorization: `Bearer ${token}` } }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        if (!isStream || !/^data: .*\n\n/m.test(text)) return
        resolve(text)
        request.destroy()
      })
      response.on('end', () => resolve(text))
    })
    request.on('error', reject)
  })
}

/** What the workers of the RLM pattern are given, programs and agents. */
export async function workerOutputs(set: PlantedSet): Promise<Outputs> {
  const root = written(set)
  const outputs = new Adding()
  const ledger = memoryLedger()
  const file = join(root, 'read.yaml')
  const told = join(scratch(), 'told')
  const worker = `command: [sh, -c, 'cat >> "$0"; echo null', ${JSON.stringify(told)}]`
  writeFileSync(
    file,
    `pattern: rlm\npaths: ${JSON.stringify(Object.keys(set.files))}\nmax_files: 1000\nanalyst: {${worker}}\n`,
  )
  await runPatternFile(file, { ledger, cwd: root, env: { SHOAL_HOME: scratch() }, signal })
  outputs.add('worker', readFileSync(told, 'utf8'))
  await ledger.close()
  return outputs.all
}

/** The command line, what it says of what goes wrong, and all that it leaves behind. */
export async function commandOutputs(set: PlantedSet): Promise<Outputs> {
  const root = written(set)
  const home = scratch()
  const outputs = new Adding()
  const run = async (...argv: string[]) => {
    const { stdout, stderr } = await shoal(argv, { cwd: root, env: { SHOAL_HOME: home, HOME: home } })
    outputs.add(`shoal ${argv[0]}`, stdout)
    outputs.add('stderr', stderr)
  }
  for (const format of [[], ['--json']]) {
    await run('plan', '.', ...format)
    await run('detect', '.', ...format)
  }
  for (const name of Object.keys(set.files).filter(one => one.endsWith('.log')))
    for (const format of [[], ['--json']]) await run('profile', name, '--lines', ...format)
  for (const [before, after] of pairsOfOneKind(Object.keys(set.files)).slice(0, 6)) await run('diff', before, after)
  for (const format of ['--json', '--csv']) await run('search', '.', 'password', '--limit', '500', format)
  await run('sql', '.')
  // A secret that somebody typed at the wrong place is not said again.
  for (const { value } of set.secrets.filter(({ look }) => look === 'mixed').slice(0, 8))
    for (const argv of [
      ['analyze', `--password=${value}`],
      ['report', `api_key=${value}`],
      [`token=${value}`],
      ['analyze', `./password=${value}/x`],
    ])
      await run(...argv)
  for (const file of everyFile(home)) outputs.add('home', file)
  onTestFinished(() => {})
  return outputs.all
}
