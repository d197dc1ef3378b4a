// Shapes that were written when the reader was done: other causes, other times, more that misleads.
import { type Made, Scene, type Shape } from './made.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const before = (scene: Scene, minutes: number) => scene.onset - minutes * MINUTE

export const HARDER: Readonly<Record<string, Shape>> = {
  'a flag among other changes'(scene) {
    scene.noise()
    scene.requests()
    scene.log(before(scene, 140), 'INFO', scene.hosts[0]!, 'deployed mailer 1.4.2')
    scene.log(before(scene, 1.2), 'INFO', scene.hosts[0]!, 'feature fast-cart enabled for 100 percent')
    scene.trouble('cart has no lines')
    scene.log(scene.onset + 4 * MINUTE, 'INFO', scene.hosts[0]!, 'deployed mailer 1.4.3')
    scene.log(scene.over - 8000, 'INFO', scene.hosts[0]!, 'feature fast-cart disabled')
    return scene.made(/fast-cart enabled/)
  },
  'a list of changes'(scene) {
    scene.noise()
    scene.requests()
    const rows = [
      [before(scene, 200), 'newsletter template'],
      [before(scene, 95), 'log retention 14 days'],
      [before(scene, 2.5), 'dns record of bank.example moved'],
      [scene.onset + 9 * MINUTE, 'banner text'],
    ] as const
    scene.extra['changes.csv'] =
      `time,change,by\n${rows.map(([at, what]) => `${new Date(at).toISOString().slice(0, 19)},${what},ops`).join('\n')}\n`
    scene.trouble('bank.example did not answer')
    return scene.made(/dns record/)
  },
  'a migration in another log'(scene) {
    scene.noise()
    scene.requests()
    const lines: string[] = []
    for (let at = scene.start; at < scene.end; at += 5 * MINUTE)
      lines.push(
        `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} [checkpoint] LOG: checkpoint complete: wrote ${scene.below(900)} buffers`,
      )
    const at = before(scene, 0.7)
    lines.push(
      `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} [migrate] LOG: migration 0042 dropped index orders_user_idx`,
    )
    scene.extra['db.log'] = `${lines.sort().join('\n')}\n`
    scene.trouble('query of orders was cancelled after 30 s')
    return scene.made(/migration 0042/)
  },
  'hourly restarts, and a setting'(scene) {
    scene.noise()
    scene.requests()
    for (let at = scene.start; at < scene.end; at += HOUR / 2)
      scene.log(at, 'INFO', scene.hosts[0]!, 'restarting worker as scheduled')
    scene.log(before(scene, 55), 'INFO', scene.hosts[1]!, 'restarting worker as scheduled')
    scene.log(before(scene, 3), 'INFO', scene.hosts[0]!, 'setting upload.limit changed from 50 to 5')
    scene.trouble('upload is larger than the limit')
    return scene.made(/upload\.limit/)
  },
  'no end'(scene) {
    scene.noise()
    scene.requests()
    scene.log(before(scene, 2), 'INFO', scene.hosts[0]!, 'upgraded openssl to 3.2.1')
    scene.trouble('handshake with bank.example failed')
    const open: Made = scene.made(/upgraded openssl/)
    const cut = scene.over
    const files = Object.fromEntries(
      Object.entries(open.files).map(([name, text]) => [
        name,
        name.startsWith('shop')
          ? text
              .split('\n')
              .filter(line => (momentIn(line) ?? 0) <= cut)
              .join('\n')
          : text,
      ]),
    )
    return { ...open, files, end: null }
  },
  'a short one in three days'(scene) {
    const long = new Scene(scene.below(10_000) + 7, 'plain')
    Object.assign(long, {
      end: long.start + 72 * HOUR,
      onset: long.start + 41.3 * HOUR,
      over: long.start + 41.3 * HOUR + 11 * MINUTE,
    })
    long.noise()
    long.requests(
      () => 60,
      () => 1.5,
    )
    long.log(long.onset - 50_000, 'WARN', long.hosts[0]!, 'firewall rule 17 now blocks port 5432')
    long.trouble('database is not reachable')
    return long.made(/firewall rule 17/)
  },
  'two troubles, the heavier is asked for'(scene) {
    scene.noise()
    scene.requests()
    scene.log(scene.start + 20 * MINUTE, 'INFO', scene.hosts[0]!, 'deployed search 7.0.0')
    for (let k = 0; k < 25; k++)
      scene.log(scene.start + 21 * MINUTE + k * 4000, 'ERROR', scene.hosts[0]!, 'search has no index')
    scene.log(before(scene, 1), 'INFO', scene.hosts[0]!, 'scaled checkout from 6 to 1 replicas')
    scene.trouble('checkout is overloaded', scene.hosts, 5000)
    return scene.made(/scaled checkout/)
  },
  'a late effect, and something harmless nearer'(scene) {
    scene.noise()
    scene.requests()
    scene.log(before(scene, 24), 'INFO', scene.hosts[0]!, 'quota of partner api set to 100 calls')
    scene.log(before(scene, 2), 'INFO', scene.hosts[0]!, 'new banner was loaded')
    scene.trouble('partner api answered: quota is used up')
    return scene.made(/quota of partner api/)
  },
  'requests that fail, and a note'(scene) {
    const lines: { at: number; text: string }[] = []
    for (let at = scene.start; at < scene.end; at += 6000 + scene.random() * 4000) {
      const isBad = at > scene.onset && at < scene.over && scene.random() < 0.4
      lines.push({
        at,
        text: `10.0.${scene.below(4)}.${scene.below(200)} - - [${clf(at)}] "GET /${scene.pick(['a', 'b', 'c'])} HTTP/1.1" ${isBad ? 502 : scene.random() < 0.01 ? 500 : 200} ${scene.below(9000)} "-" "curl/8"`,
      })
    }
    const iso = new Date(before(scene, 2)).toISOString()
    const later = new Date(before(scene, 300)).toISOString()
    scene.extra['ops.md'] =
      `# Notes\n\n- ${later.slice(0, 10)} ${later.slice(11, 16)} cleaned up old dashboards\n- ${iso.slice(0, 10)} ${iso.slice(11, 16)} switched the load balancer to the new pool\n`
    const first = lines.find(({ text }) => text.includes(' 502 '))!
    return {
      ...scene.made(/load balancer/),
      files: { 'access.log': lines.map(({ text }) => `${text}\n`).join(''), 'ops.md': scene.extra['ops.md'] },
      onset: Math.floor(first.at / 1000) * 1000,
      end: null,
      hosts: [],
    }
  },
  'errors that grow slowly'(scene) {
    scene.noise()
    scene.requests()
    scene.log(before(scene, 1), 'INFO', scene.hosts[0]!, 'deployed checkout build 9913')
    scene.log(scene.onset, 'ERROR', scene.hosts[0]!, 'session was lost', { user: 'u1' })
    for (let at = scene.onset, gap = 90_000; at < scene.over; gap = Math.max(4000, gap * 0.9))
      scene.log((at += gap), 'ERROR', scene.pick(scene.hosts), 'session was lost', { user: `u${scene.below(80)}` })
    return scene.made(/build 9913/)
  },
  'nothing, with much going on'(scene) {
    for (let at = scene.start; at < scene.end; at += 30_000 + scene.random() * 90_000)
      scene.log(at, 'ERROR', scene.pick(scene.hosts), `upload ${scene.below(9999)} has a bad name`)
    scene.requests()
    for (let k = 0; k < 6; k++)
      scene.log(
        scene.start + ((k + 0.5) / 6) * (scene.end - scene.start),
        'INFO',
        scene.hosts[0]!,
        `deployed checkout 1.${k}.0`,
      )
    return scene.made(null, { onset: null })
  },
}

function momentIn(line: string): number | null {
  const iso = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(line)?.[0]
  return iso === undefined ? null : Date.parse(iso)
}

function clf(at: number): string {
  const date = new Date(at)
  const month = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[date.getUTCMonth()]
  return `${String(date.getUTCDate()).padStart(2, '0')}/${month}/${date.getUTCFullYear()}:${date.toISOString().slice(11, 19)} +0000`
}
