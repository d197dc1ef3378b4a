// Logs with known truth: messages with typed values behind the headers of many programs.

/** A small generator of numbers; the same seed gives the same log. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export interface Context {
  /** A whole number below `limit`. */
  below(limit: number): number
  pick<T>(values: readonly T[]): T
  /** Milliseconds; grows from line to line. */
  readonly time: number
  readonly level: string
}

export interface Shape {
  readonly name: string
  /** A whole line around a content. */
  line(context: Context, content: string): string
}

export interface LabelledLog {
  readonly lines: readonly string[]
  readonly contents: readonly string[]
  readonly labels: readonly number[]
}

type Message = (context: Context) => string

const LEVELS = ['INFO', 'INFO', 'INFO', 'WARN', 'ERROR', 'DEBUG'] as const

export function generateLog(shape: Shape, messages: readonly Message[], count: number, seed: number): LabelledLog {
  const random = randomNumbers(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!
  const [lines, contents, labels]: [string[], string[], number[]] = [[], [], []]
  let time = Date.UTC(2015, 9, 18, 18, 1, 47, 978)
  for (let k = 0; k < count; k++) {
    time += below(4000)
    const context: Context = { below, pick, time, level: pick(LEVELS) }
    // Few messages are frequent, most are rare: as in real logs.
    const label = Math.min(below(messages.length), below(messages.length))
    const content = messages[label]!(context)
    lines.push(shape.line(context, content))
    contents.push(content)
    labels.push(label)
  }
  return { lines, contents, labels }
}

const NAMES = 'alice bob carol dave erin frank grace heidi ivan judy mallory niaj olivia peggy rupert sybil'.split(' ')
const ip = ({ below }: Context): string => `10.${below(255)}.${below(255)}.${below(255)}`
const hex = ({ below }: Context, digits: number): string =>
  Array.from({ length: digits }, () => '0123456789abcdef'[below(16)]).join('')
const path = ({ pick, below }: Context): string =>
  `/${pick(['var', 'opt', 'srv'])}/${pick(['lib', 'data'])}/part-${below(99)}`
const uuid = (c: Context): string => [8, 4, 4, 4, 12].map(n => hex(c, n)).join('-')

/** Messages that begin and vary in many ways. No two are alike but for their values. */
export const MESSAGES: readonly Message[] = [
  c => `Received block blk_${c.below(1e9)} of size ${c.below(1e8)} from ${ip(c)}`,
  c => `session opened for user ${c.pick(NAMES)} by (uid=${c.below(2)})`,
  c => `session closed for user ${c.pick(NAMES)}`,
  c => `Failed password for ${c.pick(NAMES)} from ${ip(c)} port ${1024 + c.below(60000)} ssh2`,
  c =>
    `connection from ${ip(c)} (${c.below(2) ? '' : `host${c.below(90)}.example.org`}) at Sun Oct 18 18:0${c.below(9)}:47 2015`,
  c => `${c.below(900)} floating point alignment exceptions`,
  c => `Notification time out: ${c.below(60000)}`,
  c => `[client ${ip(c)}] File does not exist: ${path(c)}`,
  c =>
    `${ip(c)}:${c.below(60000)} close, ${c.below(9e5)} bytes${c.below(2) ? ` (${c.below(99)}.${c.below(9)} KB)` : ''} sent`,
  c =>
    `Block rdd_${c.below(99)}_${c.below(9)} stored in memory (estimated size ${c.below(999)}.${c.below(9)} ${c.pick(['B', 'KB', 'MB'])}, free ${c.below(9)}.5 GB)`,
  () => 'Starting remoting',
  () => 'shutdown complete',
  c =>
    `Component "${c.pick(['alt', 'gige', 'scsi'])}${c.below(9)}" is in the unavailable state (HWID=${c.below(9999)})`,
  c => `state changed: ${c.pick(['ready', 'ready'])}=true,policy=${c.below(4)},summary=0x${hex(c, 2)}`,
  c => `Took ${c.below(90)}.${c.below(99)} seconds to build instance ${uuid(c)}.`,
  c => `Expiring session 0x${hex(c, 15)}, timeout of ${c.below(9)}000ms exceeded`,
  c => `Fan speeds ( ${Array.from({ length: 3 + c.below(4) }, () => 3000 + c.below(900)).join(' ')} )`,
  c => `Resolved worker-${c.below(400)}.dc.example.com to /default-rack`,
  c => `Loaded configuration from ${path(c)}.properties`,
  c => `cache ${c.pick(['miss', 'miss'])} ratio is ${c.below(99)}%`,
  c => `task_${c.below(1e9)}_m_${c.below(1e6)} Task Transitioned from NEW to SCHEDULED`,
  c => `task_${c.below(1e9)}_m_${c.below(1e6)} Task Transitioned from SCHEDULED to RUNNING`,
  c => `caught end of stream exception: sessionid 0x${hex(c, 12)}, likely client has closed socket`,
  c => `GET https://${c.pick(NAMES)}.example.com/a/b?x=${c.below(99)} returned ${c.pick([200, 404, 500])}`,
]

const PRODUCTS = 'lamp chair desk sofa stool shelf rug mirror clock vase table bench'.split(' ')
const mac = (c: Context): string => Array.from({ length: 6 }, () => hex(c, 2)).join(':')

/** Messages in the manner of phones, desktops, clusters and servers, some hardly different from each other. */
export const HARD_MESSAGES: readonly Message[] = [
  c => `Order placed by ${c.pick(NAMES)} for ${c.pick(PRODUCTS)}`,
  c =>
    `${ip(c)} "GET /v2/${hex(c, 32)}/servers/detail HTTP/1.1" status: 200 len: ${c.below(9999)} time: 0.${c.below(1e7)}`,
  c => `${ip(c)} "POST /v2/${hex(c, 32)}/events HTTP/1.1" status: 200 len: ${c.below(9999)} time: 0.${c.below(1e7)}`,
  c => `[instance: ${uuid(c)}] VM Started (Lifecycle Event)`,
  c => `[instance: ${uuid(c)}] VM Paused (Lifecycle Event)`,
  c => `[instance: ${uuid(c)}] VM Resumed (Lifecycle Event)`,
  c => `ARPT: ${c.below(1e6)}.${c.below(1e6)}: AirPort_Brcm43xx::syncPowerState: WWEN[enabled]`,
  c => `ARPT: ${c.below(1e6)}.${c.below(1e6)}: AirPort_Brcm43xx::powerChange: System Sleep`,
  c => `en${c.below(3)}: BSSID changed to ${mac(c)}`,
  c =>
    `inconsistent nodesets${Array.from({ length: 2 + c.below(5) }, () => ` node-${c.below(99)} 0x${hex(c, 9)} <ok>`).join('')}`,
  c => `Failed to get next element [HRESULT = 0x${hex(c, 8)} - CBS_E_MANIFEST_INVALID_ITEM]`,
  c =>
    `Read out cached package: Package_for_KB${c.below(1e7)}~${hex(c, 16)}~amd64~~6.1.1.${c.below(9)}, CurrentState:${c.below(200)}`,
  c => `Loaded stack v6.1.${c.below(9999)} with Core: C:\\Windows\\winsxs\\amd64_${hex(c, 16)}\\cbscore.dll`,
  c => `getTotalSteps = 15140${c.below(1e8)}##${c.below(9999)}##${c.below(1e6)}##${c.below(9999)}`,
  c => `setTotalSteps=15140${c.below(1e8)}##${c.below(9999)}##${c.below(1e6)}##${c.below(9999)}`,
  c => `REPORT : ${c.below(9999)} ${c.below(9999)} ${c.below(1e6)} ${c.below(300)}`,
  c => `Fan speeds ( ${Array.from({ length: 6 }, () => (c.below(5) ? 3000 + c.below(900) : '****')).join(' ')} )`,
  c =>
    `Targeting domains:node-D${c.below(2) ? c.below(8) : '[0-7]'} and nodes:node-[0-${c.below(255)}] child of command ${c.below(999)}`,
  c => `DHCPDISCOVER from ${mac(c)} via eth${c.below(4)}`,
  c => `DHCPREQUEST for ${ip(c)} from ${mac(c)} via eth${c.below(4)}`,
  c =>
    `j${hex(c, 6)}9${hex(c, 6)}: from=root, size=${c.below(9999)}, class=0, nrcpts=1, msgid=<${c.below(1e9)}@admin1>, relay=#10@localhost`,
  c => `Recalculating schedule, headroom=<memory:${c.below(9999)}, vCores:-${c.below(99)}>`,
  c => `Before Scheduling: PendingReds:${c.below(9)} ScheduledMaps:${c.below(99)} AssignedMaps:${c.below(99)}`,
  c => `After Scheduling: PendingReds:${c.below(9)} ScheduledMaps:${c.below(99)} AssignedMaps:${c.below(99)}`,
  c =>
    `Registering class org.example.app.${c.pick(['Job', 'Task', 'Node'])}Event for class org.example.app.${c.pick(['Job', 'Task'])}Handler`,
  c => `******* GOODBYE /${ip(c)}:${c.below(60000)} ********`,
  () => 'Send worker leaving thread',
  () => 'Interrupted while waiting for message on queue',
  c => `machine check: i-fetch......................${c.below(2)}`,
  c => `machine check: data load....................${c.below(2)}`,
  c => `updateClipping isOverlap:false, getTopPadding=${c.below(900)}.0`,
  c => `updateClipping isOverlap:true, getTopPadding=${c.below(900)}.0`,
  () => 'Server environment:os.name=Linux',
  () => 'Server environment:java.io.tmpdir=/tmp',
  () => 'Server environment:user.home=/home/curi',
  () => 'cupsd startup succeeded',
  () => 'syslogd startup succeeded',
]
