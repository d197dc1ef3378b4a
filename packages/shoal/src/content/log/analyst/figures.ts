// The exact figures of a log as JSON.
import type { Json } from '@shoal/base/model/json'
import { lengthOf, type Step, usualStep } from '../../../text/timeline/order.ts'
import { latencies, latencySteps, statusClasses } from './http-figures.ts'
import { type LadderData, ranked } from './ladder-counts.ts'
import { levelCounts, type TemplateStat } from './picture.ts'
import type { Story } from './story.ts'
import { LEVELS, SERVER_ERRORS } from './tally.ts'
import { templatesOverTime } from './template-rows.ts'

const MOST_TEMPLATES = 1000
const MOST_CLUSTERS = 200
const MOST_LISTED = 50

export function figuresOf(story: Story): Json {
  const { picture, clusters, bursts, silences, jumps, rhythms, late, events, stampAt } = story
  const { whole, format, templates } = picture
  const { timeText } = format
  const { first, last } = whole.order
  const gap = (step: Step) => ({
    seconds: Math.abs(lengthOf(step)) / 1000,
    from: stampAt(step.before.offset, step.before.time),
    to: stampAt(step.after.offset, step.after.time),
    line_before: step.before.line,
    line_after: step.after.line,
  })
  return {
    format: format.lines.name,
    shape: format.lines.shape,
    lines: whole.lines,
    entries: whole.entries,
    timed_entries: whole.timed,
    multi_line_entries: whole.multiline,
    continuation_lines: whole.detailLines,
    blank_lines: whole.blank,
    from: first ? stampAt(first.offset, first.time) : null,
    to: last ? stampAt(last.offset, last.time) : null,
    seconds: first && last ? (last.time - first.time) / 1000 : null,
    pace: paceJson(story),
    levels: levelCounts(whole.levels) as Json,
    template_count: templates.length,
    templates: templates.slice(0, MOST_TEMPLATES).map(templateJson),
    timeline: timelineJson(story),
    bursts: bursts.map(({ what, template, burst, from, to, first: place, last: end, precursors }) => ({
      what,
      template: template?.template ?? null,
      from: timeText(from),
      to: timeText(to),
      count: burst.count,
      ratio: burst.ratio,
      first_line: place.line,
      last_line: end?.line ?? null,
      precursors: precursors.map(p => ({
        template: p.template.template,
        how: p.how,
        count: p.count,
        line: p.place.line,
      })),
    })),
    gaps: silences.map(gap),
    clock_back: { count: whole.order.backCount, longest: jumps.map(gap) },
    periodic: rhythms.slice(0, MOST_LISTED).map(({ template, rhythm, missed, stopped }) => ({
      template: template.template,
      period_seconds: rhythm.period / 1000,
      jitter_seconds: rhythm.jitter / 1000,
      beats: rhythm.beats,
      missed: missed.slice(0, MOST_LISTED).map(({ time, line, beats }) => ({ after: timeText(time), line, beats })),
      stopped_beats_before_end: stopped,
    })),
    error_cluster_count: clusters.length,
    error_clusters: clusters.slice(0, MOST_CLUSTERS).map(cluster => ({
      class: cluster.errorClass,
      message: cluster.message || null,
      template: cluster.template.template,
      level: cluster.rank,
      root_frame: cluster.trace?.root ?? null,
      language: cluster.trace?.language ?? null,
      count: cluster.count,
      first_line: cluster.first.line,
      last_line: cluster.last.line,
      first_time: cluster.first.stamp || null,
      last_time: cluster.last.stamp || null,
    })),
    traces: picture.traces.reduce((sum, { count }) => sum + count, 0),
    new_templates: late
      .slice(0, MOST_LISTED)
      .map(({ template, count, first: { line } }) => ({ template, count, line })),
    sequence: events.map(({ stamp, line, what }) => ({ time: stamp, line, event: what })),
    components: sharesJson(whole.components),
    hosts: sharesJson(whole.hosts),
    http: httpJson(story),
    failed_logins:
      whole.denied.values.size === 0
        ? null
        : { addresses: sharesJson(whole.denied), users: sharesJson(whole.deniedUsers) },
  }
}

/** How entries follow each other: what 99 of 100 steps take at most, the longest, and when what is no trouble came. Null without times. */
function paceJson({ picture }: Story): Json {
  const { order } = picture.whole
  if (order.first === null || order.last === null) return null
  const calm = picture.templates.filter(({ rank }) => rank === 'calm').slice(0, MOST_LISTED)
  return {
    first_ms: order.first.time,
    last_ms: order.last.time,
    steps: order.steps,
    usual_seconds: usualStep(order, 0.99) / 1000,
    longest_seconds: order.forward.slice(0, 6).map(step => lengthOf(step) / 1000),
    calm: calm.map(({ template, count, first, last }) => [template, count, first.time, last.time]),
  }
}

function templateJson({ template, count, first, last, levels, example }: TemplateStat): Json {
  return {
    template,
    count,
    first_line: first.line,
    last_line: last.line,
    first_time: first.stamp || null,
    last_time: last.stamp || null,
    levels: levelCounts(levels) as Json,
    example,
  }
}

function timelineJson({ picture, silences }: Story): Json {
  const { axis } = picture
  const { timeText } = picture.format
  if (axis === null) return null
  return {
    bucket_seconds: axis.width / 1000,
    from: timeText(axis.from),
    entries: [...picture.all],
    errors: [...picture.errors],
    levels: Object.fromEntries(
      LEVELS.flatMap((level, k) => (picture.whole.levels[k]! > 0 ? [[level, [...picture.row(k)]]] : [])),
    ),
    ...(picture.whole.http.requests > 0 ? { server_errors: [...picture.row(SERVER_ERRORS)] } : {}),
    by_template: templatesOverTime(picture, axis),
    silent: silences.slice(0, MOST_LISTED).map(({ before, after }) => ({
      from: timeText(before.time),
      to: timeText(after.time),
      line: after.line,
    })),
  }
}

function sharesJson(data: LadderData): Json {
  const all = ranked(data)
  return {
    distinct: all.length,
    exact: data.step === 0,
    top: all.slice(0, MOST_LISTED).map(([value, { count }]) => ({ value, count })),
  }
}

function httpJson({ picture }: Story): Json {
  const { http } = picture.whole
  if (http.requests === 0) return null
  const statuses = [...http.statuses].sort((a, b) => a[0] - b[0])
  const quantiles = latencies(http.durations)
  return {
    requests: http.requests,
    statuses: Object.fromEntries(statuses.map(([status, count]) => [String(status), count])),
    classes: statusClasses(http.statuses),
    server_error_paths: ranked(http.failing)
      .slice(0, MOST_LISTED)
      .map(([path, { count }]) => ({ path, count })),
    latency_ms: quantiles && { ...quantiles, steps: latencySteps(http.durations) },
  }
}
