// Addresses, words, sums and forms of the live view.

import type { Message } from '@shoal/base/model/message'
import { ago, lasted, lasting } from '@shoal/base/text/times'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAddress, writeAddress } from '../src/address.ts'
import { indented } from '../src/live/calls/json-text.ts'
import { callPath, callsPath, reportPath, routeOf, runPath, taskPath } from '../src/live/route.ts'
import { readStart } from '../src/live/start-form.ts'
import { firstLineFor, joined, lineBefore } from '../src/live/task/text-pages.ts'
import {
  budgetWords,
  dollars,
  percent,
  placeOf,
  progressText,
  saysNothingFound,
  shortName,
  stageState,
  stageWords,
  taskState,
  verdictText,
} from '../src/live/wording.ts'

describe('addresses', () => {
  it('lead to the view they were made for, whatever a task is called', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,20}$/)
    const text = fc.string({ minLength: 1, unit: 'grapheme' })
    fc.assert(
      fc.property(name, text, fc.integer({ min: 1, max: 1e9 }), (run, task, number) => {
        const seen = (path: string) => routeOf(readAddress(writeAddress(path)).path)
        expect(seen(runPath(run))).toEqual({ view: 'run', run })
        expect(seen(reportPath(run))).toEqual({ view: 'report', run })
        expect(seen(callsPath(run))).toEqual({ view: 'calls', run })
        expect(seen(callPath(run, number))).toEqual({ view: 'call', run, number })
        expect(seen(taskPath(run, task))).toEqual({ view: 'task', run, task })
      }),
    )
  })

  it('that are cut or typed by hand lead nowhere rather than astray', () => {
    expect(routeOf('')).toEqual({ view: 'runs' })
    expect(routeOf('new')).toEqual({ view: 'new' })
    for (const path of [
      'runs',
      'runs/',
      'run/x',
      'runs/x/tasks',
      'runs/x/calls/0',
      'runs/x/calls/1e3',
      'runs/x/y',
      'new/x',
    ])
      expect(routeOf(path), path).toEqual({ view: 'nowhere' })
  })
})

describe('words', () => {
  it('say times as the command line does', () => {
    expect([-5, 340, 4249, 59_999, 60_000, 200_000, 3_600_000, 18_120_000, 90_000_000].map(lasted)).toEqual([
      '0 ms',
      '340 ms',
      '4.2 s',
      '59.9 s',
      '1 min',
      '3 min 20 s',
      '1 h',
      '5 h 2 min',
      '1 d 1 h',
    ])
    expect([-5, 0, 999, 4249, 200_000].map(lasting)).toEqual(['0 s', '0 s', '0 s', '4 s', '3 min 20 s'])
    expect([0, 3000, 120_000, 7_200_000, 3 * 86_400_000, 90 * 86_400_000].map(age => ago(1e12, 1e12 + age))).toEqual([
      'just now',
      '3 s ago',
      '2 min ago',
      '2 h ago',
      '3 d ago',
      '2001-09-09',
    ])
  })

  it('say sums with the digits that count', () => {
    expect([0, 0.0000004, 0.000042, 0.0042, 0.05, 0.5, 1, 12.345, null].map(dollars)).toEqual([
      '$0.00',
      'under $0.000001',
      '$0.000042',
      '$0.0042',
      '$0.050',
      '$0.50',
      '$1.00',
      '$12.35',
      'price not known',
    ])
  })

  it('say budgets in their own unit, what is reserved counted as spent', () => {
    expect(budgetWords({ unit: 'micro_usd', limit: 2e6, used: 5e5, reserved: 5e5 })).toEqual({
      title: 'Cost',
      used: '$0.50',
      limit: '$2.00',
      reserved: '$0.50',
      share: 0.5,
    })
    expect(budgetWords({ unit: 'tokens', limit: 1000, used: 1200, reserved: 0 })).toEqual({
      title: 'Tokens',
      used: '1,200',
      limit: '1,000',
      reserved: null,
      share: 1,
    })
    // Agents whose cost nobody knows before set aside a millionth of a dollar each.
    expect(budgetWords({ unit: 'micro_usd', limit: 2e6, used: 0, reserved: 3 }).reserved).toBeNull()
    expect(budgetWords({ unit: 'calls', limit: 0, used: 0, reserved: 0 }).share).toBe(1)
  })

  it('never say 100 % before the end', () => {
    expect([percent(0, 0), percent(0, 7), percent(999_999, 1_000_000), percent(7, 7)]).toEqual([
      '0 %',
      '0 %',
      '> 99.9 %',
      '100 %',
    ])
    expect([percent(996, 1000), percent(9, 7)]).toEqual(['99.6 %', '100 %'])
  })

  it('go by bytes where files are only read, and by tasks where models are asked', () => {
    const tasks = {
      total: 29,
      ready: 20,
      blocked: 4,
      awaitingApproval: 0,
      inProgress: 2,
      completed: 2,
      failed: 0,
      skipped: 1,
    }
    const progress = { bytesRead: 71, bytes: 100, tasksDone: 3, tasks: 29, bytesPerSecond: null, leftMs: null }
    const calls = { calls: 5, failed: 0, inputTokens: 1, outputTokens: 1, costUsd: 0, isGuess: false, perMinute: 1 }
    expect(progressText({ progress, calls: null, tasks })).toBe('71 %')
    expect(progressText({ progress, calls, tasks })).toBe('10 %')
    expect(progressText({ progress: null, calls: null, tasks })).toBe('10 %')
  })

  it('say where tasks and stages stand', () => {
    const of = (status: Parameters<typeof taskState>[0]['status'], isReady = false) => taskState({ status, isReady })
    expect([
      of('pending'),
      of('pending', true),
      of('in_progress'),
      of('completed'),
      of('failed'),
      of('skipped'),
    ]).toEqual(['waiting', 'ready', 'working', 'done', 'failed', 'skipped'])
    const stage = (tasks: number, done: number, failed: number, working: number) =>
      stageState({ title: '', tasks, done, failed, working }, 'running')
    expect([
      stage(0, 0, 0, 0),
      stage(3, 0, 0, 0),
      stage(3, 0, 0, 1),
      stage(3, 1, 0, 0),
      stage(3, 3, 0, 0),
      stage(3, 2, 1, 0),
    ]).toEqual(['ahead', 'ahead', 'working', 'working', 'done', 'failed'])
  })

  it('say that a stage has begun whose plans wait to be decided on', () => {
    const stage = { title: '', tasks: 3, done: 0, failed: 0, working: 0, toApprove: 2 }
    expect([stageState(stage, 'waiting'), stageWords(stage, 'waiting')]).toEqual(['working', '2 to approve'])
    expect(stageWords({ ...stage, toApprove: 0 }, 'waiting')).toBe('not begun')
  })

  it('call a stage under way only while its run is', () => {
    const left = { title: 'Read', tasks: 9, done: 3, failed: 0, working: 0 }
    expect((['running', 'open', 'waiting'] as const).map(status => stageWords(left, status))).toEqual([
      'under way',
      'under way',
      'waits',
    ])
    expect((['stopped', 'interrupted', 'failed'] as const).map(status => stageWords(left, status))).toEqual([
      'stopped',
      'interrupted',
      'failed',
    ])
    expect(stageWords({ ...left, working: 2 }, 'running')).toBe('2 at work')
    expect(stageWords({ ...left, working: 2 }, 'interrupted')).toBe('interrupted, 2 cut short')
    expect(stageWords({ ...left, failed: 1 }, 'failed')).toBe('1 failed')
    expect(stageWords({ ...left, done: 9 }, 'stopped')).toBe('done')
    expect(stageWords({ ...left, done: 0 }, 'stopped')).toBe('not begun')
  })

  it('know a report of nothing from one that says more', () => {
    const says = (line: string, kind: Message['kind'] = 'task-report') => saysNothingFound({ line, kind })
    expect(says('0 findings (0 high, 0 medium, 0 low)')).toBe(true)
    expect(says('Chunk 3/10 complete: 0 findings (0 high, 0 medium, 0 low)')).toBe(true)
    expect(says('10 findings (0 high, 0 medium, 10 low)')).toBe(false)
    expect(says('0 findings (0 high, 0 medium, 0 low); 1 file could not be read')).toBe(false)
    expect(says('0 findings', 'message')).toBe(false)
  })

  it('say what was made of a reply', () => {
    expect(
      ['quotes 1, verified 1', 'cut off, quotes 3, verified 2, rejected 1', 'quotes 2, rejected 2'].map(verdictText),
    ).toEqual(['1 quote, verified', 'cut off, 3 quotes, 2 verified, 1 rejected', '2 quotes, none verified, 2 rejected'])
    expect(
      [
        'quotes 1, verified 1, borrowed 1',
        'borrowed 3',
        'quotes 2, verified 2, relocated 1, borrowed 2',
        'dropped 1, quotes 1, verified 1',
      ].map(verdictText),
    ).toEqual([
      '1 quote, verified, 1 left to the reader whose lines it quotes',
      '3 left to the reader whose lines they quote',
      '2 quotes, verified, 1 found on another line, 2 left to the reader whose lines they quote',
      'dropped 1, 1 quote, verified',
    ])
    expect(verdictText('all quotes 1 stand')).toBe('all quotes 1 stand')
  })

  it('spread JSON over lines without altering anything but white space', () => {
    expect(indented('{"a":[1.50,12345678901234567890],"b" : {},"c":"x, {\\"y\\": 1}"}')).toBe(
      '{\n  "a": [\n    1.50,\n    12345678901234567890\n  ],\n  "b": {},\n  "c": "x, {\\"y\\": 1}"\n}',
    )
    for (const text of ['plain words', '{"a":', '"only a string"', '[1] and more', ''])
      expect(indented(text)).toBe(text)
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), value => {
        expect(indented(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
      }),
    )
  })

  it('name what a task reads, nothing of it hidden or turned round', () => {
    const reading = { path: 'a/b\u202egpj.log', startLine: 1, endLine: 1200 }
    expect(placeOf(reading)).toBe('a/b\\u202egpj.log, lines 1–1200')
    expect(placeOf({ path: null, startLine: null, endLine: null })).toBeNull()
    const task = { subject: 'Do it\n', contentType: null, blockedBy: [] }
    expect(shortName({ ...task, ...reading })).toBe('b\\u202egpj.log 1–1200')
    const none = { path: null, startLine: null, endLine: null }
    expect(shortName({ ...task, ...none })).toBe('Do it\\n')
    expect(shortName({ ...task, ...none, contentType: 'source_code', blockedBy: ['1'] })).toBe('source code')
  })
})

describe('the form that starts a run', () => {
  const form = { paths: ' logs/ \r\n\n data/a b.csv\n', query: ' ', model: '', maxCost: '', isBuiltIn: false }

  it('takes one path from each line and leaves out what is empty', () => {
    expect(readStart(form)).toEqual({
      start: { paths: ['logs/', 'data/a b.csv'], query: null, model: null, maxCostUsd: null },
      problems: {},
    })
  })

  it('says what is wrong', () => {
    expect(readStart({ ...form, paths: '\n ' })).toMatchObject({ start: null, problems: { paths: expect.any(String) } })
    for (const maxCost of ['0', '-1', 'one', '1.2.3', '1e3', 'Infinity', '.', '0.00'])
      expect(readStart({ ...form, maxCost }), maxCost).toMatchObject({
        start: null,
        problems: { maxCost: expect.any(String) },
      })
  })

  it('names no model and no limit where the built-in analysts read alone, whatever was typed of them', () => {
    expect(readStart({ ...form, model: 'anthropic', maxCost: 'one', isBuiltIn: true })).toEqual({
      start: { paths: ['logs/', 'data/a b.csv'], query: null, model: 'built-in', maxCostUsd: null },
      problems: {},
    })
  })

  it('reads sums as people write them', () => {
    const cost = (maxCost: string) => readStart({ ...form, maxCost }).start?.maxCostUsd
    expect(['0.50', '$ 2', '0,5', '.25', '10'].map(cost)).toEqual([0.5, 2, 0.5, 0.25, 10])
  })
})

describe('pages of a text', () => {
  const page = (line: number, count: number, next: number | null = null) => ({
    path: 'a.log',
    line,
    lines: Array.from({ length: count }, (_, k) => `line ${line + k}`),
    next,
    problem: null,
  })

  it('make one stretch, every line once and in order, however they overlap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(40),
        fc.integer({ min: 1, max: 50 }),
        (a, m, shift, n) => {
          const known = page(a + 50, m, a + 50 + m)
          const other = page(Math.max(1, a + 50 - n + (shift % (m + n + 1))), n, 999)
          const both = joined(known, other)
          expect(both.lines).toEqual(both.lines.map((_, k) => `line ${both.line + k}`))
          expect(both.line).toBe(Math.min(known.line, other.line))
          expect(both.line + both.lines.length).toBe(Math.max(known.line + m, other.line + n))
        },
      ),
    )
  })

  it('go on where the later one ends', () => {
    expect(joined(page(1, 100, 101), page(101, 50, null)).next).toBeNull()
    expect(joined(page(101, 100, 201), page(1, 100, 101)).next).toBe(201)
    expect(joined(page(1, 10, 11), page(300, 10, 310))).toEqual(page(300, 10, 310))
  })

  it('begin a little before the line that is looked for, within the piece', () => {
    const piece = { path: 'a.log', startLine: 100, endLine: 900 }
    expect([null, 105, 500, 99, 901].map(line => firstLineFor(piece, line))).toEqual([100, 100, 488, 100, 100])
    expect([100, 101, 400, 800].map(line => lineBefore(piece, { line }))).toEqual([null, 100, 100, 300])
  })
})
