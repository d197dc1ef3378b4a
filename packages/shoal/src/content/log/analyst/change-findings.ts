// Findings about what changes: what sets in, what ceases, what climbs.
import type { FindingDraft } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { ceasedOf, driftsOf, startedOf } from './changes.ts'
import { SLOW_MS } from './http-line.ts'
import { saidAt } from './quotes.ts'
import { silentHostsOf } from './silent-hosts.ts'
import { slowPathsOf } from './slow-paths.ts'
import type { Story } from './story.ts'
import { touchedBy, touchedJson, touchedText } from './touched.ts'
import { counted, duration, number, short, times, topicWords } from './wording.ts'

const MOST_TOLD = 5

export function changeFindings(story: Story): FindingDraft[] {
  return [
    ...startedFindings(story),
    ...ceasedFindings(story),
    ...silentHostFindings(story),
    ...slowFindings(story),
    ...driftFindings(story),
  ]
}

function startedFindings(story: Story): FindingDraft[] {
  const isTold = new Set(story.clusters.map(({ template }) => template))
  const started = startedOf(story).filter(({ template }) => !isTold.has(template))
  return story.leftOut.first(started, MOST_TOLD, 'kinds of warning that set in are told of').map(({ template }) => {
    const { count, first } = template
    const touched = touchedBy(story, template)
    return {
      type: 'started',
      key: `started:${template.template}`,
      summary: `“${short(touched.text, 160)}” first comes at ${first.stamp || `line ${number(first.line)}`} and goes on from there (${counted(count, 'time')})${touchedText(touched)}`,
      severity: 'medium',
      confidence: 'high',
      nature: 'problem',
      advice: 'Find out what changed shortly before it first came',
      line: first.line,
      evidence: saidAt(story.source, first.offset, story.picture.format.lines),
      count,
      topics: ['new', 'started', ...topicWords(template.template)],
      weight: 0.6,
      stats: { template: template.template, first_line: first.line, ...(touchedJson(touched) as Record<string, Json>) },
    }
  })
}

function ceasedFindings(story: Story): FindingDraft[] {
  const isTold = new Set(story.rhythms.map(({ template }) => template))
  const ceased = ceasedOf(story).filter(({ template }) => !isTold.has(template))
  return story.leftOut.first(ceased, MOST_TOLD, 'kinds of entry that ceased are told of').map(found => {
    const { template, pace, silent } = found
    const touched = touchedBy(story, template)
    return {
      type: 'ceased',
      key: `ceased:${template.template}`,
      summary: `“${short(touched.text, 120)}” came every ${duration(pace)} (${counted(template.count, 'time')}) and stopped at ${template.last.stamp}, ${duration(silent)} before the end${touchedText(touched)}`,
      severity: 'medium',
      confidence: 'medium',
      nature: 'problem',
      advice: 'Find out why the entry does not come any more',
      line: template.last.line,
      evidence: saidAt(story.source, template.last.offset, story.picture.format.lines),
      count: template.count,
      topics: ['stopped', 'silence', ...topicWords(template.template)],
      weight: 0.55,
      stats: { template: template.template, pace_seconds: pace / 1000, silent_seconds: silent / 1000 },
    }
  })
}

function silentHostFindings(story: Story): FindingDraft[] {
  const silent = silentHostsOf(story)
  return story.leftOut.first(silent, MOST_TOLD, 'hosts that fell silent are told of').map(found => {
    const { host, template, count, pace, silent: away, last } = found
    const what = template ? ` with “${short(template.template, 120)}”` : ''
    const stamp = story.stampAt(last.offset, last.time)
    return {
      type: 'ceased',
      key: `silent-host:${host}:${template?.template ?? ''}`,
      summary: `${host} fell silent${what}: an entry every ${duration(pace)} (${counted(count, 'time')}), stopped at ${stamp}, ${duration(away)} before the end; other hosts go on`,
      severity: 'medium',
      confidence: 'medium',
      nature: 'problem',
      advice: 'Find out whether the host, or what writes its entries, still runs',
      line: last.line,
      evidence: saidAt(story.source, last.offset, story.picture.format.lines),
      count,
      topics: ['stopped', 'silence', 'host', ...topicWords(template?.template ?? '')],
      weight: 0.6,
      stats: { host, template: template?.template ?? null, pace_seconds: pace / 1000, silent_seconds: away / 1000 },
    }
  })
}

function slowFindings(story: Story): FindingDraft[] {
  return story.leftOut.first(slowPathsOf(story), MOST_TOLD, 'slow endpoints are told of').map(slow => {
    const { path, tallied, usual } = slow
    const { count, firstLine, firstOffset, firstTime, lastTime } = tallied
    const { sayTime } = story.picture.format
    return {
      type: 'slow',
      key: `slow:${path}`,
      summary: `${path} took ${duration(SLOW_MS)} or more ${counted(count, 'time')} from ${sayTime(firstTime)} to ${sayTime(lastTime)}; half of all requests take ${duration(usual)} or less`,
      severity: 'medium',
      confidence: 'medium',
      nature: 'problem',
      advice: 'Find out what made the endpoint slow at that time',
      line: firstLine,
      evidence: saidAt(story.source, firstOffset, story.picture.format.lines),
      count,
      topics: ['slow', 'latency', 'performance', 'requests'],
      weight: 0.6,
      stats: { path, count, from: sayTime(firstTime), to: sayTime(lastTime), usual_ms: usual, slow_from_ms: SLOW_MS },
    }
  })
}

function driftFindings(story: Story): FindingDraft[] {
  return story.leftOut.first(driftsOf(story), MOST_TOLD, 'numbers that climb are told of').map(drift => {
    const { template, name, from, to, looked } = drift
    const touched = touchedBy(story, template)
    return {
      type: 'drift',
      key: `drift:${template.template}:${name}`,
      summary: `${name} climbs from ${number(from)} to ${number(to)} (${times(to / Math.max(from, 1e-9))}) in “${short(touched.text, 100)}”, from ${template.first.stamp || `line ${number(template.first.line)}`} to ${template.last.stamp || `line ${number(template.last.line)}`}; medians of the first and the last fifth of ${counted(looked, 'entry', 'entries')}${touchedText(touched)}`,
      severity: 'medium',
      confidence: 'high',
      nature: 'problem',
      advice: 'Find out what makes the number climb before it reaches a limit',
      line: template.last.line,
      evidence: saidAt(story.source, template.last.offset, story.picture.format.lines),
      count: template.count,
      topics: ['drift', 'trend', 'growth', ...topicWords(name)],
      weight: 0.6,
      stats: { template: template.template, name, from, to, looked },
    }
  })
}
