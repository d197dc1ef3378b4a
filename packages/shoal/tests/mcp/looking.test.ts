// The loop over MCP: the agent takes the steps, shoal numbers, checks and keeps them. Whatever process goes on, it finds all of it.
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Tool } from '../../src/mcp/tool.ts'
import { answer } from '../../src/mcp/tools/answer.ts'
import { challenge } from '../../src/mcp/tools/challenge.ts'
import { note } from '../../src/mcp/tools/note.ts'
import { overview } from '../../src/mcp/tools/overview.ts'
import { report } from '../../src/mcp/tools/report.ts'
import { diff, read, run as runCode, search, sql } from '../../src/mcp/tools/steps.ts'
import { MOST_RESULT } from '../../src/stages/asking/ask-tool.ts'
import { type LabServer, makeLab } from './lab.ts'

const lab = makeLab()
mkdirSync(join(lab.root, 'shop'))
const put = (name: string, text: string) => writeFileSync(join(lab.root, 'shop', name), text)
const stamp = (k: number) => new Date(Date.UTC(2026, 4, 4, 6, 0, k)).toISOString()
const LINES = Array.from({ length: 900 }, (_, k) =>
  k === 400
    ? `${stamp(k)} INFO config reloaded: pool-size=5`
    : k > 410 && k % 10 === 0
      ? `${stamp(k)} ERROR order ${k} failed: no free connection in the pool`
      : `${stamp(k)} INFO order ${k} was taken`,
)
const FAILED = LINES.filter(line => line.includes('ERROR')).length
put('orders.log', `${LINES.join('\n')}\n`)
put('settings.yaml', 'pool-size: 5\npassword: tr0ub4dor&3x\n')
put('settings.old.yaml', 'pool-size: 50\npassword: tr0ub4dor&3x\n')
put('customers.csv', 'id,name\n1,ann\n2,bob\n')

const QUESTION = 'Why do orders fail, and how many?'

async function opened(server: LabServer, question = QUESTION): Promise<string> {
  const text = await server.call(overview, { paths: ['shop'], question })
  const [, run] = /^Run (\S+), result R1\./.exec(text)!
  return run!
}

const CAUSE = {
  claim: 'Orders failed for want of a connection because a reload had set pool-size to 5',
  quotes: [
    { path: 'shop/orders.log', line: 401, quote: 'config reloaded: pool-size=5' },
    { path: 'shop/orders.log', line: 421, quote: 'failed: no free connection in the pool' },
  ],
}

describe('the loop over MCP', () => {
  it('opens with what is known, numbers results and notes, and keeps the answer as a run', async () => {
    const server = lab.server()
    const first = await server.call(overview, { paths: ['shop'], question: QUESTION })
    expect(first).toContain('shop/orders.log')
    expect(first).toContain('entries (900 rows')
    expect(first).toMatch(/How to go on, with run "ask-shop" in every call/)
    const run = 'ask-shop'
    const counted = await server.call(sql, {
      run,
      query: "SELECT count(*) AS failed FROM entries WHERE level = 'ERROR'",
    })
    expect(counted).toBe(`R2:\nfailed\n${FAILED}\n(1 row)`)
    expect(await server.call(search, { run, query: 'config reloaded' })).toMatch(
      /^R3:\n1 line in 1 file:\nshop\/orders.log:401\| /,
    )
    expect(await server.call(read, { run, path: 'orders.log', from: 401, to: 402 })).toMatch(
      /^R4:\nshop\/orders.log, lines 401 to 402 of 900:\n401\| /,
    )
    expect(await server.call(diff, { run, before: 'shop/settings.old.yaml', after: 'shop/settings.yaml' })).toMatch(
      /^R5:\n[\s\S]*50 → 5/,
    )
    expect(await server.call(runCode, { run, code: 'var n = sql("SELECT 6 * 7 AS x")[0].x; n' })).toBe('R6:\n42')
    expect(await server.call(runCode, { run, code: 'n + 1' })).toBe('R7:\n43')
    expect(await server.call(note, { run, ...CAUSE })).toBe('N1 is kept.')
    const text = `${FAILED} orders failed because the pool was set to 5.`
    const accepted = await server.call(answer, { run, sentences: [{ text, cites: ['N1'], results: ['R2'] }] })
    expect(accepted).toContain(`1. ${text} (shop/orders.log:401, shop/orders.log:421, R2)`)
    expect(accepted).toContain('Until it is challenged it counts as an answer in part')
    const { text: shown } = await server.call(report, { run, format: 'text', full: false })
    expect(shown).toContain(text)
    expect(shown).toContain('lab asked, over MCP; what that cost is not known, and no sceptic has read the answer')
    const json = JSON.parse((await server.call(report, { run, format: 'json' })).text)
    expect(json).toMatchObject({
      status: 'partial',
      model: 'lab',
      usage: { cost_usd: null, calls: 0 },
      challenged_by: null,
    })
    expect(json.stopped).toContain('nobody has challenged the answer')
    expect(shown).toContain('nobody has challenged the answer')
    expect(json.steps.map(({ tool, result }: { tool: string; result: string }) => [tool, result])).toEqual([
      ['sql', 'R2'],
      ['search', 'R3'],
      ['read', 'R4'],
      ['diff', 'R5'],
      ['run', 'R6'],
      ['run', 'R7'],
    ])
    expect((await server.ledger.team(run)).ended).toBe('completed')
  })

  it('tells the same step again under the same number, and numbers what is refused by none', async () => {
    const server = lab.server()
    const run = await opened(server)
    const query = 'SELECT count(*) FROM entries'
    expect(await server.call(sql, { run, query })).toMatch(/^R2:/)
    expect(await server.call(sql, { run, query: 'SELECT nothing FROM nowhere' })).toMatch(/nowhere/)
    expect(await server.call(runCode, { run, code: 'undefinedThing()' })).toMatch(/not defined/)
    expect(await server.call(sql, { run, query })).toMatch(/^R2:/)
    expect(await server.call(sql, { run, query: `${query} WHERE level = 'ERROR'` })).toMatch(/^R3:/)
  })

  it('refuses what does not pass the gate, and says what would', async () => {
    const server = lab.server()
    const run = await opened(server)
    const refused = async (tool: Tool, input: object) => await server.call(tool, { run, ...input })
    expect(await refused(note, { claim: 'Orders fail' })).toMatch(/^Not kept: it rests on nothing/)
    expect(await refused(note, { ...CAUSE, quotes: [{ ...CAUSE.quotes[0]!, quote: 'pool-size=7' }] })).toMatch(
      /^Not kept: "pool-size=7" does not stand on line 401 of shop\/orders.log/,
    )
    expect(await refused(note, { claim: '77 orders failed', results: ['R1'] })).toMatch(/77 stands in nothing/)
    expect(await refused(note, { claim: 'Orders fail', results: ['R9'] })).toMatch(
      /there is no result R9; there is 1 result, R1 to R1/,
    )
    const wrong = await refused(answer, { sentences: [{ text: 'Orders fail.', cites: ['N4'] }, { text: 'Yes.' }] })
    expect(wrong).toBe(
      'Not accepted.\nsentence 1: there is no note N4; there is no note yet\nsentence 2: it cites no note and brings no quote or result',
    )
    await expect(server.call(report, { run })).rejects.toThrow(/has no answer yet/)
  })

  it('keeps sentences that hold, and loses none that cannot be kept without a word', async () => {
    const server = lab.server()
    const run = await opened(server)
    const held = { text: 'A reload set pool-size to 5.', quotes: CAUSE.quotes.slice(0, 1) }
    expect(await server.call(answer, { run, keep: [1], sentences: [] })).toMatch(
      /^Not accepted: sentence 1 cannot be kept/,
    )
    const wrong = await server.call(answer, {
      run,
      sentences: [held, { text: 'There were 7777 orders.', results: ['R1'] }],
    })
    expect(wrong).toMatch(/sentence 2: 7777[\s\S]*Nothing is wrong with 1: name them in `keep`/)
    expect(await server.call(answer, { run, keep: [1, 2], sentences: [] })).toMatch(
      /sentence 2 cannot be kept; only 1 can/,
    )
    const other = { text: 'Orders failed: no free connection.', quotes: CAUSE.quotes.slice(1) }
    const accepted = await server.call(answer, { run, keep: [1], sentences: [other] })
    expect(accepted).toMatch(/^Accepted[\s\S]*1\. A reload set[\s\S]*2\. Orders failed/)
  })

  it('counts an answer that says why as whole only when it was challenged, and a plain one with nobody to challenge it', async () => {
    const server = lab.server()
    const run = await opened(server)
    await server.call(note, { run, ...CAUSE })
    const status = async () => JSON.parse((await server.call(report, { run, format: 'json' })).text)
    const plain = await server.call(answer, {
      run,
      sentences: [{ text: 'A reload set pool-size to 5.', cites: ['N1'] }],
    })
    expect(plain).toContain('nobody has challenged what it makes of them')
    expect(await status()).toMatchObject({ status: 'answered', challenged_by: null, stopped: null })
    await server.call(answer, { run, sentences: [{ text: CAUSE.claim, cites: ['N1'] }] })
    expect(await status()).toMatchObject({ status: 'partial', challenged_by: null })
    const mark = /mark "(\w+)"/.exec(await server.call(challenge, { run }))![1]!
    await server.call(challenge, { run, mark, objections: [] })
    expect(await status()).toMatchObject({ status: 'answered', challenged_by: 'lab:sceptic', stopped: null })
    await server.call(challenge, { run, mark, objections: [], rival: 'a slow disk' })
    await server.call(answer, { run, sentences: [{ text: 'A reload set pool-size to 5.', cites: ['N1'] }] })
    expect(await status()).toMatchObject({ status: 'partial', challenged_by: null, rival: 'a slow disk' })
    const again = await server.call(challenge, { run })
    expect(again).toContain('said to fit as well: "a slow disk"')
    await server.call(challenge, { run, mark: /mark "(\w+)"/.exec(again)![1]!, objections: [] })
    expect(await status()).toMatchObject({ status: 'answered', rival: null })
  })

  it('has an answer read by a sceptic, in another process, and shows what it objects to until that is changed', async () => {
    const one = lab.server()
    const run = await opened(one)
    await expect(one.call(challenge, { run })).rejects.toThrow(/has no answer yet/)
    await one.call(note, { run, ...CAUSE })
    const sentences = [
      { text: CAUSE.claim, cites: ['N1'] },
      { text: 'The reload set pool-size to 5.', cites: ['N1'] },
    ]
    expect(await one.call(answer, { run, sentences })).toContain(`call challenge with run "${run}"`)
    const sceptic = lab.server()
    const shown = await sceptic.call(challenge, { run })
    expect(shown).toContain(`Sentence 1: ${CAUSE.claim}`)
    expect(shown).toContain('shop/orders.log:401 (2026-05-04T06:06:40)| config reloaded: pool-size=5')
    const mark = /mark "(\w+)"/.exec(shown)![1]!
    const objections = [{ sentence: 1, why: 'that the pool was too small is not shown' }]
    await expect(sceptic.call(challenge, { run, mark: 'other', objections })).rejects.toThrow(/mark is another/)
    await expect(sceptic.call(challenge, { run, mark, objections: [{ sentence: 9, why: 'x' }] })).rejects.toThrow(
      /there is no sentence 9/,
    )
    expect(await sceptic.call(challenge, { run, mark, objections })).toMatch(/^Kept: 1 objection\./)
    const read = async () => (await one.call(report, { run })).text as string
    expect(await read()).toContain('that the pool was too small is not shown')
    await one.call(answer, { run, sentences })
    expect(await read()).toContain('that the pool was too small is not shown')
    await one.call(answer, { run, keep: [2], sentences: [{ text: 'Orders then failed.', cites: ['N1'] }] })
    expect(await read()).not.toContain('that the pool was too small is not shown')
  })

  it('goes on in another process: results, notes, variables and numbers are there', async () => {
    const one = lab.server()
    const run = await opened(one)
    await one.call(runCode, { run, code: 'var kept = 20' })
    await one.call(runCode, { run, code: 'kept += 1' })
    await one.call(note, { run, ...CAUSE })
    await one.close()
    const other = lab.server()
    const standing = await other.call(overview, { run })
    expect(standing).toContain('R2: run var kept = 20')
    expect(standing).toContain(`N1: ${CAUSE.claim}`)
    expect(await other.call(runCode, { run, code: 'kept * 2' })).toBe('R4:\n42')
    expect(await other.call(note, { run, claim: 'pool-size is 5', quotes: CAUSE.quotes.slice(0, 1) })).toBe(
      'N2 is kept.',
    )
    expect(
      await other.call(answer, { run, sentences: [{ text: 'The pool-size was 5.', cites: ['N1', 'N2'] }] }),
    ).toMatch(/^Accepted/)
  })

  it('two servers at once never give out one number twice', async () => {
    const [one, other] = [lab.server(), lab.server()]
    const run = await opened(one)
    const calls = Array.from({ length: 12 }, (_, k) =>
      (k % 2 ? one : other).call(sql, { run, query: `SELECT length('${'x'.repeat(k)}') AS k` }),
    )
    const ids = (await Promise.all(calls)).map(text => /^R\d+/.exec(text)![0])
    expect(new Set(ids).size).toBe(12)
    expect(await one.call(note, { run, claim: 'k is 11', results: [ids[11]!] })).toBe('N1 is kept.')
    expect(await other.call(note, { run, claim: 'k is 10', results: [ids[10]!] })).toBe('N2 is kept.')
  })

  it('many questions at once wait for each other and not for ever, whatever databases they need', async () => {
    const server = lab.server()
    const runs = await Promise.all(Array.from({ length: 6 }, () => opened(server)))
    const code =
      'sql("SELECT 1"); diff("shop/settings.old.yaml", "shop/settings.yaml").differences.length + sql("SELECT 1").length'
    const said = await Promise.all(runs.map(run => server.call(runCode, { run, code })))
    expect(said).toEqual(runs.map(() => 'R2:\n2'))
  })

  it('what rests on files that changed is no longer believed until it is looked at again', async () => {
    put('live.log', '2026-05-04T06:00:00Z ERROR pump 7 failed\n')
    const server = lab.server()
    const run = /^Run (\S+),/.exec(
      await server.call(overview, { paths: ['shop/live.log'], question: 'How many failed?' }),
    )![1]!
    const query = 'SELECT count(*) AS failed FROM entries'
    await server.call(sql, { run, query })
    await server.call(note, {
      run,
      claim: 'pump 7 failed',
      quotes: [{ path: 'shop/live.log', line: 1, quote: 'pump 7 failed' }],
    })
    appendFileSync(join(lab.root, 'shop', 'live.log'), '2026-05-04T06:00:01Z ERROR pump 8 failed\n')
    const sentences = [{ text: '1 entry failed.', results: ['R2'] }]
    expect(await server.call(answer, { run, sentences })).toMatch(
      /sentence 1: the files that R2 is about have changed since/,
    )
    expect(await server.call(sql, { run, query })).toBe('R3:\nfailed\n2\n(1 row)')
    // The quote still stands.
    const both = [{ text: '2 failed, pump 7 among them.', cites: ['N1'], results: ['R3'] }]
    expect(await server.call(answer, { run, sentences: both })).toMatch(/^Accepted/)
    put('live.log', 'nothing of it is left\n')
    expect(await server.call(answer, { run, sentences: [{ text: 'pump 7 failed.', cites: ['N1'] }] })).toMatch(
      /N1 no longer holds/,
    )
  })

  it('reaches what was named and no more, and hides secrets', async () => {
    const server = lab.server()
    writeFileSync(join(lab.root, 'beside.txt'), 'not asked about\n')
    const outside = join(tmpdir(), `shoal-looked-${process.pid}.log`)
    writeFileSync(outside, 'outside\n')
    symlinkSync(outside, join(lab.root, 'shop', 'link.log'))
    const run = await opened(server)
    for (const path of ['../beside.txt', 'beside.txt', outside, 'link.log', '/etc/passwd'])
      expect(await server.call(read, { run, path })).toMatch(/is not one of the \d+ files/)
    expect(await server.call(search, { run, query: 'not asked about' })).toMatch(/No line matches/)
    expect(await server.call(diff, { run, before: '.', after: 'shop' })).not.toContain('beside.txt')
    const seen = [
      await server.call(read, { run, path: 'shop/settings.yaml' }),
      await server.call(sql, { run, query: 'SELECT * FROM settings' }),
      await server.call(runCode, { run, code: 'read("shop/settings.yaml", 1, 9).text.join(" ")' }),
      await server.call(search, { run, query: 'password' }),
    ].join('\n')
    expect(seen).toContain('password')
    expect(seen).not.toContain('tr0ub4dor')
    expect(await server.refused(overview, { paths: ['/etc'], question: 'x' })).toMatch(/outside/)
    const elsewhere = lab.server([realpathSync(mkdtempSync(join(tmpdir(), 'shoal-elsewhere-')))])
    expect(await elsewhere.refused(read, { run, path: 'shop/orders.log' })).toMatch(/outside/)
  })

  it('keeps every result within a page, and says how to go on', async () => {
    put(
      'wide.log',
      `${Array.from({ length: 900 }, (_, k) => `${k} ${'word'.repeat(20)} ${String.fromCharCode(97 + (k % 26)).repeat(20)}`).join('\n')}\n`,
    )
    const server = lab.server()
    const run = await opened(server, 'What is wide?')
    const page = await server.call(read, { run, path: 'wide.log', from: 1, to: 400 })
    const [, next] = /\(more with from (\d+)\)$/.exec(page)!
    expect(page).toContain(`\n${Number(next) - 1}| `)
    const found = await server.call(search, { run, query: 'word', paths: ['shop/wide.log'] })
    expect(found).toMatch(/^R3:\n900 lines in 1 file, here 1 to (\d+) \(more with offset \1\):/)
    const rows = await server.call(sql, { run, query: "SELECT repeat('x', 100) AS x FROM range(400)" })
    expect(rows).toMatch(/\(\d+ of 400 rows; ask for fewer or with LIMIT and OFFSET\)$/)
    for (const text of [page, found, rows]) expect(text.length).toBeLessThanOrEqual(MOST_RESULT + 10)
  })

  it('says in one line what cannot be opened, and leaves no run behind', async () => {
    const server = lab.server()
    mkdirSync(join(lab.root, 'empty'), { recursive: true })
    const before = (await server.ledger.teams()).length
    expect(await server.refused(overview, { paths: ['empty'], question: 'x' })).toMatch(/nothing to read/)
    expect(await server.refused(overview, { paths: ['shop'] })).toMatch(/needs a `question`/)
    expect(await server.refused(overview, {})).toMatch(/either/)
    expect(await server.refused(sql, { run: 'none', query: 'SELECT 1' })).toMatch(/no run "none"/)
    expect((await server.ledger.teams()).length).toBe(before)
  })

  it('a call that is taken back keeps nothing, and the next one is answered', async () => {
    const server = lab.server()
    const run = await opened(server)
    const stop = new AbortController()
    const slow = server.call(
      sql,
      { run, query: 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(100000) b' },
      { signal: stop.signal },
    )
    const ended = slow.catch(error => error)
    setImmediate(() => stop.abort())
    expect(await ended).toMatchObject({ name: 'AbortError' })
    expect(await server.call(sql, { run, query: 'SELECT 1 AS one' })).toBe('R2:\none\n1\n(1 row)')
  })
})
