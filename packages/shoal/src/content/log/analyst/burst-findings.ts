// Findings about bursts: what came too often, when, how much more than usual, and what came before.
import type { FindingDraft, Panel, Severity } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { clusterName, type ErrorCluster } from './clusters.ts'
import type { LogBurst } from './log-burst.ts'
import { lineAt, saidAt } from './quotes.ts'
import type { Story } from './story.ts'
import { CLIENT_ERRORS, LEVELS, SERVER_ERRORS } from './tally.ts'
import { type Touched, touchedBy, touchedJson, touchedText } from './touched.ts'
import { counted, duration, number, short, times, topicWords } from './wording.ts'

export function burstFindings(story: Story): FindingDraft[] {
  return story.bursts.map(burst => burstFinding(story, burst))
}

function burstFinding(story: Story, found: LogBurst): FindingDraft {
  const { what, template, burst, from, first, members, waves } = found
  const touched = touchedIn(story, found)
  const cluster = story.clusters.find(
    c => c.rank !== 'warn' && c.errorClass !== null && members.some(m => m.template === c.template),
  )
  const count = waves.length > 0 ? waves.reduce((sum, wave) => sum + wave.count, 0) : burst.count
  return {
    type: what === 'volume' ? 'spike' : 'burst',
    key: `burst:${what}:${template?.template ?? ''}:${from}`,
    summary: summaryOf(story, found, touched, what === 'errors' ? cluster : undefined),
    severity: severityOf(found),
    confidence: burst.count >= 20 ? 'high' : 'medium',
    nature: what === 'volume' || (what === 'template' && template!.rank === 'calm') ? 'fact' : 'problem',
    advice: 'Find out what set off the burst',
    line: first.line,
    evidence: saidAt(story.source, first.offset, story.picture.format.lines),
    count,
    topics: [
      'burst',
      what,
      ...members.flatMap(m => topicWords(m.template.template)).slice(0, 12),
      ...(cluster ? [cluster.errorClass!] : []),
    ],
    weight: what === 'errors' ? 1 : 0.7,
    stats: { ...statsOf(story, found), ...(touched && (touchedJson(touched) as Record<string, Json>)) },
    panel: panelOf(story, found),
  }
}

function summaryOf(story: Story, found: LogBurst, touched: Touched | null, cluster: ErrorCluster | undefined): string {
  const { what, template, burst, from, to, precursors, waves, withAll } = found
  const name = what === 'template' ? `“${short(template!.template, 80)}”` : what === 'volume' ? 'entries' : what
  const usual = number(Math.round((burst.usual * (to - from) * 10) / story.picture.axis!.width) / 10)
  const head = `${number(burst.count)} ${burstSpan(story, found)} (usually ${usual}; ${times(burst.ratio)})`
  const before = precursors.map(p => `“${short(p.template.template, 60)}” (${p.how}, line ${number(p.place.line)})`)
  const parts = [
    waves.length > 0
      ? `${name[0]!.toUpperCase()}${name.slice(1)} come in ${counted(waves.length, 'wave')}; the strongest: ${head}`
      : `Burst of ${name}: ${head}`,
    cluster ? `mostly ${clusterName(cluster)}` : '',
    mostlyText(touched, found),
    withAll ? 'all other entries rise with it' : '',
    before.length > 0 ? `before it: ${before.join(', ')}` : '',
  ]
  return parts.filter(part => part !== '').join('; ')
}

/** Whom the kind of entry touches that most of a burst consists of, as far as it came in it. */
function touchedIn(story: Story, { what, members, from, to, burst }: LogBurst): Touched | null {
  const [most] = members
  if (!most || what === 'volume' || most.count < burst.count / 2) return null
  const answered = what === 'server errors' || what === 'client errors' ? { answered: what } : {}
  return touchedBy(story, most.template, { within: [from, to], ...answered })
}

function mostlyText(touched: Touched | null, { what, burst }: LogBurst): string {
  if (!touched) return ''
  const isRequests = what === 'server errors' || what === 'client errors'
  const said = what === 'template' || isRequests ? '' : `mostly “${short(touched.text, 120)}”`
  return burst.count < 2 ? said : `${said}${touchedText(touched)}`.replace(/^; /, '')
}

/** `in 2 min 41 s, from … to …`, as exactly as it is known. */
export function burstSpan({ placeAt, picture }: Story, { from, to, first, last }: LogBurst): string {
  const start = placeAt(first.offset, from)
  if (last && last.time > start.time)
    return `in ${duration(last.time - start.time)}, from ${start.stamp} to ${placeAt(last.offset, last.time).stamp}`
  return `in ${duration(to - from)}, from ${start.stamp} to ${picture.format.sayTime(to)} at the latest`
}

/** A burst of fewer is nothing to act on at once. */
const FEW = 20
const VERY_FEW = 10

function severityOf({ what, template, waves, withAll, burst }: LogBurst): Severity {
  const isUsual = waves.length > 0 || withAll
  if (what === 'errors' || what === 'server errors') {
    if (burst.count < VERY_FEW) return 'low'
    return isUsual || burst.count < FEW ? 'medium' : 'high'
  }
  if (what === 'client errors') return isUsual ? 'low' : 'medium'
  if (what === 'warnings') return isUsual ? 'low' : 'medium'
  return template !== null && template.rank !== 'calm' ? 'medium' : 'low'
}

function statsOf({ picture, events, source, stampAt }: Story, found: LogBurst): Record<string, Json> {
  const { what, burst, from, to, first, last, precursors, members, waves } = found
  const { timeText } = picture.format
  const { width, from: start } = picture.axis!
  // The story of a burst begins a little before it and ends a little behind.
  const since = from - (to - from) * 2 - 12 * width
  return {
    what,
    from: timeText(from),
    to: timeText(to),
    first_entry: stampAt(first.offset, from),
    last_entry: last && stampAt(last.offset, last.time),
    last_line: last?.line ?? null,
    seconds: (to - from) / 1000,
    count: burst.count,
    usual_per_bucket: burst.usual,
    ratio: burst.ratio,
    bucket_seconds: width / 1000,
    templates: members.map(m => ({ template: m.template.template, count: m.count })),
    waves: waves.slice(0, 20).map(wave => ({ from: timeText(start + wave.from * width), count: wave.count })),
    precursors: precursors.map(p => ({
      template: p.template.template,
      how: p.how,
      count: p.count,
      usual: p.usual,
      line: p.place.line,
      quote: lineAt(source, p.place.offset, 200),
    })),
    sequence: events
      .filter(({ time }) => time >= since && time <= to + 2 * width)
      .slice(0, 20)
      .map(({ stamp, line, what: event }) => ({ time: stamp, line, event })),
  }
}

/** The row over time around a burst: as much again before and behind it. */
function panelOf({ picture }: Story, { what, template, burst }: LogBurst): Panel {
  const row = template
    ? picture.templateRow(template)
    : what === 'errors'
      ? picture.errors
      : what === 'server errors'
        ? picture.row(SERVER_ERRORS)
        : what === 'client errors'
          ? picture.row(CLIENT_ERRORS)
          : what === 'warnings'
            ? picture.row(LEVELS.indexOf('warn'))
            : picture.all
  const { from, width, size } = picture.axis!
  const around = Math.max(10, burst.to - burst.from)
  const a = Math.max(0, burst.from - around)
  const b = Math.min(size, burst.to + around)
  return {
    kind: 'series',
    title: `${template ? short(template.template, 60) : what} per ${duration(width)}, around the burst`,
    from: picture.format.timeText(from + a * width),
    to: picture.format.timeText(from + b * width),
    values: [...row.slice(a, b)],
  }
}
