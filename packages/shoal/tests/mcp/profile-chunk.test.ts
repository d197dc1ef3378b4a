// The figures of a chunk are those of its lines: chunk by chunk they add up to those of the file.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { plan } from '../../src/mcp/tools/plan.ts'
import { profile } from '../../src/mcp/tools/profile.ts'
import { type LabServer, makeLab } from './lab.ts'

const EXAMPLES = fileURLToPath(new URL('../../../../examples/data', import.meta.url))
const lab = makeLab()
let server: LabServer
let run: string
let tasks: { task: string; what: string }[]

beforeAll(async () => {
  cpSync(EXAMPLES, join(lab.root, 'data'), { recursive: true })
  server = lab.server()
  const planned = await server.call(plan, { paths: ['data'] })
  run = planned.run
  tasks = planned.stage.tasks
})

describe('profile of a task', () => {
  it.each([
    ['orders.csv', 'rows'],
    ['events.jsonl', 'records'],
    ['api.log', 'entries'],
  ])('%s: the %s of its chunks add up to those of the file', async (name, figure) => {
    const whole = await server.call(profile, { path: `data/${name}` })
    const own = tasks.filter(({ what }) => what.endsWith(`of ${name}`))
    expect(own.length).toBeGreaterThan(1)
    let sum = 0
    let next = 1
    for (const { task } of own) {
      const part = await server.call(profile, { run, task })
      expect(part.lines.start).toBe(next)
      next = part.lines.end + 1
      sum += part.figures[figure]
      expect(part.figures[figure]).toBeLessThan(whole.figures[figure])
      for (const { line } of part.findings) {
        expect(line).toBeGreaterThanOrEqual(part.lines.start)
        expect(line).toBeLessThanOrEqual(part.lines.end)
      }
    }
    expect(sum).toBe(whole.figures[figure])
    expect(next).toBe(whole.line_count + 1)
  })

  it('counts what stands in the lines of the chunk', async () => {
    const lines = readFileSync(join(lab.root, 'data/events.jsonl'), 'utf8').split('\n')
    const { task } = tasks.filter(({ what }) => what.endsWith('of events.jsonl'))[1]!
    const { lines: span, figures } = await server.call(profile, { run, task })
    const errors = lines.slice(span.start - 1, span.end).filter(line => line.includes('"level":"error"')).length
    expect(errors).toBeGreaterThan(0)
    expect(figures.log.errors).toBe(errors)
  })

  it('of a file that is read whole has the figures of the file, and says so', async () => {
    const { task } = tasks.find(({ what }) => what.endsWith('service.py'))!
    const part = await server.call(profile, { run, task })
    expect(part.lines).toBeNull()
    expect(part.figures).toEqual((await server.call(profile, { path: 'data/service.py' })).figures)
  })
})
