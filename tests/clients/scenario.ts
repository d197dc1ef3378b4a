// What every client must be able to do, whichever protocol it speaks: one delegated analysis from beginning to end, the
// resources it leaves, progress, and a call that is cancelled.
import { expect } from 'vitest'
import { listedTools, tools } from '../../packages/shoal/src/mcp/tools.ts'
import type { CallResult, TestClient } from './test-clients.ts'

const QUESTION = 'Why can a refund exceed the price of its order?'
const QUOTE = 'db.execute("UPDATE orders SET refunded = ? WHERE id = ?", (cents, order[0]))'
const FABRICATED = 'if cents > order.total: raise RefundTooLarge(order)'
const SUMMARY = 'refund() writes any amount that it is given: nothing compares it with the price of the order.'

export async function listsEverything(client: TestClient): Promise<void> {
  const listed = await client.tools()
  expect(listed.map(({ name }) => name)).toEqual(listedTools([]).map(({ name }) => name))
  for (const { name, description, inputSchema, annotations } of listed) {
    const { changes } = tools.find(one => one.name === name)!
    expect({ name, type: (inputSchema as { type?: string }).type, isDescribed: description !== '' }).toEqual({
      name,
      type: 'object',
      isDescribed: true,
    })
    expect(annotations?.readOnlyHint ?? false).toBe(changes === 'nothing')
  }
  expect(client.instructions).not.toBe('')
}

export async function analysesWithAgents(client: TestClient, directory: string): Promise<void> {
  const detected = await answer(client, 'detect', { paths: [directory] })
  expect(detected).toMatchObject({ total: 4, by_type: { source_code: 1, log: 1, structured_data: 1, config: 1 } })

  const planned = await answer(client, 'plan', { paths: [directory], query: QUESTION })
  const { run, stage } = planned as { run: string; stage: { tasks: { task: string; prompt: string }[] } }
  expect(stage.tasks).toHaveLength(4)

  for (const { task } of stage.tasks) {
    const chunk = await answer(client, 'read_chunk', { run, task })
    const isCode = String(chunk.file_path).endsWith('refund.py')
    if (isCode) {
      expect(chunk.text).toContain(`12|        ${QUOTE}`)
      const refused = await answer(client, 'submit_findings', { run, task, reports: [report(chunk, FABRICATED)] })
      expect(refused).toMatchObject({ status: 'needs_correction', accepted: 0 })
      expect(refused.rejected).toMatchObject([{ summary: SUMMARY }])
    }
    const reports = [report(chunk, isCode ? QUOTE : null)]
    const submitted = await answer(client, 'submit_findings', { run, task, reports })
    expect(submitted).toMatchObject({ status: 'complete', accepted: isCode ? 1 : 0, rejected: [] })
    expect(submitted.line).toMatch(/complete: /)
  }

  const found = await answer(client, 'findings', { run })
  expect(found.tasks).toMatchObject({ total: 4, done: 4 })
  const own = (found.findings as { summary: string; evidence: string; line: number }[]).filter(
    ({ summary }) => summary === SUMMARY,
  )
  expect(own).toMatchObject([{ line: 12, evidence: QUOTE }])
  expect(JSON.stringify(found)).not.toContain(FABRICATED)

  const { links } = await call(client, 'synthesize', { run })
  const reported = await answer(client, 'report', { run, format: 'md' })
  expect(reported.text).toContain(SUMMARY)

  const pointed = links.find(uri => uri.endsWith('.md'))
  expect(await client.read(pointed!)).toContain(SUMMARY)
  const [runs] = await client.resources()
  expect(await client.read(runs!)).toContain(run)
}

/** `who` asks a question of its own: one that was asked before is answered at once. */
export async function hearsProgress(client: TestClient, directory: string, who: string): Promise<void> {
  const heard: number[] = []
  const result = await client.call(
    'analyze',
    { paths: [directory], query: `${QUESTION} (${who})` },
    { onprogress: ({ progress }) => void heard.push(progress) },
  )
  expect(result.isError, result.text).toBe(false)
  expect(heard.length).toBeGreaterThan(0)
  expect(heard).toEqual([...new Set(heard)].sort((a, b) => a - b))
}

/** A cancelled call comes back at once, and the next one is answered. */
export async function cancels(client: TestClient, team: string): Promise<void> {
  const controller = new AbortController()
  await answer(client, 'team_create', { team })
  const waiting = client.call('read_inbox', { team, member: 'ida', wait_seconds: 30 }, { signal: controller.signal })
  const ended = expect(waiting).rejects.toThrow()
  setTimeout(() => controller.abort(), 300)
  await ended
  await answer(client, 'task_list', { team })
}

/** The server hears of it: who waited for mail takes none that comes later. */
export async function stopsWhatIsCancelled(client: TestClient, team: string): Promise<void> {
  await answer(client, 'send_message', { team, from: 'ben', to: 'ida', text: 'are you there?' })
  // Somebody who does wait is told of mail that came later than hers. She is a member once she has read.
  await answer(client, 'read_inbox', { team, member: 'eve' })
  const other = client.call('read_inbox', { team, member: 'eve', wait_seconds: 30 })
  await answer(client, 'send_message', { team, from: 'ben', to: 'eve', text: 'and you?' })
  expect((await other).data).toMatchObject({ messages: [{ text: 'and you?' }] })
  const { messages } = await answer(client, 'read_inbox', { team, member: 'ida' })
  expect(messages).toMatchObject([{ text: 'are you there?' }])
}

async function answer(client: TestClient, name: string, args: object): Promise<Record<string, unknown>> {
  return (await call(client, name, args)).data!
}

/** Fails if it does. The structured answer is also there as text, for clients that read only that. */
async function call(client: TestClient, name: string, args: object): Promise<CallResult> {
  const result = await client.call(name, args)
  expect(result.isError, `${name}: ${result.text}`).toBe(false)
  expect(JSON.parse(result.text)).toEqual(result.data)
  return result
}

function report(chunk: Record<string, unknown>, evidence: string | null): object {
  const finding = {
    type: 'antipattern',
    nature: 'problem',
    summary: SUMMARY,
    evidence,
    line: 12,
    severity: 'high',
    confidence: 'high',
    scope: 'function:refund',
  }
  return {
    file_path: chunk.file_path,
    ...(typeof chunk.chunk_id === 'string' ? { chunk_id: chunk.chunk_id } : {}),
    relevant: evidence !== null,
    findings: evidence === null ? [] : [finding],
    missing: [],
    suggested_queries: [],
    complete_answer: null,
    metadata: {},
  }
}
