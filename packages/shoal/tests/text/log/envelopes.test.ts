// Logs in envelopes: every row of the tables takes its lines apart to time, level, host, source and message.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENVELOPES } from '../../../src/text/log/envelopes.ts'
import { findHeader } from '../../../src/text/log/header.ts'
import { RECORD_ENVELOPES } from '../../../src/text/log/record-envelopes.ts'

interface Told {
  readonly at?: string
  readonly level?: string
  readonly host?: string
  readonly component?: string
  readonly client?: string
  readonly content: string
}

interface Case {
  readonly name: string
  readonly lines: readonly string[]
  /** Of the last line. */
  readonly told: Told
}

const json = (...records: readonly unknown[]) => records.map(record => JSON.stringify(record))

const CASES: readonly Case[] = [
  {
    name: 'journald',
    lines: json(
      {
        __REALTIME_TIMESTAMP: '1778565600000000',
        PRIORITY: '6',
        _HOSTNAME: 'pi',
        SYSLOG_IDENTIFIER: 'cron',
        MESSAGE: 'tick',
      },
      {
        __REALTIME_TIMESTAMP: '1778565601500000',
        PRIORITY: '3',
        _HOSTNAME: 'pi',
        SYSLOG_IDENTIFIER: 'kernel',
        MESSAGE: 'disk gone',
      },
    ),
    told: { at: '2026-05-12T06:00:01.500Z', level: 'error', host: 'pi', component: 'kernel', content: 'disk gone' },
  },
  {
    name: 'container',
    lines: json(
      { log: 'level=info msg="up"\n', stream: 'stdout', time: '2026-05-12T06:00:00.123456789Z' },
      { log: 'level=error msg="no space left"\n', stream: 'stderr', time: '2026-05-12T06:00:01.5Z' },
    ),
    told: { at: '2026-05-12T06:00:01.500Z', level: 'error', content: 'no space left' },
  },
  {
    name: 'stackdriver',
    lines: json({
      insertId: 'a1',
      jsonPayload: { message: 'quota spent' },
      resource: { type: 'k8s_container', labels: { pod_name: 'web-7', container_name: 'web' } },
      severity: 'CRITICAL',
      timestamp: '2026-05-12T06:00:01.5Z',
    }),
    told: { at: '2026-05-12T06:00:01.500Z', level: 'fatal', host: 'web-7', component: 'web', content: 'quota spent' },
  },
  {
    name: 'kubernetes-event',
    lines: json({
      involvedObject: { kind: 'Pod', name: 'orders-1' },
      reason: 'BackOff',
      message: 'Back-off pulling image "orders:2.9"',
      source: { component: 'kubelet', host: 'node-3' },
      lastTimestamp: '2026-05-12T06:00:01Z',
      type: 'Warning',
    }),
    told: {
      level: 'warn',
      host: 'node-3',
      component: 'orders-1',
      content: 'BackOff: Back-off pulling image "orders:2.9"',
    },
  },
  {
    name: 'cloudwatch',
    lines: json({ logStreamName: 's', timestamp: 1778565601500, message: '[WARN] slow', ingestionTime: 1 }),
    told: { at: '2026-05-12T06:00:01.500Z', level: 'warn', component: 's', content: 'slow' },
  },
  {
    name: 'loki',
    lines: json({
      labels: { app: 'web', instance: 'h1', level: 'error' },
      line: 'lost',
      timestamp: '2026-05-12T06:00:01.5Z',
    }),
    told: { level: 'error', host: 'h1', component: 'web', content: 'lost' },
  },
  {
    name: 'caddy',
    lines: json({
      level: 'info',
      ts: 1778565601.5,
      request: { remote_ip: '192.0.2.9', method: 'GET', uri: '/pay' },
      duration: 0.25,
      status: 502,
    }),
    told: { at: '2026-05-12T06:00:01.500Z', client: '192.0.2.9', content: 'GET /pay 502 250ms' },
  },
  {
    name: 'traefik',
    lines: json({
      ClientHost: '192.0.2.9',
      DownstreamStatus: 404,
      Duration: 3_000_000,
      RequestMethod: 'GET',
      RequestPath: '/x',
      time: '2026-05-12T06:00:01.5Z',
    }),
    told: { client: '192.0.2.9', content: 'GET /x 404 3ms' },
  },
  {
    name: 'access',
    lines: json({
      time_iso8601: '2026-05-12T08:00:01+02:00',
      remote_addr: '192.0.2.9',
      request_method: 'GET',
      request_uri: '/x',
      status: 200,
      request_time: 0.003,
    }),
    told: { at: '2026-05-12T06:00:01.000Z', client: '192.0.2.9', content: 'GET /x 200 3ms' },
  },
  {
    name: 'gelf',
    lines: json({ version: '1.1', host: 'h1', short_message: 'lost', timestamp: 1778565601.5, level: 3 }),
    told: { level: 'error', host: 'h1', content: 'lost' },
  },
  {
    name: 'winlog',
    lines: json({
      '@timestamp': '2026-05-12T06:00:01.5Z',
      winlog: { computer_name: 'PC1', provider_name: 'Disk' },
      log: { level: 'error' },
      message: 'bad block',
    }),
    told: { level: 'error', host: 'PC1', component: 'Disk', content: 'bad block' },
  },
  {
    name: 'cri',
    lines: [
      '2026-05-12T06:00:00.5Z stdout F I0512 06:00:00.500000    1 a.go:1] started',
      '2026-05-12T06:00:01.5Z stderr F E0512 06:00:01.500000    1 a.go:2] lost lease',
    ],
    told: { at: '2026-05-12T06:00:01.500Z', level: 'error', component: 'a.go:2', content: 'lost lease' },
  },
  {
    name: 'github-actions',
    lines: ['2026-05-12T06:00:00.1234567Z ##[group]Run tests', '2026-05-12T06:00:01.5000000Z ##[error]exit code 1'],
    told: { at: '2026-05-12T06:00:01.500Z', level: 'error', content: 'exit code 1' },
  },
  {
    name: 'haproxy',
    lines: [
      'May 12 06:00:01 lb haproxy[1]: 192.0.2.9:33 [12/May/2026:06:00:01.500] in shop/web-1 10/0/30/69/109 503 99 - - ---- 1/1/1/1/0 0/0 "GET /x HTTP/1.1"',
    ],
    told: {
      at: '2026-05-12T06:00:01.500Z',
      host: 'lb',
      component: 'haproxy',
      client: '192.0.2.9',
      content: 'GET /x 503 109ms in shop/web-1',
    },
  },
  {
    name: 'load-balancer',
    lines: [
      'https 2026-05-12T06:00:01.500000Z app/lb/1 192.0.2.9:28 10.0.0.1:80 0.000 0.048 0.002 502 502 34 366 "GET https://a.example:443/x HTTP/1.1" "curl"',
    ],
    told: { at: '2026-05-12T06:00:01.500Z', client: '192.0.2.9', content: 'GET /x 502 50ms' },
  },
  {
    name: 'w3c',
    lines: [
      '#Fields: date time cs-method cs-uri-stem cs-uri-query cs-username c-ip sc-status time-taken',
      '2026-05-12 06:00:01 GET /x a=1 - 192.0.2.9 500 12',
    ],
    told: { at: '2026-05-12T06:00:01.000Z', client: '192.0.2.9', content: 'GET /x?a=1 500 12ms' },
  },
  {
    name: 'windows-csv',
    lines: [
      'Level,Date and Time,Source,Event ID,Task Category',
      'Error,5/12/2026 6:00:01 PM,Disk,7,None,"The device, said ""no"""',
    ],
    told: { at: '2026-05-12T18:00:01.000Z', level: 'error', component: 'Disk', content: 'The device, said "no"' },
  },
  {
    name: 'kubernetes-events',
    lines: [
      'LAST SEEN   TYPE      REASON      OBJECT         MESSAGE',
      '5m12s       Warning   BackOff     pod/orders-1   Back-off pulling image "orders:2.9"',
    ],
    told: { level: 'warn', component: 'pod/orders-1', content: 'BackOff: Back-off pulling image "orders:2.9"' },
  },
  {
    name: 'windows-xml',
    lines: [
      "<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='Disk'/><EventID>7</EventID><Level>2</Level><TimeCreated SystemTime='2026-05-12T06:00:01.5000000Z'/><Computer>PC1</Computer></System><EventData><Data Name='Device'>C: &amp; D:</Data></EventData></Event>",
    ],
    told: { at: '2026-05-12T06:00:01.500Z', level: 'error', host: 'PC1', component: 'Disk', content: 'Device=C: & D:' },
  },
]

describe('envelopes', () => {
  it('every row has a case', () => {
    const rows = [...ENVELOPES, ...RECORD_ENVELOPES].map(({ name }) => name)
    expect(CASES.map(({ name }) => name).sort()).toEqual(rows.sort())
  })

  it.each(CASES)('$name', ({ name, lines, told }) => {
    const format = findHeader(lines)
    expect(format.name).toBe(name)
    const { header, epochMs, level, host, component, client, content } = format.split(lines.at(-1)!)
    expect(header).toBe(true)
    const at = epochMs === null || epochMs === undefined ? undefined : new Date(epochMs).toISOString()
    const all = { at, level, host, component, client, content }
    expect(Object.fromEntries(Object.keys(told).map(key => [key, all[key as keyof typeof all]]))).toEqual(told)
  })

  it('a priority of syslog is a level, and no year is made up', () => {
    const rfc5424 = ['<14>1 2026-05-12T06:00:00Z h1 app 1 - - up', '<11>1 2026-05-12T06:00:01Z h1 app 1 - - down']
    expect(findHeader(rfc5424).split(rfc5424[1]!)).toMatchObject({ level: 'error', host: 'h1', content: 'down' })
    const rfc3164 = ['<14>May 12 06:00:00 h1 app[1]: up', '<12>May 12 06:00:01 h1 app[1]: down']
    expect(findHeader(rfc3164).split(rfc3164[1]!)).toMatchObject({
      level: 'warn',
      host: 'h1',
      lacks: 'year',
      content: 'down',
    })
  })

  it('a trace that a container printed line by line goes on from its entry', () => {
    const of = (log: string) => ({ log: `${log}\n`, stream: 'stderr', time: '2026-05-12T06:00:01.5Z' })
    const lines = json(
      of('2026-05-12 06:00:01 ERROR a: boom'),
      of('2026-05-12 06:00:02 INFO a: on'),
      of('\tat a.B.c(B.java:7)'),
    )
    expect(findHeader(lines).split(lines[2]!)).toMatchObject({ header: false, carried: '\tat a.B.c(B.java:7)' })
  })

  it('any line is taken apart, and the same line in the same way', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CASES), fc.string(), fc.nat(400), ({ lines }, junk, cut) => {
        const format = findHeader(lines)
        for (const line of [junk, lines.at(-1)!.slice(0, cut), lines.at(-1)!.slice(0, cut) + junk]) {
          const parts = format.split(line)
          expect(format.split(line)).toEqual(parts)
          expect(typeof parts.content).toBe('string')
        }
      }),
    )
  })
})
