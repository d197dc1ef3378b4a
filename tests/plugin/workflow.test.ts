// The workflow as Claude Code runs it: the text of the script with its globals, here with agents by script.
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { read } from './plugin-text.ts'

interface Options {
  readonly label: string
  readonly phase: string
  readonly agentType?: string
  readonly schema?: object
}
type Agent = (prompt: string, options: Options) => unknown

const task = (number: number, agent = 'rlm-code-analyzer') => ({
  task: `analyze-${number}`,
  agent,
  what: `chunk ${number}`,
  prompt: `run r, task analyze-${number}`,
})
const LINE = 'Chunk 1/2 complete: 1 finding (0 high, 1 medium, 0 low)'

/** Agents that do what they are told; `behave` may answer in their stead. */
async function run(args: unknown, behave: Agent = () => undefined) {
  const calls: { prompt: string; options: Options }[] = []
  const source = read('workflows/rlm.js').replace('export const meta', 'const meta')
  const agent: Agent = async (prompt, options) => {
    calls.push({ prompt, options })
    const said = behave(prompt, options)
    if (said !== undefined) return said
    if (options.label === 'merge') return { status: 'merged', content_types: ['source_code', 'log'] }
    if (options.phase === 'Plan') {
      const stage = Number(/"stage":(\d+)/.exec(prompt)?.[1] ?? 1)
      return { run: 'r', stages: 2, tasks: [task(stage * 10)] }
    }
    return options.agentType === 'shoal:rlm-synthesizer' ? 'written' : LINE
  }
  const parallel = (thunks: (() => Promise<unknown>)[]) => Promise.all(thunks.map(thunk => thunk().catch(() => null)))
  const result = await runInNewContext(`(async () => {${source}})()`, { args, agent, parallel, log: () => {} })
  return { result, calls }
}

const promptsOf = (calls: readonly { prompt: string; options: Options }[], phase: string) =>
  calls.filter(({ options }) => options.phase === phase).map(({ prompt, options }) => [options.agentType, prompt])

describe('the workflow', () => {
  it('reads every task of every stage with the agent of the plan, then synthesises by type and across', async () => {
    const { result, calls } = await run({
      run: 'r',
      stages: 2,
      tasks: [task(1), task(2, 'rlm-chunk-analyzer')],
      query: 'why?',
    })
    expect(promptsOf(calls, 'Read')).toEqual([
      ['shoal:rlm-code-analyzer', 'run r, task analyze-1'],
      ['shoal:rlm-chunk-analyzer', 'run r, task analyze-2'],
      ['shoal:rlm-code-analyzer', 'run r, task analyze-20'],
    ])
    expect(promptsOf(calls, 'Synthesise').slice(1)).toEqual([
      ['shoal:rlm-synthesizer', 'run r, content_type source_code, question: why?'],
      ['shoal:rlm-synthesizer', 'run r, content_type log, question: why?'],
      ['shoal:rlm-synthesizer', 'run r, all content types together, question: why?'],
    ])
    expect(result).toMatchObject({ run: 'r', read: 3, open: [], content_types: ['source_code', 'log'] })
  })

  it('starts what was not handed in once more, and merges without it in the end', async () => {
    const { result, calls } = await run({ run: 'r', stages: 1, tasks: [task(1), task(2), task(3)] }, prompt => {
      if (prompt.endsWith('analyze-2')) return 'I could not.'
      return prompt.endsWith('analyze-3') ? null : undefined
    })
    expect(promptsOf(calls, 'Read').map(([, prompt]) => prompt)).toEqual(
      ['1', '2', '3', '2', '3'].map(number => `run r, task analyze-${number}`),
    )
    expect(result).toMatchObject({ read: 1, open: ['analyze-2', 'analyze-3'] })
    expect(calls.find(({ options }) => options.label === 'merge')!.prompt).toContain('{"run":"r","open_tasks":"exact"}')
  })

  it('says which stage it could not fetch', async () => {
    const { result, calls } = await run({ run: 'r', stages: 2, tasks: [task(1)] }, (_, { label }) =>
      label === 'stage 2' ? null : undefined,
    )
    expect(result).toMatchObject({ read: 1, open: ['stage 2'] })
    expect(calls.find(({ options }) => options.label === 'merge')!.prompt).toContain('"open_tasks":"exact"')
  })

  it('goes on when an agent fails', async () => {
    const { result } = await run({ run: 'r', stages: 1, tasks: [task(1), task(2)] }, prompt => {
      if (prompt.endsWith('analyze-2')) throw new Error('overloaded')
      return undefined
    })
    expect(result).toMatchObject({ read: 1, open: ['analyze-2'] })
  })

  it.each([
    ['src what is it', { paths: ['src'], query: 'what is it' }],
    ['"my files/a b" what\nis it', { paths: ['my files/a b'], query: 'what\nis it' }],
    ['src', { paths: ['src'] }],
    [
      { path: 'a b', question: 'why' },
      { paths: ['a b'], query: 'why' },
    ],
  ])('has the plan made for %j', async (args, asked) => {
    const { calls, result } = await run(args)
    expect(calls[0]!.prompt).toContain(JSON.stringify(asked))
    expect(result).toMatchObject({ run: 'r', read: 2 })
    const question = 'query' in asked ? `, question: ${asked.query}` : ''
    expect(calls.at(-1)!.prompt).toBe(`run r, all content types together${question}`)
  })

  it.each([[undefined], [''], [{}], [{ run: 'r' }]])('refuses %j', async args => {
    await expect(run(args)).rejects.toThrow('say what to read')
  })

  it('has a literal for its meta, and no clock or chance', () => {
    const source = read('workflows/rlm.js')
    const [, literal] = /^export const meta = (\{[\s\S]*?^\})/m.exec(source)!
    const meta = runInNewContext(`(${literal})`)
    expect(Object.keys(meta)).toEqual(['name', 'description', 'phases'])
    const phases = new Set([...source.matchAll(/phase: '(\w+)'/g)].map(([, phase]) => phase))
    expect(meta.phases.map(({ title }: { title: string }) => title)).toEqual([...phases])
    expect(source).not.toMatch(/Date\.now|Math\.random|new Date\(\)|\bimport\b [^w]|require\(/)
  })
})
