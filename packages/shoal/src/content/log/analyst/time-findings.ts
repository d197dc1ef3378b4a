// Findings about time and shape: silences, a clock that goes back, missed beats, what is new at the end, warnings, and
// the facts of the whole.
import type { FindingDraft } from '@shoal/base/model/finding'
import { cutShares } from '../../../text/left-out.ts'
import { lengthOf } from '../../../text/timeline/order.ts'
import { type Extent, extentOf, isGrave } from './entry-groups.ts'
import { levelCounts, type TemplateStat } from './picture.ts'
import { lineAt } from './quotes.ts'
import { beatsMissed, type LogRhythm } from './rhythms.ts'
import type { Story } from './story.ts'
import { LEVELS } from './tally.ts'
import { counted, duration, number, share, short, topicWords } from './wording.ts'

export const MOST_RHYTHMS = 5
const WARN = LEVELS.indexOf('warn')

export function timeFindings(story: Story): FindingDraft[] {
  return [
    ...silenceFindings(story),
    ...jumpFindings(story),
    ...rhythmFindings(story),
    ...lateFindings(story),
    ...warningFindings(story),
    ...wholeFacts(story),
  ]
}

/** The share of its time in which a log is silent. */
const ON_DEMAND = 0.8

function silenceFindings({ silences, source, picture, stampAt }: Story): FindingDraft[] {
  const { first, last, steps } = picture.whole.order
  const silent = silences.reduce((sum, step) => sum + lengthOf(step), 0)
  // Written when somebody does something, as by an installer: then silence is what is usual.
  const isOnDemand = silences.length > 1 && silent > ON_DEMAND * (last!.time - first!.time)
  return silences.map(step => {
    const { before, after } = step
    const pace = (last!.time - first!.time - silent) / steps
    return {
      type: 'gap',
      key: `gap:${before.line}`,
      summary: `Nothing was logged for ${duration(lengthOf(step))}, from ${stampAt(before.offset, before.time)} (line ${number(before.line)}) to ${stampAt(after.offset, after.time)} (line ${number(after.line)}); ${isOnDemand ? 'it is written now and then' : `entries usually come every ${duration(pace)}`}`,
      severity: isOnDemand ? 'low' : 'medium',
      confidence: 'high',
      nature: isOnDemand ? 'fact' : 'problem',
      advice: 'Find out whether the program stood still or the log is incomplete',
      line: before.line,
      evidence: lineAt(source, before.offset),
      topics: ['gap', 'silence', 'outage'],
      weight: 0.7,
      stats: {
        seconds: lengthOf(step) / 1000,
        from: stampAt(before.offset, before.time),
        to: stampAt(after.offset, after.time),
        line_before: before.line,
        line_after: after.line,
      },
    }
  })
}

function jumpFindings({ jumps, source, picture, stampAt }: Story): FindingDraft[] {
  if (jumps.length === 0) return []
  const [farthest] = jumps
  const first = jumps.reduce((a, b) => (b.after.line < a.after.line ? b : a))
  const { backCount, steps } = picture.whole.order
  const isMixed = backCount > Math.max(3, steps * 0.01)
  return [
    {
      type: 'clock',
      key: 'clock:back',
      summary: `Time goes back ${counted(backCount, 'time')}, at most by ${duration(-lengthOf(farthest!))} (line ${number(farthest!.after.line)}, from ${stampAt(farthest!.before.offset, farthest!.before.time)} to ${stampAt(farthest!.after.offset, farthest!.after.time)})${isMixed ? '; the file seems to hold several logs' : ''}`,
      severity: isMixed ? 'low' : 'medium',
      confidence: 'high',
      nature: 'problem',
      advice: isMixed ? 'Part the logs that the file mixes' : 'Find out what set the clock back',
      line: first.after.line,
      evidence: lineAt(source, first.after.offset),
      count: backCount,
      topics: ['clock', 'time', 'order'],
      stats: {
        seconds: -lengthOf(farthest!) / 1000,
        lines: jumps.map(({ after }) => after.line).sort((a, b) => a - b),
      },
    },
  ]
}

function rhythmFindings(story: Story): FindingDraft[] {
  return story.rhythms.slice(0, MOST_RHYTHMS).map(rhythm => rhythmFinding(story, rhythm))
}

function rhythmFinding({ source, picture }: Story, found: LogRhythm): FindingDraft {
  const { template, rhythm, missed, stopped } = found
  const every = `“${short(template.template, 80)}” comes every ${duration(rhythm.period)} (± ${duration(rhythm.jitter)}, ${counted(rhythm.beats, 'time')})`
  const lost = beatsMissed(found)
  const at = missed.slice(0, 3).map(({ time, beats }) => `${beats} after ${picture.format.sayTime(time)}`)
  const gone = stopped > 0 ? `it stopped at ${template.last.stamp}, ${counted(stopped, 'beat')} before the end` : ''
  const place = missed[0] ?? (stopped > 0 ? template.last : template.first)
  return {
    type: lost > 0 ? 'missed_beat' : 'periodic',
    key: `rhythm:${template.template}`,
    summary: [every, missed.length > 0 ? `${counted(lost - stopped, 'beat')} missing: ${at.join(', ')}` : '', gone]
      .filter(Boolean)
      .join('; '),
    severity: lost > 0 ? 'medium' : 'low',
    confidence: rhythm.beats >= 20 ? 'high' : 'medium',
    nature: lost > 0 ? 'problem' : 'fact',
    advice: 'Find out why the regular entry did not come',
    line: place.line,
    evidence: lineAt(source, place.offset),
    count: lost > 0 ? lost : rhythm.beats,
    topics: ['periodic', 'schedule', ...topicWords(template.template)],
    weight: lost > 0 ? 0.6 : 0.2,
    stats: {
      template: template.template,
      period_seconds: rhythm.period / 1000,
      jitter_seconds: rhythm.jitter / 1000,
      beats: rhythm.beats,
      missed: missed
        .slice(0, 20)
        .map(({ time, line, beats }) => ({ after: picture.format.timeText(time), line, beats })),
      stopped_beats_before_end: stopped,
    },
  }
}

function lateFindings({ late, picture, source }: Story): FindingDraft[] {
  if (late.length === 0) return []
  const grave = late.filter(({ rank }) => rank !== 'calm')
  const told = grave.length > 0 ? grave : late
  // Of a kind that is also written calmly, only its warnings and errors are meant.
  const own = new Map(told.map(template => [template, grave.length > 0 ? troubleOf(template) : template]))
  const count = [...own.values()].reduce((sum, extent) => sum + extent.count, 0)
  const { first } = [...own.values()].reduce((a, b) => (b.first.line < a.first.line ? b : a))
  const names = told.slice(0, 3).map(each => `“${short(each.template, 70)}” (${number(own.get(each)!.count)})`)
  // Where new kinds come all the time, those of the end are nothing to look into.
  const usual = newsPerTenth(picture)
  const isProblem = grave.length > 0 && late.length > 2 * usual
  return [
    {
      type: 'new_template',
      key: 'new-templates',
      summary: `${counted(told.length, 'kind')} of ${grave.length > 0 ? 'warning or error' : 'entry'} first ${told.length === 1 ? 'comes' : 'come'} in the last tenth of the log (${counted(count, 'entry', 'entries')}): ${names.join(', ')}${told.length > names.length ? ` and ${number(told.length - names.length)} more` : ''}`,
      severity: isProblem && grave.some(({ rank }) => rank !== 'warn') ? 'medium' : 'low',
      confidence: 'medium',
      nature: isProblem ? 'problem' : 'fact',
      advice: 'Find out what changed shortly before the new warnings and errors came',
      line: first.line,
      evidence: lineAt(source, first.offset),
      count,
      topics: [
        'new',
        ...told
          .slice(0, 3)
          .flatMap(template => topicWords(template.template))
          .slice(0, 15),
      ],
      weight: 0.4,
      stats: {
        from_line: Math.floor(picture.whole.lines * 0.9) + 1,
        new_kinds: late.length,
        usual_per_tenth: usual,
        ...(told.length > 20 && { templates_total: told.length }),
        templates: told.slice(0, 20).map(each => {
          const { count: n, first: place } = own.get(each)!
          return { template: each.template, count: n, line: place.line }
        }),
      },
    },
  ]
}

/** The warnings and errors among a template's entries; all of them where only its words are grave. */
function troubleOf(template: TemplateStat): Extent {
  return extentOf(template.groups.filter(({ level }) => isGrave(level) || level === WARN)) ?? template
}

/** How many kinds of entry come for the first time in a tenth of the log, from its second fifth to its end but one. */
function newsPerTenth({ templates, whole }: Story['picture']): number {
  const fresh = templates.filter(({ first }) => first.line > whole.lines * 0.4 && first.line <= whole.lines * 0.9)
  return fresh.length / 5
}

function warningFindings({ picture, source }: Story): FindingDraft[] {
  const byCount = picture.templates
    .flatMap(({ template, groups, number: place }) => {
      const extent = extentOf(groups.filter(({ level }) => level === WARN))
      return extent ? [{ template, place, ...extent }] : []
    })
    .sort((a, b) => b.count - a.count || a.place - b.place)
  const [most] = byCount
  if (!most) return []
  const total = picture.whole.levels[WARN]!
  return [
    {
      type: 'warnings',
      key: 'warnings',
      summary: `${counted(total, 'warning')} of ${counted(byCount.length, 'kind')} (${share(total, picture.whole.entries)} of all entries); most often “${short(most.template)}” (${number(most.count)})`,
      severity: 'low',
      confidence: 'high',
      nature: 'fact',
      line: most.first.line,
      evidence: lineAt(source, most.first.offset),
      count: total,
      ...cutShares(
        byCount.map(({ template, count }) => ({ value: template, count })),
        20,
      ),
      topics: ['warning', ...topicWords(most.template)],
    },
  ]
}

function wholeFacts({ picture, source, stampAt }: Story): FindingDraft[] {
  const { whole, templates } = picture
  const [most] = templates
  if (!most) return []
  const facts: FindingDraft[] = [templateFact(most, source, picture.whole.entries, templates)]
  const { first, last } = whole.order
  if (first && last && last.time > first.time)
    facts.push({
      type: 'time_span',
      key: 'time-span',
      summary: `${counted(whole.entries, 'entry', 'entries')} over ${duration(last.time - first.time)}, from ${stampAt(first.offset, first.time)} to ${stampAt(last.offset, last.time)}`,
      severity: 'low',
      confidence: 'high',
      nature: 'fact',
      line: first.line,
      evidence: lineAt(source, first.offset),
      count: whole.entries,
      topics: ['time', 'levels'],
      weight: 0.2,
      stats: { levels: levelCounts(whole.levels) },
    })
  return facts
}

function templateFact(
  most: TemplateStat,
  source: Story['source'],
  entries: number,
  templates: readonly TemplateStat[],
): FindingDraft {
  return {
    type: 'frequency',
    key: 'templates',
    summary: `${counted(templates.length, 'kind')} of entry; the most frequent is “${short(most.template)}” (${number(most.count)}, ${share(most.count, entries)})`,
    severity: 'low',
    confidence: 'high',
    nature: 'fact',
    line: most.first.line,
    evidence: lineAt(source, most.first.offset),
    count: most.count,
    ...cutShares(
      templates.map(({ template, count }) => ({ value: template, count })),
      20,
    ),
    topics: ['templates', ...topicWords(most.template)],
    weight: 0.2,
  }
}
