import { type ErrorCode, ShoalError } from '@shoal/base/model/errors'
import { LINE_LIMIT } from '@shoal/base/model/message'
import type { NewTask } from '@shoal/base/model/task'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkAmounts, checkName, completeTasks, cycleError, messageLine, oneLine, shown } from '../src/rules.ts'

const anything = fc.string({ unit: 'binary', maxLength: 40 })
const lines = fc.oneof(
  anything,
  fc
    .array(fc.constantFrom('a', ' ', '\n', '\r', '\r\n', '\t', '😀', 'é'), { maxLength: 30 })
    .map(parts => parts.join('')),
  fc
    .tuple(fc.integer({ min: LINE_LIMIT - 5, max: LINE_LIMIT + 5 }), fc.constantFrom('', '😀', '\ud83d', ' '))
    .map(([length, end]) => `${'x'.repeat(length)}${end}${end}`),
)

function codeOf(act: () => unknown): ErrorCode | null {
  try {
    act()
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(ShoalError)
    expect((error as ShoalError).message).not.toMatch(/[\r\n]/)
    return (error as ShoalError).code
  }
}

const none = () => false

describe('names', () => {
  it.each(['a', 'A9', '_x', 'worker-1', 'v1.2', 'x'.repeat(64)])('%j is one', name => {
    expect(codeOf(() => checkName('team', name))).toBeNull()
  })

  it.each(['', '.', '-x', 'a b', 'a/b', 'é', 'x'.repeat(65), 'a\n', 'a\0'])('%j is none', name => {
    expect(codeOf(() => checkName('member', name))).toBe('bad-value')
  })

  it('whatever the name, the error is one short line that names the kind', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), name => {
        try {
          checkName('role', name)
          expect(name).toMatch(/^[\w.-]{1,64}$/)
        } catch (error) {
          const { message } = error as ShoalError
          expect(message).not.toMatch(/[\r\n\0]/)
          expect(message).toContain('role')
          expect(message.length).toBeLessThan(600)
        }
      }),
    )
  })
})

describe('new tasks', () => {
  it('get all that was left out', () => {
    expect(completeTasks([{ subject: ' x ' }], 1, none)).toEqual({
      tasks: [
        {
          id: '1',
          subject: 'x',
          description: null,
          activeForm: null,
          input: null,
          role: null,
          priority: 0,
          retries: 0,
          blockedBy: [],
          needsApproval: false,
        },
      ],
      nextNumber: 2,
    })
  })

  it('get ids that nobody has, in the order of the list, and none is given twice', () => {
    const ids = fc.option(fc.integer({ min: 1, max: 12 }).map(String), { nil: undefined })
    fc.assert(
      fc.property(
        fc.uniqueArray(ids, { selector: id => id ?? Symbol() }),
        fc.uniqueArray(fc.integer({ min: 1, max: 12 }).map(String)),
        fc.integer({ min: 1, max: 5 }),
        (given, taken, number) => {
          const free = given.filter(id => id === undefined || !taken.includes(id))
          const tasks = free.map((id): NewTask => ({ subject: 'x', ...(id === undefined ? {} : { id }) }))
          const made = completeTasks(tasks, number, id => taken.includes(id))
          const all = made.tasks.map(({ id }) => id)
          expect(new Set(all).size).toBe(all.length)
          expect(all.filter(id => taken.includes(id))).toEqual([])
          for (const [at, id] of free.entries()) if (id !== undefined) expect(all[at]).toBe(id)
          const counted = all.filter((_, at) => free[at] === undefined).map(Number)
          expect(counted).toEqual(counted.toSorted((a, b) => a - b))
          expect(counted.every(id => id >= number && id < made.nextNumber)).toBe(true)
        },
      ),
    )
  })

  it('are counted past any number of ids that are taken', () => {
    const last = 300_000
    const made = completeTasks([{ subject: 'x' }], 1, id => Number(id) <= last)
    expect(made).toMatchObject({ tasks: [{ id: String(last + 1) }], nextNumber: last + 2 })
  })

  it('may be blocked by what stands before, after, or in the team; each once', () => {
    const tasks = [
      { id: 'a', subject: 'x', blockedBy: ['b', 'old', 'b'] },
      { id: 'b', subject: 'x' },
    ]
    const made = completeTasks(tasks, 1, id => id === 'old')
    expect(made.tasks.map(({ blockedBy }) => blockedBy)).toEqual([['b', 'old'], []])
  })

  it('may wait for one that gets its id from the count', () => {
    const made = completeTasks([{ subject: 'x' }, { subject: 'y', blockedBy: ['1'] }], 1, none)
    expect(made.tasks.map(({ id }) => id)).toEqual(['1', '2'])
  })

  it.each<[string, NewTask, ErrorCode]>([
    ['no subject', { subject: '' }, 'bad-value'],
    ['a blank subject', { subject: ' \t' }, 'bad-value'],
    ['two lines', { subject: 'a\nb' }, 'bad-value'],
    ['two old lines', { subject: 'a\rb' }, 'bad-value'],
    ['a long subject', { subject: 'x'.repeat(1001) }, 'bad-value'],
    ['a priority of text', { subject: 'x', priority: '1' as unknown as number }, 'bad-value'],
    ['an unsafe priority', { subject: 'x', priority: 2 ** 53 }, 'bad-value'],
    ['retries without end', { subject: 'x', retries: Number.POSITIVE_INFINITY }, 'bad-value'],
    ['a bad role', { subject: 'x', role: '' }, 'bad-value'],
    ['an empty id', { id: '', subject: 'x' }, 'bad-value'],
    ['an id with a tab', { id: 'a\tb', subject: 'x' }, 'bad-value'],
    ['an id with a line separator', { id: 'a\u2028b', subject: 'x' }, 'bad-value'],
    ['a long id', { id: 'x'.repeat(201), subject: 'x' }, 'bad-value'],
    ['an id that is taken', { id: 'taken', subject: 'x' }, 'task-exists'],
    ['an unknown blocker', { subject: 'x', blockedBy: ['nowhere'] }, 'unknown-task'],
    ['itself', { id: 'a', subject: 'x', blockedBy: ['a'] }, 'task-cycle'],
  ])('%s is refused', (_, task, code) => {
    expect(codeOf(() => completeTasks([{ subject: 'fine' }, task], 1, id => id === 'taken'))).toBe(code)
  })

  it('at the limits are fine', () => {
    const task = { id: 'x'.repeat(200), subject: 'x'.repeat(1000), priority: -(2 ** 53) + 1, retries: 0 }
    expect(completeTasks([task], 1, none).tasks).toMatchObject([task])
  })
})

describe('the error of a cycle', () => {
  it('names the way round', () => {
    expect(cycleError(['a', 'b', 'a']).message).toContain('a → b → a')
  })

  it('stays one short line for a long way, and counts what it leaves out', () => {
    const way = Array.from({ length: 10_001 }, (_, at) => `t${at % 10_000}`)
    const { message } = cycleError(way)
    const [, left] = /… (\d+) more …/.exec(message)!
    const named = message.split(': ')[1]!.split(' → ').length - 1
    expect(Number(left) + named).toBe(way.length)
    expect(message.length).toBeLessThan(200)
  })

  it('stays one short line for long ids', () => {
    const way = Array.from({ length: 30 }, (_, at) => `${at}`.padEnd(200, 'x'))
    expect(cycleError([...way, way[0]!]).message.length).toBeLessThan(3000)
  })
})

describe('the line of a message', () => {
  it('is one bounded line, and with the rest the whole text', () => {
    fc.assert(
      fc.property(lines, text => {
        if (text.trim() === '') {
          expect(codeOf(() => messageLine(text))).toBe('bad-value')
          return
        }
        const { line, more } = messageLine(text)
        expect(line).not.toMatch(/[\r\n]/)
        expect(line.length).toBeLessThanOrEqual(LINE_LIMIT)
        expect(line).not.toBe('')
        expect(more ?? line).toBe(text.trim())
        expect(more === null || more !== line).toBe(true)
      }),
    )
  })

  it('is the first line of many', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(messageLine(`first${end}second`)).toEqual({ line: 'first', more: `first${end}second` })
  })

  it('cuts no character in two', () => {
    const { line } = messageLine(`${'x'.repeat(LINE_LIMIT - 2)}😀😀`)
    expect(line).toBe(`${'x'.repeat(LINE_LIMIT - 2)}…`)
  })
})

describe('one line', () => {
  it('is bounded, without breaks, and its own one line', () => {
    fc.assert(
      fc.property(lines, text => {
        const line = oneLine(text)
        expect(line).not.toMatch(/[\r\n]/)
        expect(line.length).toBeLessThanOrEqual(LINE_LIMIT)
        expect(oneLine(line)).toBe(line)
      }),
    )
  })

  it('joins lines, blank ones too', () => {
    expect(oneLine(' a \n\n  b\r\nc ')).toBe('a · b · c')
    expect(oneLine('\n')).toBe('')
  })
})

describe('amounts', () => {
  it('are whole numbers from 0', () => {
    expect(codeOf(() => checkAmounts({}))).toBeNull()
    expect(codeOf(() => checkAmounts({ tokens: 0, calls: 2 ** 53 - 1 }))).toBeNull()
    for (const wrong of [-1, 0.1, Number.NaN, 2 ** 53, '1' as unknown as number])
      expect(codeOf(() => checkAmounts({ calls: 1, tokens: wrong }))).toBe('bad-value')
  })
})

describe('a name in an error', () => {
  it('is quoted, short, one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), name => {
        expect(shown(name)).toMatch(/^"[^\n]*"$/)
        expect(shown(name).length).toBeLessThanOrEqual(80 * 6 + 2)
      }),
    )
    expect(shown('x'.repeat(81))).toBe(`"${'x'.repeat(79)}…"`)
  })
})
