// Entries of logs as rows.
import { describe, expect, it } from 'vitest'
import { randomOf } from '../log/random.ts'
import { rowsOf } from './told-rows.ts'

const entriesOf = (lines: readonly string[], name = 'a.log') => rowsOf(name, lines, 'entries')

describe('entries', () => {
  it('of a log with threads, classes and traces', async () => {
    const found = await entriesOf([
      '2024-01-01 12:00:00,123 [http-nio-8080-exec-1] ERROR com.foo.Bar - Failed to charge order 4711 for user bob in 4.5s',
      'java.lang.IllegalStateException: no',
      '\tat com.foo.Bar.charge(Bar.java:12)',
      '2024-01-01 12:00:01,123 [main] WARN  com.foo.Baz - took 123 ms user=alice, path=/x, code=007',
      '2024-01-01 12:00:02,123 [main] INFO  com.foo.Baz - retrying in 5s',
    ])
    expect(found).toMatchObject([
      {
        line: 1,
        time: '2024-01-01T12:00:00.123',
        level: 'ERROR',
        severity: 'error',
        thread: 'http-nio-8080-exec-1',
        source: 'com.foo.Bar',
        message: 'Failed to charge order 4711 for user bob in 4.5s',
        order: 4711,
        user: 'bob',
        took_ms: 4500,
        lines: 3,
        error_class: 'java.lang.IllegalStateException',
      },
      {
        line: 4,
        level: 'WARN',
        severity: 'warning',
        took_ms: 123,
        user: 'alice',
        request_path: '/x',
        code: '007',
        lines: 1,
      },
      { line: 5, level: 'INFO', severity: 'info' },
    ])
    expect(found[2]).not.toHaveProperty('took_ms')
  })

  it('of an access log', async () => {
    const found = await entriesOf([
      '10.0.0.1 - alice [10/Oct/2023:13:55:36 +0200] "GET /a/b?x=1 HTTP/1.1" 200 2326 "http://ref/" "Mozilla/5.0 (X11)"',
      '10.0.0.2 - - [10/Oct/2023:13:55:37 +0200] "POST /a HTTP/1.1" 500 - "-" "curl/8"',
      '10.0.0.2 - - [10/Oct/2023:13:55:38 +0200] "-" 408 0 "-" "-"',
    ])
    const [first, second, third] = found
    expect(first).toMatchObject({ time: '2023-10-10T13:55:36.000', zone: '+02:00', ip: '10.0.0.1', user: 'alice' })
    expect(first).toMatchObject({ method: 'GET', request_path: '/a/b', query: 'x=1', protocol: 'HTTP/1.1' })
    expect(first).toMatchObject({ status: 200, bytes: 2326, referrer: 'http://ref/', agent: 'Mozilla/5.0 (X11)' })
    expect(second).toMatchObject({ method: 'POST', status: 500, agent: 'curl/8' })
    expect(second).not.toHaveProperty('bytes')
    expect(third).toMatchObject({ status: 408, bytes: 0, ip: '10.0.0.2' })
    for (const entry of found) expect(entry, 'a status is no level').not.toHaveProperty('level')
  })

  it('of syslog, whose times have no year', async () => {
    const found = await entriesOf([
      'Jun 14 15:16:01 combo sshd[19939]: Failed password for invalid user admin from 1.2.3.4 port 22 ssh2',
      'Jun 14 15:16:02 combo sshd[19940]: Accepted password for root from 5.6.7.8 port 2222 ssh2',
      'Jun 15 02:04:59 combo su(pam_unix)[21416]: session opened for user cyrus by (uid=0)',
    ])
    expect(found).toMatchObject([
      { time_text: 'Jun 14 15:16:01', day: '06-14', clock: '15:16:01.000', host: 'combo', process: 'sshd', pid: 19939 },
      { user: 'root', ip: '5.6.7.8', port: 2222 },
      { user: 'cyrus', process: 'su(pam_unix)' },
    ])
    expect(found[0]).toMatchObject({ user: 'admin', ip: '1.2.3.4', port: 22 })
    expect(found.map(({ time }) => time)).toEqual([
      '0004-06-14T15:16:01.000',
      '0004-06-14T15:16:02.000',
      '0004-06-15T02:04:59.000',
    ])
  })

  it('of a log without years keep their order over the turn of the year, and its 29 February', async () => {
    const stamps = ['Dec 30 10:00:00', 'Dec 31 23:59:59', 'Dec 31 23:59:58', 'Jan  1 00:00:01', 'Feb 29 08:00:00']
    const found = await entriesOf(stamps.map(stamp => `${stamp} host app[1]: tick`))
    const years = ['0003-12-30', '0003-12-31', '0003-12-31', '0004-01-01', '0004-02-29']
    expect(found.map(({ time }) => String(time).slice(0, 10))).toEqual(years)
  })

  it('of key=value lines and of JSON, nested fields by dotted names', async () => {
    const [logfmt] = await entriesOf([
      'time=2024-01-01T00:00:00Z level=info msg="hello world" took=5ms n=5 code=007',
      'time=2024-01-01T00:00:01Z level=error msg="bye" took=7ms n=5.5',
    ])
    expect(logfmt).toMatchObject({ time: '2024-01-01T00:00:00.000', zone: 'Z', message: 'hello world', n: 5 })
    expect(logfmt).toMatchObject({ took: '5ms', took_ms: 5, code: '007' })
    const lines = [
      '{"@timestamp":"2024-01-01T10:00:00.5+02:00","level":"WARN","message":"slow","service":"billing","http":{"status":500},"duration_ms":12.5,"path":"/p","line":5,"tags":["a"]}',
      '{"@timestamp":"2024-01-01T10:00:01.5+02:00","level":"info","message":"ok","service":"billing","user":"7"}',
    ]
    for (const name of ['a.log', 'a.jsonl']) {
      const [first, second] = await entriesOf(lines, name)
      expect(first).toMatchObject({
        time: '2024-01-01T10:00:00.500',
        zone: '+02:00',
        level: 'WARN',
        severity: 'warning',
        message: 'slow',
      })
      expect(first).toMatchObject({
        source: 'billing',
        'http.status': 500,
        duration_ms: 12.5,
        request_path: '/p',
        line_field: 5,
      })
      expect(first).toMatchObject({ tags: '["a"]' })
      expect(second).toMatchObject({ user: '7', level: 'info', severity: 'info' })
    }
  })

  it('hold each field as the log writes it, whatever else a line tells', async () => {
    const random = randomOf(20)
    const below = (count: number) => Math.floor(random() * count)
    const made = Array.from({ length: 120 }, (_, k) => {
      const pairs: Record<string, string | number> = {}
      const names = [
        'user',
        'status',
        'ms',
        'duration_ms',
        'latency',
        'timeout_ms',
        'bytes',
        'retries',
        'code',
        'region',
      ]
      for (const name of names.filter(() => random() < 0.5))
        pairs[name] = name === 'user' || name === 'region' ? `v${below(9)}` : below(600)
      const said = [
        'request finished',
        'slow query took 812 ms',
        'GET /a/b 200 17ms',
        'done in 3.5s',
        'POST /x -> 502',
      ][below(5)]
      const request = random() < 0.3 ? ' method=GET path=/a status=204' : ''
      if (request !== '') delete pairs.status
      const tail = Object.entries(pairs).map(([name, value]) => `${name}=${value}`)
      return {
        pairs,
        line: `2024-01-01 00:${String(k % 60).padStart(2, '0')}:00 INFO app: ${said}${request} ${tail.join(' ')}`,
      }
    })
    const found: readonly Record<string, unknown>[] = await entriesOf(made.map(({ line }) => line))
    for (const [k, { pairs, line }] of made.entries())
      for (const [name, value] of Object.entries(pairs)) {
        if (name === 'status' || name === 'code')
          expect([found[k]![name], found[k]![`${name}_field`]], line).toContain(value)
        else expect(found[k]![name], `${name} of ${line}`).toBe(value)
      }
    const fields = ['ms', 'duration_ms', 'latency', 'timeout_ms', 'user']
    for (const [k, { pairs, line }] of made.entries())
      for (const name of fields)
        if (!(name in pairs)) expect(found[k], `no ${name} in ${line}`).not.toHaveProperty(name)
  })

  it('have hosts where what stands behind the level is numbered, and parts of a program otherwise', async () => {
    const linesOf = (names: readonly string[]) =>
      Array.from(
        { length: 40 },
        (_, k) =>
          `2024-01-01T00:00:${10 + k}Z INFO ${names[k % names.length]} ${['started', 'ended', 'lost', 'found', 'sent'][k % 5]} job ${k}`,
      )
    expect((await entriesOf(linesOf(['bk-1', 'bk-2']))).every(row => 'host' in row && !('source' in row))).toBe(true)
    expect((await entriesOf(linesOf(['billing', 'search']))).some(row => 'host' in row)).toBe(false)
    expect((await entriesOf(linesOf(['worker-1', 'worker-2']))).some(row => 'host' in row)).toBe(false)
  })

  it('have the level as it is written', async () => {
    const found = await entriesOf([
      '[Sun Dec 04 04:47:44 2005] [notice] workerEnv.init() ok /etc/httpd/conf/workers2.properties',
      '[Sun Dec 04 04:47:45 2005] [error] mod_jk child workerEnv in error state 6',
    ])
    expect(found).toMatchObject([
      { level: 'notice', severity: 'info' },
      { level: 'error', severity: 'error' },
    ])
    const numbered = await entriesOf([
      '{"time":1704067200000,"level":30,"msg":"a"}',
      '{"time":1704067201000,"level":50,"msg":"b"}',
    ])
    expect(numbered).toMatchObject([
      { level: '30', severity: 'info' },
      { level: '50', severity: 'error' },
    ])
  })

  it('of JSON lines that are no log: none', async () => {
    expect(await entriesOf(['{"a":1,"b":"x"}', '{"a":2,"b":"y"}'], 'a.jsonl')).toEqual([])
  })

  it('with more kinds of fields than there are columns keep the rest together', async () => {
    const lines = Array.from({ length: 100 }, (_, k) => `2024-01-01 00:00:0${k % 10} INFO sum key${k}=${k} same=1`)
    const found = await entriesOf(lines)
    const columns = new Set(found.flatMap(row => Object.keys(row)).filter(name => /^key\d+$/.test(name)))
    expect(columns.size).toBe(63)
    expect(found.every(row => 'same' in row)).toBe(true)
    const others = found.flatMap(row => ('other_fields' in row ? [JSON.parse(String(row.other_fields))] : []))
    expect(others.length + columns.size).toBe(100)
  })

  it('counted from a start, or with a clock alone, have no date', async () => {
    const clock = await entriesOf(['12:00:01 INFO a started', '12:00:02 INFO b started'])
    expect(clock).toMatchObject([{ clock: '12:00:01.000' }, { clock: '12:00:02.000' }])
    const uptime = await entriesOf(['[    0.000000] Linux version 5', '[    1.500000] CPU0: up', '[    2.250000] x: y'])
    expect(uptime[1]).toMatchObject({ uptime: 1.5 })
    for (const entry of uptime) expect(entry).not.toHaveProperty('time')
    const night = await entriesOf(['23:59:59 INFO a ended', '00:00:01 INFO b ended', '00:00:02 INFO b ended'])
    expect(night.map(({ time }) => time)).toEqual([
      '0001-01-01T23:59:59.000',
      '0001-01-02T00:00:01.000',
      '0001-01-02T00:00:02.000',
    ])
  })

  it('show no secret', async () => {
    const found = await entriesOf([
      '2024-01-01 12:00:01 WARN db - login user=bob password=hunter2secret db_password=7391840286',
      '2024-01-01 12:00:02 WARN db - again hunter2secret',
    ])
    expect(JSON.stringify(found)).not.toMatch(/hunter2secret|7391840286/)
  })
})
