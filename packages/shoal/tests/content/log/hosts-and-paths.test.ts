// A host that falls silent, and an endpoint that becomes slow, are told; what always was so, or comes and goes, is not.
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { randomOf } from './random.ts'
import { problemsOf } from './read-survey.ts'

const START = Date.UTC(2026, 2, 3)
const HOUR = 3_600_000
const MONTHS = 'Jan Feb Mar'.split(' ')
const two = (value: number) => String(value).padStart(2, '0')

const stamp = (time: number) => {
  const date = new Date(time)
  return `${MONTHS[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2)} ${date.toISOString().slice(11, 19)}`
}

interface Hosts {
  /** Whether a host writes its other entries, and its beat, at an hour. */
  writes?(host: string, hour: number): boolean
  beats?(host: string, hour: number): boolean
}

/** Forty hours of three hosts: a beat of each every four minutes, and entries at random moments. */
function hostLog({ writes = () => true, beats = () => true }: Hosts): string {
  const random = randomOf(5)
  const lines: [number, string][] = []
  for (const host of ['edge-1', 'edge-2', 'edge-3']) {
    for (let minute = 0; minute < 40 * 60; minute += 4) {
      const time = START + minute * 60_000 + random() * 20_000
      if (beats(host, minute / 60))
        lines.push([time, `${stamp(time)} ${host} agent[7]: flushed ${Math.floor(random() * 90)} points`])
    }
    for (let k = 0; k < 500; k++) {
      const hour = random() * 40
      const time = START + hour * HOUR
      if (writes(host, hour)) lines.push([time, `${stamp(time)} ${host} sshd[${k}]: session opened for user ops`])
    }
  }
  return `${lines
    .sort(([a], [b]) => a - b)
    .map(([, line]) => line)
    .join('\n')}\n`
}

const survey = (content: string) => surveyLawfully({ name: 'x.log', content, type: 'log', size: 400 })
const silent = async (hosts: Hosts) =>
  problemsOf(await survey(hostLog(hosts))).filter(({ key }) => key?.startsWith('silent-host:'))

describe('a host', () => {
  it('that falls silent altogether is told once', async () => {
    const until = (host: string, hour: number) => host !== 'edge-2' || hour < 27
    const found = await silent({ writes: until, beats: until })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ severity: 'medium', stats: { host: 'edge-2', template: null } })
    expect(found[0]!.summary).toMatch(/edge-2 fell silent: .*stopped at .*before the end; other hosts go on/)
  })

  it('that falls silent with one kind of entry is told with it, and with its last one', async () => {
    const found = await silent({ beats: (host, hour) => host !== 'edge-3' || hour < 25 })
    expect(found).toHaveLength(1)
    expect(found[0]!.summary).toContain('edge-3 fell silent with “flushed <*> points”')
    expect(found[0]!.count).toBe((25 * 60) / 4)
  })

  it.each<[string, Hosts]>([
    ['writes to the end', {}],
    ['writes every night', { writes: (host, hour) => host !== 'edge-1' || hour % 24 < 4 }],
    ['was there for a time', { writes: (host, hour) => host !== 'edge-1' || (hour > 10 && hour < 20) }],
    ['is away for the last minutes', { beats: (host, hour) => host !== 'edge-1' || hour < 39.8 }],
  ])('that %s is not told', async (_, hosts) => {
    expect(await silent(hosts)).toEqual([])
  })
})

/** A day of requests; `took` says how many milliseconds. */
function accessLog(took: (path: string, hour: number, random: () => number) => number): string {
  const random = randomOf(9)
  const lines = Array.from({ length: 3000 }, (_, k) => {
    const hour = (k / 3000) * 24
    const time = new Date(START + hour * HOUR)
    const path = ['/home', '/cart', '/report'][Math.floor(random() * 3)]!
    const at = `${two(time.getUTCDate())}/Mar/2026:${time.toISOString().slice(11, 19)} +0000`
    const seconds = (took(path, hour, random) / 1000).toFixed(3)
    return `10.0.0.${k % 90} - - [${at}] "GET ${path} HTTP/1.1" 200 ${k} "-" "Mozilla/5.0" ${seconds}`
  })
  return `${lines.join('\n')}\n`
}

describe('an endpoint', () => {
  const slow = async (took: Parameters<typeof accessLog>[0]) =>
    problemsOf(await survey(accessLog(took))).filter(({ key }) => key?.startsWith('slow:'))

  it('that is slow for an hour is told with how often and when', async () => {
    const found = await slow((path, hour, random) =>
      path === '/cart' && hour > 9 && hour < 11 ? 3000 : 40 + random() * 60,
    )
    expect(found).toHaveLength(1)
    expect(found[0]!.summary).toMatch(/^GET \/cart took 1 s or more \d+ times from 2026-03-03 09:.* to 2026-03-03 10:/)
  })

  it.each<[string, Parameters<typeof accessLog>[0]]>([
    ['is slow all day', (path, _, random) => (path === '/report' && random() < 0.4 ? 2500 : 50)],
    ['is never slow', (_, __, random) => 20 + random() * 400],
    ['is slow now and then', (_, __, random) => (random() < 0.004 ? 2000 : 60)],
    ['is slow as all others are', () => 1800],
  ])('that %s is not told', async (_, took) => {
    expect(await slow(took)).toEqual([])
  })
})
