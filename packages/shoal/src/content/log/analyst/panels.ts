// The figures of a log as panels for people, the most telling first.
import type { Panel } from '@shoal/base/model/finding'
import { pushAll } from '@shoal/base/model/lists'
import { clusterName } from './clusters.ts'
import { latencies, statusClasses } from './http-figures.ts'
import { ranked } from './ladder-counts.ts'
import type { Story } from './story.ts'
import { LEVELS, SERVER_ERRORS } from './tally.ts'
import { gathered } from './template-rows.ts'
import { duration, number, share, short } from './wording.ts'

/** Points of a line that a terminal can show. */
const MOST_POINTS = 60

export function panelsOf(story: Story): Panel[] {
  const { picture, clusters } = story
  const { whole, templates, format } = picture
  const panels: Panel[] = [...seriesPanels(story)]
  if (clusters.length > 0)
    panels.push({
      kind: 'table',
      title: 'Errors',
      columns: [{ label: 'error' }, { label: 'count', align: 'right' }, { label: 'first' }, { label: 'last' }],
      rows: clusters
        .slice(0, 15)
        .map(cluster => [
          short(
            cluster.errorClass ? `${clusterName(cluster)}: ${cluster.template.template}` : cluster.template.template,
          ),
          cluster.count,
          cluster.first.stamp || `line ${cluster.first.line}`,
          cluster.last.stamp || `line ${cluster.last.line}`,
        ]),
      of: clusters.length,
    })
  const levels = LEVELS.map((label, k) => ({ label, value: whole.levels[k]! })).filter(({ value }) => value > 0)
  if (levels.length > 1) panels.push({ kind: 'bars', title: 'Levels', rows: levels.reverse(), total: whole.entries })
  pushAll(panels, httpPanels(story))
  if (templates.length > 0)
    panels.push({
      kind: 'table',
      title: 'Templates',
      columns: [
        { label: 'template' },
        { label: 'count', align: 'right' },
        { label: 'share', align: 'right' },
        { label: 'first line', align: 'right' },
      ],
      rows: templates
        .slice(0, 15)
        .map(({ template, count, first }) => [short(template), count, share(count, whole.entries), first.line]),
      of: templates.length,
    })
  const { first, last } = whole.order
  panels.push({
    kind: 'facts',
    title: 'Log',
    rows: [
      ['format', `${format.lines.name}${format.lines.shape === '' ? '' : ` (${format.lines.shape})`}`],
      ['entries', whole.entries],
      ['lines', whole.lines],
      ...(first && last
        ? ([
            ['from', story.stampAt(first.offset, first.time)],
            ['to', story.stampAt(last.offset, last.time)],
            ['span', duration(last.time - first.time)],
          ] as const)
        : []),
    ],
  })
  return panels
}

function seriesPanels(story: Story): Panel[] {
  const { picture } = story
  const { axis, format, whole } = picture
  if (axis === null) return []
  const step = Math.ceil(axis.size / MOST_POINTS)
  const from = format.timeText(axis.from)
  const to = format.timeText(axis.from + axis.size * axis.width)
  const all = picture.all
  const more = LEVELS.map((label, k) => ({ label, values: gathered(picture.row(k), step) })).filter(
    ({ label }) => label !== 'none' && whole.levels[LEVELS.indexOf(label)]! > 0,
  )
  const errors = picture.errors.some(count => count > 0)
  const hasLevels = more.length > 0
  const rows = [
    ...more.reverse(),
    ...(!hasLevels && errors ? [{ label: 'errors by wording', values: gathered(picture.errors, step) }] : []),
    ...(whole.http.requests > 0 ? [{ label: '5xx', values: gathered(picture.row(SERVER_ERRORS), step) }] : []),
  ]
  const per = duration(axis.width * step)
  return [
    {
      kind: 'series',
      title: `Entries per ${per}`,
      from,
      to,
      values: gathered(all, step),
      ...(rows.length > 0 ? { more: rows } : {}),
    },
  ]
}

function httpPanels({ picture }: Story): Panel[] {
  const { http } = picture.whole
  if (http.requests === 0) return []
  const panels: Panel[] = [
    {
      kind: 'bars',
      title: 'HTTP answers',
      rows: Object.entries(statusClasses(http.statuses)).map(([label, value]) => ({ label, value })),
      total: http.requests,
    },
  ]
  const times = latencies(http.durations)
  if (times)
    panels.push({
      kind: 'facts',
      title: 'Latency',
      rows: (['p50', 'p90', 'p95', 'p99', 'max'] as const).map(name => [
        name,
        `${times.exact ? '' : 'about '}${number(times[name])} ms`,
      ]),
    })
  const failing = ranked(http.failing)
  if (failing.length > 0)
    panels.push({
      kind: 'bars',
      title: 'Server errors by path',
      rows: failing.slice(0, 10).map(([label, { count }]) => ({ label, value: count })),
      total: failing.reduce((sum, [, { count }]) => sum + count, 0),
    })
  return panels
}
