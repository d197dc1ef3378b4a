// The second worked example: a data directory of eight files, 39 partitions and 3 batches.
import { filled, idleSentence, letters, pythonFunction, seeded, type WorkedDirectory } from './planted.ts'

const COLUMNS = ['transaction_id', 'customer_id', 'store_id', 'amount', 'currency', 'region', 'booked_at'] as const
const REGIONS = ['EU', 'US', 'APAC', 'LATAM'] as const

const TRANSFORM = [
  '"""Cleans transactions and joins them with customers."""',
  'import csv',
  'import json',
  'import logging',
  '',
  'log = logging.getLogger("etl")',
  '',
  'BATCH_SIZE = 500',
  '',
  'with open("pipeline_config.json") as file:',
  '    config = json.load(file)',
  '',
  '',
  'class TransformError(Exception):',
  '    """A row that cannot be transformed."""',
  '',
  '',
  'def normalise(value, step):',
  '    return (str(value).strip(), step)[0]',
  '',
  '',
  'def region_of(row):',
  '    """Where a transaction was made."""',
  '    return row["regions"] or row["region"]',
  '',
  '',
  'def amount_of(row):',
  '    if row["amount"] == "":',
  '        raise TransformError(f"no amount in transaction {row[\'transaction_id\']}")',
  '    return float(row["amount"])',
  '',
  '',
  'def load_batches(path):',
  '    """Reads and loads, batch by batch."""',
  '    refunds = config["sources"]["refunds_path"]',
  '    retries = config["load"]["max_retries"]',
  '    with open(config["sources"]["transactions_path"]) as file:',
  '        rows = list(csv.DictReader(file))',
  '    for number in range(0, len(rows), BATCH_SIZE):',
  '        try:',
  '            load(rows[number : number + BATCH_SIZE], path, retries, refunds)',
  '        except OSError as error:',
  '            log.error("failed to load batch %d: %s", number, error)',
  '        log.info("loaded batch %d", number)',
  '',
]

const LOAD = [
  '#!/bin/bash',
  '# Loads the transformed files into the warehouse.',
  'set -euo pipefail',
  '',
  'export LOAD_MODE=append',
  'LANDING=/srv/warehouse/landing',
  '',
  'connect() {',
  '  psql "$WAREHOUSE_DSN" --set mode="$LOAD_MODE"',
  '}',
  '',
]

function configLines(): string[] {
  const head = [
    '{',
    '  "sources": {',
    '    "transactions_path": "transactions.csv",',
    '    "customers_path": "customers.csv",',
    '    "chargebacks_path": "data/chargebacks.csv"',
    '  },',
    '  "load": {',
    '    "batch_size": 2000,',
    '    "max_retries": 3,',
    '    "landing": "/srv/warehouse/landing"',
    '  },',
    '  "archive": {',
    '    "keep_days": 90',
    '  },',
    '  "holidays": [',
  ]
  const tail = ['  ]', '}']
  const count = 350 - head.length - tail.length
  const days = Array.from({ length: count }, (_, n) => {
    const day = new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10)
    return `    "${day}"${n === count - 1 ? '' : ','}`
  })
  return [...head, ...days, ...tail]
}

function transactionLines(): string[] {
  const next = seeded(11)
  return [
    COLUMNS.join(','),
    ...Array.from({ length: 19_999 }, (_, n) =>
      [
        500_000 + n,
        1 + next(9_999),
        100 + next(40),
        `${1 + next(400)}.${10 + next(90)}`,
        ['EUR', 'USD'][next(2)],
        REGIONS[next(4)],
        `2024-03-${String(1 + (n % 28)).padStart(2, '0')}`,
      ].join(','),
    ),
  ]
}

function customerLines(): string[] {
  const next = seeded(12)
  return [
    'customer_id,name,region,since',
    ...Array.from(
      { length: 9_999 },
      (_, n) => `${n + 1},customer ${n + 1},${REGIONS[next(4)]},20${10 + next(14)}-0${1 + next(9)}-1${next(9)}`,
    ),
  ]
}

function eventLines(): string[] {
  const next = seeded(13)
  return Array.from({ length: 5_000 }, (_, n) =>
    JSON.stringify({
      at: new Date(Date.UTC(2024, 2, 1, 0, 0, n * 7)).toISOString(),
      event: ['viewed', 'bought', 'returned'][next(3)],
      customerId: 1 + next(9_999),
      store_id: `S-${100 + next(40)}`,
      amount: next(400) + 0.5,
    }),
  )
}

function logLines(): string[] {
  const next = seeded(14)
  return Array.from({ length: 8_000 }, (_, n) => {
    const at = new Date(Date.UTC(2024, 2, 2, 1, 0, n)).toISOString().replace('T', ' ').slice(0, 19)
    if (n % 400 === 17) return `${at} ERROR etl: failed to load batch ${n * 5}: connection reset by peer`
    if (n % 1600 === 900) return `${at} ERROR etl: TransformError: no amount in transaction ${500_000 + next(19_999)}`
    if (n % 2000 === 1500) return `${at} ERROR etl: disk quota exceeded on volume ${next(9)}`
    return `${at} INFO  etl: loaded batch ${n * 5}`
  })
}

function readmeLines(): string[] {
  const head = [
    '# Nightly load',
    '',
    'Transactions are cleaned by `etl_transform.py` and loaded by `etl_load.sh`.',
    '',
    '## Failures',
    '',
    'A batch that cannot be loaded is tried 5 times. Batches hold 2000 rows.',
    '',
  ]
  return filled(
    200,
    head,
    n => [`## Night ${letters(n)}`, '', idleSentence(n), ''],
    () => '',
  )
}

export const pipeline: WorkedDirectory = {
  query: 'Analyze data quality, identify transformation issues, and check for pipeline errors.',
  files: {
    'transactions.csv': transactionLines(),
    'customers.csv': customerLines(),
    'etl.log': logLines(),
    'events.jsonl': eventLines(),
    'etl_transform.py': filled(
      2500,
      TRANSFORM,
      n => pythonFunction(n, 'clean', COLUMNS),
      n => `# clean ${n}`,
    ),
    'etl_load.sh': filled(
      800,
      LOAD,
      n => [`load_part_${n}() {`, `  gzip --keep "$LANDING/$1.${letters(n)}"`, '}', ''],
      n => `# ${n}`,
    ),
    'pipeline_config.json': configLines(),
    'README.md': readmeLines(),
  },
  planted: [
    {
      kinds: ['shape-differs'],
      ends: [
        ['transactions.csv', 'store_id'],
        ['events.jsonl', 'store_id'],
      ],
    },
    {
      kinds: ['naming-differs'],
      ends: [
        ['', 'customer_id'],
        ['events.jsonl', 'customerId'],
      ],
    },
    {
      kinds: ['unknown-field'],
      ends: [
        ['etl_transform.py', 'row["regions"]'],
        ['', 'region'],
      ],
    },
    {
      kinds: ['value-differs'],
      ends: [
        ['etl_transform.py', 'BATCH_SIZE = 500'],
        ['pipeline_config.json', '"batch_size": 2000'],
      ],
    },
    {
      kinds: ['figure-differs'],
      ends: [
        ['README.md', '5 times'],
        ['pipeline_config.json', '"max_retries": 3'],
      ],
    },
    {
      kinds: ['undefined-setting'],
      ends: [
        ['etl_transform.py', 'refunds_path'],
        ['pipeline_config.json', '_path'],
      ],
    },
    {
      kinds: ['unused-setting'],
      ends: [
        ['pipeline_config.json', 'keep_days'],
        ['etl_transform.py', 'config['],
      ],
    },
    {
      kinds: ['hard-coded-value'],
      ends: [
        ['etl_load.sh', '/srv/warehouse/landing'],
        ['pipeline_config.json', '/srv/warehouse/landing'],
      ],
    },
    {
      kinds: ['undefined-setting'],
      ends: [
        ['etl_load.sh', 'WAREHOUSE_DSN'],
        ['etl_load.sh', 'LOAD_MODE'],
      ],
    },
    {
      kinds: ['missing-file'],
      ends: [
        ['pipeline_config.json', 'data/chargebacks.csv'],
        ['', ''],
      ],
    },
    {
      kinds: ['log-origin'],
      ends: [
        ['etl.log', 'failed to load batch'],
        ['etl_transform.py', 'failed to load batch'],
      ],
    },
    {
      kinds: ['error-origin', 'log-origin'],
      ends: [
        ['etl.log', 'no amount in transaction'],
        ['etl_transform.py', 'TransformError'],
      ],
    },
    {
      kinds: ['log-without-origin'],
      ends: [
        ['etl.log', 'disk quota exceeded'],
        ['', ''],
      ],
    },
  ],
}
