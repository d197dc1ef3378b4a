import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ShoalError } from '@shoal/base/model/errors'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { encode } from 'gpt-tokenizer'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { eventually, PATIENCE_MS } from '../../../../tests/patience.ts'
import { instructions } from '../../src/mcp/instructions.ts'
import { defineTool, type ToolContext } from '../../src/mcp/tool.ts'
import { listedTools, tools } from '../../src/mcp/tools.ts'
import { connect, eras, type Setup, scratch, textOf } from './connect.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function start(setup: Omit<Setup, 'cwd'> & { readonly cwd?: string }) {
  const connection = await connect({ cwd: scratch(), ...setup })
  open.push(connection.close)
  return connection
}

/** A tool that does what a test wants. */
function toolThat(run: (context: ToolContext) => Promise<unknown>) {
  return defineTool({
    name: 'probe',
    title: 'Probe',
    description: 'For tests.',
    changes: 'nothing',
    input: z.object({ word: z.string().describe('A word.').optional() }),
    output: z.object({ said: z.string().describe('What was said.') }),
    run: async (_, context) => ({ data: { said: String(await run(context)) } }),
  })
}

const probe = { name: 'probe', arguments: {} }

/** What a test waits for, and how the other side says that it is so. */
function latch(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open: () => open() }
}

describe.each(eras)('the server, %s era', era => {
  it('lists the loop unless it is told otherwise, and can be called for the rest all the same', async () => {
    const { client } = await start({ era })
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(listedTools([]).map(({ name }) => name))
    expect(names.slice(0, 8)).toEqual(['overview', 'search', 'read', 'sql', 'diff', 'run', 'note', 'answer'])
    expect(names.filter(name => /^(?:team|task)_/.test(name))).toEqual([])
    const unlisted = await client.callTool({ name: 'task_list', arguments: { team: 'none' } })
    expect(textOf(unlisted)).toMatch(/^there is no team "none" — /)
    const more = await start({ era, sets: ['team'] })
    const listed = (await more.client.listTools()).tools.map(({ name }) => name)
    expect(listed).toEqual(listedTools(['team']).map(({ name }) => name))
    expect(listed).toContain('task_claim')
  })

  it('lists every tool with annotations and schemas that any client can use', async () => {
    const { client } = await start({ era, sets: ['all'] })
    const listed = (await client.listTools()).tools
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    const ajv = new Ajv2020({ strict: true, strictRequired: false })
    for (const [k, { name, title, description, inputSchema, outputSchema, annotations }] of listed.entries()) {
      // What a tool gives is in the docs: no model is shown it, and it would be most of the list.
      expect(outputSchema, name).toBeUndefined()
      expect(title, name).toBeTruthy()
      expect(description!.length, name).toBeGreaterThan(40)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(() => ajv.compile(inputSchema as object), name).not.toThrow()
      expect(JSON.stringify(inputSchema)).not.toContain('$ref')
      expect(undescribed(inputSchema, name)).toEqual([])
      expect(undescribed(z.toJSONSchema(tools[k]!.output, { unrepresentable: 'any' }), name)).toEqual([])
      const { changes } = tools[k]!
      expect(annotations).toMatchObject({ openWorldHint: false })
      expect(annotations?.readOnlyHint ?? false).toBe(changes === 'nothing')
      if (changes === 'removes') expect(annotations?.destructiveHint).toBe(true)
      if (changes === 'adds') expect(annotations?.destructiveHint).toBe(false)
    }
  })

  it('costs every client at most 5,000 tokens, the list with its schemas', async () => {
    const { client } = await start({ era })
    const { tools: listed } = await client.listTools()
    expect(encode(JSON.stringify({ tools: listed })).length).toBeLessThanOrEqual(5000)
  })

  it('tells an agent in few words when to use it', async () => {
    const { client } = await start({ era })
    expect(client.getInstructions()).toBe(instructions)
    expect(encode(instructions).length).toBeLessThan(150)
  })

  it('answers with data, the same as text, and links', async () => {
    const { client } = await start({ era, tools: [toolThat(async () => 'hello')] })
    const result = await client.callTool(probe)
    expect(result.structuredContent).toEqual({ said: 'hello' })
    expect(JSON.parse(textOf(result))).toEqual({ said: 'hello' })
  })

  it('an error is one line: what is wrong and what to do', async () => {
    const failing = toolThat(async () => {
      throw new ShoalError('not-a-run', 'there is no run "x"')
    })
    const { client } = await start({ era, tools: [failing] })
    const result = await client.callTool(probe)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toBe(
      'there is no run "x" — check the name; `overview`, `plan` and `analyze` make runs, `shoal://runs` lists them',
    )
  })

  it('an internal error says so, and its words go to the log only', async () => {
    const failing = toolThat(async () => {
      throw new TypeError('password=hunter2\nsecond line')
    })
    const { client, notes } = await start({ era, tools: [failing] })
    const said = textOf(await client.callTool(probe))
    expect(said).toBe('probe failed inside shoal — the log of the server says more; please report it')
    expect(notes.join('\n')).toContain('hunter2')
  })

  it('input that does not fit is refused on one line, misspelt names too', async () => {
    const { client } = await start({ era, tools: [toolThat(async () => 'never')] })
    const wrong = await client.callTool({ name: 'probe', arguments: { word: 7, wrod: 'x' } })
    expect(wrong.isError).toBe(true)
    expect(textOf(wrong)).toMatch(/^probe: word: .*; Unrecognized key: "wrod" — see the input schema of the tool$/)
    expect(textOf(wrong)).not.toContain('\n')
  })

  it('an error repeats only the beginning of what it was given', async () => {
    const { client } = await start({ era })
    const path = 'é'.repeat(4000)
    const said = textOf(await client.callTool({ name: 'detect', arguments: { paths: [path] } }))
    expect(said).toMatch(/^é{499}… — /)
    const glob = 'x'.repeat(200_000)
    const refused = textOf(await client.callTool({ name: 'detect', arguments: { paths: ['.'], include: [glob] } }))
    expect(refused).toMatch(/^detect: include\.0: Too big: .{1,80} — see the input schema of the tool$/)
  })

  it('an answer that is too long is an error that names the tool, never a cut one', async () => {
    const { client } = await start({ era, tools: [toolThat(async () => 'x'.repeat(70_000))] })
    const result = await client.callTool(probe)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/^the answer of probe is too long: 70,0\d\d characters — ask for less/)
  })

  it('progress goes to whoever asked, few times and ever upwards', async () => {
    const busy = toolThat(async ({ progress }) => {
      for (let k = 0; k < 60; k++) {
        progress(k % 7 === 6 ? 0 : k, 60, `at ${k}`)
        await sleep(10)
      }
      return 'done'
    })
    const { client } = await start({ era, tools: [busy] })
    const seen: number[] = []
    const at = performance.now()
    await client.callTool(probe, { onprogress: ({ progress }) => void seen.push(progress) })
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.length).toBeLessThan(2 + (performance.now() - at) / 100)
    expect([...seen].sort((a, b) => a - b)).toEqual(seen)
    expect(new Set(seen).size).toBe(seen.length)
    expect((await client.callTool(probe)).structuredContent).toEqual({ said: 'done' })
  })

  it('a cancelled call is no failure, whatever the client gives as the reason', async () => {
    let reason: unknown
    const begun = latch()
    const slow = toolThat(async ({ signal }) => {
      begun.open()
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      reason = signal.reason
      signal.throwIfAborted()
    })
    const { client, notes } = await start({ era, tools: [slow] })
    const stop = new AbortController()
    const call = client.callTool(probe, { signal: stop.signal }).catch(() => null)
    await begun.opened
    stop.abort('enough')
    await call
    await eventually(() => expect(reason).toMatchObject({ name: 'AbortError' }))
    expect(notes).toEqual([])
  })

  it('a cancelled call ends its work', async () => {
    const begun = latch()
    let isEnded = false
    const slow = toolThat(async ({ signal }) => {
      begun.open()
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      isEnded = true
      return 'late'
    })
    const { client } = await start({ era, tools: [slow] })
    const stop = new AbortController()
    const call = client.callTool(probe, { signal: stop.signal }).catch(error => error)
    await begun.opened
    stop.abort()
    await eventually(() => expect(isEnded).toBe(true))
    expect(await call).toBeInstanceOf(Error)
  })

  it('closing ends the calls under way, and says when one does not end', async () => {
    let aborted = false
    const obeys = latch()
    const obedient = toolThat(async ({ signal }) => {
      obeys.open()
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      aborted = true
      return ''
    })
    const { client, state } = await connect({ era, cwd: scratch(), tools: [obedient] })
    const call = client.callTool(probe).catch(() => null)
    await obeys.opened
    expect(await state.close(PATIENCE_MS)).toBe(true)
    expect(aborted).toBe(true)
    await client.close()
    await call

    const ignores = latch()
    const deaf = toolThat(() => new Promise(() => ignores.open()))
    const other = await connect({ era, cwd: scratch(), tools: [deaf] })
    void other.client.callTool(probe).catch(() => null)
    await ignores.opened
    expect(await other.state.close(50)).toBe(false)
    await other.client.close()
  })

  it('the ledger is opened once, and shared values live as long as the server', async () => {
    const closed: string[] = []
    let made = 0
    const seen = new Set<unknown>()
    const sharing = toolThat(async ({ ledger, shared }) => {
      seen.add(await ledger())
      shared('thing', () => ({ number: ++made, close: () => void closed.push('thing') }))
      return made
    })
    const { client, close } = await connect({ era, cwd: scratch(), tools: [sharing] })
    await Promise.all([client.callTool(probe), client.callTool(probe)])
    await client.callTool(probe)
    expect([seen.size, made, closed.length]).toEqual([1, 1, 0])
    await close()
    expect(closed).toEqual(['thing'])
  })

  const where = toolThat(async ({ jail, cwd, client }) => JSON.stringify({ roots: jail.roots, cwd, client }))
  const placeOf = (result: { readonly content?: unknown }) => JSON.parse(JSON.parse(textOf(result)).said)

  it('reads below the roots that the client names, encoded or not, those that are there', async () => {
    const base = scratch()
    const odd = join(base, 'mit Leerzeichen & %41 ü')
    const plain = join(base, 'plain')
    mkdirSync(odd)
    mkdirSync(plain)
    writeFileSync(join(base, 'file'), '')
    const uris = [
      pathToFileURL(odd).href,
      `${pathToFileURL(plain).href}/`,
      pathToFileURL(join(base, 'gone')).href,
      pathToFileURL(join(base, 'file')).href,
      'file://elsewhere/etc',
      'file:///%2e%2e%2fetc',
    ]
    const { client } = await start({ era, cwd: base, tools: [where], clientRoots: () => uris })
    expect(placeOf(await client.callTool(probe))).toEqual({ roots: [odd, plain], cwd: odd, client: 'test 1' })
  })

  it('hears when the roots change', async () => {
    const roots = [scratch(), scratch()]
    let current = 0
    const clientRoots = () => [pathToFileURL(roots[current]!).href]
    const { client } = await start({ era, tools: [where], clientRoots })
    expect(placeOf(await client.callTool(probe)).roots).toEqual([roots[0]])
    current = 1
    if (era === 'legacy') await client.sendRootsListChanged()
    expect(placeOf(await client.callTool(probe)).roots).toEqual([roots[1]])
  })

  it('a client that names no root may read nothing; one that knows none gets the working directory', async () => {
    const cwd = scratch()
    const none = await start({ era, cwd, tools: [where], clientRoots: () => [] })
    expect(placeOf(await none.client.callTool(probe)).roots).toEqual([])
    const silent = await start({ era, cwd, tools: [where] })
    expect(placeOf(await silent.client.callTool(probe)).roots).toEqual([cwd])
  })

  it('what is no directory of this machine opens nothing', async () => {
    const { client } = await start({ era, tools: [where], clientRoots: () => ['https://example.com/x', 'nonsense'] })
    const result = await client.callTool(probe).catch(error => error)
    // The client's own package may refuse to send it.
    if (!(result instanceof Error)) expect(placeOf(result).roots).toEqual([])
  })

  it('--root holds, whatever the client names', async () => {
    const root = scratch()
    const { client, asked } = await start({ era, roots: [root], tools: [where], clientRoots: () => ['file:///'] })
    expect(placeOf(await client.callTool(probe)).roots).toEqual([root])
    expect(asked()).toBe(0)
  })
})

/** Places of a schema that say nothing to an agent. */
function undescribed(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, items, anyOf = [], additionalProperties } = schema as Record<string, never>
  const own = Object.entries<{ description?: string }>(properties).flatMap(([name, property]) => [
    ...(property.description ? [] : [`${at}.${name}`]),
    ...undescribed(property, `${at}.${name}`),
  ])
  const inner = [items, additionalProperties, ...(anyOf as unknown[])].flatMap(one => undescribed(one, at))
  return [...own, ...inner]
}
