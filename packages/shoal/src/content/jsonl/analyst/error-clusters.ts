// Errors of a log grouped by what names them: code or class, and the message with its variable parts left out.

import { labelOf } from '../../../text/json-census/labels.ts'
import type { WatchedRecord } from '../../../text/json-census/record-watch.ts'
import { STRING } from '../../../text/json-census/tape.ts'

const MOST_CLUSTERS = 5000
const MOST_SOURCES = 1000

export interface Cluster {
  /** Code or class, or ''. */
  readonly name: string
  /** The message, `<*>` for what varies, or ''. */
  readonly template: string
  count: number
  fatal: boolean
  readonly sources: Map<string, number>
  at: number
  line: number
  lastAt: number
  lastLine: number
  firstTime: number | null
  lastTime: number | null
}

export interface ErrorClusters {
  readonly all: Map<string, Cluster>
  /** Errors that found no room. */
  others: number
}

export interface ErrorParts {
  /** Tokens that name the error. */
  readonly names: readonly number[]
  readonly message: number
  readonly source: string | null
  readonly time: number | null
  readonly fatal: boolean
}

export function createClusters(): ErrorClusters {
  return { all: new Map(), others: 0 }
}

export function noteError(clusters: ErrorClusters, { tape, buffer, at, line }: WatchedRecord, parts: ErrorParts): void {
  const labels = parts.names.map(token => labelOf(buffer, tape, token))
  const name = labels.find(label => label !== '' && label.length <= 60 && !/\s/.test(label)) ?? ''
  const words = labels.find(label => label !== name && /\s/.test(label))
  const message = parts.message >= 0 && tape.kind[parts.message] === STRING ? labelOf(buffer, tape, parts.message) : ''
  const template = templateOf(words ?? message)
  const key = `${name}\n${template}`
  let cluster = clusters.all.get(key)
  if (!cluster) {
    if (clusters.all.size === MOST_CLUSTERS) {
      clusters.others++
      return
    }
    cluster = {
      name,
      template,
      count: 0,
      fatal: false,
      sources: new Map(),
      at,
      line,
      lastAt: at,
      lastLine: line,
      firstTime: parts.time,
      lastTime: parts.time,
    }
    clusters.all.set(key, cluster)
  }
  cluster.count++
  cluster.fatal ||= parts.fatal
  cluster.lastAt = at
  cluster.lastLine = line
  if (parts.time !== null) {
    cluster.firstTime = Math.min(cluster.firstTime ?? parts.time, parts.time)
    cluster.lastTime = Math.max(cluster.lastTime ?? parts.time, parts.time)
  }
  const { source, sources } = { ...parts, sources: cluster.sources }
  if (source !== null && (sources.has(source) || sources.size < MOST_SOURCES))
    sources.set(source, (sources.get(source) ?? 0) + 1)
}

export function mergeClusters(into: ErrorClusters, from: ErrorClusters): void {
  into.others += from.others
  for (const [key, cluster] of from.all) {
    const own = into.all.get(key)
    if (own) mergeCluster(own, cluster)
    else if (into.all.size < MOST_CLUSTERS) into.all.set(key, cluster)
    else into.others += cluster.count
  }
}

function mergeCluster(own: Cluster, later: Cluster): void {
  own.count += later.count
  own.fatal ||= later.fatal
  own.lastAt = later.lastAt
  own.lastLine = later.lastLine
  if (later.firstTime !== null) own.firstTime = Math.min(own.firstTime ?? later.firstTime, later.firstTime)
  if (later.lastTime !== null) own.lastTime = Math.max(own.lastTime ?? later.lastTime, later.lastTime)
  for (const [source, count] of later.sources)
    if (own.sources.has(source) || own.sources.size < MOST_SOURCES)
      own.sources.set(source, (own.sources.get(source) ?? 0) + count)
}

/** Numbers, ids, quoted words and addresses become `<*>`. */
export function templateOf(message: string): string {
  return message
    .slice(0, 200)
    .replace(/"[^"]{0,100}"|'[^']{0,100}'/g, '<*>')
    .replace(/(?<!\S)[^\s\d]*\d\S*/g, '<*>')
    .replace(/(?:<\*> )+<\*>/g, '<*>')
    .trim()
}
