// The stub of the tests as a model that answers well after a given time: one true quote for every chunk that it is asked
// about, one sentence for every synthesis. It tells its parent where it listens, and when asked what it has seen.
// fork('stub-process.mjs', [LATENCY_MS, 'count']): with `count` the tokens of every request are those of a real tokenizer,
// which takes a while, else a quarter of its characters.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { createJiti } from 'jiti'

const { startStub } = await createJiti(import.meta.url).import('../../packages/shoal/tests/models/stub/server.ts')

const delayMs = Number(process.argv[2])
const tokensIn = process.argv[3] === 'count' ? countTokens : text => Math.ceil(text.length / 4)
const WHAT = [
  'A slow reply',
  'A retry',
  'A cold cache',
  'A full queue',
  'A late worker',
  'A large answer',
  'A quick one',
]

let seen = nothingSeen()
const stub = await startStub(answer, { isKept: false })
process.on('message', () => {
  process.send({ ...seen, peak: stub.peak })
  seen = nothingSeen()
})
process.on('disconnect', () => process.exit())
process.send({ url: stub.url })

function nothingSeen() {
  return { reports: 0, others: 0, inputTokens: 0, first: null, last: null, otherStarts: [] }
}

function answer({ schema, system, text }) {
  const now = Date.now()
  const isReport = schema?.properties?.findings !== undefined
  seen.first ??= now
  seen.last = now + delayMs
  const input = tokensIn(`${system}\n${text}`)
  seen.inputTokens += input
  if (isReport) seen.reports++
  else {
    seen.others++
    seen.otherStarts.push(now)
  }
  return { delayMs, usage: { input }, json: isReport ? report(schema, text) : synthesis() }
}

function report(schema, text) {
  const from = text.lastIndexOf('----- begin of content')
  const [, line = '1', evidence = ''] = /\n(\d+)\|([^\n]{1,300})/.exec(text.slice(Math.max(0, from))) ?? []
  const finding = {
    type: schema.properties.findings.items.properties.type.enum[0],
    nature: 'fact',
    summary: `${WHAT[Number(line) % WHAT.length]} is seen here`,
    evidence,
    line: Number(line),
    severity: 'low',
    confidence: 'high',
    scope: null,
    column: null,
    path: null,
  }
  return {
    file_path: '',
    relevant: true,
    findings: [finding],
    missing: [],
    suggested_queries: [],
    complete_answer: null,
    metadata: { key_topics: [] },
  }
}

function synthesis() {
  const claim = { text: 'The requests were served.', cites: ['F1'] }
  return { answer: [claim], summary: [claim], recommendations: [], same: [], links: [], missing: [] }
}
