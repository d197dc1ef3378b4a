// The loop of an asking model: it ends by an answer that passed the gate, or by a limit, and what it says then is true of what was noted.

import type { Json } from '@shoal/base/model/json'
import type { ModelReply, ModelRequest } from '@shoal/base/model/language-model'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Scripted, scriptedModel } from '../../../src/models/scripted-model.ts'
import { askTool } from '../../../src/stages/asking/ask-tool.ts'
import { SAID } from '../../../src/stages/asking/inputs.ts'
import { type Asking, askLoop } from '../../../src/stages/asking/loop.ts'
import { callContext } from '../../models/call-context.ts'

const FILE = [
  'pool size set to 5',
  'GET /cart took 30 ms',
  'pool exhausted, waiting',
  'request failed: timeout after 30 s',
]

const finder: Asking['finder'] = {
  find: async ({ path, line, quote }) =>
    FILE[line - 1]?.includes(quote)
      ? { path, line, quote, isWholeLine: false, said: FILE[line - 1]! }
      : { why: `"${quote}" does not stand on line ${line} of ${path}` },
}

const count = askTool({
  name: 'sql',
  description: 'Counts.',
  input: z.object({ query: z.string() }),
  run: async ({ query }) => `count\n${query.length}\n(1 row)`,
})

const calls = (...all: readonly (readonly [string, Json])[]): Partial<ModelReply> => ({
  toolCalls: all.map(([name, input], k) => ({ id: `c${k}`, name, input })),
  finish: 'tools',
})
const FINE = '{"objections": [], "rival": null}'
const NOTE = [
  'note',
  { claim: 'The pool size was set to 5', quotes: [{ path: 'a.log', line: 1, quote: 'pool size set to 5' }] },
] as const
const ANSWER = ['answer', { sentences: [{ text: 'The pool held 5 connections.', cites: ['N1'] }] }] as const

async function ask(
  script: readonly Scripted[] | ((request: ModelRequest, number: number) => Scripted),
  rest: Partial<Asking> = {},
) {
  const model = scriptedModel(script, { hasTools: true })
  const end = await askLoop({
    question: 'Why do requests fail?',
    overview: '1 file, a.log',
    whole: null,
    model,
    tools: [count],
    finder,
    context: callContext(),
    maxSteps: 25,
    room: 200_000,
    spent: () => 0,
    ...rest,
  })
  return { ...end, requests: model.requests }
}

/** One of each name, that does nothing. */
const everyTool = (names: readonly string[] = Object.keys(SAID).filter(name => name !== 'note' && name !== 'answer')) =>
  names.map(name =>
    askTool({
      name,
      description: SAID[name as keyof typeof SAID],
      input: z.object({}),
      run: async () => 'nothing',
    }),
  )

const toolsOf = ({ tools }: ModelRequest) => tools.map(({ name }) => name)
const lastSaid = ({ turns }: ModelRequest) => JSON.stringify(turns.at(-1))

describe('an answer', () => {
  it('ends it, with what each sentence rests on', async () => {
    const { outcome, failure, requests } = await ask([calls(NOTE), calls(ANSWER), FINE])
    expect(failure).toBeNull()
    expect(outcome).toMatchObject({
      status: 'answered',
      sentences: [{ text: 'The pool held 5 connections.', cites: ['N1'], objection: null }],
      notes: [{ id: 'N1', quotes: [{ path: 'a.log', line: 1 }] }],
      stopped: null,
    })
    expect(requests).toHaveLength(3)
  })

  it('may bring its proof with it, which becomes a note', async () => {
    const sentence = {
      text: 'The pool size was set to 5.',
      quotes: [{ path: 'a.log', line: 1, quote: 'pool size set to 5' }],
    }
    const { outcome } = await ask([calls(['answer', { sentences: [sentence] }]), FINE])
    expect(outcome).toMatchObject({ status: 'answered', sentences: [{ cites: ['N1'] }], notes: [{ id: 'N1' }] })
  })

  it('that is refused keeps what nothing is wrong with: only the rest is sent again, and stands at its place', async () => {
    const good = { text: 'The pool held 5 connections.', cites: ['N1'] }
    const bad = { text: 'The pool held 50 connections.', cites: ['N1'] }
    const { outcome, requests } = await ask([
      calls(NOTE),
      calls(['answer', { sentences: [bad, good] }]),
      calls(['answer', { sentences: [{ text: 'The pool size was set to 5.', cites: ['N1'] }], keep: [1, 2] }]),
      FINE,
    ])
    expect(lastSaid(requests[2]!)).toContain('Nothing is wrong with 2')
    expect(outcome.sentences.map(({ text }) => text)).toEqual(['The pool size was set to 5.', good.text])
    expect(outcome.status).toBe('answered')
  })

  it('that is never accepted leaves the sentences with which nothing was wrong', async () => {
    const good = { text: 'The pool held 5 connections.', cites: ['N1'] }
    const bad = { text: 'The pool held 50 connections.', cites: ['N1'] }
    const { outcome } = await ask([calls(NOTE), calls(['answer', { sentences: [bad, good] }]), 'done', 'done', 'done'])
    expect(outcome).toMatchObject({ status: 'partial', sentences: [{ text: good.text }] })
    expect(outcome.stopped).not.toBeNull()
  })

  it.each([
    ['cites no note', { text: 'The pool is small.' }, 'cites no note'],
    ['cites a note that is not there', { text: 'The pool is small.', cites: ['N7'] }, 'there is no note N7'],
    [
      'has a number that nothing shows',
      { text: 'The pool held 50 connections.', cites: ['N1'] },
      '50 stands in nothing',
    ],
    ['has it in words', { text: 'The pool held seven connections.', cites: ['N1'] }, '7 stands in nothing'],
    [
      'says why with one proof',
      { text: 'Requests fail because the pool is small.', cites: ['N1'] },
      'at least two things',
    ],
  ])('that %s is not accepted, and the complaint says what is wrong', async (_, sentence, complaint) => {
    const { outcome, requests } = await ask([
      calls(NOTE),
      calls(['answer', { sentences: [sentence] }]),
      calls(ANSWER),
      FINE,
    ])
    expect(lastSaid(requests[2]!)).toContain(complaint)
    expect(outcome.sentences.map(({ text }) => text)).toEqual(['The pool held 5 connections.'])
  })

  it('that only says what is missing is one in part, or none', async () => {
    const { outcome } = await ask([calls(['answer', { sentences: [], missing: ['no log of the database'] }])])
    expect(outcome).toMatchObject({ status: 'unanswered', missing: ['no log of the database'] })
  })
})

describe('the sceptic', () => {
  const objects = '{"objections": [{"sentence": 1, "why": "the line says size, not use"}], "rival": "the network"}'

  it('is heard once; what is repeated stands with its objection', async () => {
    const { outcome, requests } = await ask([calls(NOTE), calls(ANSWER), objects, calls(ANSWER)])
    expect(lastSaid(requests[3]!)).toContain('the line says size, not use')
    expect(outcome).toMatchObject({
      status: 'partial',
      sentences: [{ objection: 'the line says size, not use' }],
      rival: 'the network',
    })
    expect(requests).toHaveLength(4)
  })

  it('is asked again of the explanation that it named: with other sentences it stands until that is ruled out', async () => {
    const other = ['answer', { sentences: [{ text: 'The pool size was set to 5.', cites: ['N1'] }] }] as const
    for (const [says, rival] of [
      ['{"objections": [], "rival": "the network"}', 'the network'],
      [FINE, null],
    ] as const) {
      const { outcome, requests } = await ask([calls(NOTE), calls(ANSWER), objects, calls(other), says])
      expect(lastSaid(requests[4]!)).toContain('said to fit as well: \\"the network\\"')
      expect(lastSaid(requests[4]!)).toContain('of the answer before it was said: \\"the line says size, not use\\"')
      expect(outcome).toMatchObject({ status: rival === null ? 'answered' : 'partial', rival })
    }
  })

  it('sees only the question, the sentences and what they rest on', async () => {
    const { requests } = await ask([calls(['sql', { query: 'a' }]), calls(NOTE), calls(ANSWER), FINE])
    const [turn] = requests[3]!.turns
    expect(turn).toMatchObject({ role: 'user' })
    expect(requests[3]).toMatchObject({ tools: [] })
    expect(lastSaid(requests[3]!)).toContain('a.log:1| pool size set to 5')
    expect(lastSaid(requests[3]!)).not.toContain('(1 row)')
  })

  it('is told of a sentence that rests on results alone by their ids, and the words that stand in none of it as they are written', async () => {
    const text = 'There are 6 losses of retries.'
    const { requests } = await ask([
      calls(['sql', { query: 'abcdef' }]),
      calls(['answer', { sentences: [{ text, results: ['R2'] }] }]),
      FINE,
    ])
    const said = lastSaid(requests[2]!)
    expect(said).toContain('It rests on R2. Of its words these stand in none of that: losses, retries.')
    expect(said).not.toMatch(/\bN1\b/)
  })

  it('that cannot be asked leaves an answer in part that says so', async () => {
    const { outcome } = await ask([calls(NOTE), calls(ANSWER), { failure: { kind: 'overloaded', message: 'busy' } }])
    expect(outcome).toMatchObject({ status: 'partial', stopped: 'nobody challenged the answer: busy' })
    expect(outcome.sentences).toHaveLength(1)
  })
})

describe('what the model is told', () => {
  /** Names of tools that are no plain words here, and the others where they stand as names. */
  const NAMED = /\b(?:search|sql|diff|llm|label)\b|\b(?:search and (read)|sql (?:and|or) (run)|(run) works)\b/g
  it.each([
    ['the root', everyTool(), null],
    ['the root with all files before it', everyTool(), '1| pool size set to 5'],
    ['a part of the question', everyTool(['search', 'read', 'sql', 'diff', 'run']), null],
  ] as const)('names no tool that is not offered: %s', async (_, tools, whole) => {
    const { requests } = await ask(() => 'I think it is the network.', { tools, whole })
    for (const request of requests) {
      const told = [
        request.system,
        ...request.turns.flatMap(turn => (turn.role === 'user' ? turn.passages.map(({ text }) => text) : [])),
      ].join('\n')
      const named = [...told.matchAll(NAMED)].flatMap(([all, ...one]) => one.find(Boolean) ?? all)
      expect(named.length).toBeGreaterThan(3)
      expect([...new Set(named)].filter(name => !toolsOf(request).includes(name))).toEqual([])
    }
  })
})

describe('a model that is given all files whole', () => {
  const whole = `1| pool size set to 5\n${'x'.repeat(50_000)}`
  const quotes = [{ path: 'a.log', line: 1, quote: 'pool size set to 5' }]
  const told = ({ system, turns }: ModelRequest) => `${system} ${JSON.stringify(turns[0])}`

  it('is told nothing of notes, and cannot keep any', async () => {
    const { requests } = await ask(() => 'I think it is the network.', { whole, tools: everyTool() })
    for (const request of requests) {
      expect(toolsOf(request)).toEqual(['sql', 'run', 'label', 'answer'])
      expect(`${told(request)} ${lastSaid(request)}`).not.toMatch(/\bnotes?\b/)
    }
  })

  it('is not given them again to put right what the gate refused: it may search them, and the sceptic is told that it has read them', async () => {
    const wrong = calls(['answer', { sentences: [{ text: 'The pool size was set to 50.', quotes }] }])
    const right = calls(['answer', { sentences: [{ text: 'The pool size was set to 5.', quotes }] }])
    const { outcome, isWhole, requests } = await ask([wrong, right, FINE], { whole, tools: everyTool() })
    expect(outcome.status).toBe('answered')
    expect(isWhole).toBe(true)
    expect(JSON.stringify(requests[0]).length).toBeGreaterThan(50_000)
    expect(JSON.stringify(requests[1]).length).toBeLessThan(20_000)
    expect(told(requests[1]!)).toContain('they are left out now')
    expect(toolsOf(requests[1]!)).toEqual(expect.arrayContaining(['search', 'read', 'note', 'answer']))
    expect(lastSaid(requests[2]!)).toContain('has read all files whole')
  })

  it('is given few lines again sooner than more tools', async () => {
    const wrong = calls(['answer', { sentences: [{ text: 'The pool size was set to 50.', quotes }] }])
    const { requests } = await ask([wrong, calls(['answer', { sentences: [], missing: ['it'] }])], {
      whole: '1| pool size set to 5',
    })
    expect(told(requests[1]!)).toContain('to be read whole')
  })
})

describe('a limit', () => {
  it('of steps leaves only note and answer to be called', async () => {
    const { outcome, requests } = await ask(
      (_, n) => (n < 4 ? calls(['sql', { query: 'x'.repeat(n) }]) : n === 4 ? calls(ANSWER) : 'x'),
      {
        maxSteps: 4,
      },
    )
    expect(toolsOf(requests[2]!)).toContain('sql')
    expect(toolsOf(requests[3]!)).toEqual(['note', 'answer'])
    expect(lastSaid(requests[3]!)).toContain('All 4 steps are used')
    expect(outcome).toMatchObject({ status: 'unanswered', stopped: expect.any(String) })
  })

  it('of money does the same before it is spent', async () => {
    const { requests } = await ask([calls(NOTE), calls(ANSWER), FINE], { spent: () => 0.9 })
    expect(toolsOf(requests[0]!)).toEqual(['note', 'answer'])
  })

  it('of progress too: three turns that bring nothing new', async () => {
    const wrong = calls([
      'note',
      { claim: 'It rained', quotes: [{ path: 'a.log', line: 1, quote: 'heavy rain today' }] },
    ])
    const { requests, outcome } = await ask((_, n) => (n <= 6 ? wrong : 'x'))
    expect(requests.map(request => toolsOf(request).includes('sql'))).toEqual([true, true, true, false, false, false])
    expect(outcome).toMatchObject({ status: 'unanswered', stopped: 'the model gave no answer that its notes support' })
  })

  it('of silence ends it: a model that only talks is told thrice', async () => {
    const { requests, outcome } = await ask(() => 'I think it is the network.')
    expect(requests).toHaveLength(3)
    expect(outcome).toMatchObject({ status: 'unanswered', sentences: [], notes: [] })
  })
})

describe('a call that fails', () => {
  it('ends it with what was noted until then', async () => {
    const { outcome, failure } = await ask([
      calls(NOTE),
      { failure: { kind: 'budget', message: 'the budget is spent' } },
    ])
    expect(failure).toMatchObject({ kind: 'budget' })
    expect(outcome).toMatchObject({
      status: 'partial',
      notes: [{ id: 'N1' }],
      sentences: [],
      stopped: 'the budget is spent',
    })
  })

  it('of a tool is told, and is no result to cite', async () => {
    const cite = ['note', { claim: 'The count is 4', results: ['R2'] }] as const
    const { requests } = await ask([
      calls(['sql', {}]),
      calls(['nothing', {}]),
      calls(cite),
      calls(NOTE),
      calls(ANSWER),
      FINE,
    ])
    expect(lastSaid(requests[1]!)).toContain('cannot be called like this')
    expect(lastSaid(requests[2]!)).toContain('nothing cannot be called now')
    expect(JSON.stringify(requests[3]!.turns)).toContain('there is no result R2')
  })
})

describe('results', () => {
  it('are cited by their ids, and give their numbers', async () => {
    const cite = ['note', { claim: 'The count is 6', results: ['R2'] }] as const
    const answer = ['answer', { sentences: [{ text: 'There are 6.', cites: ['N1'] }] }] as const
    const { outcome } = await ask([calls(['sql', { query: 'abcdef' }]), calls(cite), calls(answer), FINE])
    expect(outcome).toMatchObject({
      status: 'answered',
      steps: [{ tool: 'sql', result: 'R2' }],
      notes: [{ results: ['R2'] }],
    })
  })

  it('of long ago are left out when the request grows too long, and the newest never', async () => {
    const long = askTool({
      name: 'read',
      description: 'Reads.',
      input: z.object({ k: z.number() }),
      run: async ({ k }) => `${k} `.repeat(2_000),
    })
    const { requests } = await ask((_, n) => (n < 12 ? calls(['read', { k: n }]) : 'x'), {
      tools: [long],
      room: 20_000,
    })
    const sizes = requests.map(request => JSON.stringify(request.turns).length)
    expect(Math.max(...sizes)).toBeLessThan(40_000)
    expect(JSON.stringify(requests[11]!.turns)).toContain('left out to save room')
    expect(lastSaid(requests[10]!)).not.toContain('left out to save room')
  })
})

describe('a reply', () => {
  it('that was cut off in a call is told so, and its whole calls are carried out', async () => {
    const half: Partial<ModelReply> = {
      toolCalls: [
        { id: 'a', name: 'sql', input: { query: 'abc' } },
        { id: 'b', name: 'note', input: '{"claim": "The po' },
      ],
      finish: 'length',
    }
    const { outcome, requests } = await ask([half, calls(NOTE), calls(ANSWER), FINE])
    expect(outcome).toMatchObject({ status: 'answered', steps: [{ tool: 'sql', result: 'R2' }] })
    expect(requests[1]!.turns.at(-1)).toMatchObject({
      results: [{ isError: false }, { isError: true, text: expect.stringContaining('came to its limit') }],
    })
  })

  it.each([
    ['words', { text: 'I think that', finish: 'length' }],
    ['half a call', { toolCalls: [{ id: 'b', name: 'note', input: '{"claim' }], finish: 'length' }],
  ] as const)('that is cut off again and again ends it, and that is said: %s', async (_, said) => {
    const { outcome, requests } = await ask(() => said)
    expect(requests).toHaveLength(3)
    expect(lastSaid(requests[1]!)).toContain('Your reply came to its limit')
    expect(outcome).toMatchObject({
      status: 'unanswered',
      stopped: 'the replies of the model came to their limit before they called a tool',
    })
  })

  it('that is withheld ends it with who withheld it', async () => {
    const withheld = 'the model refused to answer: no'
    const { outcome } = await ask([calls(NOTE), { finish: 'refused', withheld }])
    expect(outcome).toMatchObject({ status: 'partial', notes: [{ id: 'N1' }], stopped: withheld })
  })

  it('goes back with what was thought', async () => {
    const parts = [
      { kind: 'thought', text: 'hm', mark: { anthropic: { signature: 's' } } },
      { kind: 'call', call: 'c0' },
    ] as const
    const { requests } = await ask([{ ...calls(NOTE), parts }, calls(ANSWER), FINE])
    expect(requests[1]!.turns.at(-2)).toMatchObject({ role: 'assistant', parts })
  })
})

describe('a request that is too long for the model', () => {
  const tooLong = { failure: { kind: 'too-long', message: 'the prompt is too long' } } as const
  const long = askTool({
    name: 'read',
    description: 'Reads.',
    input: z.object({ k: z.number() }),
    run: async ({ k }) => `${k} `.repeat(2_000),
  })
  const size = ({ turns }: ModelRequest) => JSON.stringify(turns).length

  it('is sent again with less of what was found long ago, and the loop goes on', async () => {
    // The model takes 20,000 characters; nobody has said so.
    let reads = 0
    const { outcome, requests } = await ask(
      request => {
        if (request.system.startsWith('You check')) return FINE
        if (size(request) > 20_000) return tooLong
        return ++reads <= 9 ? calls(['read', { k: reads }]) : reads === 10 ? calls(NOTE) : calls(ANSWER)
      },
      { tools: [long] },
    )
    expect(outcome).toMatchObject({ status: 'answered', stopped: null })
    expect(requests.filter(request => size(request) > 20_000).length).toBeGreaterThan(0)
    expect(requests.length).toBeLessThan(25)
  })

  it('goes on without the files where they were given whole', async () => {
    const { outcome, isWhole, requests } = await ask(
      request =>
        JSON.stringify(request.turns).includes('to be read whole')
          ? tooLong
          : request.system.startsWith('You check')
            ? FINE
            : request.turns.length === 1
              ? calls(NOTE)
              : calls(ANSWER),
      { whole: 'x'.repeat(50_000) },
    )
    expect(outcome).toMatchObject({ status: 'answered' })
    expect(isWhole).toBe(false)
    expect(requests).toHaveLength(4)
  })

  it('then may search them: what can be called is what the request can see', async () => {
    const { requests } = await ask(
      request => (JSON.stringify(request.turns).includes('to be read whole') ? tooLong : calls(ANSWER)),
      { whole: 'x'.repeat(50_000), tools: everyTool() },
    )
    expect(toolsOf(requests[0]!)).not.toContain('search')
    expect(toolsOf(requests[1]!)).toContain('search')
  })

  it('ends it when nothing is left to leave out', async () => {
    const { failure, outcome, requests } = await ask(() => tooLong)
    expect(requests).toHaveLength(1)
    expect(failure).toMatchObject({ kind: 'too-long' })
    expect(outcome).toMatchObject({ status: 'unanswered', stopped: 'the prompt is too long' })
  })
})
