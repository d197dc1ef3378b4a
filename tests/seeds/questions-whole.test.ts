// The questions of the seeds asked as a user asks them: what the whole product says, and not what one of its parts would say.
// RLM Subcall, "Example"; Content-Aware RLM, 5d and example B.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { describe, expect, it } from 'vitest'
import { analyze } from '../../packages/shoal/src/run/library-analysis.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'

const dir = tempDir()

async function asked(name: string, content: string, query: string) {
  const root = join(dir.path, name.replace(/\W/g, '-'))
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, name), content)
  const { answer, question } = await analyze(join(root, name), { query, ledger: memoryLedger() })
  return { answer: answer ?? '', rows: question?.rows ?? [], status: question?.status, unused: question?.unused }
}

/** Lines of a log, whether each is one that is asked for, and its time as it is told. */
type Said = readonly (readonly [line: string, time: string | null])[]

const TIMEOUTS: Said = [
  ['[2024-01-15 14:20:00] INFO: The timeout is 30 s', null],
  ['[2024-01-15 14:23:01] ERROR: Connection to db-primary timed out after 30000ms', '2024-01-15 14:23:01'],
  ['[2024-01-15 14:24:11] ERROR: Disk 4 is full', null],
  ['[2024-01-15 14:25:33] WARN: Request to payment-api timeout after 5000ms - retrying', '2024-01-15 14:25:33'],
  ['[2024-01-15 14:26:00] ERROR: java.net.SocketTimeoutException: no reply', '2024-01-15 14:26:00'],
  ['[2024-01-15 14:27:00] ERROR: connect ETIMEDOUT 10.0.0.1:443', '2024-01-15 14:27:00'],
  ['[2024-01-15 14:28:00] WARN: the estimate outgrew its budget', null],
]
const SYSLOG: Said = [
  ['Mar  3 01:02:03 host1 kernel: nfs: server nas not responding, timed out', '03-03 01:02:03'],
  ['Mar  3 01:02:09 host1 sshd[99]: Accepted publickey for root', null],
  ['Mar  3 01:05:03 host1 app[7]: error: no route to host', null],
]
const LOGFMT: Said = [
  ['time=2024-06-01T10:00:00Z level=error msg="open /x: permission denied" svc=api', '2024-06-01 10:00:00'],
  ['time=2024-06-01T10:00:01Z level=info msg="started" svc=api', null],
  ['time=2024-06-01T10:00:02Z level=warn msg="login: permission denied" svc=auth', '2024-06-01 10:00:02'],
  ['time=2024-06-01T10:00:03Z level=error msg="out of memory" svc=api', null],
]
const RECORDS: Said = [
  ['{"ts":"2024-05-01T00:00:01Z","level":"error","msg":"permission denied"}', '2024-05-01 00:00:01'],
  ['{"ts":"2024-05-01T00:00:02Z","level":"info","msg":"ok"}', null],
  ['{"ts":"2024-05-01T00:00:03Z","level":"warn","msg":"mount: permission denied"}', '2024-05-01 00:00:03'],
]

describe.each<[query: string, name: string, lines: Said]>([
  ['Find all timeout errors and their timestamps', 'app.log', TIMEOUTS],
  ['Find all timeout errors and their timestamps', 'sys.log', SYSLOG],
  ['List every permission denied error with its time', 'fmt.log', LOGFMT],
  ['Find all permission denied errors and their timestamps', 'events.jsonl', RECORDS],
])('%s (%s)', (query, name, lines) => {
  it('gives all of them, warnings included, and nothing else, each with its time', async () => {
    const content = lines.map(([line]) => `${line}\n`).join('')
    const { answer, rows, status } = await asked(name, content, query)
    const wanted = lines.flatMap(([, time], k) => (time === null ? [] : [{ line: k + 1, time }]))
    expect(rows.map(({ line }) => line)).toEqual(wanted.map(({ line }) => line))
    for (const [k, { time }] of wanted.entries()) expect(String(rows[k]!.time)).toContain(time)
    expect(answer).toContain(wanted[0]!.time)
    expect(status).toBe('answered')
  })
})

const ORDERS = `id,region,status,amount,last_login\n${Array.from(
  { length: 400 },
  (_, k) =>
    `${k},${['NA', 'EMEA', 'APAC'][k % 3]},${k % 4 === 3 ? 'inactive' : 'active'},${k === 77 ? 78_000 : 100 + ((k * 37) % 41)},${(k * 7) % 100 < 8 ? '' : '2025-01-11'}`,
).join('\n')}\n`

it.each<[query: string, ...told: RegExp[]]>([
  ['Report distributions and outliers', /active.{0,4} (?:300|75 %)/, /78,000/],
  [
    'distribution of status and the missing values in last_login',
    /active.{0,4} 300 \(75 %\)/,
    /last_login.{0,20} 32\b/,
  ],
  ['Analyze customer distribution by region and identify anomalies', /NA.{0,4} 134 \(3/, /78,000/],
  ['Count the orders per status, and are there duplicates?', /active \(300\)/, /None|\b0\b/],
  [
    'Break down by status and tell me which columns have gaps',
    /active.{0,4} 300/,
    /last_login.{0,20} 32\b|\b32 of 400 rows[^`]{0,20}`last_login`/,
  ],
  ['Total amount by region; also list the empty last_login rows', /\d{2},\d{3}/, /last_login/],
])('%s: both parts, or the one that is missing is named', async (query, ...told) => {
  const { answer } = await asked('orders.csv', ORDERS, query)
  for (const part of told) expect(answer).toMatch(part)
})
