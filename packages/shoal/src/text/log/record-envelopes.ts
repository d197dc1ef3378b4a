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

export function fieldNamed(
  values: Values,
  names: string,
): { readonly name: string; readonly value: unknown } | undefined {
  const all = (paths[names] ??= names.split('|').map(name => [name, ...name.split('.')]))
  for (const [name, ...steps] of all) {
    const plain = lookup(values, name!)
    if (plain !== undefined && plain !== null) return { name: name!, value: plain }
    if (steps.length === 1) continue
    let value: unknown = values
    for (const step of steps) {
      if (typeof value !== 'object' || value === null) {
        value = undefined
        break
      }
      value = lookup(value as Values, step)
    }
    if (value !== undefined && value !== null) return { name: name!, value }
  }
  return undefined
}
