import { it } from 'vitest'
import { answerIncident } from '../../../src/question/incident/answer.ts'
import { askedOfFiles } from './files.ts'
import { SHAPES, Scene } from './made.ts'
const styles = ['plain', 'logfmt', 'json', 'syslog'] as const
const seeds = (process.env.SEEDS ?? '1').split(',').map(Number)
it('tries', async () => {
  let good = 0, all = 0
  for (const [name, shape] of Object.entries(SHAPES)) {
    if (process.env.ONLY && !name.includes(process.env.ONLY)) continue
    for (const seed of seeds) for (const style of styles) {
      const made = shape(new Scene(seed * 31 + name.length, style))
      const asked = await askedOfFiles(made.files)
      const a = await answerIncident('What caused the outage?', asked)
      const rank = made.cause ? a!.rows.findIndex(r => made.cause!.test(String(r.what))) : -1
      const ok = made.cause ? a!.status === 'answered' && rank === 0 : a!.status === 'unanswered'
      all++; if (ok) good++
      if (!ok || process.env.ONLY) console.log(name, style, seed, ok, rank, a?.status, a?.text.slice(0, 300), '\n' + a!.rows.map(r => `   ${r.rank} ${r.time} ${r.what} | ${r.for} | ${r.against}`).join('\n'))
    }
  }
  console.log(good, 'of', all)
}, 300000)
