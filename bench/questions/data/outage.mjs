// A second incident, told by JSON lines, a table of changes and two versions of a properties file.
import { at, draws, table } from './random.mjs'

export function outage() {
  const d = draws('outage')
  const iso = time => new Date(time).toISOString()
  const begin = at(2024, 8, 20, 7, 0, 0)
  const bad = at(2024, 8, 20, 9, 33, 12)
  const mended = at(2024, 8, 20, 11, 41, 3)
  const rows = []
  const boot = (time, version, shards) =>
    rows.push({ time, level: 'info', service: 'search', host: 'se-1', msg: 'search service starting', version, shards })
  boot(begin, '3.2.9', 12)
  boot(bad, '3.3.0', 3)
  boot(mended, '3.3.1', 12)
  for (let time = begin + 4000; time < at(2024, 8, 20, 14, 0, 0); time += d.int(800, 9000)) {
    const tenant = d.pick(['alpine', 'borealis', 'cascade', 'dorado', 'everest', 'fjord', 'gobi'])
    const host = d.pick(['se-1', 'se-2', 'se-3'])
    const hurt = time > bad + 240_000 && time < mended && tenant !== 'gobi'
    if (d.chance(0.05))
      rows.push({ time, level: 'error', service: 'stream', host, msg: 'slow consumer disconnected', tenant })
    else if (hurt && d.chance(0.3))
      rows.push({
        time,
        level: 'error',
        service: 'search',
        host,
        msg: 'query exceeded deadline',
        tenant,
        took_ms: d.int(2000, 2100),
      })
    else
      rows.push({
        time,
        level: 'info',
        service: 'search',
        host,
        msg: 'query done',
        tenant,
        took_ms: d.int(10, hurt ? 1900 : 240),
      })
  }
  const log = rows.sort((a, b) => a.time - b.time).map(row => JSON.stringify({ ...row, time: iso(row.time) }))
  const changes = [
    ['2024-08-19 16:05', 'tom', 'tls', 'certificate rotated'],
    ['2024-08-20 08:10', 'nadia', 'stream', 'buffer raised to 64 MB'],
    ['2024-08-20 09:32', 'priya', 'search', 'release 3.3.0 with index shards 12 to 3'],
    ['2024-08-20 10:20', 'tom', 'dns', 'ttl lowered to 60'],
    ['2024-08-20 11:40', 'nadia', 'search', 'release 3.3.1 with index shards back to 12'],
  ]
  const properties = (shards, level, warm) =>
    `index.shards=${shards}\nindex.replicas=2\nquery.timeout.ms=2000\ncache.mb=512\nlog.level=${level}\n${warm}`
  return {
    'outage/search.jsonl': `${log.join('\n')}\n`,
    'outage/changes.csv': table(['time', 'who', 'system', 'what'], changes),
    'outage/config/search-3.2.9.properties': properties(12, 'info', 'warmup.enabled=true\n'),
    'outage/config/search-3.3.0.properties': properties(3, 'debug', ''),
  }
}
