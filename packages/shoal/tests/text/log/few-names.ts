// Messages in which names take few values, as in a small installation: three groups, four users, three regions.
import type { Context } from './generate.ts'

const USERS = ['alice', 'bob', 'root', 'carol']
const GROUPS = ['billing', 'search', 'reports']
const TOPICS = ['orders', 'payments', 'clicks']
const JOBS = ['nightly', 'hourly', 'cleanup', 'reindex']
const PAYERS = ['stripe', 'paypal', 'adyen']
const FLAGS = ['dark-mode', 'beta-search', 'new-checkout']
const UNITS = ['nginx.service', 'docker.service', 'redis.service']
const ip = (c: Context): string => `10.0.${c.below(9)}.${c.below(255)}`
const peer = (c: Context): string => (c.below(3) ? 'unknown' : `mail${c.below(99)}.example.com`)

export const FEW_NAMES: readonly ((context: Context) => string)[] = [
  c => `Member consumer-${c.below(9)}-${c.below(1e6)} of ${c.pick(GROUPS)} has failed, removing it`,
  c => `Preparing to rebalance group ${c.pick(GROUPS)} in state Stable with old generation ${c.below(99)}`,
  c => `Preparing to rebalance group ${c.pick(GROUPS)} in state Empty with old generation ${c.below(99)}`,
  c => `Stabilized ${c.pick(GROUPS)} generation ${c.below(99)}`,
  c => `[Partition ${c.pick(TOPICS)}-${c.below(9)}] Shrinking from ${c.below(9)},${c.below(9)} to ${c.below(9)}`,
  c => `Creating topic ${c.pick(TOPICS)} with ${c.below(9)} partitions`,
  c => `Deleting topic ${c.pick(TOPICS)}`,
  c => `connect from ${peer(c)}[${ip(c)}]`,
  c => `disconnect from ${peer(c)}[${ip(c)}]`,
  c => `imap-login: Login: user=<${c.pick(USERS)}>, method=PLAIN, rip=${ip(c)}`,
  c => `imap(${c.pick(USERS)}): Logged out in=${c.below(999)} out=${c.below(999)}`,
  c => `Accepted publickey for ${c.pick(USERS)} from ${ip(c)} port ${c.below(60000)} ssh2`,
  c => `${c.pick(UNITS)}: Main process exited, code=exited, status=${c.below(9)}`,
  c => `${c.pick(UNITS)}: Scheduled restart job, restart counter is at ${c.below(9)}.`,
  c => `Job ${c.pick(JOBS)} finished with status SUCCESS after ${c.below(99)}s`,
  c => `Job ${c.pick(JOBS)} finished with status FAILED after ${c.below(99)}s`,
  c => `Job ${c.pick(JOBS)} started by worker ${c.pick(['alpha', 'beta', 'gamma'])}`,
  c => `Feature flag ${c.pick(FLAGS)} is enabled`,
  c => `Feature flag ${c.pick(FLAGS)} is disabled`,
  c => `Payment ${c.below(1e6)} via ${c.pick(PAYERS)} declined: insufficient funds`,
  c => `Payment ${c.below(1e6)} via ${c.pick(PAYERS)} accepted`,
  c => `Request GET /api/v1/${c.pick(TOPICS)}/${c.below(99)} completed with ${c.pick([200, 404])} in ${c.below(99)}ms`,
  c => `Request POST /api/v1/${c.pick(TOPICS)}/${c.below(99)} completed with ${c.pick([200, 404])} in ${c.below(99)}ms`,
  c => `br${c.below(3)}: port ${c.below(9)}(veth${c.below(1e6)}) entered forwarding state`,
  c => `br${c.below(3)}: port ${c.below(9)}(veth${c.below(1e6)}) entered blocking state`,
  c => `br${c.below(3)}: port ${c.below(9)}(veth${c.below(1e6)}) entered disabled state`,
  () => 'zookeeper state changed (SyncConnected)',
  () => 'zookeeper state changed (Disconnected)',
  () => 'zookeeper state changed (Expired)',
]
