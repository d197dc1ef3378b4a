// The headers that common programs write, one shape each.
import type { Context, Shape } from './generate.ts'

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const DAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')

interface Clock {
  readonly y: number
  readonly mo: string
  readonly d: string
  readonly h: string
  readonly mi: string
  readonly s: string
  readonly ms: string
  readonly mon: string
  readonly day: string
  readonly date: number
}

function clock({ time }: Context): Clock {
  const at = new Date(time)
  const two = (value: number): string => String(value).padStart(2, '0')
  return {
    y: at.getUTCFullYear(),
    mo: two(at.getUTCMonth() + 1),
    d: two(at.getUTCDate()),
    h: two(at.getUTCHours()),
    mi: two(at.getUTCMinutes()),
    s: two(at.getUTCSeconds()),
    ms: String(at.getUTCMilliseconds()).padStart(3, '0'),
    mon: MONTHS[at.getUTCMonth()]!,
    day: DAYS[at.getUTCDay()]!,
    date: at.getUTCDate(),
  }
}

const iso = (c: Context): string => {
  const { y, mo, d, h, mi, s } = clock(c)
  return `${y}-${mo}-${d} ${h}:${mi}:${s}`
}
const hms = (c: Context): string => {
  const { h, mi, s } = clock(c)
  return `${h}:${mi}:${s}`
}
const bsd = (c: Context): string => `${clock(c).mon} ${String(clock(c).date).padStart(2)} ${hms(c)}`
const seconds = (c: Context): number => Math.floor(c.time / 1000)
const node = (c: Context): string => `dn${c.below(300)}`

const PROGRAMS = ['sshd', 'crond(pam_unix)', 'kernel', 'dhcpd', 'ntpd', 'postfix/smtpd', 'systemd-logind']
const LOGGERS = ['dfs.DataNode$PacketResponder', 'dfs.FSNamesystem', 'executor.Executor', 'storage.BlockManager']
const CLASSES = [
  'org.apache.hadoop.mapreduce.v2.app.MRAppMaster',
  'org.apache.hadoop.yarn.event.AsyncDispatcher',
  'org.mortbay.log',
]
const THREADS = ['main', 'IPC Server handler 0 on 62270', 'AsyncDispatcher event handler', 'RMCommunicator Allocator']

const shape = (name: string, header: (context: Context) => string): Shape => ({
  name,
  line: (context, content) => header(context) + content,
})

export const SHAPES: readonly Shape[] = [
  shape('syslog', c => `${bsd(c)} combo ${c.pick(PROGRAMS)}[${c.below(32768)}]: `),
  shape(
    'syslog, some without a process',
    c => `${bsd(c)} host-${c.below(3)} ${c.pick(PROGRAMS)}${c.below(3) ? `[${c.below(9999)}]` : ''}: `,
  ),
  shape('syslog of a Mac', c => {
    const who = c.pick([
      'kernel[0]',
      'Google Chrome[35628]',
      `com.apple.xpc.launchd[1] (com.apple.x.${c.below(9)})`,
      'QQ[10018]',
      'Microsoft Word[14463]',
      'corecaptured[31174]',
      'WindowServer[184]',
      'networkd[195]',
    ])
    return `${bsd(c)} calvisitor-10-105-16${c.below(3)}-${c.below(255)} ${who}: `
  }),
  shape(
    'syslog with a year',
    c => `${clock(c).mon} ${clock(c).date} ${clock(c).y} ${hms(c)} gate ${c.pick(PROGRAMS)}: `,
  ),
  shape(
    'syslog in ISO time',
    c => `${iso(c).replace(' ', 'T')}.123456+02:00 web1 ${c.pick(PROGRAMS)}[${c.below(9999)}]: `,
  ),
  shape(
    'RFC 5424',
    c => `<${c.below(190)}>1 ${iso(c).replace(' ', 'T')}.003Z web${c.below(9)} su ${c.below(9999)} ID${c.below(99)} - `,
  ),
  shape(
    'supercomputer, node before time',
    c =>
      `- ${seconds(c)} 2005.11.09 ${node(c)} ${bsd(c).replace(/ +/g, ' ')} ${node(c)}/${node(c)} ${c.pick(PROGRAMS)}${c.below(3) ? `[${c.below(9999)}]` : ''}: `,
  ),
  shape(
    'supercomputer, columns',
    c =>
      `- ${seconds(c)} 2005.06.03 R0${c.below(9)}-M1-N${c.below(9)} ${iso(c).replace(' ', '-').replace(/:/g, '.')}.675872 R0${c.below(9)}-M1-N${c.below(9)} RAS ${c.pick(['KERNEL', 'APP', 'LINKCARD'])} ${c.level} `,
  ),
  shape(
    'cluster, numbered columns',
    c =>
      `${c.below(500000)} node-${c.below(255)} ${c.pick(['unix.hw', 'action', 'boot_cmd', 'gige'])} ${c.pick(['state_change.unavailable', 'new', 'start', 'error'])} ${seconds(c)} 1 `,
  ),
  shape('log4j with threads', c => `${iso(c)},${clock(c).ms} ${c.level} [${c.pick(THREADS)}] ${c.pick(CLASSES)}: `),
  shape(
    'log4j, thread and line in brackets',
    c =>
      `${iso(c)},${clock(c).ms} - ${c.level.padEnd(5)} [${c.pick(['QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181:FastLeaderElection@774', 'main:QuorumPeer@913', '/10.10.34.11:3888:QuorumCnxManager$Listener@493', 'WorkerSender[myid=1]:QuorumCnxManager@400'])}] - `,
  ),
  shape('log4j with short dates', c => `${iso(c).slice(2).replace(/-/g, '/')} ${c.level} ${c.pick(LOGGERS)}: `),
  shape(
    'six digits and six',
    c =>
      `${iso(c).slice(2, 10).replace(/-/g, '')} ${hms(c).replace(/:/g, '')} ${c.below(9999)} ${c.level} ${c.pick(LOGGERS)}: `,
  ),
  shape('logback', c => `${hms(c)}.${clock(c).ms} [${c.pick(THREADS)}] ${c.level.padEnd(5)} ${c.pick(CLASSES)} - `),
  shape(
    'spring',
    c =>
      `${iso(c)}.${clock(c).ms}  ${c.level} 4711 --- [${c.pick(['  main', 'nio-1', 'pool-2'])}] ${c.pick(['o.s.b.w.e.Tomcat    ', 'c.e.demo.Application'])} : `,
  ),
  shape(
    'tomcat',
    c =>
      `${clock(c).d}-${clock(c).mon}-${clock(c).y} ${hms(c)}.${clock(c).ms} ${c.pick(['INFO', 'SEVERE', 'WARNING'])} [${c.pick(['main', 'http-nio-80-exec-1'])}] ${c.pick(CLASSES)} `,
  ),
  shape(
    'elasticsearch',
    c =>
      `[${iso(c).replace(' ', 'T')},${clock(c).ms}][${c.level.padEnd(5)}][${c.pick(['o.e.n.Node', 'o.e.c.s.ClusterSettings'])}] [node-1] `,
  ),
  shape(
    'openstack',
    c =>
      `nova-${c.pick(['api', 'compute'])}.log.1.2017-05-16_13:53:08 ${iso(c)}.${clock(c).ms} ${c.below(9999)} ${c.level} ${c.pick(['nova.osapi_compute.wsgi.server', 'nova.compute.manager', 'nova.virt.libvirt.imagecache'])} [${c.below(3) ? 'req-38101a0b-2096-447d-96ea-a692162415ae 113d3a99c3da401fbd62cc2caa5b96d2 - - -' : '-'}] `,
  ),
  shape(
    'Windows servicing',
    c => `${iso(c)}, ${c.pick(['Info', 'Info', 'Error']).padEnd(21)} ${c.pick(['CBS', 'CSI'])}    `,
  ),
  shape(
    'phone',
    c =>
      `${iso(c).slice(5)}.${clock(c).ms}  1702  ${String(c.below(9999)).padStart(4)} ${c.level[0]} ${c.pick(['WindowManager', 'PowerManagerService', 'ActivityManager'])}: `,
  ),
  shape(
    'phone, brief',
    c => `${c.level[0]}/${c.pick(['WindowManager', 'Zygote', 'ActivityManager'])}( ${1000 + c.below(8999)}): `,
  ),
  shape(
    'pipes',
    c =>
      `${iso(c).slice(0, 10).replace(/-/g, '')}-${Number(clock(c).h)}:${Number(clock(c).mi)}:${Number(clock(c).s)}:${Number(clock(c).ms)}|${c.pick(['Step_LSC', 'Step_SPUtils', 'HiH_'])}|30002312|`,
  ),
  shape('spaced pipes', c => `${iso(c)} | ${c.level.padEnd(5)} | ${c.pick(['billing', 'orders', 'web'])} | `),
  shape(
    'brackets and a program',
    c => `[${iso(c).slice(5).replace('-', '.')}] ${c.pick(['chrome.exe', 'YodaoDict.exe', 'svchost.exe *64'])} - `,
  ),
  shape(
    'Apache errors',
    c => `[${clock(c).day} ${clock(c).mon} ${clock(c).d} ${hms(c)} ${clock(c).y}] [${c.level.toLowerCase()}] `,
  ),
  shape(
    'Apache errors, 2.4',
    c =>
      `[${clock(c).day} ${clock(c).mon} ${clock(c).d} ${hms(c)}.${clock(c).ms}123 ${clock(c).y}] [${c.pick(['core', 'ssl', 'proxy'])}:${c.pick(['error', 'warn', 'notice'])}] [pid ${c.below(9999)}:tid 1400${c.below(9)}] `,
  ),
  shape(
    'access',
    c =>
      `10.0.${c.below(9)}.${c.below(255)} - ${c.pick(['-', 'frank'])} [${clock(c).d}/${clock(c).mon}/${clock(c).y}:${hms(c)} +0200] `,
  ),
  shape('thread and level in one bracket', c => `[${hms(c)}] [${c.pick(['Server thread', 'main'])}/${c.level}]: `),
  shape(
    'nginx errors',
    c => `${iso(c).replace(/-/g, '/')} [${c.pick(['error', 'warn', 'notice'])}] ${c.below(9999)}#0: `,
  ),
  shape(
    'Python',
    c =>
      `${iso(c)},${clock(c).ms} - ${c.pick(['app.views', 'celery.worker', 'root'])} - ${c.pick(['INFO', 'WARNING', 'ERROR'])} - `,
  ),
  shape('Python, default', c => `${c.pick(['INFO', 'WARNING', 'ERROR'])}:${c.pick(['root', 'app.views'])}:`),
  shape('Go', c => `${iso(c).replace(/-/g, '/')} `),
  shape('Go with files', c => `${iso(c).replace(/-/g, '/')} ${c.pick(['main.go', 'server.go'])}:${c.below(400)}: `),
  shape(
    'glog',
    c =>
      `${c.level[0]}${clock(c).mo}${clock(c).d} ${hms(c)}.123456 ${String(c.below(9999)).padStart(7)} ${c.pick(['controller.go', 'server.go'])}:${c.below(400)}] `,
  ),
  shape(
    'Ruby',
    c => `${c.level[0]}, [${iso(c).replace(' ', 'T')}.123456 #${c.below(9999)}] ${c.level.padStart(5)} -- : `,
  ),
  shape(
    'PostgreSQL',
    c => `${iso(c)}.${clock(c).ms} UTC [${c.below(9999)}] ${c.pick(['LOG', 'ERROR', 'FATAL', 'WARNING'])}:  `,
  ),
  shape('MySQL', c => `${iso(c).replace(' ', 'T')}.123456Z ${c.below(99)} [${c.pick(['Note', 'Warning', 'ERROR'])}] `),
  shape(
    'Redis',
    c => `4711:M ${clock(c).d} ${clock(c).mon} ${clock(c).y} ${hms(c)}.${clock(c).ms} ${c.pick(['*', '#', '-'])} `,
  ),
  shape('container runtime', c => `${iso(c).replace(' ', 'T')}.669794202Z ${c.pick(['stdout', 'stderr'])} F `),
  shape('kernel ring', c => `[${String(seconds(c) % 100000).padStart(5)}.${clock(c).ms}123] `),
  shape('epoch', c => `${seconds(c)}.${clock(c).ms} `),
  shape('epoch in milliseconds', c => `${c.time} ${c.level} `),
  shape('level only', c => `[${c.level}] `),
  shape('clock only', c => `[${hms(c)}] `),
  shape('clock and level', c => `${hms(c)} ${c.level.toLowerCase()}: `),
  shape('.NET', c => `${iso(c)} +02:00 [${c.pick(['INF', 'WRN', 'ERR'])}] `),
  {
    name: 'key=value',
    line: (c, content) =>
      `time="${iso(c).replace(' ', 'T')}Z" level=${c.level.toLowerCase()} msg=${JSON.stringify(content)} id=${c.below(99)}`,
  },
  {
    name: 'JSON',
    line: (c, msg) =>
      JSON.stringify({ ts: `${iso(c).replace(' ', 'T')}Z`, level: c.level.toLowerCase(), msg, n: c.below(9) }),
  },
  shape('no header', () => ''),
]
