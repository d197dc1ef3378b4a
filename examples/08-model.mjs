// Models read on top of the exact figures, and nothing they say is believed unseen. The model here is a scripted one on
// this machine, so no key is needed: it quotes one sentence that is there and one that it has made up.
//   node examples/08-model.mjs
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { analyze } from 'shoal'
import { memoryLedger } from 'shoal/team'

const nothing = { missing: [], suggested_queries: [], complete_answer: null, metadata: { key_topics: [] } }
const finding = { type: 'statement', nature: 'fact', severity: 'low', confidence: 'high' }
const findings = [
  { ...finding, summary: 'Many timeouts page the person on call', line: 8, evidence: 'page the person on call' },
  { ...finding, summary: 'At night the manager is called', line: 9, evidence: 'At night call the manager.' },
]
const reading = { file_path: 'examples/data/RUNBOOK.md', relevant: true, findings, ...nothing }
const synthesis = { answer: [], summary: [], recommendations: [], same: [], links: [], missing: [] }

/** As any server does that is compatible with OpenAI: here it takes a stream of two events. */
const server = createServer(async (request, response) => {
  const { response_format: form } = JSON.parse(await text(request))
  const isReading = 'findings' in form.json_schema.schema.properties
  const reply = JSON.stringify(isReading ? reading : synthesis)
  const say = event => response.write(`data: ${JSON.stringify({ id: '1', created: 0, model: 'tiny', ...event })}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  say({ choices: [{ index: 0, delta: { role: 'assistant', content: reply } }] })
  const usage = { prompt_tokens: 900, completion_tokens: 90 }
  say({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage })
  response.end('data: [DONE]\n\n')
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())

const report = await analyze('examples/data/RUNBOOK.md', {
  query: 'Who is called when charges time out?',
  model: 'openai-compatible:tiny',
  baseUrl: `http://127.0.0.1:${port}/v1`,
  cache: false,
  ledger: memoryLedger(),
})
server.close()

for (const { by, line, summary } of report.findings) if (by) console.log(`${by} says, line ${line}: ${summary}`)
for (const { quote, reason } of report.rejected) console.log(`refused: "${quote}" (${reason})`)
console.log(`${report.usage.calls} calls, ${report.usage.inputTokens} tokens in`)
