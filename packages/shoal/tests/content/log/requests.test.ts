import { describe, expect, it } from 'vitest'
import { readHttp } from '../../../src/content/log/analyst/http-line.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { randomOf } from './random.ts'
import { burstOf, figuresOf } from './read-survey.ts'

const MONTH = ['Jan', 'Feb', 'Mar']

function accessLog(failFrom: number, failTo: number) {
  const random = randomOf(11)
  const lines: string[] = []
  const statuses: number[] = []
  const durations: number[] = []
  for (let k = 0; k < 3000; k++) {
    const at = new Date(Date.UTC(2026, 1, 3, 4) + k * 2000)
    const status = k >= failFrom && k < failTo && random() < 0.5 ? 503 : random() < 0.04 ? 404 : 200
    const duration = Math.floor(random() * 400) / 1000
    statuses.push(status)
    durations.push(duration * 1000)
    const clock = at.toISOString().slice(11, 19)
    const day = `${String(at.getUTCDate()).padStart(2, '0')}/${MONTH[at.getUTCMonth()]}/2026`
    lines.push(
      `10.0.${k % 5}.${k % 200} - - [${day}:${clock} +0000] "GET /shop/items/${k}?page=2 HTTP/1.1" ${status} ${k} "-" "Mozilla/5.0" rt=${duration.toFixed(3)}`,
    )
  }
  return { content: `${lines.join('\n')}\n`, statuses, durations }
}

describe('an access log', () => {
  it('is counted by status, path and latency, exactly', async () => {
    const { content, statuses, durations } = accessLog(2000, 2100)
    const survey = await surveyLawfully({ name: 'access.log', content, type: 'log', size: 400 })
    const { http } = figuresOf(survey)
    const count = (status: number) => statuses.filter(s => s === status).length
    expect(http.requests).toBe(3000)
    expect(http.statuses).toEqual({ 200: count(200), 404: count(404), 503: count(503) })
    expect(http.server_error_paths).toEqual([{ path: 'GET /shop/items/*', count: count(503) }])
    const sorted = [...durations].sort((a, b) => a - b)
    for (const [name, part] of [
      ['p50', 0.5],
      ['p90', 0.9],
      ['p99', 0.99],
    ] as const)
      expect(http.latency_ms[name]).toBeCloseTo(sorted[Math.ceil(part * 3000) - 1]!, 6)
    const first = statuses.indexOf(503) + 1
    expect(survey.findings.find(({ type }) => type === 'http_errors')).toMatchObject({ line: first, count: count(503) })
    const burst = burstOf(survey, 'server errors')
    expect(burst).toMatchObject({ line: first, count: count(503), severity: 'high' })
  })

  it('raises no alarm when all went well', async () => {
    const { content } = accessLog(0, 0)
    const { findings } = await surveyLawfully({ name: 'access.log', content, type: 'log', size: 400 })
    expect(findings.filter(({ nature }) => nature === 'problem').map(({ summary }) => summary)).toEqual([])
  })
})

describe('readHttp', () => {
  it.each([
    ['"GET /a HTTP/1.1" 200 12', 'GET', '/a', 200, Number.NaN],
    ['GET /orders/17 504 655ms', 'GET', '/orders/17', 504, 655],
    ['POST /x -> 502 in 1.5 s', 'POST', '/x', 502, 1500],
    ['method=PUT path=/y status=201 duration=0.25', 'PUT', '/y', 201, 250],
    ['method=PUT path=/y status=200 ms=35', 'PUT', '/y', 200, Number.NaN],
    ['"GET /a HTTP/2.0" 200 5 request_time=0.041 upstream_response_time=0.040', 'GET', '/a', 200, 41],
  ])('reads %s', (text, method, path, status, duration) => {
    expect(readHttp(text)).toMatchObject({ method, path, status, duration })
  })

  it('reads nothing else', () => {
    for (const text of ['GET ready', 'POST mortem at 500', 'budget 200', 'GET /x took forever'])
      expect(readHttp(text), text).toBeNull()
  })
})

describe('failed log-ins', () => {
  const attempts = (count: number, address: string, from: number) =>
    Array.from({ length: count }, (_, k) => {
      const clock = new Date(from + k * 3000).toISOString().slice(11, 19)
      return `Dec 10 ${clock} web1 sshd[${24000 + k}]: Failed password for ${k % 3 ? 'root' : 'invalid user admin'} from ${address} port ${4000 + k} ssh2`
    })

  it('are counted per address, and many are a finding', async () => {
    const start = Date.UTC(2026, 11, 10, 6)
    const lines = [...attempts(120, '183.62.140.253', start), ...attempts(7, '10.1.1.9', start + 900_000)]
    const survey = await surveyLawfully({
      name: 'auth.log',
      content: `${lines.join('\n')}\n`,
      type: 'log',
      size: 30,
      query: 'which ip failed most?',
    })
    const finding = survey.findings.find(({ type }) => type === 'brute_force')!
    expect(finding).toMatchObject({ severity: 'high', line: 1, count: 127 })
    expect(finding.distribution).toEqual([
      { value: '183.62.140.253', count: 120 },
      { value: '10.1.1.9', count: 7 },
    ])
    expect(survey.answers[0]!.text).toContain('183.62.140.253: 120 of 127')
  })

  it('are none when few', async () => {
    const lines = attempts(9, '10.1.1.9', Date.UTC(2026, 11, 10, 6))
    const { findings } = await surveyLawfully({ name: 'auth.log', content: `${lines.join('\n')}\n`, type: 'log' })
    expect(findings.filter(({ type }) => type === 'brute_force')).toEqual([])
  })
})
