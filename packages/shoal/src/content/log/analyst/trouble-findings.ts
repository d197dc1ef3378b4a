// Findings about trouble: error clusters, bursts with what came before, server errors, failed log-ins.
import type { FindingDraft, Severity } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { cutShares } from '../../../text/left-out.ts'
import { burstFindings } from './burst-findings.ts'
import type { ErrorCluster } from './clusters.ts'
import { isCalm } from './entry-groups.ts'
import { differing, ranked } from './ladder-counts.ts'
import { entryAt, lineAt, saidAt } from './quotes.ts'
import { serverErrorsOf } from './server-errors.ts'
import type { Story } from './story.ts'
import { touchedBy, touchedJson, touchedText } from './touched.ts'
import { counted, duration, number, share, short, topicWords } from './wording.ts'

const MOST_CLUSTERS = 20
const BRUTE_FORCE = 20
const MEND = 'Find out what raises the error, and mend the cause'

export function troubleFindings(story: Story): FindingDraft[] {
  return [...clusterFindings(story), ...burstFindings(story), ...serverErrors(story), ...bruteForce(story)]
}

function clusterFindings(story: Story): FindingDraft[] {
  const { clusters } = story
  const found = clusters.slice(0, MOST_CLUSTERS).map((cluster, k) => clusterFinding(story, cluster, k))
  const rest = clusters.slice(MOST_CLUSTERS)
  if (rest.length === 0) return found
  const first = rest.reduce((a, b) => (b.first.line < a.first.line ? b : a))
  const count = rest.reduce((sum, cluster) => sum + cluster.count, 0)
  found.push({
    type: 'error_cluster',
    key: 'error-cluster:others',
    summary: `${counted(rest.length, 'more kind')} of error, ${counted(count, 'entry', 'entries')} together`,
    severity: 'low',
    confidence: 'high',
    nature: 'problem',
    advice: MEND,
    line: first.first.line,
    evidence: lineAt(story.source, first.first.offset),
    count,
    topics: ['error'],
    weight: 0.3,
  })
  return found
}

function clusterFinding(story: Story, cluster: ErrorCluster, place: number): FindingDraft {
  const { source, picture, bursts } = story
  const { template, count, levels, first, last, errorClass, trace, rank, message } = cluster
  const inBurst = bursts.some(
    ({ what, members, burst }) =>
      what === 'errors' && members.some(m => m.template === template && m.count >= burst.count * 0.2),
  )
  const { lines: format } = picture.format
  const quote = format.record
    ? { text: saidAt(source, first.offset, format), lines: 1 }
    : entryAt(source, first.offset, 1 + (trace?.detailLines ?? 0))
  const touched = touchedBy(story, template, { isOwn: level => ownLevel(cluster, level) })
  const because = errorClass ? `, ${errorClass}${message === '' ? '' : `: ${short(message, 80)}`}` : ''
  const where = trace ? `, raised at ${trace.root}` : ''
  return {
    type: 'error_cluster',
    key: `error-cluster:${template.template}:${errorClass ?? ''}:${trace?.root ?? ''}${trace?.calm ? ':calm' : ''}`,
    summary: `${counted(count, rank === 'warn' ? 'entry' : 'error', rank === 'warn' ? 'entries' : 'errors')} “${short(touched.text, 160)}”${because}${where}; ${spanText(story, cluster)}${touchedText(touched)}`,
    severity: clusterSeverity(cluster, inBurst, place),
    confidence: rank === 'error' && levels.at(-1) === count && !trace ? 'medium' : 'high',
    nature: 'problem',
    advice: MEND,
    line: first.line,
    endLine: first.line + quote.lines - 1,
    evidence: quote.text,
    count,
    topics: [
      'error',
      ...(errorClass ? [errorClass, errorClass.split(/[.:\\]+/).at(-1)!] : []),
      ...topicWords(template.template),
    ],
    weight: Math.max(0.3, 0.9 - place * 0.02),
    stats: {
      template: template.template,
      level: rank,
      error_class: errorClass,
      message: message || null,
      root_frame: trace?.root ?? null,
      frames: trace?.frames ?? [],
      outer: trace?.outer ?? [],
      share_of_entries: count / picture.whole.entries,
      first_time: first.stamp || null,
      last_time: last.stamp || null,
      first_line: first.line,
      last_line: last.line,
      ...(touchedJson(touched) as Record<string, Json>),
    },
  }
}

/** The levels of a cluster's own entries: where errors by level are told, not those that were taken calmly. */
function ownLevel({ levels }: ErrorCluster, level: number): boolean {
  return levels[level]! > 0
}

/** At most the first few are to be acted on at once: where all is grave, nothing is. */
const MOST_HIGH = 5
/** So many errors of one kind are no accident. */
export const MANY = 100

function clusterSeverity(
  { rank, count, levels, template, trace }: ErrorCluster,
  inBurst: boolean,
  place: number,
): Severity {
  // What was taken calmly, and speaks of trouble all the same.
  if (rank === 'warn')
    return trace === null && (count > 2 || template.signature?.id === 'failed-part') ? 'medium' : 'low'
  const isTakenCalmly = levels.some((entries, level) => entries > 0 && isCalm(level))
  const isGrave =
    rank === 'fatal' ||
    (template.signature?.weight === 'high' && (!isTakenCalmly || template.signature.sure === true)) ||
    (inBurst && count >= 10) ||
    count >= MANY
  if (isGrave && place < MOST_HIGH) return 'high'
  const isSure = isGrave || trace !== null || count > 1 || levels.at(-1) !== count
  return isSure ? 'medium' : 'low'
}

function spanText({ picture }: Story, { first, last, count }: ErrorCluster): string {
  const name = (stamp: string, line: number) => stamp || `line ${number(line)}`
  if (count === 1) return `at ${name(first.stamp, first.line)}`
  const span = last.time - first.time
  const total = picture.whole.order.first && picture.whole.order.last
  const took = total && span > 0 ? ` (${duration(span)})` : ''
  return `first ${name(first.stamp, first.line)}, last ${name(last.stamp, last.line)}${took}`
}

function serverErrors(story: Story): FindingDraft[] {
  const found = serverErrorsOf(story)
  if (!found) return []
  const { count, requests, statuses: failed, paths, first } = found
  const part = count / requests
  const top = paths.slice(0, 3).map(([path, { count: n }]) => `${path} (${number(n)})`)
  return [
    {
      type: 'http_errors',
      key: 'http:5xx',
      summary: `${number(count)} of ${counted(requests, 'request')} (${share(count, requests)}) were answered with a server error, most at ${top.join(', ')}`,
      severity: part >= 0.05 || count >= 1000 ? 'high' : part >= 0.005 || count >= 10 ? 'medium' : 'low',
      confidence: 'high',
      nature: 'problem',
      advice: 'Mend what makes the server fail, beginning with the path that fails most often',
      line: first.line,
      evidence: lineAt(story.source, first.offset),
      count,
      distribution: failed.map(([status, n]) => ({ value: String(status), count: n })),
      topics: [
        '5xx',
        'server error',
        'http',
        ...failed.map(([status]) => String(status)),
        ...paths.slice(0, 5).map(([path]) => path),
      ],
      weight: 0.8,
      stats: {
        requests,
        share: part,
        paths: paths.slice(0, 20).map(([path, { count: n }]) => ({ path, count: n })),
        ...(paths.length > 20 && { paths_total: paths.length }),
      },
    },
  ]
}

/** So many failed log-ins, and such a share of all entries, are worth a line though no address fails often. */
const SOME_DENIED = 5
const DENIED_SHARE = 0.05

/** Many failed log-ins from one address: somebody guesses passwords. A few, but a good part of the log, are told as well. */
function bruteForce({ picture, source }: Story): FindingDraft[] {
  const { denied, deniedUsers } = picture.whole
  const addresses = ranked(denied)
  const many = addresses.filter(([, { count }]) => count >= BRUTE_FORCE)
  const total = addresses.reduce((sum, [, { count }]) => sum + count, 0)
  const isSome = total >= SOME_DENIED && total >= DENIED_SHARE * picture.whole.entries
  if (many.length === 0 && !isSome) return []
  const [address, worst] = (many[0] ?? addresses[0])!
  const first = (many.length > 0 ? many : addresses).reduce((a, b) => (b[1].firstLine < a[1].firstLine ? b : a))[1]
  const users = ranked(deniedUsers)
  const names = users.slice(0, 5).map(([user, { count }]) => `${user} (${number(count)})`)
  const took = worst.lastTime > worst.firstTime ? ` within ${duration(worst.lastTime - worst.firstTime)}` : ''
  return [
    {
      type: many.length > 0 ? 'brute_force' : 'security_event',
      key: many.length > 0 ? 'auth:brute-force' : 'auth:failed',
      summary: `${counted(total, 'failed log-in entry', 'failed log-in entries')} from ${differing(denied, 'address', 'addresses')}; ${address} alone ${number(worst.count)}${took}${names.length > 0 ? `; names tried most: ${names.join(', ')}` : ''}`,
      severity: many.some(([, { count }]) => count >= 5 * BRUTE_FORCE) ? 'high' : many.length > 0 ? 'medium' : 'low',
      confidence: 'high',
      nature: 'problem',
      advice: 'Block or slow down the addresses that keep failing to log in',
      line: first.firstLine,
      evidence: lineAt(source, first.firstOffset),
      count: total,
      ...cutShares(
        addresses.map(([value, { count }]) => ({ value, count })),
        20,
      ),
      topics: [
        'brute force',
        'authentication',
        'login',
        'password',
        'security',
        ...many.slice(0, 5).map(([value]) => value),
      ],
      weight: 0.9,
      stats: {
        ...(denied.step === 0 && { addresses: addresses.length }),
        ...(deniedUsers.step === 0 && { users: users.length }),
        over_threshold: many.length,
        threshold: BRUTE_FORCE,
      },
    },
  ]
}
