// The kinds of records that logs are kept in: which field of a JSON object, or of `key=value` pairs, says what. One row for
// each; the last row is for records of no known kind. Rows follow the documentation of what writes them.
import { emptyRecord, lookup } from '@shoal/base/model/lookup'

/** Names of fields, dotted where they stand inside others; `a|b`: the first that a record has. */
export interface RecordEnvelope {
  readonly name: string
  /** Fields that every record of the kind has. */
  readonly has: readonly string[]
  readonly time: string
  readonly level?: string
  readonly message?: string
  readonly source?: string
  readonly host?: string
  readonly pid?: string
  readonly client?: string
  readonly user?: string
  /** A word that stands before the message: the reason of an event. */
  readonly reason?: string
  /** What went wrong, behind the message: a code or class, and words. */
  readonly causes?: readonly string[]
  /** Of an access log; `took` times `unit` are milliseconds. */
  readonly request?: {
    readonly method: string
    readonly path: string
    readonly status: string
    readonly took: string
    readonly unit: number
  }
  /** Levels are numbers of syslog even where they are written as text. */
  readonly syslog?: true
  /** The message is a line of another log, with a header of its own. */
  readonly carries?: true
}

export type Values = Readonly<Record<string, unknown>>

export const GENERAL: RecordEnvelope = {
  name: 'json',
  has: [],
  time: 'time|timestamp|@timestamp|ts|t|datetime|date|__REALTIME_TIMESTAMP|eventTime|event_time|created_at|asctime',
  level: 'level|lvl|severity|loglevel|log_level|log.level|@level|levelname|severityText|severity_text|PRIORITY',
  message: 'msg|message|MESSAGE|@message|log|text|event|body|description|short_message|line',
  source: 'logger|component|module|name|service|service.name|source|caller|SYSLOG_IDENTIFIER|app|application',
  host: 'host|hostname|_HOSTNAME|host.name|node|instance',
  pid: 'pid|process|SYSLOG_PID|_PID|process.pid',
  causes: [
    'error.code|error_code|err.code|error.type|err.type|error.name|exception.type|exception.class|errorCode',
    'error.message|err.message|exception.message|error_message|err|error|exception|exc|cause',
  ],
}

export const RECORD_ENVELOPES: readonly RecordEnvelope[] = [
  {
    name: 'journald',
    has: ['__REALTIME_TIMESTAMP', 'MESSAGE|PRIORITY|_TRANSPORT'],
    time: '__REALTIME_TIMESTAMP',
    level: 'PRIORITY',
    syslog: true,
    message: 'MESSAGE',
    source: 'SYSLOG_IDENTIFIER|_SYSTEMD_UNIT|_COMM',
    host: '_HOSTNAME',
    pid: '_PID|SYSLOG_PID',
    carries: true,
  },
  {
    name: 'container',
    has: ['log', 'stream', 'time'],
    time: 'time',
    message: 'log',
    source: 'attrs.tag|kubernetes.container_name|container_name',
    host: 'kubernetes.host|kubernetes.pod_name',
    carries: true,
  },
  {
    name: 'stackdriver',
    has: ['timestamp|receiveTimestamp', 'logName|insertId', 'severity|resource'],
    time: 'timestamp|receiveTimestamp',
    level: 'severity',
    message:
      'textPayload|jsonPayload.message|jsonPayload.msg|jsonPayload.MESSAGE|protoPayload.status.message|protoPayload.methodName',
    source: 'resource.labels.container_name|resource.labels.service_name|jsonPayload.component|logName',
    host: 'resource.labels.pod_name|resource.labels.instance_id|resource.labels.revision_name|resource.labels.node_name',
    user: 'protoPayload.authenticationInfo.principalEmail',
    carries: true,
  },
  {
    name: 'kubernetes-event',
    has: ['involvedObject|regarding', 'reason', 'type'],
    time: 'lastTimestamp|eventTime|deprecatedLastTimestamp|firstTimestamp|metadata.creationTimestamp',
    level: 'type',
    reason: 'reason',
    message: 'message|note',
    source: 'involvedObject.name|regarding.name',
    host: 'source.host|deprecatedSource.host|reportingInstance',
  },
  {
    name: 'cloudwatch',
    has: ['message', 'timestamp', 'logStreamName|ingestionTime|logStream|eventId'],
    time: 'timestamp',
    message: 'message',
    source: 'logStreamName|logStream|logGroupName',
    carries: true,
  },
  {
    name: 'loki',
    has: ['line', 'timestamp|ts', 'labels|stream'],
    time: 'timestamp|ts',
    level: 'labels.level|labels.detected_level|stream.level|stream.detected_level',
    message: 'line',
    source: 'labels.app|labels.container|labels.job|labels.service_name|stream.app|stream.container|stream.job',
    host: 'labels.instance|labels.host|labels.node_name|labels.pod|stream.instance|stream.host|stream.pod',
    carries: true,
  },
  {
    name: 'caddy',
    has: ['request.uri', 'status', 'ts'],
    time: 'ts',
    level: 'level',
    source: 'logger',
    client: 'request.remote_ip|request.client_ip|request.remote_addr',
    user: 'user_id',
    request: { method: 'request.method', path: 'request.uri', status: 'status', took: 'duration', unit: 1000 },
  },
  {
    name: 'traefik',
    has: ['RequestMethod', 'RequestPath', 'DownstreamStatus'],
    time: 'time|StartUTC',
    level: 'level',
    source: 'RouterName|ServiceName',
    client: 'ClientHost',
    user: 'ClientUsername',
    request: { method: 'RequestMethod', path: 'RequestPath', status: 'DownstreamStatus', took: 'Duration', unit: 1e-6 },
  },
  {
    name: 'access',
    has: ['request_method|method', 'request_uri|uri|path', 'status', 'remote_addr|request_time|body_bytes_sent'],
    time: 'time_iso8601|time_local|time|timestamp|@timestamp|msec',
    level: 'level',
    host: 'hostname|server_name',
    client: 'remote_addr|client_ip|remote_ip',
    user: 'remote_user|user',
    request: {
      method: 'request_method|method',
      path: 'request_uri|uri|path',
      status: 'status',
      took: 'request_time|duration|latency',
      unit: 1000,
    },
  },
  {
    name: 'gelf',
    has: ['short_message', 'version', 'host'],
    time: 'timestamp',
    level: 'level',
    syslog: true,
    message: 'short_message',
    source: '_logger|_app|facility|_container_name',
    host: 'host',
  },
  {
    name: 'winlog',
    has: ['winlog|EventID|EventId', '@timestamp|TimeCreated|EventTime', 'message|Message'],
    time: '@timestamp|TimeCreated|EventTime',
    level: 'log.level|LevelDisplayName|Severity|Level',
    message: 'message|Message',
    source: 'winlog.provider_name|ProviderName|SourceName',
    host: 'winlog.computer_name|host.name|MachineName|Computer|Hostname',
  },
]

/** So many of the records looked at must be of the kind. */
const MOST = 0.8

/** The row that most records fit, or the general one. */
export function recordEnvelopeOf(records: readonly Values[]): RecordEnvelope {
  const enough = Math.max(1, MOST * records.length)
  const fits = ({ has }: RecordEnvelope) =>
    records.filter(record => has.every(names => field(record, names) !== undefined)).length >= enough
  return RECORD_ENVELOPES.find(fits) ?? GENERAL
}

const paths = emptyRecord<readonly (readonly string[])[]>()

/** The first field that a record has of some names: by the name as it stands, or inside the objects that its dots part. */
export function field(values: Values, names: string | undefined): unknown {
  return names === undefined ? undefined : fieldNamed(values, names)?.value
}

/**
 * The same for many records: of records with the same keys it is known which of all names they may have, and only those
 * are looked up.
 */
export class FieldReader {
  private keys: readonly string[] = []
  private values: Values = {}
  private here: Here = new Map()
  private readonly plans = new Map<string, { readonly keys: readonly string[]; readonly here: Here }>()

  /** The record that is asked from now on. */
  read(values: Values): void {
    this.values = values
    const keys = Object.keys(values)
    if (areSame(keys, this.keys)) return
    this.keys = keys
    const id = keys.join('\n')
    const plan = this.plans.get(id)
    this.here = plan && areSame(plan.keys, keys) ? plan.here : new Map()
    if (!plan && keys.length <= MOST_KEYS && this.plans.size < MOST_PLANS) this.plans.set(id, { keys, here: this.here })
  }

  of(names: string): ReturnType<typeof fieldNamed> {
    let here = this.here.get(names)
    if (!here)
      this.here.set(
        names,
        (here = pathsOf(names).filter(path => path.some((step, k) => k < 2 && this.keys.includes(step)))),
      )
    return here.length === 0 ? undefined : firstOf(this.values, here)
  }
}

/** By names as they are asked for: those that a record may have. */
type Here = Map<string, readonly (readonly string[])[]>

const MOST_PLANS = 500
const MOST_KEYS = 200

function areSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false
  return true
}

function fieldNamed(values: Values, names: string): { readonly name: string; readonly value: unknown } | undefined {
  return firstOf(values, pathsOf(names))
}

/** The name as it stands, then its steps, if it has dots. */
function pathsOf(names: string): readonly (readonly string[])[] {
  return (paths[names] ??= names.split('|').map(name => [name, ...name.split('.')]))
}

function firstOf(
  values: Values,
  all: readonly (readonly string[])[],
): { readonly name: string; readonly value: unknown } | undefined {
  for (const path of all) {
    const name = path[0]!
    const plain = lookup(values, name)
    if (plain !== undefined && plain !== null) return { name, value: plain }
    if (path.length === 2) continue
    let value: unknown = values
    for (let k = 1; k < path.length; k++) {
      if (typeof value !== 'object' || value === null) {
        value = undefined
        break
      }
      value = lookup(value as Values, path[k]!)
    }
    if (value !== undefined && value !== null) return { name, value }
  }
  return undefined
}
