// Settings in five formats, two versions of one configuration, and a handbook.

export function configs() {
  return {
    'configs/.env': `APP_NAME=ledgerly
DB_HOST=db.internal
DB_PORT=5433
CACHE_TTL_SECONDS=900
FEATURE_EXPORT=true
SENTRY_SAMPLE_RATE=0.25
`,
    'configs/app.yaml': `app:
  name: ledgerly
  debug: false
database:
  host: db.internal
  port: 5432
  pool:
    max: 40
    idle_seconds: 30
cache:
  ttl_seconds: 600
upload:
  max_size_mb: 25
  allowed: [pdf, png, csv]
`,
    'configs/worker.toml': `name = "ledgerly-worker"
concurrency = 12

[queue]
host = "queue.internal"
visibility_timeout = 90
retries = 4

[schedule]
nightly_report = "0 2 * * *"
cleanup = "30 3 * * 0"
`,
    'configs/legacy.properties': `# the old reporting server
report.database.host=olddb.internal
report.database.port=5432
report.mail.from=reports@ledgerly.example
report.page.size=50
report.timeout.seconds=120
`,
    'configs/mysql.ini': `[client]
port = 3306

[mysqld]
port = 3306
max_connections = 220
slow_query_log = 1
long_query_time = 2
innodb_buffer_pool_size = 2G
`,
  }
}

export function releases() {
  const old = `service: billing
replicas: 3
http:
  port: 7000
  timeout_seconds: 30
  keep_alive: true
database:
  host: pg-main
  pool_size: 20
logging:
  level: info
  format: json
features:
  dunning: false
  csv_export: true
`
  const next = old
    .replace('replicas: 3', 'replicas: 5')
    .replace('timeout_seconds: 30', 'timeout_seconds: 10')
    .replace('  format: json\n', '')
    .replace('dunning: false', 'dunning: true')
    .replace('pool_size: 20\n', 'pool_size: 20\n  statement_timeout_ms: 5000\n')
  return { 'releases/billing-1.8.yaml': old, 'releases/billing-1.9.yaml': next }
}

export function handbook() {
  return {
    'handbook/working-time.md': `# Working time

Full-time is 38.5 hours a week. Core hours are from 10:00 to 15:00, Monday to Thursday.

## Remote work

You may work from home up to three days a week. Tell your team lead a day before. Work from abroad needs a written permission
of the personnel office and is limited to 20 working days a year.

## Overtime

Overtime is paid out only when it was ordered. Otherwise it is taken as free time within three months.
`,
    'handbook/travel.md': `# Travel

## Trains and flights

Take the train for distances under 600 kilometres. Second class is the rule; first class is allowed for rides longer than four hours.

## Expenses

Hand in receipts within 30 days. The daily allowance is 28 euros at home and 42 euros abroad. A hotel may cost up to 130 euros a
night; more needs the approval of the finance team.
`,
    'handbook/security.md': `# Security

## Passwords

A password has at least 14 characters and is never shared. The password manager is Vaultkeeper.

## Lost devices

Report a lost laptop or phone at once to the security desk, extension 7711. The device is wiped within one hour.

## Visitors

Visitors wear a yellow badge and are never left alone in the server room.
`,
    'handbook/deploying.md': `# Deploying

Two people look at every change. Nothing is deployed on Fridays after noon, except a fix for an outage.

## Rollback

If the error rate is above 2 percent for five minutes, roll back first and look for the cause afterwards.
The on-call engineer decides. A rollback is written into the deploy notes.
`,
  }
}
