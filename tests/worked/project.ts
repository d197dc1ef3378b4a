// The first worked example: a project of nine files, 40 partitions and 4 batches.
import { filled, idleSentence, letters, pythonFunction, type WorkedDirectory } from './planted.ts'

const COLUMNS = ['order_id', 'customer_id', 'amount', 'currency', 'status', 'created_at', 'region'] as const

const MODELS = [
  '"""Orders and customers as the application sees them."""',
  'import logging',
  'import sqlite3',
  '',
  'import yaml',
  '',
  'from utils import normalise',
  '',
  'log = logging.getLogger("models")',
  '',
  'POOL_SIZE = 5',
  'DATABASE_PATH = "orders.db"',
  '',
  '',
  'class OrderError(Exception):',
  '    """An order that cannot be stored."""',
  '',
  '',
  'def connect(path):',
  '    """Opens the store."""',
  '    return [sqlite3.connect(path) for _ in range(POOL_SIZE)]',
  '',
  '',
  'def owner_of(order):',
  '    """The customer an order belongs to."""',
  '    if order["status"] == "void":',
  '        raise OrderError("order is void")',
  '    return order["custmer_id"]',
  '',
  '',
  'def load_rules(path):',
  '    with open(path) as file:',
  '        return yaml.safe_load(file)',
  '',
]

const PIPELINE = [
  '"""Moves orders to the warehouse."""',
  'import json',
  'import logging',
  '',
  'import pandas',
  'import requests',
  '',
  'from models import connect',
  'from utils import normalise',
  '',
  'log = logging.getLogger("pipeline")',
  '',
  'with open("config.json") as file:',
  '    config = json.load(file)',
  '',
  '',
  'def push(frame):',
  '    """Sends a frame to the warehouse."""',
  '    answer = requests.post("https://warehouse.example.com/v2", data=frame.to_json())',
  '    retries = config["warehouse"]["retries"]',
  '    batch = config["warehouse"].get("batch_rows", 250)',
  '    return answer.status_code, retries, batch',
  '',
  '',
  'def read_orders():',
  '    store = connect(config["database"]["path"])',
  '    return pandas.read_sql("select * from orders", store[0])',
  '',
]

const SERVER = [
  '"""The HTTP interface."""',
  'import json',
  'import os',
  '',
  'import flask',
  '',
  'from models import owner_of',
  'from utils import clean_text, slugify',
  '',
  'with open("config.json") as file:',
  '    config = json.load(file)',
  '',
  'app = flask.Flask(__name__)',
  'app.secret_key = os.environ["APP_SECRET_KEY"]',
  'stage = os.environ["APP_STAGE"]',
  '',
  '',
  '@app.post("/orders")',
  'def create_order():',
  '    """Takes a new order."""',
  '    limit = config["server"]["max_upload_mb"]',
  '    timeout = config["server"]["timeout_seconds"]',
  '    port = config["server"]["port"]',
  '    body = flask.request.get_json()',
  '    return {"title": slugify(clean_text(body["title"])), "owner": owner_of(body), "limit": limit, "t": timeout + port}',
  '',
]

const UTILS = [
  '"""Small things."""',
  'import re',
  '',
  '',
  'def clean_text(text):',
  '    return re.sub(r"\\s+", " ", text).strip()',
  '',
  '',
  'def normalise(value, step):',
  '    """One spelling for a value."""',
  '    return (str(value).strip().lower(), step)[0]',
  '',
]

/** Exactly 250 lines of JSON: the settings, and a list of tax rates to fill it. */
function configLines(): string[] {
  const head = [
    '{',
    '  "server": {',
    '    "port": 8080,',
    '    "timeout_seconds": 30',
    '  },',
    '  "database": {',
    '    "path": "/var/lib/shop/orders.db",',
    '    "pool_size": 20',
    '  },',
    '  "warehouse": {',
    '    "url": "https://warehouse.example.com/v2",',
    '    "retries": 3,',
    '    "batch_rows": 1000',
    '  },',
    '  "cache": {',
    '    "ttl_seconds": 900',
    '  },',
    '  "tax_rates": [',
  ]
  const tail = ['  ]', '}']
  const count = 250 - head.length - tail.length
  const rates = Array.from({ length: count }, (_, n) => `    ${(n % 25) + 0.5}${n === count - 1 ? '' : ','}`)
  return [...head, ...rates, ...tail]
}

/** Exactly 180 lines: a schema of orders with many optional notes. */
function schemaLines(): string[] {
  const head = [
    '{',
    '  "$schema": "https://json-schema.org/draft/2020-12/schema",',
    '  "title": "order",',
    '  "type": "object",',
    '  "required": ["order_id", "customer_id", "amount"],',
    '  "properties": {',
    '    "order_id": { "type": "integer" },',
    '    "customer_id": { "type": "integer" },',
    '    "amount": { "type": "number" },',
    '    "currency": { "type": "string" },',
    '    "status": { "type": "string" },',
    '    "createdAt": { "type": "string" },',
    '    "title": { "type": "string" },',
    '    "region": { "type": "string" }',
    '  },',
    '  "examples": [',
  ]
  const tail = ['  ]', '}']
  const count = 180 - head.length - tail.length
  const examples = Array.from(
    { length: count },
    (_, n) =>
      `    { "order_id": ${1000 + n}, "customer_id": ${n % 40}, "amount": ${n}.5 }${n === count - 1 ? '' : ','}`,
  )
  return [...head, ...examples, ...tail]
}

function readmeLines(): string[] {
  const head = [
    '# Shop',
    '',
    'Takes orders over HTTP and moves them to the warehouse.',
    '',
    '## Operation',
    '',
    'The server listens on port 8080. A request is given up after 60 seconds.',
    'The warehouse is tried 3 times before an alarm is raised.',
    '',
    'Settings are in `config.json`. To restore a backup call `load_snapshot()`; owners are found by `owner_of()`.',
    'The layout of the database is changed by `scripts/migrate.py`.',
    '',
  ]
  return filled(
    300,
    head,
    n => [`## Part ${letters(n)}`, '', idleSentence(n), ''],
    () => '',
  )
}

function makefileLines(): string[] {
  const head = ['export APP_STAGE = production', '', 'run:', '\tpython api_server.py', '']
  return filled(
    120,
    head,
    n => [`check-${n}: utils.py`, `\tpython -m py_compile utils.py # ${n}`, ''],
    () => '# end',
  )
}

function requirementLines(): string[] {
  const head = ['# What the application needs', 'flask==3.0.3', 'pandas==2.2.2', 'PyYAML==6.0.1', 'celery==5.4.0']
  return filled(
    50,
    head,
    () => ['#'],
    () => '#',
  )
}

const code = (count: number, head: readonly string[], name: string): string[] =>
  filled(
    count,
    head,
    n => pythonFunction(n, name, COLUMNS),
    n => `# ${name} ${n}`,
  )

export const project: WorkedDirectory = {
  query: 'Review this project for code quality, security issues, and architectural concerns.',
  files: {
    'models.py': code(3200, MODELS, 'model'),
    'data_pipeline.py': code(2800, PIPELINE, 'step'),
    'api_server.py': code(1900, SERVER, 'view'),
    'utils.py': code(400, UTILS, 'tool'),
    'README.md': readmeLines(),
    'config.json': configLines(),
    'schema.json': schemaLines(),
    Makefile: makefileLines(),
    'requirements.txt': requirementLines(),
  },
  planted: [
    {
      kinds: ['undefined-setting'],
      ends: [
        ['api_server.py', 'max_upload_mb'],
        ['config.json', ''],
      ],
    },
    {
      kinds: ['undefined-setting'],
      ends: [
        ['api_server.py', 'APP_SECRET_KEY'],
        ['Makefile', 'APP_STAGE'],
      ],
    },
    {
      kinds: ['unused-setting'],
      ends: [
        ['config.json', 'ttl_seconds'],
        ['', 'config['],
      ],
    },
    {
      kinds: ['value-differs'],
      ends: [
        ['models.py', 'POOL_SIZE = 5'],
        ['config.json', '"pool_size": 20'],
      ],
    },
    {
      kinds: ['value-differs'],
      ends: [
        ['models.py', 'DATABASE_PATH = "orders.db"'],
        ['config.json', '"/var/lib/shop/orders.db"'],
      ],
    },
    {
      kinds: ['hard-coded-value'],
      ends: [
        ['data_pipeline.py', 'https://warehouse.example.com/v2'],
        ['config.json', 'https://warehouse.example.com/v2'],
      ],
    },
    {
      kinds: ['default-differs'],
      ends: [
        ['data_pipeline.py', '250'],
        ['config.json', '"batch_rows": 1000'],
      ],
    },
    {
      kinds: ['figure-differs'],
      ends: [
        ['README.md', '60 seconds'],
        ['config.json', '"timeout_seconds": 30'],
      ],
    },
    {
      kinds: ['undeclared-dependency'],
      ends: [
        ['data_pipeline.py', 'import requests'],
        ['requirements.txt', ''],
      ],
    },
    {
      kinds: ['unused-dependency'],
      ends: [
        ['requirements.txt', 'celery'],
        ['', 'import'],
      ],
    },
    {
      kinds: ['missing-export'],
      ends: [
        ['api_server.py', 'slugify'],
        ['utils.py', ''],
      ],
    },
    {
      kinds: ['unknown-field'],
      ends: [
        ['models.py', 'custmer_id'],
        ['schema.json', 'customer_id'],
      ],
    },
    {
      kinds: ['naming-differs'],
      ends: [
        ['', 'created_at'],
        ['schema.json', 'createdAt'],
      ],
    },
    {
      kinds: ['missing-file'],
      ends: [
        ['README.md', 'scripts/migrate.py'],
        ['', ''],
      ],
    },
    {
      kinds: ['stale-documentation'],
      ends: [
        ['README.md', 'load_snapshot'],
        ['', ''],
      ],
    },
  ],
}
