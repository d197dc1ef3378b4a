// Questions about code, settings and documents. Held back with unseen/: do not read it when you build the reader.

const all = (pattern, ...paths) => paths.map(path => [`parcel/${path}`, pattern])

export const parcel = {
  name: 'parcel',
  type: 'code',
  data: ['parcel'],
  questions: [
    ['defined', 'where is retryWithBackoff defined?', { places: all(/function retryWithBackoff/, 'src/lib/retry.ts') }],
    ['defined', 'Where is the ParcelQueue class', { places: all(/class ParcelQueue/, 'src/lib/queue.ts') }],
    ['defined', 'in which file is ParcelStatus declared', { places: all(/type ParcelStatus/, 'src/types.ts') }],
    ['defined', 'where is load_rows defined', { places: all(/def load_rows/, 'tools/import_parcels.py') }],
    [
      'used',
      'where is retryWithBackoff used?',
      {
        places: all(/retryWithBackoff\(/, 'src/lib/carriers.ts', 'tests/retry.test.ts'),
        also: all(
          /retryWithBackoff/,
          'src/lib/carriers.ts',
          'src/lib/retry.ts',
          'tests/retry.test.ts',
          'docs/retries.md',
          'README.md',
        ),
      },
    ],
    [
      'used',
      'who calls fetchStatus',
      {
        places: all(/await fetchStatus\(/, 'src/routes/parcels.ts'),
        also: all(/fetchStatus/, 'src/routes/parcels.ts', 'src/lib/carriers.ts'),
      },
    ],
    [
      'used',
      'what calls print_summary?',
      {
        places: all(/ {4}print_summary\(/, 'tools/import_parcels.py'),
        also: all(/print_summary/, 'tools/import_parcels.py', 'tools/report.py'),
      },
    ],
    [
      'used',
      'where do we use formatLabel',
      {
        places: all(/label: formatLabel\(/, 'src/routes/parcels.ts'),
        also: all(/formatLabel/, 'src/routes/parcels.ts', 'src/lib/format.ts'),
      },
    ],
    [
      'imported',
      'which files import express?',
      { places: all(/from 'express'/, 'src/server.ts', 'src/routes/health.ts', 'src/routes/parcels.ts') },
    ],
    [
      'imported',
      'Who imports types.ts?',
      {
        places: all(
          /types\.js'/,
          'src/lib/config.ts',
          'src/lib/format.ts',
          'src/lib/queue.ts',
          'src/lib/carriers.ts',
          'src/routes/parcels.ts',
        ),
      },
    ],
    ['imported', 'what does server.ts import', { places: all(/^import/, 'src/server.ts') }],
    [
      'rename',
      'If I rename formatWeight, what do I have to touch?',
      {
        places: [
          ...all(
            /formatWeight/,
            'src/lib/format.ts',
            'src/routes/parcels.ts',
            'tests/format.test.ts',
            'docs/labels.md',
          ),
        ],
      },
    ],
    [
      'rename',
      'what would renaming count_by_carrier affect',
      { places: all(/count_by_carrier/, 'tools/report.py', 'tools/test_report.py') },
    ],
    [
      'used',
      'where do we read the DATABASE_URL environment variable?',
      {
        places: all(
          /(process\.env\.DATABASE_URL|os\.environ\["DATABASE_URL)/,
          'src/lib/config.ts',
          'tools/import_parcels.py',
        ),
        also: all(/DATABASE_URL/, 'src/lib/config.ts', 'tools/import_parcels.py', '.env.example'),
      },
    ],
    ['code', 'list the TODO comments', { places: all(/TODO/, 'src/lib/config.ts', 'src/lib/queue.ts') }],
    ['settings', 'What port does the server listen on?', { any: [{ value: 8090 }, { contains: ['8090'] }] }],
    [
      'settings',
      'what is maxRetries set to, and is it the same everywhere?',
      {
        places: [
          ...all(/maxRetries: 5/, 'config/default.yaml', 'src/lib/config.ts'),
          ...all(/maxRetries/, 'README.md'),
        ],
        also: all(/maxRetries/, 'src/types.ts', 'src/routes/parcels.ts'),
      },
    ],
    ['settings', 'what is BATCH_SIZE', { value: 250 }],
    [
      'settings',
      'how long is the longest pause between retries',
      { any: [{ value: 10000 }, { contains: ['10 seconds'] }, { contains: ['10_000'] }] },
    ],
    ['most-file', 'how many TypeScript files are there', { value: 11 }],
    [
      'most-file',
      'which python file has the most functions?',
      { value: ['import_parcels.py', 'tools/import_parcels.py', 'parcel/tools/import_parcels.py'] },
    ],
    ['code', 'which functions are defined in format.ts?', { places: all(/export function/, 'src/lib/format.ts') }],
    ['refuse', 'where is sendEmail defined?', { refuse: 'there is no sendEmail' }],
    ['refuse', 'what is the value of the setting sessionTimeout', { refuse: 'there is no such setting' }],
    ['passage', 'what happens when a carrier answers 404?', { contains: ['final'] }],
    [
      'defined',
      'where is the http endpoint /health set up',
      {
        places: all(/'\/health'/, 'src/server.ts'),
        also: all(/healthRoutes/, 'src/server.ts', 'src/routes/health.ts'),
      },
    ],
  ],
}

export const configs = {
  name: 'configs',
  type: 'config',
  data: ['configs'],
  questions: [
    ['settings', 'what is the cache ttl in app.yaml?', { value: 600 }],
    ['settings', 'Which port does mysqld use', { value: 3306 }],
    ['settings', 'what is max_connections?', { value: 220 }],
    ['settings', 'how many retries does the queue have', { value: 4 }],
    [
      'settings',
      'where is the database host set?',
      {
        places: [
          ['configs/.env', /DB_HOST/],
          ['configs/app.yaml', /^ {2}host: db/],
          ['configs/legacy.properties', /database\.host/],
        ],
        at_least: 2,
        also: [
          ['configs/worker.toml', /^host/],
          ['configs/app.yaml', /^database/],
        ],
      },
    ],
    ['settings', 'is the cache ttl the same in .env and app.yaml? what are the two values', { rows: [[900], [600]] }],
    ['settings', 'when does the nightly report run', { value: '0 2 * * *' }],
    ['settings', 'maximum upload size in mb', { value: 25 }],
    ['settings', 'where is olddb.internal used', { places: [['configs/legacy.properties', /olddb/]] }],
    ['most-file', 'how many settings are in worker.toml?', { value: 7 }],
    ['refuse', 'what is the smtp server?', { refuse: 'there is no SMTP server' }],
    ['settings', 'what is the sample rate of sentry', { value: 0.25 }],
  ],
}

export const releases = {
  name: 'releases',
  type: 'config',
  data: ['releases/billing-1.8.yaml', 'releases/billing-1.9.yaml'],
  questions: [
    [
      'versions',
      'which settings have another value in 1.9 than in 1.8?',
      {
        rows: [
          ['replicas', 3, 5],
          [['http.timeout_seconds', 'timeout_seconds'], 30, 10],
          [['features.dunning', 'dunning'], 'false', 'true'],
        ],
      },
    ],
    ['versions', 'what setting is new in 1.9', { value: ['database.statement_timeout_ms', 'statement_timeout_ms'] }],
    ['versions', 'Which setting was removed in version 1.9?', { value: ['logging.format', 'format'] }],
    ['versions', 'how many replicas in 1.8 and in 1.9', { any: [{ rows: [[3], [5]] }, { rows: [[3, 5]] }] }],
    ['settings', 'what is the timeout in billing-1.9', { value: 10 }],
    [
      'versions',
      'did the pool size change?',
      { any: [{ rows: [[20], [20]] }, { rows: [[20, 20]] }, { value: 'no' }, { value: 'false' }] },
    ],
  ],
}

export const handbook = {
  name: 'handbook',
  type: 'prose',
  data: ['handbook'],
  questions: [
    ['passage', 'How many days a week can I work from home?', { contains: ['three days a week'] }],
    ['passage', 'what is the daily allowance abroad?', { contains: ['42 euros'] }],
    ['passage', 'who do I call when I lose my laptop', { contains: ['7711'] }],
    ['passage', 'can we deploy on a Friday afternoon?', { contains: ['Fridays after noon'] }],
    ['passage', 'when must we roll back', { contains: ['2 percent'] }],
    ['passage', 'how long should a password be', { contains: ['14 characters'] }],
    ['passage', 'What colour is the badge of visitors?', { contains: ['yellow'] }],
    ['passage', 'how much may a hotel cost per night', { contains: ['130 euros'] }],
    ['passage', 'is overtime paid?', { contains: ['only when it was ordered'] }],
    ['refuse', 'How many parking spaces does the company have?', { refuse: 'the handbook says nothing about parking' }],
    ['most-file', 'which document has the most sections?', { value: ['security.md', 'handbook/security.md'] }],
  ],
}
