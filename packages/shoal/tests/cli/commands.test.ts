// The commands, end to end: arguments in, documents out.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const at = (name: string) => join(dir.path, name)
const json = async (...argv: string[]) => {
  const { status, stdout, stderr } = await shoal([...argv, '--json'])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

const records = Array.from({ length: 4000 }, (_, n) => `${n},name ${n},${n * 2}`)
const functions = Array.from({ length: 120 }, (_, n) => `def f${n}(x):\n    y = x + ${n}\n    return y * ${n}\n`)

beforeAll(() => {
  dir.write('data/orders.csv', `id,name,amount\n${records.join('\n')}\n`)
  dir.write('data/code.py', `import os\nimport sys\n\n\n${functions.join('\n\n')}`)
  dir.write('data/readings.dat', `id,name,amount\n${records.slice(0, 50).join('\n')}\n`)
  dir.write('data/picture.txt', Buffer.from([137, 80, 78, 71, 0, 0, 0, 1]))
})

describe('detect', () => {
  it('gives for scripts an array with these keys', async () => {
    expect(await json('detect', at('data/code.py'))).toEqual([
      {
        path: at('data/code.py'),
        content_type: 'source_code',
        language: 'python',
        confidence: 'high',
        via: 'extension',
        reason: expect.any(String),
      },
    ])
  })

  it('gives people one line for a file, and a table for several', async () => {
    const one = await shoal(['detect', at('data/code.py')])
    expect(one.stdout).toMatch(/^Detected content type: source_code \(via extension\)\n/)
    const { stdout, stderr } = await shoal(['detect', at('data')])
    expect(stdout.split('\n')[0]).toMatch(/^path +type +language +confidence +via +reason$/)
    expect(stdout).toMatch(/orders\.csv +structured_data +- +high +extension/)
    expect(stderr).toMatch(/^skipped .*picture\.txt: .*binary.*\n$/)
  })

  it('keeps to itself what is skipped when asked to be quiet', async () => {
    expect((await shoal(['detect', at('data'), '--quiet'])).stderr).toBe('')
  })

  it('is overruled by a flag, and by the config file', async () => {
    const overruled = { content_type: 'log', via: 'override' }
    expect(await json('detect', at('data/readings.dat'), '--type', '*.dat=log')).toMatchObject([overruled])
    expect(await json('detect', at('data/readings.dat'), '--type', 'log')).toMatchObject([overruled])
    const config = dir.write('conf/overrides.json', '{"overrides": {"*.dat": "log"}}')
    expect(await json('detect', at('data/readings.dat'), '--config', config)).toMatchObject([overruled])
  })

  it('refuses a type that does not exist', async () => {
    const { status, stderr } = await shoal(['detect', at('data/code.py'), '--type', 'sourcecode'])
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^shoal: [^\n]*"?sourcecode"?[^\n]* — [^\n]+\n$/),
    })
  })

  it('takes the files that globs let through', async () => {
    const names = (found: { path: string }[]) => found.map(({ path }) => basename(path)).sort()
    expect(names(await json('detect', at('data'), '--include', '*.csv', '--quiet'))).toEqual(['orders.csv'])
    expect(names(await json('detect', at('data'), '--exclude', '*.csv', '--quiet'))).toEqual([
      'code.py',
      'readings.dat',
    ])
  })
})

describe('chunk', () => {
  it('gives scripts these keys', async () => {
    const partition = await json('chunk', at('data/orders.csv'))
    expect(partition).toMatchObject({
      path: at('data/orders.csv'),
      content_type: 'structured_data',
      language: null,
      line_count: 4001,
      size_bytes: readFileSync(at('data/orders.csv')).length,
    })
    const [, second] = partition.chunks
    expect(second).toMatchObject({ index: 2, of: partition.chunks.length, preamble: [{ start_line: 1, end_line: 1 }] })
    for (const key of ['id', 'kind', 'label']) expect(second[key]).toEqual(expect.any(String))
    for (const key of ['start_line', 'end_line', 'start_byte', 'end_byte', 'overlap_lines', 'lines', 'bytes', 'tokens'])
      expect(second[key]).toEqual(expect.any(Number))
    expect(second.continuation).toBe(false)
    expect(second).not.toHaveProperty('text')
    expect(second).not.toHaveProperty('file')
  })

  it('includes the text when asked, preamble first', async () => {
    const { chunks } = await json('chunk', at('data/orders.csv'), '--text')
    for (const { text } of chunks) expect(text).toMatch(/^id,name,amount\n\d+,name/)
    expect(await shoal(['chunk', at('data/orders.csv'), '--text'])).toMatchObject({
      status: 2,
      stderr: 'shoal: --text goes into the JSON — add --json\n',
    })
  })

  it('gives people a header line and a table', async () => {
    const { status, stdout } = await shoal(['chunk', at('data/code.py')])
    const [header, titles, first] = stdout.split('\n')
    expect(status).toBe(0)
    expect(header).toMatch(/code\.py: source_code \(python\), \d+ lines, [\d.]+ kB, \d+ chunks? by [\w -]+$/)
    expect(titles).toMatch(/^ *chunk +lines +size +tokens +id +holds$/)
    expect(first).toMatch(/^ *1\/\d+ +1-\d+ /)
  })

  it('keeps to the size and the budget asked for', async () => {
    const bySize = await json('chunk', at('data/orders.csv'), '--chunk-size', '500', '--mode', 'directory')
    expect(bySize.chunks).toHaveLength(8)
    const byBudget = await json('chunk', at('data/orders.csv'), '--chunk-tokens', '2k')
    for (const { tokens } of byBudget.chunks) expect(tokens).toBeLessThanOrEqual(2000)
  })

  it('writes files that another tool can read, and says where', async () => {
    const out = at('out/csv')
    const { status, stdout, stderr } = await shoal(['chunk', at('data/orders.csv'), '--out', out, '--json'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^wrote \d+ files to .*\n$/) })
    const files = JSON.parse(stdout).chunks.map(({ file }: { file: string }) => file)
    expect(files.map((file: string) => basename(file))).toEqual(readdirSync(out).sort())
    expect(basename(files[0])).toBe('chunk-01.csv')
    const bodies = files.flatMap((file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(1))
    expect(bodies).toEqual(records)
  })

  it('replaces chunks that are there only when told so', async () => {
    const out = at('out/again')
    await shoal(['chunk', at('data/code.py'), '--out', out])
    const refused = await shoal(['chunk', at('data/code.py'), '--out', out])
    expect(refused).toEqual({
      status: 2,
      stdout: '',
      stderr: `shoal: --out ${out} already holds chunk-01.py — choose another place, or pass \`--force\` to replace it\n`,
    })
    expect((await shoal(['chunk', at('data/code.py'), '--out', out, '--force'])).status).toBe(0)
  })

  it('writes nothing beside the data', async () => {
    const before = readdirSync(at('data'))
    for (const out of [at('data'), `${at('data')}/.`, join(at('data'), '../data')])
      expect(await shoal(['chunk', at('data/code.py'), '--out', out, '--force'])).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/is the directory of the file itself — choose a directory of its own\n$/),
      })
    expect(readdirSync(at('data'))).toEqual(before)
  })

  it('refuses a place that is no directory', async () => {
    const out = dir.write('a-file', '')
    expect(await shoal(['chunk', at('data/code.py'), '--out', out])).toMatchObject({
      status: 2,
      stderr: `shoal: ${out}: not a directory — name a directory\n`,
    })
  })
})

describe('plan', () => {
  it('gives scripts these keys', async () => {
    const plan = await json('plan', at('data'))
    for (const key of ['files', 'skipped', 'batches', 'tasks', 'stages', 'warnings'])
      expect(plan[key], key).toBeInstanceOf(Array)
    expect(plan).toMatchObject({ query: null, totals: { files: 3 }, estimate: { input_tokens: expect.any(Number) } })
    expect(plan.skipped).toMatchObject([{ path: at('data/picture.txt'), reason: expect.stringContaining('binary') }])
  })

  it('takes the last argument as the query when no such path exists', async () => {
    expect((await json('plan', at('data'), 'What is wrong?')).query).toBe('What is wrong?')
    expect((await json('plan', at('data'), at('conf'))).query).toBeNull()
    expect((await json('plan', at('data'), '-q', 'Why?')).query).toBe('Why?')
    const { status, stderr } = await shoal(['plan', at('data'), 'gone', '-q', 'Why?'])
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'shoal: gone: no such file or directory — check the path\n',
    })
  })

  it('shows people what would happen', async () => {
    const { status, stdout } = await shoal(['plan', at('data'), 'What is wrong?'])
    expect(status).toBe(0)
    expect(stdout).toContain('What is wrong?')
    expect(stdout).toContain('structured_data')
    expect(stdout.endsWith('\n')).toBe(true)
  })

  it('never calls an unknown price nothing', async () => {
    const { estimate } = await json('plan', at('data'), '--model', 'ollama:unheard-of')
    expect(estimate.cost_usd).toBeNull()
    const prices = dir.write('conf/prices.json', '{"prices": {"ollama:unheard-of": {"input": 1, "output": 5}}}')
    const known = await json('plan', at('data'), '--model', 'ollama:unheard-of', '--config', prices)
    expect(known.estimate.cost_usd).toBeGreaterThan(0)
  })

  it('goes to a file when asked', async () => {
    mkdirSync(at('plans'))
    const { status, stdout } = await shoal(['plan', at('data'), '--json', '--output', at('plans/plan.json')])
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
    expect(JSON.parse(readFileSync(at('plans/plan.json'), 'utf8')).totals.files).toBe(3)
    expect(existsSync(at('data/plan.json'))).toBe(false)
  })
})

describe('types', () => {
  const nine = ['source_code', 'structured_data', 'json', 'jsonl', 'log', 'prose', 'markup', 'config', 'unknown']

  it('lists the nine content types', async () => {
    const types = await json('types')
    expect(types.map(({ name }: { name: string }) => name).sort()).toEqual([...nine].sort())
    expect(types.find(({ name }: { name: string }) => name === 'structured_data')).toMatchObject({
      extensions: expect.arrayContaining(['.csv', '.tsv']),
      sizing: { unit: 'rows', target: 2000 },
      delivery: 'file',
      agent: 'rlm-data-analyzer',
    })
  })

  it('as a table', async () => {
    const { stdout } = await shoal(['types'])
    for (const name of nine) expect(stdout).toMatch(new RegExp(`^${name} `, 'm'))
  })
})
