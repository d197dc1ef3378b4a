// 002, Cross-File Analysis, the other side: what real programs do and what is no fault. Each shape gave false findings in packages
// that were read for it (docs/decisions/0025); none may say anything here.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { analyze } from '../../src/run/library-analysis.ts'
import { memoryLedger } from '../../src/team/memory-ledger.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()

const SHAPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'settings that the code does without': {
    'config/mail.ini': '[main]\nhost=mail.internal\nport=2525\n',
    'mail.js':
      "const cfg = load('mail.ini')\nmodule.exports = () => {\n  if (cfg.main.banner) say(cfg.main.banner)\n  dial(cfg.main.host, cfg.main.port, cfg.main.relay || 'none')\n}\n",
  },
  'settings of another file than those at hand': {
    'settings.yaml': 'colour: red\nsize: 4\n',
    'store.py': 'def open_store(config):\n    return dial(config["cluster"], config["bucket"], config["shard"])\n',
  },
  'variables that the program sets itself, and maps of requests': {
    'app.conf': 'level = 3\n',
    'run.py':
      'import os\n\nos.environ["JOB_STAGE"] = "build"\n\n\ndef stage():\n    return os.environ["JOB_STAGE"]\n\n\ndef app(environ, start):\n    return environ["wsgi.errors"], environ["PATH_INFO"]\n',
  },
  'arguments of what a module gives back': {
    'package.json': '{ "name": "tool", "dependencies": { "left": "1" } }\n',
    'index.js':
      "const left = require('left')\nmodule.exports = left(require('crypto').randomBytes(2).toString('hex'))\n",
  },
  'a manifest beside a table of other things': {
    'schema.sql':
      'CREATE TABLE addresses (\n  type integer NOT NULL,\n  name text NOT NULL,\n  email text NOT NULL,\n  user_id integer\n);\n',
    'composer.json': '{\n  "name": "shop/plugin",\n  "type": "plugin",\n  "email": "a@example.org"\n}\n',
  },
  'documents that speak of other programs': {
    'README.md': 'Call `open_box()` first. Counts go to `stats.counter_name`, and `Math.random()` draws.\n',
    'box.py':
      'def open_box():\n    pass\n\n\ndef close_box():\n    pass\n\n\ndef a():\n    pass\n\n\ndef b():\n    pass\n\n\ndef c():\n    pass\n',
  },
  'a bundle that brings its modules along': {
    'bundle.js': "require('./one')\nrequire('./two')\nrequire('./three')\n",
    'main.js': "const { a } = require('./lib')\nmodule.exports = a\n",
    'lib.js': 'exports.a = 1\n',
  },
}

it.each(Object.entries(SHAPES))('%s', async (name, files) => {
  const root = join(dir.path, name.replace(/\W+/g, '-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const { crossFile } = await analyze(root, {
    query: 'What does not fit together across files?',
    ledger: memoryLedger(),
  })
  expect(crossFile.filter(({ nature }) => nature === 'problem').map(({ summary }) => summary)).toEqual([])
})
