// Logs of six formats: syslog, ISO with levels, logfmt, JSON, access log, Java with stack traces.
import { at, DAY, draws, isoSecond, pad } from './random.mjs'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const millis = time => new Date(time).toISOString().slice(0, 23)
const text = rows => `${rows.join('\n')}\n`

export function syslog() {
  const d = draws('syslog')
  const rows = []
  let time = at(2024, 3, 3, 0, 0, 4)
  for (let i = 0; i < 3200; i++) {
    time += d.int(1, 160) * 1000
    const [, month, day] = isoSecond(time).slice(0, 10).split('-')
    const stamp = `${MONTHS[Number(month) - 1]} ${String(Number(day)).padStart(2)} ${isoSecond(time).slice(11)}`
    const host = d.weighted({ web01: 4, web02: 3, db01: 2, mail01: 1 })
    const user = d.pick(['root', 'admin', 'deploy', 'oracle', 'test'])
    const ip = d.pick(['203.0.113.7', '198.51.100.23', '192.0.2.88', '203.0.113.99'])
    const line = d.weighted({ fail: 30, ok: 12, cron: 30, mail: 8, disk: 3, oom: host === 'db01' ? 1 : 0, session: 16 })
    const pid = d.int(900, 30000)
    rows.push(
      `${stamp} ${host} ${
        {
          fail: `sshd[${pid}]: Failed password for ${user} from ${ip} port ${d.int(1025, 65000)} ssh2`,
          ok: `sshd[${pid}]: Accepted publickey for deploy from 10.0.0.${d.int(2, 9)} port ${d.int(1025, 65000)} ssh2`,
          cron: `CRON[${pid}]: (root) CMD (/usr/local/bin/${d.pick(['backup', 'rotate', 'report'])}.sh)`,
          mail: `postfix/smtp[${pid}]: ${d
            .int(10 ** 9, 2 * 10 ** 9)
            .toString(16)
            .toUpperCase()}: to=<ops@example.net>, status=${d.chance(0.2) ? 'bounced' : 'sent'}`,
          disk: `kernel: EXT4-fs warning (device sda1): disk usage at ${d.int(80, 99)} percent`,
          oom: `kernel: Out of memory: Killed process ${pid} (postgres)`,
          session: `systemd[1]: Started Session ${d.int(1, 9999)} of user ${user}.`,
        }[line]
      }`,
    )
  }
  return { 'syslog/messages.log': text(rows) }
}

export function app() {
  const d = draws('app')
  const rows = []
  let time = at(2024, 6, 10, 5, 58, 0)
  rows.push(`${millis(time)}Z INFO  [main] Server: starting orders-api version 4.2.0 port=8080`)
  for (let i = 0; i < 6000; i++) {
    time += d.int(20, 9000)
    const stamp = `${millis(time)}Z`
    const user = d.pick(['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace'])
    const path = d.weighted({ '/api/orders': 5, '/api/cart': 4, '/api/login': 2, '/api/report': 1 })
    const status = d.weighted({
      200: 88,
      404: 6,
      500: path === '/api/report' ? 12 : 2,
      401: path === '/api/login' ? 10 : 1,
    })
    const ms = Math.max(2, Math.round(Math.exp(d.normal(path === '/api/report' ? 6.4 : 3.6, 0.6))))
    const kind = d.weighted({ request: 80, cache: 10, slow: 3, pay: 2, job: 5 })
    const thread = `worker-${d.int(1, 6)}`
    if (kind === 'request')
      rows.push(
        `${stamp} ${status === '500' ? 'ERROR' : 'INFO '} [${thread}] Http: request finished user=${user} method=${d.weighted({ GET: 7, POST: 3 })} path=${path} status=${status} ms=${ms}`,
      )
    if (kind === 'cache') rows.push(`${stamp} DEBUG [${thread}] Cache: miss key=item:${d.int(1, 500)}`)
    if (kind === 'slow')
      rows.push(
        `${stamp} WARN  [${thread}] Db: slow query took ${d.int(900, 8000)} ms table=${d.pick(['orders', 'customers', 'stock'])}`,
      )
    if (kind === 'pay')
      rows.push(`${stamp} ERROR [${thread}] Payment: gateway timeout order=${d.int(10000, 99999)} user=${user}`)
    if (kind === 'job')
      rows.push(`${stamp} INFO  [scheduler] Jobs: job ${d.pick(['cleanup', 'invoice-mail', 'reindex'])} finished`)
  }
  rows.push(`${millis(time + 4000)}Z INFO  [main] Server: shutting down`)
  return { 'app/orders-api.log': text(rows) }
}

export function gateway() {
  const d = draws('gateway')
  const rows = []
  let time = at(2024, 11, 4, 8, 0, 0)
  for (let i = 0; i < 5000; i++) {
    time += d.int(100, 15000)
    const route = d.weighted({ '/v1/charge': 4, '/v1/refund': 1, '/v1/status': 6, '/v1/token': 2 })
    const region = d.weighted({ 'eu-west': 5, 'us-east': 4, 'ap-south': 1 })
    const code = d.weighted({ 200: 90, 429: 4, 502: region === 'ap-south' ? 15 : 2, 400: 3 })
    const level = code === '502' ? 'error' : code === '429' ? 'warn' : 'info'
    const ms = Math.max(1, Math.round(Math.exp(d.normal(route === '/v1/charge' ? 5.3 : 3.2, 0.5))))
    const message = code === '502' ? '"upstream unavailable"' : code === '429' ? '"rate limit hit"' : '"request done"'
    rows.push(
      `ts=${millis(time)}Z level=${level} msg=${message} tenant=${d.pick(['acme', 'globex', 'initech', 'umbrella'])} route=${route} region=${region} status=${code} duration_ms=${ms} bytes=${d.int(120, 9000)}`,
    )
  }
  return { 'gateway/gateway.log': text(rows) }
}

export function jsonlog() {
  const d = draws('jsonlog')
  const rows = []
  let time = at(2024, 7, 22, 0, 0, 0)
  for (let i = 0; i < 4000; i++) {
    time += d.int(500, 90000)
    const job = d.pick(['import', 'resize', 'export', 'notify'])
    const kind = d.weighted({ done: 70, retry: 12, failed: 6, started: 30 })
    const row = {
      time: `${millis(time)}Z`,
      level: kind === 'failed' ? 'error' : kind === 'retry' ? 'warning' : 'info',
      logger: `jobs.${job}`,
      host: d.pick(['node-a', 'node-b', 'node-c']),
      message: `job ${kind}`,
      job_id: pad(d.int(1, 99999), 5),
    }
    if (kind === 'done') row.elapsed_ms = d.int(30, job === 'export' ? 60000 : 4000)
    if (kind === 'retry') row.attempt = d.int(2, 5)
    if (kind === 'failed')
      row.error = { type: d.weighted({ TimeoutError: 4, DiskFullError: 1, ValueError: 2 }), code: d.int(10, 14) }
    rows.push(JSON.stringify(row))
  }
  return { 'jobs/worker.log': text(rows) }
}

export function access() {
  const d = draws('access')
  const rows = []
  const times = Array.from(
    { length: 8000 },
    () => at(2024, 4, 15) + d.int(0, 6) * DAY + Math.max(0, Math.min(86399, Math.round(d.normal(50000, 15000)))) * 1000,
  ).sort((a, b) => a - b)
  const clients = Array.from({ length: 140 }, (_, i) => `198.51.${100 + (i % 3)}.${i + 1}`)
  for (const time of times) {
    const [year, month, day] = isoSecond(time).slice(0, 10).split('-')
    const path = d.weighted({
      '/': 6,
      '/products': 5,
      '/products/17': 2,
      '/checkout': 2,
      '/login': 3,
      '/static/app.js': 6,
      '/wp-admin': 0.4,
    })
    const status =
      path === '/wp-admin'
        ? '404'
        : d.weighted({ 200: 90, 304: 4, 404: 2, 500: path === '/checkout' ? 9 : 1, 302: path === '/login' ? 30 : 0 })
    const agent = d.weighted({
      'Mozilla/5.0 (X11; Linux x86_64)': 5,
      'Mozilla/5.0 (iPhone)': 3,
      'curl/8.5.0': 1,
      'Googlebot/2.1': 1,
    })
    const method = path === '/login' || path === '/checkout' ? d.pick(['GET', 'POST']) : 'GET'
    rows.push(
      `${d.chance(0.05) ? '203.0.113.50' : d.pick(clients)} - ${d.chance(0.1) ? d.pick(['kim', 'lee', 'sam']) : '-'} [${day}/${MONTHS[Number(month) - 1]}/${year}:${isoSecond(time).slice(11)} +0000] "${method} ${path} HTTP/1.1" ${status} ${status === '304' ? 0 : d.int(200, 60000)} "-" "${agent}"`,
    )
  }
  return { 'access/access.log': text(rows) }
}

export function java() {
  const d = draws('java')
  const rows = []
  let time = at(2024, 8, 5, 7, 30, 0)
  for (let i = 0; i < 2500; i++) {
    time += d.int(100, 20000)
    const stamp = millis(time).replace('T', ' ').replace('.', ',')
    const service = d.pick(['OrderService', 'UserService', 'MailService'])
    const kind = d.weighted({ info: 80, debug: 10, warn: 6, npe: 2, sql: 3, io: service === 'MailService' ? 3 : 0 })
    const thread = `[pool-1-thread-${d.int(1, 4)}]`
    if (kind === 'info')
      rows.push(`${stamp} INFO  ${thread} com.acme.${service} - processed batch of ${d.int(1, 90)} items`)
    if (kind === 'debug') rows.push(`${stamp} DEBUG ${thread} com.acme.${service} - heartbeat`)
    if (kind === 'warn') rows.push(`${stamp} WARN  ${thread} com.acme.${service} - queue length is ${d.int(100, 900)}`)
    const trace = (exception, message, frames) =>
      rows.push(
        `${stamp} ERROR ${thread} com.acme.${service} - request failed`,
        `${exception}: ${message}`,
        ...frames.map(frame => `\tat ${frame}`),
      )
    if (kind === 'npe')
      trace('java.lang.NullPointerException', 'customer is null', [
        `com.acme.${service}.handle(${service}.java:88)`,
        'com.acme.Main.run(Main.java:41)',
      ])
    if (kind === 'sql')
      trace('java.sql.SQLTimeoutException', 'timeout after 30 s', [
        `com.acme.${service}.load(${service}.java:132)`,
        'com.acme.Db.query(Db.java:57)',
        'com.acme.Main.run(Main.java:41)',
      ])
    if (kind === 'io')
      trace('java.io.IOException', 'Connection reset by peer', [
        'com.acme.Smtp.send(Smtp.java:73)',
        'com.acme.MailService.flush(MailService.java:19)',
      ])
  }
  return { 'java/service.log': text(rows) }
}
