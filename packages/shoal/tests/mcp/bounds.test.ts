// Nothing fails because there is much of it: answers and resources of extreme runs.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MOST_OF_RESOURCE, reportJsonWithin, reportMarkdownWithin } from '../../src/mcp/report-resource.ts'
import { analyze } from '../../src/mcp/tools/analyze.ts'
import { detect } from '../../src/mcp/tools/detect.ts'
import { profile } from '../../src/mcp/tools/profile.ts'
import { report } from '../../src/mcp/tools/report.ts'
import { analyzePaths } from '../../src/run/analysis/analyze.ts'
import { makeLab } from './lab.ts'

/** As deep as a path may be: quotes take two characters each in JSON. */
function deepIn(root: string, length: number): string {
  let deep = root
  while (deep.length + 200 < length) {
    deep = join(deep, '"'.repeat(190))
    mkdirSync(deep)
  }
  return deep
}

const CODE = 'import os\npassword = "hunter2hunter2"\ndef f(x):\n    return eval(x)\nos.system(input())\n'

describe('with paths as long as they get', () => {
  const lab = makeLab()
  const server = lab.server()
  const deep = deepIn(lab.root, 3900)
  for (let n = 0; n < 12; n++) writeFileSync(join(deep, `${n}.py`), CODE)
  for (let n = 0; n < 30; n++) writeFileSync(join(deep, `${n}.bin`), Buffer.from([0, 1, 2, 0xff, 0, n]))

  it('detect answers', async () => {
    const found = await server.call(detect, { paths: ['.'] })
    expect(found).toMatchObject({ total: 12, skipped_count: 30 })
    expect(found.files.length).toBeGreaterThan(0)
    expect(found.files[0].size_bytes).toBe(CODE.length)
    expect(found.bytes_by_type).toEqual({ source_code: 12 * CODE.length })
    expect(found.next_cursor).not.toBeNull()
  })

  it('profile answers, and with figures that fill it', async () => {
    const name = join(deep, 'wide.csv')
    const columns = Array.from({ length: 400 }, (_, n) => `"column ""${n}"" ${'\\'.repeat(20)}"`)
    writeFileSync(name, `${columns.join(',')}\n${columns.map((_, n) => n).join(',')}\n`)
    const made = await server.call(profile, { path: name, query: 'Which columns are odd?' })
    expect(made.size_bytes).toBeGreaterThan(0)
    expect(made.section_count).toBeGreaterThan(0)
    const code = await server.call(profile, { path: join(deep, '0.py') })
    expect(code.findings.length).toBeGreaterThan(0)
  })

  it('analyze answers when the job is done', async () => {
    const made = await server.call(analyze, { paths: ['.'], query: 'What is dangerous?' })
    expect(made.finding_count).toBeGreaterThan(0)
    expect(made.findings.length).toBeGreaterThan(0)
  })
})

describe('a report that is larger than a message should be', () => {
  it('comes as far as there is room, and says where the rest is', async () => {
    const lab = makeLab()
    const server = lab.server()
    writeFileSync(join(lab.root, 'a.py'), CODE)
    const { context } = server
    const { report: made } = await analyzePaths(['.'], 'What is wrong?', context.settings, {
      ...context,
      ledger: server.ledger,
    })
    const small = made!
    expect(JSON.parse(await reportJsonWithin(small))).not.toHaveProperty('left_out')
    expect(await reportMarkdownWithin(small)).not.toContain('page on')

    const [finding] = small.findings
    const [file] = small.files
    const [type] = small.perType
    const many = <T>(make: (n: number) => T) => Array.from({ length: 5000 }, (_, n) => make(n))
    const large = {
      ...small,
      findings: many(n => ({ ...finding!, id: `f${n}`, path: `dir/${n}.py` })),
      files: many(n => ({ ...file!, path: `dir/${n}.py` })),
      perType: [{ ...type!, files: many(n => ({ ...type!.files[0]!, path: `dir/${n}.py` })) }],
    }
    const json = await reportJsonWithin(large)
    expect(json.length).toBeLessThanOrEqual(MOST_OF_RESOURCE)
    expect(json.length).toBeGreaterThan(MOST_OF_RESOURCE / 2)
    const read = JSON.parse(json)
    expect(read).toMatchObject({ run: small.run, query: 'What is wrong?', answer: small.answer })
    expect(read.findings.length).toBeGreaterThan(50)
    expect(read.findings[0].id).toBe('f0')
    expect(read.left_out.findings).toEqual({ shown: read.findings.length, total: 5000 })
    expect(read.left_out.files).toEqual({ shown: read.files.length, total: 5000 })
    expect(read.left_out['per_type/source_code/files'].total).toBe(5000)
    expect(read.more).toContain('`report`')

    const md = await reportMarkdownWithin({ ...large, answer: 'A line of the answer.\n'.repeat(30_000) })
    expect(md.length).toBeLessThanOrEqual(MOST_OF_RESOURCE)
    expect(md.endsWith('\n… page on with the tool `report`\n')).toBe(true)
  })
})

describe('report', () => {
  it('lists as many findings as asked for', async () => {
    const lab = makeLab()
    const server = lab.server()
    writeFileSync(join(lab.root, 'a.py'), CODE)
    const { run } = await server.call(analyze, { paths: ['.'] })
    const all = await server.call(report, { run, format: 'text' })
    const one = await server.call(report, { run, format: 'text', top: 1 })
    expect(one.text.length).toBeLessThan(all.text.length)
  })
})
