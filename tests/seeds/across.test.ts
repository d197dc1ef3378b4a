// The seeds on "Cross-File Analysis": config values that code refers to and that do not match, JSON that diverges from CSV
// columns, fixtures that do not match production data, naming that differs across file types. Every planted fault is found
// with both ends; the same directory without its faults is silent.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { describe, expect, it } from 'vitest'
import { analyze } from '../../packages/shoal/src/run/library-analysis.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'

const dir = tempDir()
const QUESTION = 'What does not fit together across files?'
const PLACES = ['DE', 'FR', 'US', 'IT']
const STATES = ['open', 'paid', 'void']

type Files = Readonly<Record<string, string>>

interface Case {
  readonly name: string
  readonly files: Files
  /** What is changed to make all fit. */
  readonly mended: Files
  /** Kind, and a part of each end's quote with its file. */
  readonly found: readonly (readonly [kind: string, ...ends: readonly [file: string, text: string][]])[]
}

const rows = (count: number, row: (k: number) => string) => Array.from({ length: count }, (_, k) => row(k)).join('\n')
const json = (count: number, row: (k: number) => object) =>
  `[\n${rows(count, k => JSON.stringify(row(k)) + (k < count - 1 ? ',' : ''))}\n]\n`

const PYTHON = (key: string) =>
  `import json\n\nwith open("config.json") as fh:\n    cfg = json.load(fh)\n\n\ndef call(dial):\n    return dial(cfg['${key}'], cfg['timeout'])\n`

const cases: readonly Case[] = [
  {
    name: 'a setting in another spelling, Python and JSON (002, "Config values referenced in code that don\'t match")',
    files: {
      'app.py': PYTHON('max_retries'),
      'config.json': '{\n  "maxRetries": 3,\n  "timeout": 20\n}\n',
    },
    mended: { 'app.py': PYTHON('maxRetries') },
    found: [['setting-misspelled', ['app.py', "cfg['max_retries']"], ['config.json', '"maxRetries": 3']]],
  },
  {
    name: 'a setting in another spelling, JavaScript and YAML, with a default',
    files: {
      'server.js':
        "const config = load('settings.yaml')\nexport default () => [config.get('poolSize', 5), config.get('host')]\n",
      'settings.yaml': 'pool-size: 20\nhost: db.internal\n',
    },
    mended: { 'settings.yaml': 'poolSize: 5\nhost: db.internal\n' },
    found: [['setting-misspelled', ['server.js', 'poolSize'], ['settings.yaml', 'pool-size: 20']]],
  },
  {
    name: 'a setting in another spelling, Ruby and TOML',
    files: {
      'mail.rb': 'def deliver(config)\n  send(config["smtpHost"], config["sender"])\nend\n',
      'mail.toml': 'smtp_host = "mail.internal"\nsender = "post@example.org"\n',
    },
    mended: { 'mail.toml': 'smtpHost = "mail.internal"\nsender = "post@example.org"\n' },
    found: [['setting-misspelled', ['mail.rb', 'smtpHost'], ['mail.toml', 'smtp_host']]],
  },
  {
    name: 'a setting in another spelling, Go and TOML',
    files: {
      'main.go':
        'package main\n\nimport "github.com/spf13/viper"\n\nfunc main() {\n\tdial(viper.GetInt("max_retries"), viper.GetString("endpoint"))\n}\n',
      'settings.toml': 'maxRetries = 4\nendpoint = "https://api.internal"\n',
    },
    mended: { 'settings.toml': 'max_retries = 4\nendpoint = "https://api.internal"\n' },
    found: [['setting-misspelled', ['main.go', 'max_retries'], ['settings.toml', 'maxRetries = 4']]],
  },
  {
    name: 'a setting in another spelling, Java and properties',
    files: {
      'src/main/java/org/example/Mailer.java':
        'import java.util.Properties;\n\npublic class Mailer {\n  String open(Properties props) {\n    return dial(props.getProperty("mail.max_retries"), props.getProperty("mail.sender"));\n  }\n}\n',
      'src/main/resources/application.properties': 'mail.maxRetries=3\nmail.sender=post@example.org\n',
    },
    mended: { 'src/main/resources/application.properties': 'mail.max_retries=3\nmail.sender=post@example.org\n' },
    found: [['setting-misspelled', ['Mailer.java', 'max_retries'], ['application.properties', 'maxRetries=3']]],
  },
  {
    name: 'a setting in another spelling, Python and INI, which knows no case but an underscore',
    files: {
      'load.py':
        'import configparser\n\ncfg = configparser.ConfigParser()\ncfg.read("pipeline.ini")\n\n\ndef size():\n    return int(cfg["etl"]["chunkRows"]), int(cfg["etl"]["Workers"])\n',
      'pipeline.ini': '[etl]\nchunk_rows = 5000\nworkers = 4\n',
    },
    mended: { 'pipeline.ini': '[etl]\nchunkrows = 5000\nworkers = 4\n' },
    found: [['setting-misspelled', ['load.py', 'chunkRows'], ['pipeline.ini', 'chunk_rows = 5000']]],
  },
  {
    name: 'a variable in another spelling, JavaScript and .env: one fault, told once',
    files: {
      'index.js': 'export default () => start(process.env.MAX_RETRYS, process.env.QUEUE_URL, process.env.LOG_LEVEL)\n',
      '.env': 'MAX_RETRIES=4\nQUEUE_URL=amqp://mq.internal\nLOG_LEVEL=info\n',
    },
    mended: { '.env': 'MAX_RETRYS=4\nQUEUE_URL=amqp://mq.internal\nLOG_LEVEL=info\n' },
    found: [['undefined-setting', ['index.js', 'MAX_RETRYS'], ['.env', 'MAX_RETRIES=4']]],
  },
  {
    name: 'PORT = 5433 beside DATABASE_PORT=5432 of .env',
    files: {
      'database.py': 'PORT = 5433\n\n\ndef connect(host, dial):\n    return dial(host, PORT)\n',
      '.env': 'DATABASE_HOST=db.internal\nDATABASE_PORT=5432\nHTTP_PORT=8080\n',
    },
    mended: { 'database.py': 'def connect(host, port, dial):\n    return dial(host, port)\n' },
    found: [['value-differs', ['database.py', 'PORT = 5433'], ['.env', 'DATABASE_PORT=5432']]],
  },
  {
    name: 'PORT = 5433 beside database.port: 5432',
    files: {
      'store.py': 'PORT = 5433\n\n\ndef connect(host, dial):\n    return dial(host, PORT)\n',
      'config.yaml': 'database:\n  host: db.internal\n  port: 5432\nserver:\n  port: 8080\n',
    },
    mended: { 'store.py': 'def connect(host, port, dial):\n    return dial(host, port)\n' },
    found: [['value-differs', ['store.py', 'PORT = 5433'], ['config.yaml', 'port: 5432']]],
  },
  {
    name: 'a host that a neighbour says is of the same section, Go and JSON',
    files: {
      'queue.go':
        'package main\n\nconst Host = "queue-a.internal"\nconst Port = 5672\n\nfunc main() { dial(Host, Port) }\n',
      'config.json': '{\n  "queue": {\n    "host": "queue-b.internal",\n    "port": 5672\n  }\n}\n',
    },
    mended: { 'queue.go': 'package main\n\nfunc main() { dial() }\n' },
    found: [
      ['value-differs', ['queue.go', 'Host = "queue-a.internal"'], ['config.json', '"host": "queue-b.internal"']],
      ['hard-coded-value', ['queue.go', 'Port = 5672'], ['config.json', '"port": 5672']],
    ],
  },
  {
    name: 'mail and email, country and region (002, "Data schemas in JSON that diverge from CSV column structures")',
    files: {
      'users.csv': `id,email,region,plan\n${rows(40, k => `${k},u${k}@example.org,${PLACES[k % 4]},${k % 2 ? 'free' : 'pro'}`)}\n`,
      'users.json': json(40, k => ({
        id: k,
        mail: `u${k}@example.org`,
        country: PLACES[k % 4],
        plan: k % 2 ? 'free' : 'pro',
      })),
    },
    mended: {
      'users.json': json(40, k => ({
        id: k,
        email: `u${k}@example.org`,
        region: PLACES[k % 4],
        plan: k % 2 ? 'free' : 'pro',
      })),
    },
    found: [
      ['field-renamed', ['users.csv', 'email'], ['users.json', '"mail"']],
      ['field-renamed', ['users.csv', 'region'], ['users.json', '"country"']],
    ],
  },
  {
    name: 'addresses under two names where the people differ, JSON lines and TSV',
    files: {
      'a.jsonl': `${rows(30, k => JSON.stringify({ account: k, contact: `a${k}@example.org` }))}\n`,
      'b.tsv': `account\tmailbox\n${rows(30, k => `${k}\tb${k}@example.net`)}\n`,
    },
    mended: { 'b.tsv': `account\tcontact\n${rows(30, k => `${k}\tb${k}@example.net`)}\n` },
    found: [['field-renamed', ['a.jsonl', 'contact'], ['b.tsv', 'mailbox']]],
  },
  {
    name: 'fixtures of other formats, codes and ranges (002, "Test fixtures that don\'t match production data patterns")',
    files: {
      'data/orders.csv': `order_id,email,status,amount\n${rows(60, k => `${1000 + k},c${k}@example.org,${STATES[k % 3]},${10 + (k % 50)}`)}\n`,
      'tests/fixtures/orders.json': json(3, k => ({
        order_id: `A-${k}`,
        email: 'foo',
        status: 'shipped',
        amount: 90_000 + k,
      })),
    },
    mended: {
      'tests/fixtures/orders.json': json(3, k => ({
        order_id: 1000 + k,
        email: `t${k}@example.org`,
        status: 'paid',
        amount: 20 + k,
      })),
    },
    found: [
      ['fixture-differs', ['orders.json', 'A-0'], ['orders.csv', 'order_id']],
      ['fixture-differs', ['orders.json', 'foo'], ['orders.csv', 'email']],
      ['fixture-differs', ['orders.json', 'shipped'], ['orders.csv', 'status']],
      ['fixture-differs', ['orders.json', '90000'], ['orders.csv', 'amount']],
    ],
  },
  {
    name: 'one name in the spellings of SQL, CSV and JSON (002, "Naming inconsistencies across file types")',
    files: {
      'schema.sql':
        'CREATE TABLE visits (\n  visit_id integer PRIMARY KEY,\n  visitor_name text,\n  seen_at timestamp\n);\n',
      'visits.csv': `visit_id,visitor-name,seen_at\n${rows(20, k => `${k},n${k},2024-01-${String(k + 1).padStart(2, '0')}`)}\n`,
    },
    mended: {
      'visits.csv': `visit_id,visitor_name,seen_at\n${rows(20, k => `${k},n${k},2024-01-${String(k + 1).padStart(2, '0')}`)}\n`,
    },
    found: [['naming-differs', ['schema.sql', 'visitor_name'], ['visits.csv', 'visitor-name']]],
  },
  {
    name: 'a constant beside a setting that nobody reads: one fault, told once',
    files: {
      'main.go':
        'package main\n\nimport "github.com/spf13/viper"\n\nfunc main() {\n\tserve(viper.GetString("metrics.path"), viper.GetString("ledger.file"))\n}\n',
      'metrics.go':
        'package main\n\nconst metricsPort = 9191\n\nfunc serve(path, file string) { listen(metricsPort) }\n',
      'config.toml': '[metrics]\nport = 9190\npath = "/metrics"\n\n[ledger]\nfile = "ledger.bin"\n',
    },
    mended: {
      'metrics.go': 'package main\n\nfunc serve(path, file string) { listen(viper.GetInt("metrics.port")) }\n',
    },
    found: [['value-differs', ['metrics.go', 'metricsPort = 9191'], ['config.toml', 'port = 9190']]],
  },
  {
    name: 'places by number under two names, table and JSON',
    files: {
      'members.tsv': `member_id\tpostcode\ttier\n${rows(60, k => `${7000 + k}\t${10_000 + k * 389}\t${STATES[k % 3]}`)}\n`,
      'crm.json': json(50, k => ({ member_id: 7000 + k, zip: String(10_000 + k * 389), tier: STATES[k % 3] })),
    },
    mended: {
      'crm.json': json(50, k => ({ member_id: 7000 + k, postcode: String(10_000 + k * 389), tier: STATES[k % 3] })),
    },
    found: [['field-renamed', ['members.tsv', 'postcode'], ['crm.json', '"zip"']]],
  },
  {
    name: 'fixtures in YAML, listed, under names, and a single record of JSON (002, "Test fixtures that don\'t match")',
    files: {
      'data/orders.csv': `order_id,email,status,amount\n${rows(60, k => `${1000 + k},c${k}@example.org,${STATES[k % 3]},${10 + (k % 50)}`)}\n`,
      'tests/fixtures/listed.yml':
        '- order_id: 1001\n  email: a@example.org\n  status: frozen\n  amount: 20\n- order_id: 1002\n  email: b@example.org\n  status: paid\n  amount: 21\n',
      'spec/fixtures/named.yaml':
        'first:\n  order_id: 1001\n  email: nobody\n  status: open\n  amount: 20\nsecond:\n  order_id: 1002\n  email: b@example.org\n  status: void\n  amount: 900\n',
      'tests/data/order.json':
        '{\n  "order_id": 1003,\n  "email": "c@example.org",\n  "status": "paid",\n  "amount": "12,50"\n}\n',
    },
    mended: {
      'tests/fixtures/listed.yml':
        '- order_id: 1001\n  email: a@example.org\n  status: void\n  amount: 20\n- order_id: 1002\n  email: b@example.org\n  status: paid\n  amount: 21\n',
      'spec/fixtures/named.yaml': 'first:\n  order_id: 1001\n  email: a@example.org\n  status: open\n  amount: 20\n',
      'tests/data/order.json':
        '{\n  "order_id": 1003,\n  "email": "c@example.org",\n  "status": "paid",\n  "amount": 12\n}\n',
    },
    found: [
      ['fixture-differs', ['listed.yml', 'frozen'], ['orders.csv', 'status']],
      ['fixture-differs', ['named.yaml', 'nobody'], ['orders.csv', 'email']],
      ['fixture-differs', ['named.yaml', '900'], ['orders.csv', 'amount']],
      ['fixture-differs', ['order.json', '12,50'], ['orders.csv', 'amount']],
    ],
  },
]

async function lookAt(name: string, files: Files) {
  const directory = join(dir.path, name.replace(/\W+/g, '-').slice(0, 60))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  const report = await analyze(directory, { query: QUESTION, ledger: memoryLedger() })
  return { ...report, problems: report.crossFile.filter(({ nature }) => nature === 'problem') }
}

describe('002, Cross-File Analysis: what single files do not show', () => {
  it.each(cases)('$name', async ({ name, files, mended, found }) => {
    const { problems, answer } = await lookAt(name, files)
    expect(problems.map(({ kind }) => kind).sort()).toEqual(found.map(([kind]) => kind).sort())
    for (const [kind, ...ends] of found)
      expect(
        problems.some(
          problem =>
            problem.kind === kind &&
            ends.every(([file, text]) =>
              problem.evidence.some(({ path, quote }) => path.endsWith(`/${file}`) && quote.includes(text)),
            ),
        ),
        `${kind} ${ends.join(' ')} in ${JSON.stringify(problems.map(({ summary }) => summary))}`,
      ).toBe(true)
    for (const { path, line, quote } of problems.flatMap(({ evidence }) => evidence))
      expect(
        readFileSync(path, 'utf8')
          .split('\n')
          .slice(line - 1)
          .join('\n'),
      ).toContain(quote)
    // The answer is these, and only these.
    expect(answer).toMatch(
      new RegExp(`^${found.length} things? do(?:es)? not fit together across ${Object.keys(files).length} files`),
    )
    expect(answer!.split('\n- ').slice(1)).toHaveLength(found.length)
    const twin = await lookAt(`${name} mended`.slice(-50), { ...files, ...mended })
    expect(twin.problems.map(({ summary }) => summary)).toEqual([])
    expect(twin.answer).toMatch(/^Nothing was found that does not fit together across \d files/)
  })
})
