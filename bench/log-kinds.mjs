// Logs of many kinds with their templates known by construction, made up from what such programs write. Half of them are held
// back: whoever works on the mining sees only their mean.
import { randomNumbers } from './log-truth/incidents.mjs'

const START = Date.UTC(2026, 2, 3, 4, 5, 6)
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `weight` falls with the place: few messages are frequent, most are rare. `once` come a single time. */
export const KINDS = {
  'nginx-error': {
    head: (t, c) =>
      `${slashes(t)} [${c.pick(['error', 'error', 'warn', 'crit'])}] ${c.n(4e4)}#${c.n(4)}: *${c.n(9e6)} `,
    says: [
      c =>
        `connect() failed (111: Connection refused) while connecting to upstream, client: ${c.ip()}, server: ${c.pick(HOSTS)}, request: "GET /${c.word()}/${c.n(900)} HTTP/1.1", upstream: "http://${c.ip()}:8080/", host: "${c.pick(HOSTS)}"`,
      c =>
        `open() "/srv/www/${c.word()}/${c.hex(6)}.png" failed (2: No such file or directory), client: ${c.ip()}, server: ${c.pick(HOSTS)}, request: "GET /${c.word()}.png HTTP/1.1"`,
      c =>
        `upstream timed out (110: Connection timed out) while reading response header from upstream, client: ${c.ip()}, server: ${c.pick(HOSTS)}`,
      c => `client intended to send too large body: ${c.n(9e7)} bytes, client: ${c.ip()}, server: ${c.pick(HOSTS)}`,
      c =>
        `SSL_do_handshake() failed (SSL: error:${c.hex(8)}:SSL routines::no suitable key share) while SSL handshaking, client: ${c.ip()}`,
      c => `limiting requests, excess: ${c.n(30)}.${c.n(999)} by zone "login", client: ${c.ip()}`,
      c =>
        `an upstream response is buffered to a temporary file /var/cache/nginx/${c.n(9)}/${c.n(99)}/${c.hex(8)} while reading upstream`,
      () => 'signal 15 (SIGTERM) received, exiting',
      c => `worker process ${c.n(9e4)} exited on signal ${c.n(15)}`,
    ],
  },
  kubelet: {
    head: (t, c) =>
      `${c.pick(['I', 'I', 'W', 'E'])}${p2(t.getUTCMonth() + 1)}${p2(t.getUTCDate())} ${clock(t)}.${c.n(9e5) + 1e5}    ${c.n(9000) + 1000} ${c.pick(['kubelet', 'pod_workers', 'reconciler'])}.go:${c.n(900) + 100}] `,
    says: [
      c => `"SyncLoop UPDATE" source="api" pods=["${c.word()}/${c.word()}-${c.hex(8)}"]`,
      c =>
        `"SyncLoop (PLEG): event for pod" pod="${c.word()}/${c.word()}-${c.hex(5)}" event={"ID":"${c.hex(12)}","Type":"ContainerStarted"}`,
      c =>
        `Readiness probe for "${c.word()}-${c.hex(5)}:${c.word()}" failed (failure): HTTP probe failed with statuscode: ${c.pick([500, 502, 503])}`,
      c =>
        `Liveness probe for "${c.word()}-${c.hex(5)}:${c.word()}" failed (failure): dial tcp ${c.ip()}:${c.n(9000)}: connect: connection refused`,
      c => `Volume "${c.word()}-token" (UniqueName: "kubernetes.io/secret/${c.hex(8)}") pod "${c.hex(12)}" mounted`,
      c => `operationExecutor.MountVolume started for volume "${c.word()}" pod "${c.hex(12)}"`,
      c => `operationExecutor.UnmountVolume started for volume "${c.word()}" pod "${c.hex(12)}"`,
      c => `Image garbage collection succeeded, freed ${c.n(9e8)} bytes`,
      c => `Failed to update lease: Put "https://${c.ip()}:6443/apis/coordination": context deadline exceeded`,
      c => `Node ${c.pick(NODES)} status is now: NodeReady`,
      c => `Node ${c.pick(NODES)} status is now: NodeNotReady`,
      c => `eviction manager: pods ${c.word()}-${c.hex(5)} evicted, waiting for pod to be cleaned up`,
    ],
    once: [
      () => 'Started kubelet',
      () => 'Adding apiserver pod source',
      () => 'Initialized volume plugin kubernetes.io/csi',
    ],
  },
  postgres: {
    head: (t, c) =>
      `${iso(t).replace('T', ' ').slice(0, 23)} UTC [${c.n(9e4)}] ${c.pick(USERS)}@${c.pick(['shop', 'crm'])} `,
    says: [
      c =>
        `LOG:  duration: ${c.n(900)}.${c.n(999)} ms  statement: SELECT ${c.word()} FROM ${c.word()} WHERE id = ${c.n(1e6)}`,
      c => `LOG:  connection received: host=${c.ip()} port=${c.n(6e4)}`,
      c => `LOG:  connection authorized: user=${c.pick(USERS)} database=${c.pick(['shop', 'crm'])}`,
      c =>
        `LOG:  disconnection: session time: 0:0${c.n(9)}:${p2(c.n(59))}.${c.n(999)} user=${c.pick(USERS)} database=shop host=${c.ip()} port=${c.n(6e4)}`,
      c =>
        `LOG:  checkpoint complete: wrote ${c.n(9e4)} buffers (${c.n(90)}.${c.n(9)}%); ${c.n(9)} WAL file(s) added, ${c.n(9)} removed, ${c.n(9)} recycled`,
      () => 'LOG:  checkpoint starting: time',
      () => 'LOG:  checkpoint starting: wal',
      c => `ERROR:  duplicate key value violates unique constraint "${c.word()}_pkey"`,
      c => `ERROR:  relation "${c.word()}" does not exist at character ${c.n(90)}`,
      () => `ERROR:  deadlock detected`,
      c => `FATAL:  password authentication failed for user "${c.pick(USERS)}"`,
      c => `LOG:  automatic vacuum of table "shop.public.${c.word()}": index scans: ${c.n(3)}`,
      c => `LOG:  automatic analyze of table "shop.public.${c.word()}"`,
      c => `LOG:  temporary file: path "base/pgsql_tmp/pgsql_tmp${c.n(9e4)}.${c.n(9)}", size ${c.n(9e7)}`,
    ],
  },
  'java-app': {
    head: (t, c) =>
      `${iso(t).replace('T', ' ').slice(0, 23)} ${c.pick(['INFO ', 'WARN ', 'ERROR'])} ${c.n(9e4)} --- [http-nio-${c.n(9)}] c.s.${c.pick(['order.OrderService', 'pay.PayClient', 'web.Filter'])} : `,
    says: [
      c => `Order ${c.n(1e6)} state: ${c.pick(['NEW'])}`,
      c => `Order ${c.n(1e6)} state: PAID`,
      c => `Order ${c.n(1e6)} state: SHIPPED`,
      c =>
        `Calling payment provider ${c.pick(['stripe', 'adyen', 'klarna', 'paypal', 'mollie', 'square'])} for customer ${c.hex(8)}`,
      c => `Retry ${c.n(5)}/5 of call to ${c.word()}-service after ${c.n(4000)} ms`,
      c => `HikariPool-1 - Connection is not available, request timed out after ${c.n(40000)}ms.`,
      c => `HikariPool-1 - Pool stats (total=${c.n(20)}, active=${c.n(20)}, idle=${c.n(20)}, waiting=${c.n(20)})`,
      c => `User [${c.pick(USERS)}] logged in from [${c.ip()}]`,
      c => `User [${c.pick(USERS)}] logged out from [${c.ip()}]`,
      c => `Cache ${c.word()} evicted ${c.n(900)} of ${c.n(9000)} entries`,
      c => `Cart [${c.hex(10)}] items [${list(c)}] priced at ${c.n(900)}.${p2(c.n(99))} EUR`,
      c => `Message ${c.hex(12)} from topic ${c.pick(['orders', 'payments', 'mails'])} partition ${c.n(12)} consumed`,
      c => `Scheduled job ${c.pick(['nightly-report', 'cleanup', 'reindex', 'sync'])} done in ${c.n(90)} s`,
    ],
  },
  'short-lines': {
    head: (t, c) => `${iso(t)} ${c.pick(['INFO', 'DEBUG'])} ctl: `,
    says: [
      c => `session ${c.hex(8)} opened for ${c.name()}`,
      c => `${c.hex(6)} up`,
      c => `${c.hex(6)} down`,
      c => `${c.name()}: ready`,
      c => `${c.name()}: gone`,
      c => `${list(c)} freed`,
      c => `[${c.name()}-${c.name()}] accepted`,
      c => `[${c.name()}-${c.name()}] denied`,
      () => 'alarm: low',
      () => 'alarm: high',
      () => 'alarm: off',
      () => `phase: init`,
      () => `phase: drain`,
      c => `copied ${c.n(99)} of ${c.n(99)} to ${c.name()}`,
      c => `(${c.name()}) joined`,
    ],
    once: [
      c => `session ${c.hex(8)} closed for ${c.name()}`,
      c => `moved ${c.n(99)} of ${c.n(99)} to ${c.name()}`,
      c => `(${c.name()}) left`,
      () => 'phase: halt',
    ],
  },
  'short-held': {
    held: true,
    head: (t, c) => `${slashes(t)} ${c.pick(['[info]', '[warn]'])} `,
    says: [
      c => `ticket ${c.n(9e5)} assigned to ${c.name()}`,
      c => `${c.name()}@${c.n(9)} online`,
      c => `${c.name()}@${c.n(9)} offline`,
      c => `${c.ip()}: hello`,
      c => `${c.ip()}: bye`,
      c => `[${c.hex(4)}, ${c.hex(4)}] paired`,
      c => `{${c.name()}} locked`,
      c => `{${c.name()}} unlocked`,
      () => 'power: mains',
      () => 'power: battery',
      () => `gate: open`,
      () => `gate: shut`,
      c => `spool ${c.name()} has ${c.n(900)} sheets`,
      c => `port ${c.n(48)} speed: 1000`,
      c => `lookup of ${c.name()}.example took ${c.n(90)} ms`,
    ],
    once: [
      c => `ticket ${c.n(9e5)} refused to ${c.name()}`,
      () => 'gate: stuck',
      c => `{${c.name()}} broken`,
      c => `spool ${c.name()} lost ${c.n(900)} sheets`,
    ],
  },
  'iot-device': {
    held: true,
    head: (t, c) =>
      `${MONTHS[t.getUTCMonth()]} ${String(t.getUTCDate()).padStart(2)} ${clock(t)} gw-${c.n(30)} sensord[${c.n(900)}]: `,
    says: [
      c => `${c.hex(8)} battery ${c.n(100)}%`,
      c => `${c.hex(8)} rssi -${c.n(99)} dBm`,
      c => `temperature: ${c.n(40)}.${c.n(9)} C humidity: ${c.n(100)}%`,
      () => `mode: auto`,
      () => `mode: manual`,
      () => `mode: eco`,
      c => `${c.n(9)},${c.n(9)},${c.n(9)} relays switched`,
      c => `valve ${c.n(12)} opened by ${c.pick(USERS)}`,
      c => `valve ${c.n(12)} closed by ${c.pick(USERS)}`,
      c => `uplink frame ${c.n(9e5)} [${c.hex(16)}] acked`,
      c => `uplink frame ${c.n(9e5)} [${c.hex(16)}] lost`,
      c => `firmware ${c.n(3)}.${c.n(20)}.${c.n(9)} running for ${c.n(900)} h`,
      c => `joined network ${c.hex(6)} as ${c.hex(8)}`,
    ],
    once: [() => 'watchdog armed', () => 'watchdog fired', () => 'clock set by ntp'],
  },
  'ci-build': {
    held: true,
    head: t => `${iso(t).slice(0, -1)}1234Z `,
    says: [
      c => `[${c.n(400)}/412] Compiling src/${c.word()}/${c.word()}.c`,
      c => `[${c.n(400)}/412] Linking lib${c.word()}.so`,
      c => `Downloading ${c.word()}-${c.n(9)}.${c.n(30)}.${c.n(9)}.tgz (${c.n(900)} kB)`,
      c => `PASS tests/${c.word()}/${c.word()}.test.ts (${c.n(90)}.${c.n(9)} s)`,
      c => `FAIL tests/${c.word()}/${c.word()}.test.ts (${c.n(90)}.${c.n(9)} s)`,
      c => `warning: unused variable '${c.word()}' [-Wunused-variable]`,
      c => `Cache restored from key: build-${c.hex(12)}`,
      c => `Cache saved with key: build-${c.hex(12)}`,
      c => `Step ${c.n(20)}/20 : RUN make ${c.word()}`,
      c => `Uploading artifact ${c.word()}.zip, ${c.n(9e6)} bytes`,
      () => 'Post job cleanup.',
      c => `added ${c.n(900)} packages in ${c.n(60)}s`,
    ],
  },
  mail: {
    held: true,
    head: (t, c) =>
      `${MONTHS[t.getUTCMonth()]} ${String(t.getUTCDate()).padStart(2)} ${clock(t)} mx-1 postfix/${c.pick(['smtpd', 'qmgr', 'cleanup', 'smtp'])}[${c.n(9e4)}]: `,
    says: [
      c => `${c.hex(10)}: from=<${c.word()}@${c.word()}.example>, size=${c.n(9e5)}, nrcpt=${c.n(4)} (queue active)`,
      c =>
        `${c.hex(10)}: to=<${c.word()}@${c.word()}.example>, relay=${c.word()}.example[${c.ip()}]:25, delay=${c.n(9)}.${c.n(9)}, status=sent (250 OK id=${c.hex(8)})`,
      c =>
        `${c.hex(10)}: to=<${c.word()}@${c.word()}.example>, relay=none, delay=${c.n(900)}, status=deferred (connect to ${c.word()}.example[${c.ip()}]:25: Connection timed out)`,
      c => `${c.hex(10)}: removed`,
      c => `${c.hex(10)}: message-id=<${c.hex(16)}@${c.word()}.example>`,
      c => `connect from ${c.word()}.example[${c.ip()}]`,
      c => `disconnect from ${c.word()}.example[${c.ip()}] ehlo=${c.n(2)} mail=${c.n(3)} quit=${c.n(2)}`,
      c => `lost connection after AUTH from unknown[${c.ip()}]`,
      c => `lost connection after STARTTLS from unknown[${c.ip()}]`,
      c =>
        `NOQUEUE: reject: RCPT from unknown[${c.ip()}]: 554 5.7.1 <${c.word()}@${c.word()}.example>: Relay access denied`,
      c => `warning: hostname ${c.word()}.example does not resolve to address ${c.ip()}`,
    ],
  },
  broker: {
    held: true,
    head: (t, c) => `[${iso(t).replace('T', ' ').replace('.', ',').slice(0, 23)}] ${c.pick(['INFO', 'INFO', 'WARN'])} `,
    says: [
      c => `[Partition ${c.word()}-${c.n(12)} broker=${c.n(3)}] Expanding ISR from ${c.n(3)} to ${c.n(3)},${c.n(3)}`,
      c => `[Partition ${c.word()}-${c.n(12)} broker=${c.n(3)}] Shrinking ISR from ${c.n(3)},${c.n(3)} to ${c.n(3)}`,
      c =>
        `[GroupCoordinator ${c.n(3)}]: Member ${c.word()}-${c.hex(12)} in group ${c.pick(['billing', 'mail', 'search'])} has left`,
      c =>
        `[GroupCoordinator ${c.n(3)}]: Stabilized group ${c.pick(['billing', 'mail', 'search'])} generation ${c.n(90)}`,
      c => `[GroupCoordinator ${c.n(3)}]: Group ${c.pick(['billing', 'mail', 'search'])} state: Empty`,
      c => `[GroupCoordinator ${c.n(3)}]: Group ${c.pick(['billing', 'mail', 'search'])} state: Dead`,
      c =>
        `[Log partition=${c.word()}-${c.n(12)}, dir=/data] Rolled new log segment at offset ${c.n(1e7)} in ${c.n(30)} ms.`,
      c => `[Log partition=${c.word()}-${c.n(12)}, dir=/data] Deleting segments List(${list(c)})`,
      c => `[Controller id=${c.n(3)}] Processing automatic preferred replica leader election`,
      c => `[Controller id=${c.n(3)}] Broker failure callback for ${c.n(9)}`,
      c => `[SocketServer brokerId=${c.n(3)}] Failed authentication with /${c.ip()} (Invalid credentials)`,
      c => `${c.n(9)},${c.n(9)} moved`,
    ],
    once: [c => `[KafkaServer id=${c.n(3)}] started`, c => `[KafkaServer id=${c.n(3)}] shutting down`],
  },
}

const HOSTS = ['shop.example', 'api.example', 'www.example']
const NODES = ['node-a', 'node-b', 'node-c', 'node-d']
const USERS = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay']
const WORDS =
  'amber basil cedar delta ember fjord grove heron iris jade koala lotus maple nectar opal pearl quartz raven sable topaz umber violet walnut yarrow zephyr'.split(
    ' ',
  )
const p2 = value => String(value).padStart(2, '0')
const iso = time => time.toISOString()
const clock = time => iso(time).slice(11, 19)
const slashes = time => iso(time).slice(0, 19).replaceAll('-', '/').replace('T', ' ')
const list = c => Array.from({ length: 1 + c.n(4) }, () => c.n(9000)).join(', ')

/** The labelled sets: lines, labels. Of one kind alone if it is named. */
export function generatedSets(count = 2000, seed = 11, only = null) {
  const kinds = Object.entries(KINDS).filter(([name]) => only === null || name === only)
  return kinds.map(([name, { head, says, once = [], held = false }], k) => {
    const random = randomNumbers(seed + k)
    const n = limit => Math.floor(random() * limit)
    const pick = from => from[n(from.length)]
    const c = {
      n,
      pick,
      ip: () => `10.${n(200)}.${n(200)}.${n(200)}`,
      hex: digits => Array.from({ length: digits }, () => '0123456789abcdef'[n(16)]).join(''),
      word: () => pick(WORDS),
      /** One of two hundred: most come a few times. */
      name: () => `${pick(WORDS)}${pick(['ia', 'or', 'el', 'um', 'is', 'a', 'o', 'y'])}`,
    }
    const [lines, labels] = [[], []]
    const single = new Map(once.map((_, j) => [Math.floor(((j + 1) * count) / (once.length + 2)), j]))
    for (let line = 0; line < count; line++) {
      const time = new Date(START + line * 1700 + n(900))
      const label = single.has(line) ? says.length + single.get(line) : Math.min(n(says.length), n(says.length))
      const say = label < says.length ? says[label] : once[label - says.length]
      lines.push(head(time, c) + say(c))
      labels.push(String(label))
    }
    return { name, held, lines, labels }
  })
}
