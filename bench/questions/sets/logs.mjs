// Questions about generated logs. Held back with unseen/: do not read it when you build the reader.

const lines = path =>
  `(select unnest(l) as text, generate_subscripts(l, 1) as line from (select string_split(rtrim(replace(content, chr(13), ''), chr(10)), chr(10)) as l from read_text(${path})))`
const field = name => `nullif(regexp_extract(text, '(?:^| )${name}=("[^"]*"|[^ ]*)', 1), '') as "${name}"`

export const syslog = {
  name: 'syslog',
  type: 'log',
  data: ['syslog/messages.log'],
  setup: path => [
    `create table s as select *, strptime('2024 ' || regexp_replace(text[1:15], ' +', ' ', 'g'), '%Y %b %d %H:%M:%S') as moment, string_split(regexp_replace(text, ' +', ' ', 'g'), ' ')[4] as host, regexp_extract(text, '^.{16}[^ ]+ ([^ :\\[]+)', 1) as process, nullif(regexp_extract(text, 'Failed password for ([a-z]+) from', 1), '') as victim, nullif(regexp_extract(text, 'Failed password for [a-z]+ from ([0-9.]+)', 1), '') as attacker from ${lines(path('syslog/messages.log'))}`,
  ],
  questions: [
    ['log-field', 'how many lines per host', 'select host, count(*) from s group by 1'],
    ['log-field', 'How many failed passwords were there?', 'select count(*) from s where victim is not null'],
    [
      'log-field',
      'failed password attempts per user',
      'select victim, count(*) from s where victim is not null group by 1',
    ],
    [
      'log-field',
      'which IP had the most failed logins?',
      'select attacker from s where attacker is not null group by 1 order by count(*) desc limit 1',
    ],
    [
      'log-field',
      'how often did the kernel kill a process because it ran out of memory',
      "select count(*) from s where text like '%Out of memory%'",
    ],
    [
      'first-last',
      'When did the first out of memory happen?',
      "select ['****-' || strftime(min(moment), '%m-%dT%H:%M:%S'), strftime(min(moment), '%b %-d %H:%M:%S'), strftime(min(moment), '%b  %-d %H:%M:%S')] from s where text like '%Out of memory%'",
    ],
    ['distinct', 'how many hosts are logging', 'select count(distinct host) from s'],
    ['log-field', 'how many bounced mails', "select count(*) from s where text like '%status=bounced%'"],
    ['log-field', 'entries per process', 'select process, count(*) from s group by 1'],
    [
      'share',
      'what share of the entries comes from web02?',
      "select 100.0 * avg((host = 'web02')::int) from s",
      { percent: true },
    ],
    [
      'filter',
      'failed password for root on db01: how many',
      "select count(*) from s where victim = 'root' and host = 'db01'",
    ],
    ['refuse', 'what was the cpu load of db01', { refuse: 'the log has no CPU load' }],
    [
      'dates',
      'failed passwords per day',
      "select ['****-' || strftime(moment, '%m-%d'), strftime(moment, '%b %-d')], count(*) from s where victim is not null group by all",
    ],
    ['filter', 'how many entries mention backup.sh', "select count(*) from s where text like '%backup.sh%'"],
  ],
}

export const app = {
  name: 'app',
  type: 'log',
  data: ['app/orders-api.log'],
  setup: path => [
    `create table a as select *, text[1:23]::timestamp as moment, trim(text[26:30]) as level, regexp_extract(text, '\\[([^\\]]+)\\]', 1) as thread, regexp_extract(text, '\\] ([A-Za-z]+):', 1) as source, ${['user', 'method', 'path', 'status', 'ms', 'table', 'key'].map(field).join(', ')} from ${lines(path('app/orders-api.log'))}`,
  ],
  questions: [
    ['log-field', 'how many errors are in the log?', "select count(*) from a where level = 'ERROR'"],
    ['log-field', 'entries by level', 'select level, count(*) from a group by 1'],
    ['log-field', 'finished requests per user', `select "user", count(*) from a where source = 'Http' group by 1`],
    ['quantile', 'p95 of ms for /api/report', "select quantile_cont(ms::int, 0.95) from a where path = '/api/report'"],
    [
      'mean',
      'average response time (ms) per path',
      'select path, avg(ms::int) from a where path is not null group by 1',
    ],
    ['log-field', 'How many requests ended with status 500?', "select count(*) from a where status = '500'"],
    [
      'two-keys',
      'number of 404 and 500 by path',
      "select path, status, count(*) from a where status in ('404','500') group by 1, 2",
    ],
    [
      'superlative',
      'which endpoint is the slowest on average?',
      'select path from a where path is not null group by 1 order by avg(ms::int) desc limit 1',
    ],
    [
      'share',
      'error rate: what percent of /api/report requests returned 500',
      "select 100.0 * avg((status = '500')::int) from a where path = '/api/report'",
      { percent: true },
    ],
    [
      'log-field',
      'how many payment gateway timeouts did alice have?',
      `select count(*) from a where text like '%gateway timeout%' and "user" = 'alice'`,
    ],
    ['first-last', 'when was the first ERROR', "select min(moment) from a where level = 'ERROR'"],
    [
      'duration',
      'How long was the server running, from start to shut down?',
      'select epoch(max(moment)) - epoch(min(moment)) from a',
      { unit: 'seconds' },
    ],
    ['log-field', 'which version of orders-api was started?', { any: [{ value: '4.2.0' }, { contains: ['4.2.0'] }] }],
    [
      'dates',
      'errors per hour: which hour had the most',
      "select [hour(moment)::varchar, hour(moment) || ':00', strftime(moment, '%H:00'), strftime(moment, '%Y-%m-%dT%H')] from a where level = 'ERROR' group by all order by count(*) desc limit 1",
    ],
    ['log-field', 'slow queries per table', `select "table", count(*) from a where "table" is not null group by 1`],
    ['refuse', 'which country do the requests come from?', { refuse: 'there is no country' }],
    ['superlative', 'what was the longest request? how many ms', 'select max(ms::int) from a'],
    ['median', 'median ms of POST requests', "select median(ms::int) from a where method = 'POST'"],
  ],
}

export const gateway = {
  name: 'gateway',
  type: 'log',
  data: ['gateway/gateway.log'],
  setup: path => [
    `create table g as select *, ${['ts', 'level', 'msg', 'tenant', 'route', 'region', 'status', 'duration_ms', 'bytes'].map(field).join(', ')} from ${lines(path('gateway/gateway.log'))}`,
  ],
  questions: [
    ['log-field', 'requests per tenant', 'select tenant, count(*) from g group by 1'],
    ['log-field', 'how many times was the rate limit hit?', "select count(*) from g where msg like '%rate limit hit%'"],
    [
      'share',
      'share of 502 responses per region',
      "select region, 100.0 * avg((status = '502')::int) from g group by 1",
      { percent: true },
    ],
    [
      'quantile',
      'p99 duration for /v1/charge',
      "select quantile_cont(duration_ms::int, 0.99) from g where route = '/v1/charge'",
    ],
    ['median', 'median duration_ms by route', 'select route, median(duration_ms::int) from g group by 1'],
    [
      'superlative',
      'Which tenant got the most errors?',
      "select tenant from g where level = 'error' group by 1 order by count(*) desc limit 1",
    ],
    ['sum', 'total bytes sent to acme', "select sum(bytes::bigint) from g where tenant = 'acme'"],
    [
      'compare',
      'average duration eu-west vs us-east',
      "select region, avg(duration_ms::int) from g where region in ('eu-west','us-east') group by 1",
    ],
    [
      'first-last',
      'When was the last 502 in ap-south?',
      "select max(ts)[1:23] from g where region = 'ap-south' and status = '502'",
    ],
    ['filter', 'how many requests took longer than 500 ms', 'select count(*) from g where duration_ms::int > 500'],
    [
      'two-keys',
      'count of warn and error lines per region',
      {
        any: [
          "select region, level, count(*) from g where level in ('warn','error') group by 1, 2",
          "select region, count(*) from g where level in ('warn','error') group by 1",
        ],
      },
    ],
    ['distinct', 'how many different routes are there', 'select count(distinct route) from g'],
    ['refuse', 'which user agent sends the most requests?', { refuse: 'there is no user agent' }],
    [
      'dates',
      'how many requests between 09:00 and 10:00 on November 4',
      "select count(*) from g where ts >= '2024-11-04T09:00:00' and ts < '2024-11-04T10:00:00'",
    ],
    ['correlation', 'correlation between bytes and duration_ms', 'select corr(bytes::int, duration_ms::int) from g'],
    [
      'top',
      'the 3 slowest requests: duration',
      'select duration_ms::int from g order by duration_ms::int desc limit 3',
    ],
  ],
}

export const jobs = {
  name: 'jobs',
  type: 'log',
  data: ['jobs/worker.log'],
  setup: path => [
    `create table j as select * replace (time::timestamp as time) from read_json(${path('jobs/worker.log')}, format = 'newline_delimited', sample_size = -1)`,
  ],
  questions: [
    ['log-field', 'failed jobs per host', "select host, count(*) from j where message = 'job failed' group by 1"],
    [
      'log-field',
      'how many timeouts (TimeoutError) were there',
      "select count(*) from j where error.type = 'TimeoutError'",
    ],
    [
      'mean',
      'average elapsed_ms per logger',
      'select logger, avg(elapsed_ms) from j where elapsed_ms is not null group by 1',
    ],
    [
      'quantile',
      '95th percentile of elapsed ms for jobs.export',
      "select quantile_cont(elapsed_ms, 0.95) from j where logger = 'jobs.export'",
    ],
    ['group', 'errors by error type', 'select error.type, count(*) from j where error is not null group by 1'],
    [
      'superlative',
      'Which host had the most retries?',
      "select host from j where message = 'job retry' group by 1 order by count(*) desc limit 1",
    ],
    ['first-last', 'when did the first job fail?', "select min(time) from j where message = 'job failed'"],
    ['filter', 'how many jobs needed attempt 5', 'select count(*) from j where attempt = 5'],
    ['log-field', 'number of warnings', "select count(*) from j where level = 'warning'"],
    ['refuse', 'how much memory did the jobs use?', { refuse: 'the log has no memory' }],
    ['dates', 'how many entries per day', "select strftime(time, '%Y-%m-%d'), count(*) from j group by 1"],
  ],
}

export const access = {
  name: 'access',
  type: 'log',
  data: ['access/access.log'],
  setup: path => [
    `create table a as select *, regexp_extract(text, '^[^ ]+') as ip, nullif(regexp_extract(text, '^[^ ]+ - ([^ ]+)', 1), '-') as who, strptime(regexp_extract(text, '\\[([^ ]+)', 1), '%d/%b/%Y:%H:%M:%S') as moment, regexp_extract(text, '"([A-Z]+) ', 1) as method, regexp_extract(text, '"[A-Z]+ ([^ ]+)', 1) as path, regexp_extract(text, '" ([0-9]{3}) ', 1) as status, regexp_extract(text, '" [0-9]{3} ([0-9]+)', 1)::bigint as bytes, regexp_extract(text, '"([^"]*)"$', 1) as agent from ${lines(path('access/access.log'))}`,
  ],
  questions: [
    ['log-field', 'how many requests per status code', 'select status, count(*) from a group by 1'],
    [
      'superlative',
      'Which IP address made the most requests?',
      'select ip from a group by 1 order by count(*) desc limit 1',
    ],
    [
      'top',
      'top 5 pages by number of hits',
      'select path, count(*) from a group by 1 order by 2 desc limit 5',
      { ordered: true },
    ],
    ['distinct', 'how many different IPs visited', 'select count(distinct ip) from a'],
    ['filter', 'how many 404s for /wp-admin', "select count(*) from a where path = '/wp-admin' and status = '404'"],
    [
      'share',
      'what percentage of checkout requests failed with 500?',
      "select 100.0 * avg((status = '500')::int) from a where path = '/checkout'",
      { percent: true },
    ],
    ['sum', 'total bytes served for /static/app.js', "select sum(bytes) from a where path = '/static/app.js'"],
    ['dates', 'requests per day', "select strftime(moment, '%Y-%m-%d'), count(*) from a group by 1"],
    [
      'dates',
      'which hour of the day is the busiest?',
      "select [hour(moment)::varchar, strftime(moment, '%H:00')] from a group by all order by count(*) desc limit 1",
    ],
    [
      'filter',
      'how many POST requests to /login were there',
      "select count(*) from a where method = 'POST' and path = '/login'",
    ],
    ['log-field', 'How many requests came from Googlebot?', "select count(*) from a where agent like '%Googlebot%'"],
    ['group', 'hits per logged in user', 'select who, count(*) from a where who is not null group by 1'],
    ['refuse', 'what is the average response time?', { refuse: 'the log has no duration' }],
    [
      'mean',
      'average size in bytes of successful (200) /products responses',
      "select avg(bytes) from a where status = '200' and path = '/products'",
    ],
    [
      'two-keys',
      'number of requests by method and status for /login',
      "select method, status, count(*) from a where path = '/login' group by 1, 2",
    ],
    [
      'compare',
      'requests on April 15 versus April 20',
      "select strftime(moment, '%Y-%m-%d'), count(*) from a where moment::date in ('2024-04-15','2024-04-20') group by 1",
    ],
  ],
}

export const java = {
  name: 'java',
  type: 'log',
  data: ['java/service.log'],
  setup: path => [
    `create table x as select *, regexp_matches(text, '^\\d{4}-') as head, nullif(regexp_extract(text, '^\\S+ \\S+ (\\w+)', 1), '') as level, nullif(regexp_extract(text, 'com\\.acme\\.(\\w+) -', 1), '') as service, nullif(regexp_extract(text, '\\[(pool[^\\]]*)\\]', 1), '') as thread, nullif(regexp_extract(text, '^java\\.\\S+\\.(\\w+):', 1), '') as exception from ${lines(path('java/service.log'))}`,
    `create table j as select *, replace(text[1:23], ',', '.')::timestamp as moment from x where head`,
    `create table e as select x.exception, (select y.service from x y where y.line = x.line - 1) as service, (select replace(y.text[1:23], ',', '.')::timestamp from x y where y.line = x.line - 1) as moment from x where x.exception is not null`,
  ],
  questions: [
    ['count', 'how many log entries are there (a stack trace belongs to its entry)?', 'select count(*) from j'],
    ['log-field', 'how many NullPointerExceptions', "select count(*) from e where exception = 'NullPointerException'"],
    [
      'log-field',
      'errors per service',
      {
        any: [
          "select service, count(*) from j where level = 'ERROR' group by 1",
          "select 'com.acme.' || service, count(*) from j where level = 'ERROR' group by 1",
        ],
      },
    ],
    ['log-field', 'entries per level', 'select level, count(*) from j group by 1'],
    [
      'first-last',
      'When did the first SQLTimeoutException occur?',
      "select min(moment) from e where exception = 'SQLTimeoutException'",
    ],
    [
      'superlative',
      'which thread logged the most errors',
      "select thread from j where level = 'ERROR' group by 1 order by count(*) desc limit 1",
    ],
    [
      'group',
      'how often does each exception happen?',
      {
        any: [
          'select exception, count(*) from e group by 1',
          "select case exception when 'NullPointerException' then 'java.lang.' when 'IOException' then 'java.io.' else 'java.sql.' end || exception, count(*) from e group by 1",
        ],
      },
    ],
    [
      'log-field',
      'how many warnings about the queue length',
      "select count(*) from j where text like '%queue length is%'",
    ],
    ['first-last', 'what is the time of the last entry', 'select max(moment) from j'],
    ['refuse', 'Which customer was affected by the errors?', { refuse: 'the log names no customer' }],
  ],
}
