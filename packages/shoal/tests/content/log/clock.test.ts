import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { FORMATS, plannedEvents, written } from './planted-log.ts'

const events = plannedEvents({ minutes: 60 })

describe('the clock of a log', () => {
  it('is seen to go back', async () => {
    const at = 700
    const back = events.map((event, k) => (k >= at ? { ...event, time: event.time - 1_200_000 } : event))
    const { text } = written(back, FORMATS.iso!.write)
    const { findings } = await surveyLawfully({ name: 'a.log', content: text, type: 'log', size: 300 })
    expect(findings.find(({ type }) => type === 'clock')).toMatchObject({ line: at + 1, count: 1, severity: 'medium' })
  })

  it('goes on over the new year where no year is written', async () => {
    const shifted = events.map(event => ({ ...event, time: event.time - events[700]!.time + Date.UTC(2026, 0, 1) }))
    const { text } = written(shifted, FORMATS.syslog!.write)
    const { findings, figures } = await surveyLawfully({ name: 'a.log', content: text, type: 'log', size: 300 })
    expect(findings.filter(({ nature }) => nature === 'problem')).toEqual([])
    expect((figures as { seconds: number }).seconds).toBeLessThan(4000)
  })

  it('is told without a year that glog does not write, and goes on over the new one', async () => {
    const shifted = events.map(event => ({ ...event, time: event.time - events[700]!.time + Date.UTC(2026, 0, 1) }))
    const { text } = written(shifted, e => {
      const iso = new Date(e.time).toISOString()
      return `${e.level[0]}${iso.slice(5, 7)}${iso.slice(8, 10)} ${iso.slice(11, 23)}000 7 main.cc:12] ${e.message}`
    })
    const { findings, figures } = await surveyLawfully({ name: 'a.log', content: text, type: 'log', size: 300 })
    expect(findings.filter(({ nature }) => nature === 'problem')).toEqual([])
    expect((figures as { seconds: number }).seconds).toBeLessThan(4000)
    expect(JSON.stringify(figures)).not.toContain('2000-')
  })

  it('goes on over midnight where no day is written', async () => {
    const shifted = events.map(event => ({ ...event, time: event.time - events[700]!.time + Date.UTC(2026, 0, 2) }))
    const { text } = written(shifted, e => `${new Date(e.time).toISOString().slice(11, 23)} ${e.level} ${e.message}`)
    const { findings, figures } = await surveyLawfully({ name: 'a.log', content: text, type: 'log', size: 300 })
    expect(findings.filter(({ nature }) => nature === 'problem')).toEqual([])
    expect((figures as { seconds: number }).seconds).toBeLessThan(4000)
  })
})
