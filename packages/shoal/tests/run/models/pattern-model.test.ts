// Language models as workers of a pattern file, over the stub's HTTP: told their task, held to a schema, paid for once.
import { once } from 'node:events'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '@shoal/base/model/json'
import { describe, expect, it } from 'vitest'
import { Lab, MODEL } from './lab.ts'

const SCHEMA = '{type: object, properties: {count: {type: integer}}, required: [count]}'

function pipeline(...stages: readonly string[]): string {
  return `pattern: pipeline\nname: lab\nlease: 1s\nstages:\n${stages.map(stage => `- {${stage}, model: "${MODEL}"}`).join('\n')}\n`
}

async function withFile(lab: Lab, text: string): Promise<void> {
  writeFileSync(join(lab.path, 'lab.yaml'), text)
}

async function task(lab: Lab, id: string) {
  return JSON.parse((await lab.shoal('team', 'task', 'lab', id, '--json')).stdout)
}

describe('a model that does tasks', () => {
  it('is told its task and the results before, and its answer is the result', async () => {
    const lab = await Lab.open(({ number }) => ({
      text: number === 1 ? 'Three words.' : 'Here:\n```json\n{"count": 3}\n```',
    }))
    await withFile(lab, pipeline('name: look, subject: Look at the words', 'name: count, prompt: Be exact.'))
    expect(await lab.shoal('run', 'lab.yaml', '--json')).toMatchObject({ status: 0 })
    expect(await task(lab, 'look')).toMatchObject({ status: 'completed', result: { text: 'Three words.' } })
    expect(await task(lab, 'count')).toMatchObject({ status: 'completed', result: { count: 3 } })
    const [first, second] = lab.asked.map(({ body }) => JSON.stringify(body))
    expect(first).toContain('# Task look: Look at the words')
    expect(second).toContain('Three words.')
    expect(second).toContain('Be exact.')
  })

  it('is asked once more where its answer does not fit the schema, and fails by that', async () => {
    const lab = await Lab.open(({ number }) => ({ text: number === 2 ? '{"count": 3}' : '{"count": "many"}' }))
    await withFile(lab, pipeline(`name: a, schema: ${SCHEMA}`, `name: b, schema: ${SCHEMA}`))
    expect(await lab.shoal('run', 'lab.yaml', '--json')).toMatchObject({ status: 6 })
    expect(await task(lab, 'a')).toMatchObject({ status: 'completed', result: { count: 3 } })
    expect(await task(lab, 'b')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('does not fit: count'),
    })
    expect(lab.asked).toHaveLength(4)
  })

  it('costs what the run may cost, and no more', async () => {
    const lab = await Lab.open(() => ({ text: 'ok' }))
    await withFile(lab, `max_cost: 0.000001\n${pipeline('name: a')}`)
    expect(await lab.shoal('run', 'lab.yaml', '--json')).toMatchObject({ status: 6 })
    expect(await task(lab, 'a')).toMatchObject({ status: 'failed', reason: expect.stringContaining('cost limit') })
    expect(lab.asked).toHaveLength(0)
  })

  it('costs what the task may cost, and no more, and is not begun again by a larger budget of the run', async () => {
    const lab = await Lab.open(() => ({ text: 'ok' }))
    await withFile(lab, `max_cost: 5\n${pipeline('name: a, max_cost: 0.000001')}`)
    expect(await lab.shoal('run', 'lab.yaml', '--json')).toMatchObject({ status: 6 })
    const reason = expect.stringMatching(
      /^what is left of the \$0\.0001 that this task may cost \(max_cost\) is less than/,
    )
    expect(await task(lab, 'a')).toMatchObject({ status: 'failed', reason })
    expect(await lab.shoal('resume', 'lab', '--max-cost', '9', '--json')).toMatchObject({ status: 6 })
    expect(lab.asked).toHaveLength(0)
    await withFile(lab, pipeline('name: a, max_cost: 1').replace('name: lab', 'name: more'))
    expect(await lab.shoal('run', 'lab.yaml', '--json')).toMatchObject({ status: 0 })
    expect(lab.asked).toHaveLength(1)
  })

  it('is told what its agent file says, which the run keeps', async () => {
    let isHeld = true
    const held = new EventTarget()
    const lab = await Lab.open(() => {
      if (!isHeld) return { text: 'ok' }
      held.dispatchEvent(new Event('held'))
      return { hang: true }
    })
    const agent = '---\nname: reviewer\ntools: Read\n---\n\nYou review what others wrote.\n'
    writeFileSync(join(lab.path, 'reviewer.md'), agent)
    await withFile(lab, pipeline('name: a, agent_file: reviewer.md, prompt: Be short.'))
    const reached = once(held, 'held')
    const child = lab.start('run', 'lab.yaml')
    await reached
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    writeFileSync(join(lab.path, 'reviewer.md'), 'You sing.\n')
    isHeld = false
    expect(await lab.shoal('resume', 'lab', '--json')).toMatchObject({ status: 0 })
    const told = JSON.stringify(lab.asked.at(-1)!.body)
    expect(told).toContain('You review what others wrote.\\n\\nBe short.')
    expect(told).not.toContain('name: reviewer')
  })

  it.each([
    ['a provider that nobody knows', 'nobody:x', 2, 'there is no provider "nobody"'],
    ['a provider whose address nobody gave', 'openai-compatible:x', 2, 'needs the URL of its server'],
  ])('of %s is refused before there is a run', async (_, model, status, said) => {
    const lab = await Lab.open(() => ({ text: 'ok' }))
    const worker = `{name: a, model: "${model}"}`
    await withFile(lab, `pattern: pipeline\nname: lab\nstages: [${worker}]\n`)
    lab.write('a.txt', 'words\n')
    writeFileSync(join(lab.path, 'rlm.yaml'), `pattern: rlm\npaths: [data]\nanalyst: {model: "${model}"}\n`)
    for (const file of ['lab.yaml', 'rlm.yaml'])
      expect(await lab.shoal('run', file)).toMatchObject({ status, stderr: expect.stringContaining(said) })
    expect((await lab.shoal('runs', '--json')).stdout).toBe('[]\n')
  })

  it('is found where the config file says, in every pattern and after a kill', async () => {
    let isHeld = true
    const held = new EventTarget()
    const lab = await Lab.open(() => {
      if (!isHeld) return { text: 'ok' }
      held.dispatchEvent(new Event('held'))
      return { hang: true }
    })
    const baseUrl = `${lab.stub.url}/v1`
    writeFileSync(join(lab.path, 'shoal.config.json'), JSON.stringify({ baseUrl }))
    const model = 'openai-compatible:some-model'
    await withFile(lab, `pattern: pipeline\nname: lab\nlease: 1s\nstages: [{name: a, model: "${model}"}]\n`)
    const reached = once(held, 'held')
    const child = lab.start('run', 'lab.yaml')
    await reached
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    isHeld = false
    expect(await lab.shoal('resume', 'lab', '--json')).toMatchObject({ status: 0 })
    expect(await task(lab, 'a')).toMatchObject({ status: 'completed', result: { text: 'ok' } })
    lab.write('a.txt', 'words of a text that is read\n')
    writeFileSync(join(lab.path, 'rlm.yaml'), `pattern: rlm\npaths: [data]\nanalyst: {model: "${model}"}\n`)
    const before = lab.asked.length
    await lab.shoal('run', 'rlm.yaml')
    expect(lab.asked.length).toBeGreaterThan(before)
  })

  it('killed in the middle goes on, and what was answered is not asked again', async () => {
    let isHeld = true
    const held = new EventTarget()
    const lab = await Lab.open(({ number }) => {
      if (!isHeld || number < 2) return { text: `answer ${number}` }
      held.dispatchEvent(new Event('held'))
      return { hang: true }
    })
    await withFile(lab, pipeline('name: a', 'name: b', 'name: c'))
    const reached = once(held, 'held')
    const child = lab.start('run', 'lab.yaml')
    await reached
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    isHeld = false
    expect(await lab.shoal('resume', 'lab', '--json')).toMatchObject({ status: 0 })
    expect(await task(lab, 'a')).toMatchObject({ result: { text: 'answer 1' } })
    const asked = lab.asked.map(({ body }) => /# Task (\w)/.exec(JSON.stringify(body))?.[1])
    expect(asked).toEqual(['a', 'b', 'b', 'c'])
  })
})

describe('a model with tools', () => {
  const call = (name: string, input: unknown) => ({ toolCalls: [{ name, input: input as Json }] })

  it('looks at the files where it works, and writes there where it may', async () => {
    const lab = await Lab.open(({ number }) => {
      if (number === 1) return call('search', { query: 'loader' })
      if (number === 2) return call('read', { path: 'data/work/a.txt', from: 1 })
      if (number === 3) return call('write', { path: 'data/work/out/b.txt', text: 'reader\n' })
      return { text: 'Renamed.' }
    })
    lab.write('work/a.txt', 'the loader\nand more\n')
    await withFile(lab, pipeline('name: a, tools: [search, read, write]'))
    expect(await lab.shoal('run', 'lab.yaml', '--json')).toMatchObject({ status: 0 })
    expect(await task(lab, 'a')).toMatchObject({ result: { text: 'Renamed.' } })
    const told = lab.asked.map(({ body }) => JSON.stringify(body))
    expect(told[1]).toContain('data/work/a.txt:1')
    expect(told[2]).toContain('and more')
    expect(readFileSync(join(lab.data, 'work/out/b.txt'), 'utf8')).toBe('reader\n')
  })

  it('reaches nothing outside, writes nothing that is not listed, and overwrites no secrets', async () => {
    const answers: unknown[] = []
    const tries = [
      call('write', { path: '../b.txt', text: 'x' }),
      call('write', { path: '/tmp/b.txt', text: 'x' }),
      call('write', { path: 'out/b.txt', text: 'x' }),
      call('write', { path: '.git/config', text: 'x' }),
      call('write', { path: 'keys.env', text: 'x' }),
      call('read', { path: '../lab.yaml', from: 1 }),
    ]
    const lab = await Lab.open(({ number, body }) => {
      answers.push(JSON.stringify(body))
      return tries[number - 1] ?? { text: 'done' }
    })
    lab.write('work/keys.env', 'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY\n')
    lab.write('elsewhere/keep.txt', 'x')
    symlinkSync(join(lab.data, 'elsewhere'), join(lab.data, 'work/out'))
    await withFile(
      lab,
      pipeline('name: a, tools: [read, write], cwd: data/work', 'name: b, tools: [read], cwd: data/work'),
    )
    expect(await lab.shoal('run', 'lab.yaml', '--json')).toMatchObject({ status: 0 })
    const last = String(answers[tries.length])
    for (const refusal of ['outside of the directory', 'belongs to git', 'holds secrets', 'is not one of the'])
      expect(last).toContain(refusal)
    expect(last.match(/outside of the directory/g)).toHaveLength(3)
    expect(readdirSync(join(lab.data, 'elsewhere'))).toEqual(['keep.txt'])
    expect(String(answers.at(-1))).not.toContain('"write"')
  })
})
