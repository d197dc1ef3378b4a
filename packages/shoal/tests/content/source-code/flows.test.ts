// Untrusted values across files: found in each language behind an import or a type, and not where one of the files makes them safe.

import type { SurveyedFile } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import { expect, it } from 'vitest'
import { analyst } from '../../../src/content/source-code/analyst.ts'
import { briefOf } from '../../../src/text/question.ts'
import { memorySource } from '../../text/code/memory-source.ts'

const LANGUAGES: Readonly<Record<string, string>> = {
  py: 'python',
  js: 'javascript',
  java: 'java',
  go: 'go',
  php: 'php',
  rb: 'ruby',
  cs: 'csharp',
}

/** Files, what is told of them, and a change of one of the files after which nothing is. */
type Case = readonly [
  title: string,
  files: Readonly<Record<string, string>>,
  told: string,
  mended: readonly [string, string],
]

const CASES: readonly Case[] = [
  [
    'a helper that runs a command',
    {
      'routes.js':
        "const { pack } = require('./lib/shell')\nmodule.exports = app => app.get('/zip', (req, res) => {\n  pack(req.query.name)\n})\n",
      'lib/shell.js':
        "const { execSync } = require('child_process')\nfunction pack(name) {\n  execSync('tar czf a.tgz ' + name)\n}\nmodule.exports = { pack }\n",
    },
    'routes.js:3 javascript.command-injection',
    ["'tar czf a.tgz ' + name", "'tar czf a.tgz ' + Number(name)"],
  ],
  [
    'a helper that gives back a part of the request',
    {
      'routes.js':
        "const fs = require('fs')\nconst { wanted } = require('./lib/input')\nexports.show = (req, res) => {\n  const name = wanted(req)\n  fs.unlinkSync('/srv/data/' + name)\n}\n",
      'lib/input.js': 'exports.wanted = req => req.query.file\n',
    },
    'routes.js:5 javascript.path-traversal',
    ['req.query.file', 'Number(req.query.file)'],
  ],
  [
    'a module of the same package',
    {
      'app/views.py':
        "from flask import request\nfrom .tools import fetch\n\n@app.route('/p')\ndef proxy():\n    return fetch(request.args['url'])\n",
      'app/tools.py': 'import requests\n\ndef fetch(address):\n    return requests.get(address).text\n',
    },
    'app/views.py:6 python.ssrf',
    ["fetch(request.args['url'])", "fetch(url_for(request.args['url']))"],
  ],
  [
    'a controller, a service and a repository',
    {
      'shop/OrderController.java':
        'package shop;\n@RestController\npublic class OrderController {\n  private final OrderService service;\n  @GetMapping("/o")\n  public List<Order> find(@RequestParam String customer) {\n    return service.byCustomer(customer);\n  }\n}\n',
      'shop/OrderServiceImpl.java':
        'package shop;\npublic class OrderServiceImpl implements OrderService {\n  private final OrderRepository repository;\n  public List<Order> byCustomer(String customer) {\n    return repository.named(customer);\n  }\n}\n',
      'shop/OrderRepository.java':
        'package shop;\npublic class OrderRepository {\n  private final JdbcTemplate jdbc;\n  public List<Order> named(String customer) {\n    return jdbc.queryForList("SELECT * FROM o WHERE c = \'" + customer + "\'");\n  }\n}\n',
    },
    'shop/OrderController.java:7 java.sql-injection',
    ['= \'" + customer + "\'")', '= ?", customer)'],
  ],
  [
    'a function of another file',
    {
      'index.php': "<?php\nrequire 'tools.php';\nmake_thumb($_GET['file']);\n",
      'tools.php': '<?php\nfunction make_thumb($file) {\n  exec("convert $file out.png");\n}\n',
    },
    'index.php:3 php.command-injection',
    ['convert $file out', 'convert " . escapeshellarg($file) . " out'],
  ],
  [
    'a function of another package',
    {
      'main.go':
        'package main\n\nfunc handler(w http.ResponseWriter, r *http.Request) {\n\tstore.Find(r.URL.Query().Get("name"))\n}\n',
      'store/store.go':
        'package store\n\nimport "database/sql"\n\nvar db *sql.DB\n\nfunc Find(name string) {\n\tdb.Query("SELECT * FROM t WHERE n = \'" + name + "\'")\n}\n',
    },
    'main.go:4 go.sql-injection',
    ['= \'" + name + "\'")', '= ?", name)'],
  ],
  [
    'a method of a class',
    {
      'app_controller.rb':
        'class AppController < ApplicationController\n  def show\n    Archiver.pack(params[:name])\n  end\nend\n',
      'archiver.rb': 'class Archiver\n  def self.pack(name)\n    system("tar czf a.tgz #{name}")\n  end\nend\n',
    },
    'app_controller.rb:3 ruby.command-injection',
    ['"tar czf a.tgz #{name}"', '"tar", "czf", "a.tgz", name'],
  ],
  [
    'the implementation of an interface',
    {
      'HomeController.cs':
        'public class HomeController : Controller {\n  private readonly IReportService _reports;\n  public IActionResult Run([FromQuery] string name) {\n    _reports.Make(name);\n    return Ok();\n  }\n}\n',
      'ReportService.cs':
        'public class ReportService : IReportService {\n  public void Make(string name) {\n    Process.Start("sh", "-c report " + name);\n  }\n}\n',
    },
    'HomeController.cs:4 csharp.command-injection',
    ['"-c report " + name', '"-c report"'],
  ],
]

it.each(CASES)('%s', async (_title, files, told, [from, to]) => {
  expect(await flowsOf(files)).toEqual([told])
  const mended = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace(from, to)]))
  expect(mended).not.toEqual(files)
  expect(await flowsOf(mended)).toEqual([])
})

it('enters no function that may not be meant', async () => {
  const [, files] = CASES[0]!
  const other = { ...files, 'routes.js': files['routes.js']!.replace('./lib/shell', './lib/other') }
  expect(await flowsOf(other)).toEqual([])
})

it('asks a function of a third file whether it makes a value safe', async () => {
  const files = (body: string) => ({
    'routes.js':
      "const { pack } = require('./shell')\nconst { tidy } = require('./tidy')\nexports.go = (req, res) => {\n  pack(tidy(req.query.name))\n}\n",
    'tidy.js': `exports.tidy = name => ${body}\n`,
    'shell.js':
      "const { execSync } = require('child_process')\nexports.pack = name => {\n  execSync('tar czf a.tgz ' + name)\n}\n",
  })
  expect(await flowsOf(files('name.trim()'))).toEqual(['routes.js:4 javascript.command-injection'])
  expect(await flowsOf(files('KNOWN[name]'))).toEqual([])
})

it('tells calls that lead to one place once', async () => {
  const [, files] = CASES[0]!
  const routes = files['routes.js']!
  const more = {
    ...files,
    'more.js': routes.replace('req.query.name', 'req.body.name'),
    'lib/shell.js': files['lib/shell.js']!,
  }
  expect(await flowsOf(more)).toEqual(['routes.js:3 javascript.command-injection'])
})

it('ends where functions call each other in a circle', async () => {
  const call = (own: string, other: string) =>
    `const { ${other} } = require('./${other}')\nexports.${own} = value => ${other}(value)\n`
  const files = {
    'a.js': call('a', 'b'),
    'b.js': call('b', 'a'),
    'in.js': "const { a } = require('./a')\nexports.go = (req, res) => a(req.query.x)\n",
  }
  expect(await flowsOf(files)).toEqual([])
})

/** A page whose text a function of another file makes of a part of the request, and ways to write that function. */
const page = (body: string) => ({
  'routes.js':
    "const { titled } = require('./texts')\nmodule.exports = app => app.get('/t', (req, res) => {\n  const text = titled(req.query.name)\n  res.send(text)\n})\n",
  'texts.js': `exports.titled = name => ${body}\n`,
})

it.each([
  ['gives it back', "'<h1>' + name", ['routes.js:4 javascript.xss']],
  ['makes it safe', "'<h1>' + escapeHtml(name)", []],
  ['gives back what it looked up', 'TITLES[name] ? TITLES.one : TITLES.other', []],
])('takes back a danger of one file where a function of another %s, or does not', async (_title, body, told) => {
  expect(await dangersOf(page(body))).toEqual(told)
})

it('takes back no danger where any of several functions of one name may give the value back', async () => {
  const files = {
    'Routes.java':
      'class Routes extends HttpServlet {\n  private Texts texts;\n  protected void doGet(HttpServletRequest request, HttpServletResponse response) {\n    String text = texts.titled(request.getParameter("name"));\n    response.getWriter().print("<h1>" + text);\n  }\n}\n',
    'PlainTexts.java':
      'class PlainTexts implements Texts {\n  public String titled(String name) {\n    return name;\n  }\n}\n',
    'SafeTexts.java':
      'class SafeTexts implements Texts {\n  public String titled(String name) {\n    return "none";\n  }\n}\n',
  }
  expect(await dangersOf(files)).toEqual(['Routes.java:5 java.xss'])
})

/** What is told of each file, without what the files together take back. */
async function dangersOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { surveyed, findings } = await surveysOf(files)
  const { parts = [] } = analyst.synthesise(surveyed, briefOf(null))
  return findings
    .filter(({ path, key }) => !parts.some(part => part.path === path && part.key === key))
    .map(({ path, line, rule }) => `${path}:${line} ${rule!.id}`)
}

async function flowsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { surveyed } = await surveysOf(files)
  const found = analyst.synthesise(surveyed, briefOf(null)).findings.filter(({ type }) => type === 'vulnerability')
  for (const { path, line, evidence } of found) expect(files[path]!.split('\n')[line - 1]).toContain(evidence)
  return found.map(({ path, line, rule }) => `${path}:${line} ${rule!.id}`)
}

async function surveysOf(files: Readonly<Record<string, string>>) {
  const brief = briefOf(null)
  const surveyed: SurveyedFile[] = []
  const findings: (FindingDraft & { readonly path: string })[] = []
  for (const [path, content] of Object.entries(files)) {
    const source = memorySource(content, path)
    const language = LANGUAGES[path.split('.').at(-1)!]!
    const lineCount = content.split('\n').length - 1
    const about = { path, contentType: 'source_code', language, sizeBytes: source.sizeBytes, lineCount, chunks: [] }
    const task = { about, brief, signal: new AbortController().signal, onRead: () => {} }
    const stretch = { start: 0, end: source.size, line: 1, chunks: [] }
    const survey = await analyst.survey([await analyst.read(source, stretch, task)], source, task)
    const { findings: own, anchors: _anchors, answers: _answers, ...rest } = survey
    findings.push(...own.filter(({ type }) => type === 'vulnerability').map(finding => ({ ...finding, path })))
    surveyed.push({ ...rest, path, language, sizeBytes: source.sizeBytes, lineCount, findings: [], answers: [] })
  }
  return { surveyed, findings }
}
