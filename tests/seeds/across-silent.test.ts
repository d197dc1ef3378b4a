// 002, Cross-File Analysis, the other side: what real programs do and what is no fault. Each shape gave false findings in packages
// that were read for it (docs/decisions/0025, 0037); none may say anything here.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { expect, it } from 'vitest'
import { analyze } from '../../packages/shoal/src/run/library-analysis.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'

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
  'packages that tests and documents ask for, beside a manifest that is a program': {
    'setup.py': 'from setuptools import setup\n\nsetup(name="bot", install_requires=["requests"])\n',
    'docs/requirements.txt': 'furo==1.0\nmyst==2.0\n',
    'test_requirements.txt': 'pytest\nhypothesis\n',
    'bot/main.py': 'import requests\n\n\ndef fetch(url):\n    return requests.get(url)\n',
  },
  'names that a module passes on, more than one anchor holds': {
    'web/errors.py': Array.from({ length: 60 }, (_, k) => `class FailureOfKind${k}(Exception):\n    pass\n\n\n`).join(
      '',
    ),
    'web/api.py': `from .errors import (\n${Array.from({ length: 60 }, (_, k) => `    FailureOfKind${k} as FailureOfKind${k},\n`).join('')})\n\nKINDS = 60\n`,
    'app.py': 'from web.api import FailureOfKind1, FailureOfKind58\n\nprint(FailureOfKind1, FailureOfKind58)\n',
  },
  'a variable that two scripts set for what they start': {
    'push.sh': '#!/bin/sh\nexport SKIP_ACCESS_CHECKS=1\ngit push\n',
    'fetch.sh': '#!/bin/sh\nexport SKIP_ACCESS_CHECKS=1\ngit fetch\n',
  },
  'what generated scripts and variables of the system are set to': {
    configure: '#!/bin/sh\nLANGUAGE=C\nexport LANGUAGE\nDEPTH_LIMIT=12\n',
    'run.sh': '#!/bin/sh\nLANGUAGE=C\nserve\n',
    'app.conf': 'Language = English\ndepth_limit = 14\n',
  },
  'what is set for a build': {
    'src/options.h': '#define CONF_FOLDER "stunnel"\n#define LIB_FOLDER "."\n',
    'src/os2.mak': 'LIB_FOLDER = .\nCONF_FOLDER = /etc/tunnel\n',
    'Makefile.am': 'conf_folder = $(sysconfdir)/tunnel\n',
  },
  'a sample of settings': {
    'daemon.py':
      'def start(config):\n    return dial(config["port"], config["user"])\n\n\ndef plugins(parser):\n    return find(parser, "factory_of_rpc")\n',
    'skel/sample.conf': '[main]\nport = 9001\nuser = me\nfactory_of_rpc = a:b\n',
  },
  'imports that a program does without': {
    'requirements.txt': 'flask==3.0\n',
    'app.py':
      'from flask import Flask\n\ntry:\n    from urllib.parse import urlparse\nexcept ImportError:\n    import urlparse\n\n\ndef mail():\n    import boto\n\n    return boto\n',
    'load.js':
      "export async function load() {\n  try {\n    return await import('./config.js')\n  } catch {\n    return import('./defaults.js')\n  }\n}\n",
    'defaults.js': 'export const level = 1\n',
  },
  'packages that are run by a script, or loaded by a name that is put together': {
    'package.json':
      '{\n  "name": "cms",\n  "scripts": { "clean": "rimraf out" },\n  "dependencies": {\n    "express": "4",\n    "lodash": "4",\n    "koa": "2",\n    "rimraf": "2",\n    "cms-make-model": "1",\n    "cms-make-policy": "1"\n  },\n  "devDependencies": { "nock": "14" }\n}\n',
    'index.js':
      "const express = require('express')\nconst koa = require('koa')\nconst _ = require('lodash')\nmodule.exports = name => [express, koa, _, require('cms-make-' + name)]\n",
  },
  'tables of different things that share names': {
    'android.truth.csv':
      'LineId,Time,Pid,Tid,Level,Component,Content,EventId,EventTemplate\n1,10:01:00,3,4,I,a,b,E1,x\n2,10:02:00,3,4,I,a,b,E2,y\n',
    'hdfs.truth.csv':
      'LineId,Time,Pid,Level,Component,Content,EventId,EventTemplate\n1,10:01:00,3,I,a,b,E1,x\n2,10:02:00,3,I,a,b,E2,y\n',
    'cars.json': '[{"Name":"a","Year":"1970-01-01","Origin":"US"},{"Name":"b","Year":"1971-01-01","Origin":"JP"}]\n',
    'countries.csv': 'country,year,fertility\nAT,1955,2\nDE,1960,3\n',
  },
  'translations that are not done yet': {
    'app.js': 'export const name = 1\n',
    'locales/en/app.json': '{"a_one":"x","b_two":"x","c_three":"x","d_four":"x","e_five":"x","f_six":"x"}\n',
    'locales/ko/app.json': '{"a_one":"y","b_two":"y","c_three":"y","d_four":"y"}\n',
    'locales/ja/app.json': '{"a_one":"z","b_two":"z","c_three":"z","d_four":"z","e_five":"z"}\n',
  },
  'files that the reader makes, and files that a program makes': {
    'README.md': 'Copy `config.default.js` to `config.js`, write `scripts/mine.js`, and see [the code](server.js).\n',
    'config.default.js': 'export default {}\n',
    'build.js': "export const plugin = { filename: 'assets.json' }\n",
    'server.js':
      "import fs from 'node:fs'\nexport const assets = JSON.parse(fs.readFileSync('./assets.json'))\nexport const account = dir => fs.readFileSync(dir + 'account.conf')\n",
    'package.json': '{ "name": "made" }\n',
  },
  'codes that look like figures': {
    'proto.py': 'IN_REQUEST = 11\nBE_STATUS = 6\nBE_DOMAIN = 2\n',
    'MANUAL.md':
      'Peers authenticate incoming tunnel requests in two ways.\n\nThe line is be_status: status=1000 domain=x.\n',
  },
  'a section of another name': {
    'config.default.js': "const dbLabel = 'mongodb-2.4'\nexport default { dbLabel }\n",
    'manifest.yml': 'declared-services:\n  db-mongo:\n    label: mongodb\n    plan: free\n',
  },
  'a package beside a module of its name': {
    'bot/__init__.py': '',
    'bot/slack.py': 'class Backend:\n    pass\n',
    'bot/slack_rtm.py': 'from slack import RTMClient\n\n\ndef make():\n    return RTMClient()\n',
  },
  'defaults that are passed on whole': {
    'session/defaults.json':
      '{\n  "session": {\n    "enabled": true,\n    "path": "/",\n    "key": "sid",\n    "prefix": "s:",\n    "maxAge": 3,\n    "ttl": 9,\n    "rolling": false\n  }\n}\n',
    'session/index.js':
      "const defaults = require('./defaults.json')\nmodule.exports = (app, config) => {\n  const { session } = config\n  if (config.enabled) app.use(config.path, config.key, config.prefix, config.maxAge, session)\n}\n",
  },
  'a module of CommonJS that exports an object, however it is put together': {
    'package.json': '{ "name": "server" }\n',
    'lib/symbols.js':
      "const keys = {\n  kState: Symbol('state'),\n  kHooks: Symbol('hooks')\n}\n\nmodule.exports = keys\n",
    'lib/decorate.js':
      'function check() {}\nfunction add() {}\n\nmodule.exports = {\n  exist: check,\n  "existReply": check,\n  add\n}\n',
    'server.js':
      "const { kState, kHooks } = require('./lib/symbols')\nconst { exist, existReply, add } = require('./lib/decorate')\nmodule.exports = [kState, kHooks, exist, existReply, add]\n",
  },
  'some lines of many, and the settings of a linter': {
    'docs.md': 'The first two lines of your plugin stand for its name.\n\nThe last three retries are logged.\n',
    '.markdownlint-cli2.yaml': 'config:\n  MD013:\n    line_length: 80\n',
    'app.py': 'RETRIES_MAX = 5\n\n\ndef run(call):\n    return call(RETRIES_MAX)\n',
  },
  'a guide that defines what it speaks of': {
    'guide.md':
      'Add to the `loadRoutes()` function:\n\n```js\nasync function loadRoutes(app) {}\n```\n\nThen `loadApp()` and `readApp()`.\n',
    'app.js':
      'export function loadApp() {}\nexport function readApp() {}\nexport function routesOf() {}\nexport function a() {}\nexport function b() {}\n',
  },
  'declarations of types are left out, and packages are loaded by their names': {
    'package.json':
      '{\n  "name": "runner",\n  "dependencies": { "chalk": "5", "ora": "8", "runner-axe-verbose": "2" }\n}\n',
    'index.js':
      "import chalk from 'chalk'\nimport ora from 'ora'\n\nconst DEFAULT_PLUGINS = ['runner-axe-verbose']\nexport const start = () => [chalk, ora, DEFAULT_PLUGINS]\n",
  },
  'what only declarations of types have': {
    'package.json': '{\n  "name": "runner",\n  "dependencies": { "chalk": "5", "ora": "8", "protocol": "2" }\n}\n',
    'index.d.ts': "import type { Client } from 'protocol'\nexport function launchBrowser(): Client\n",
    'index.js': "import chalk from 'chalk'\nimport ora from 'ora'\nexport const start = () => [chalk, ora]\n",
    'README.md': 'Call `launchBrowser()`.\n',
    'lib.js':
      'export function launchAll() {}\nexport function browserOf() {}\nexport function a() {}\nexport function b() {}\nexport function c() {}\n',
  },
  'numbers that JSON has as texts beside those of a table': {
    'currencies.csv': `code,decimals,number\n${Array.from({ length: 20 }, (_, k) => `A${k},2,${100 + k}\n`).join('')}`,
    'currencies.json': `[${Array.from({ length: 20 }, (_, k) => `{"code":"A${k}","decimals":2,"number":"${k === 7 ? 'Nil' : 100 + k}"}`).join(',\n')}]\n`,
  },
  'files about working on the project, which what is published leaves out': {
    'README.md': 'See [how](./CONTRIBUTING.md), [the rules](CODE_OF_CONDUCT.md) and [the guide](guide.md).\n',
    'guide.md': '# Guide\n\nRead it.\n',
  },
  'people in fixtures have names of their own': {
    'data/people.csv': `person_id,full_name,tier\n${Array.from({ length: 60 }, (_, k) => `${k},${['Ada Byron', 'Ben Cole', 'Cleo Dunn'][k % 3]},${['basic', 'gold'][k % 2]}\n`).join('')}`,
    'tests/fixtures/people.yml': '- person_id: 1\n  full_name: Test One\n  tier: gold\n',
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
