// A process that records calls until it is killed, and says the number of each once it is recorded.
import { writeSync } from 'node:fs'
import { callDigest } from '../../src/models/call-line.ts'
import { openCallLog } from '../../src/models/call-log.ts'
import { requestOf } from './model-requests.ts'

const log = await openCallLog(process.argv[2]!)
for (let number = 1; ; number++) {
  const request = requestOf('shared '.repeat(2000), `chunk ${number}`)
  const usage = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 }
  await log.add({
    at: 0,
    tookMs: 0,
    attempts: 1,
    task: 'analyze-1',
    purpose: 'report',
    model: 'stub:small',
    digest: callDigest('stub:small', request)!,
    request,
    outcome: { ok: true, reply: { text: `reply ${number}`, toolCalls: [], finish: 'stop', usage } },
    microUsd: 1,
  })
  writeSync(1, `${number}\n`)
}
