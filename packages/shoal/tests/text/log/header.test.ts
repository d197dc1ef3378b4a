// Taking lines apart: times, levels, names and numbers of the header, and what is no header.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LineParts } from '../../../src/text/log/format.ts'
import { findHeader } from '../../../src/text/log/header.ts'
import { generateLog, MESSAGES } from './generate.ts'
import { SHAPES } from './shapes.ts'

function partsOf(shape: string, line: string): LineParts {
  const { lines } = generateLog(SHAPES.find(({ name }) => name === shape)!, MESSAGES, 300, 1)
  return findHeader(lines).split(line)
}

const at = (text: string): number => Date.parse(text)

describe('fields', () => {
  it.each([
    [
      'syslog',
      'Jun 14 15:16:01 combo sshd(pam_unix)[19939]: check pass; user unknown',
      {
        epochMs: at('2000-06-14T15:16:01Z'),
        host: 'combo',
        component: 'sshd(pam_unix)',
        pid: '19939',
        content: 'check pass; user unknown',
      },
    ],
    ['syslog', 'Jun 14 15:16:01 combo syslogd 1.4.1: restart.', { component: 'syslogd 1.4.1', content: 'restart.' }],
    [
      'syslog',
      'Jun 14 15:16:01 combo nothing of the kind',
      { header: true, host: 'combo', content: 'nothing of the kind' },
    ],
    [
      'syslog of a Mac',
      'Jul  1 09:02:26 calvisitor com.apple.xpc.launchd[1] (com.apple.x.9): Service exited with code: 1',
      { component: 'com.apple.xpc.launchd', pid: '1', content: 'Service exited with code: 1' },
    ],
    [
      'syslog in ISO time',
      '2015-10-18T18:01:47.123456+02:00 web1 sshd[1]: x',
      { epochMs: at('2015-10-18T16:01:47.123Z') + 0.456, host: 'web1', component: 'sshd' },
    ],
    [
      'log4j with threads',
      '2015-10-18 18:01:47,978 WARN [main] org.mortbay.log: Logging to x',
      { epochMs: at('2015-10-18T18:01:47.978Z'), level: 'warn', component: 'org.mortbay.log', content: 'Logging to x' },
    ],
    [
      'six digits and six',
      '081109 203615 148 INFO dfs.FSNamesystem: x',
      { epochMs: at('2008-11-09T20:36:15Z'), level: 'info', pid: '148' },
    ],
    [
      'phone',
      '03-17 16:13:38.811  1702  2395 D WindowManager: x',
      { level: 'debug', component: 'WindowManager', pid: '1702' },
    ],
    [
      'pipes',
      '20171223-22:15:29:606|Step_LSC|30002312|onChanged 3579',
      { epochMs: at('2017-12-23T22:15:29.606Z'), component: 'Step_LSC' },
    ],
    ['Apache errors', '[Sun Dec 04 04:47:44 2005] [notice] x', { epochMs: at('2005-12-04T04:47:44Z'), level: 'info' }],
    [
      'tomcat',
      '04-Dec-2005 04:47:44.123 SEVERE [main] org.mortbay.log x',
      { epochMs: at('2005-12-04T04:47:44.123Z'), level: 'error' },
    ],
    [
      'glog',
      'E0210 12:00:00.123456    1234 server.go:12] x',
      { level: 'error', pid: '1234', component: 'server.go:12' },
    ],
    [
      'spring',
      '2015-10-18 18:01:47.978  INFO 4711 --- [  main] c.e.demo.Application : x',
      { component: 'c.e.demo.Application', pid: '4711' },
    ],
    ['epoch in milliseconds', '1445191307978 ERROR x', { epochMs: 1445191307978, level: 'error' }],
    ['Python', '2015-10-18 18:01:47,978 - app.views - ERROR - x', { component: 'app.views', level: 'error' }],
    [
      'JSON',
      '{"level":50,"time":1445191307978,"msg":"a \\"b\\"","name":"api","hostname":"h"}',
      { level: 'error', epochMs: 1445191307978, component: 'api', host: 'h', content: 'a "b"' },
    ],
    [
      'key=value',
      'time="2015-10-18T18:01:47Z" level=warn msg="a \\"b\\"" pid=7',
      { level: 'warn', pid: '7', content: 'a "b"' },
    ],
  ] as const)('%s: %s', (shape, line, expected) => {
    expect(partsOf(shape, line)).toMatchObject({ header: true, ...expected })
  })

  it.each([
    ['2015-10-18T18:01:47Z', '2015-10-18T18:01:47Z'],
    ['2015-10-18T18:01:47+02:00', '2015-10-18T16:01:47Z'],
    ['2015-10-18 18:01:47.5 -0330', '2015-10-18T21:31:47.500Z'],
    ['2015/10/18 18:01:47', '2015-10-18T18:01:47Z'],
    ['2005-06-03-15.42.50.675', '2005-06-03T15:42:50.675Z'],
    ['20171223-2:5:9:6', '2017-12-23T02:05:09.006Z'],
    ['20151018T180147.25Z', '2015-10-18T18:01:47.250Z'],
    ['18/Oct/2015:18:01:47 +0200', '2015-10-18T16:01:47Z'],
    ['18-Oct-2015 18:01:47.123', '2015-10-18T18:01:47.123Z'],
    ['Sun, 18 Oct 2015 18:01:47 GMT', '2015-10-18T18:01:47Z'],
    ['Sun Oct 18 18:01:47.123456 2015', '2015-10-18T18:01:47.123Z'],
    ['Sun Oct  4 18:01:47 CET 2015', '2015-10-04T18:01:47Z'],
    ['Oct 18, 2015 6:01:47 PM', '2015-10-18T18:01:47Z'],
    ['10/18/2015 12:01:47 AM', '2015-10-18T00:01:47Z'],
    ['18.10.2015 18:01:47', '2015-10-18T18:01:47Z'],
    ['17/06/09 20:10:40', '2017-06-09T20:10:40Z'],
    ['1445191307.5', '2015-10-18T18:01:47.500Z'],
  ])('%s is a moment', (text, moment) => {
    const lines = Array.from({ length: 5 }, (_, k) => `${text} ERROR message ${k}`)
    const { timestamp, epochMs, content } = findHeader(lines).split(lines[0]!)
    expect([timestamp, Math.floor(epochMs!), content]).toEqual([text, at(moment), 'message 0'])
  })

  it('impossible times have no moment', () => {
    expect(partsOf('log4j with threads', '2015-13-41 18:01:47,978 INFO [main] a.b: x').epochMs).toBeNull()
  })
})

describe('what is no header', () => {
  it.each([
    [
      'sentences that open with a word of levels',
      ['Note that it rains', 'Error handling is fine', 'Default is used', 'All done', 'Config was read'],
    ],
    [
      'groups that are all of a line',
      ['0.412: [GC (Allocation Failure) 16384K->2048K]', '1.113: [GC (System) 4113K->412K]'],
    ],
    [
      'measures between bars',
      ['12:00:01 | epoch 1 | loss 0.9', '12:00:02 | epoch 2 | loss 0.8', '12:00:03 | epoch 3 | loss 0.7'],
    ],
  ])('%s', (_, lines) => {
    const format = findHeader(lines)
    for (const line of lines) expect(format.contentOf(line)).toBe(line.replace(/^[\d.:]+[ |]+/, ''))
  })

  it('an empty file, and blank lines, have none', () => {
    expect(findHeader([]).name).toBe('plain')
    expect(findHeader(['', ' ', '\t']).split('')).toEqual({ header: false, content: '', contentStart: 0 })
  })
})

describe('lines that continue an entry', () => {
  const trace = [
    'java.io.IOException: broken',
    '\tat org.example.A.b(A.java:12)',
    'Caused by: java.net.X: y',
    '\t... 12 more',
  ]
  const { lines } = generateLog(SHAPES.find(({ name }) => name === 'log4j with threads')!, MESSAGES, 200, 1)
  const mixed = lines.flatMap((line, k) => (k % 3 === 0 ? [line, ...trace] : [line]))

  it('have no header, and do not hide the header of the others', () => {
    const format = findHeader(mixed)
    for (const line of lines) expect(format.split(line)).toMatchObject({ header: true, level: expect.any(String) })
    for (const line of trace) expect(format.split(line)).toMatchObject({ header: false, content: line.trimStart() })
  })

  it('may outnumber the others by far if they are indented', () => {
    const frames = Array.from({ length: 30 }, (_, k) => `\tat org.example.Client.call(Client.java:${k})`)
    const lines = Array.from({ length: 20 }, (_, k) => [
      `2015-10-18 18:01:${10 + k},978 ERROR lost ${k}`,
      ...frames,
    ]).flat()
    const format = findHeader(lines)
    expect(format.split(lines[0]!)).toMatchObject({ header: true, level: 'error', content: 'lost 0' })
    expect(format.split(lines[1]!)).toMatchObject({ header: false, content: lines[1]!.trim() })
  })

  it('indentation means nothing where nearly all lines have it', () => {
    const lines = Array.from({ length: 50 }, (_, k) => `  2015-10-18 18:01:${10 + k},978 ERROR lost ${k}`)
    expect(findHeader(['total', ...lines]).split(lines[0]!)).toMatchObject({ header: true, content: 'lost 0' })
  })
})

describe('any lines', () => {
  it('are taken apart without loss: the content is the end of the line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 60 }), { maxLength: 30 }),
        fc.string({ maxLength: 80 }),
        (sample, line) => {
          const format = findHeader(sample)
          for (const one of [line, ...sample]) {
            const { content, contentStart } = format.split(one)
            expect(format.contentOf(one)).toBe(content)
            if (format.name !== 'json' && format.name !== 'logfmt') expect(one.slice(contentStart)).toBe(content)
          }
        },
      ),
    )
  })

  it('so are the lines of every shape, cut anywhere', () => {
    for (const shape of SHAPES) {
      const { lines } = generateLog(shape, MESSAGES, 60, 2)
      const format = findHeader(lines)
      for (const line of lines) {
        for (let end = 0; end < line.length; end += 7)
          expect(format.split(line.slice(0, end)).content).toBe(format.contentOf(line.slice(0, end)))
      }
    }
  })
})

describe('a name in brackets', () => {
  it('is who says it, where nothing else does', () => {
    const lines = Array.from(
      { length: 30 },
      (_, k) => `2024-09-03T06:00:${10 + k}Z INFO [print-0${k % 3}] job ${k} done`,
    )
    const format = findHeader(lines)
    expect(format.split(lines[4]!)).toMatchObject({ component: 'print-01', content: 'job 4 done' })
  })

  it('is a thread where it is called so, and nobody where it never comes again', () => {
    const threads = Array.from(
      { length: 30 },
      (_, k) => `2024-09-03T06:00:${10 + k}Z INFO [worker-${k % 3}] job ${k} done`,
    )
    expect(findHeader(threads).split(threads[4]!)).toMatchObject({ thread: 'worker-1' })
    const ids = Array.from(
      { length: 30 },
      (_, k) => `2024-09-03T06:00:${10 + k}Z INFO [${(k * 7919 + 40_961).toString(16)}f] job ${k} done`,
    )
    expect(findHeader(ids).split(ids[4]!).component).toBeUndefined()
  })
})
