// What strange code showed to be no danger, or a smaller one, beside the form that stays one.
import { describe, expect, it } from 'vitest'
import { dangersOf } from './analyse.ts'

type Weighed = 'high' | 'medium' | 'low' | null

/** The language, the rule, the code, and how grave it is; null where nothing is said. */
const CASES: readonly (readonly [string, string, string, Weighed])[] = [
  // A command that a function is handed whole, and one that it puts together.
  ['php', 'command-injection', '<?php function go($command) { exec($command); }', 'low'],
  ['php', 'command-injection', "<?php function go($file) { exec('unzip ' . $file); }", 'medium'],
  ['python', 'template-injection', 'import jinja2\ndef f(env, text):\n    return env.from_string(text)\n', 'low'],
  // The environment is that of whoever runs the program.
  ['ruby', 'command-injection', 'GIT = ENV["GIT"]\nputs `#{GIT} log`\n', 'low'],
  // The page that led here, and addresses that start with one of the program's own.
  ['php', 'open-redirect', "<?php header('Location: ' . $_SERVER['HTTP_REFERER']);", null],
  ['php', 'open-redirect', "<?php header('Location: ' . $config['base'] . 'x.php?ref=' . $_GET['ref']);", null],
  ['php', 'open-redirect', "<?php header('Location: ' . $_GET['ref']);", 'medium'],
  ['php', 'open-redirect', "<?php header('Location: ' . $scheme . '://' . $_GET['ref']);", 'medium'],
  [
    'javascript',
    'open-redirect',
    "module.exports = (req, res) => res.redirect(base() + '/u/' + req.params.name)",
    null,
  ],
  ['javascript', 'open-redirect', "window.location.href = window.location.origin + '/' + name", null],
  [
    'ruby',
    'open-redirect',
    'class A < ApplicationController\n def a\n  redirect_to user_path(params[:id])\n end\nend',
    null,
  ],
  ['ruby', 'open-redirect', 'class A < ApplicationController\n def a\n  redirect_to params[:to]\n end\nend', 'medium'],
  // Where the server put an upload.
  ['php', 'path-traversal', "<?php readfile($_FILES['f']['tmp_name']);", null],
  ['php', 'path-traversal', "<?php readfile('up/' . $_FILES['f']['name']);", 'high'],
  [
    'javascript',
    'path-traversal',
    "const fs = require('fs')\nexports.up = (req, res) => fs.unlink(req.files.a.path, done)",
    null,
  ],
  ['php', 'path-traversal', "<?php readfile($_FILES[$key]['tmp_name'][$i]);", null],
  ['javascript', 'open-redirect', "window.location.href = location.href.split('#')[0] + '#top'", null],
  // A cookie that is emptied, and one whose flag is decided elsewhere.
  ['php', 'insecure-cookie', "<?php setcookie('sid', '', time() - 3600);", null],
  ['php', 'insecure-cookie', "<?php setcookie('sid', $id, 0, '/', $domain, $secure);", null],
  ['php', 'insecure-cookie', "<?php setcookie('sid', $id);", 'medium'],
  // A stored record is not what it was looked up by, and a template escapes.
  [
    'python',
    'open-redirect',
    'def go(request):\n    chart = get_object_or_404(Chart, name=request.GET["n"])\n    return HttpResponseRedirect(chart.get_absolute_url())\n',
    null,
  ],
  [
    'python',
    'xss',
    'from django.template import loader\ndef go(request):\n    page = loader.get_template("a.html")\n    return HttpResponse(page.render({"q": request.GET["q"]}))\n',
    null,
  ],
  [
    'python',
    'unsafe-deserialization',
    'import yaml\ndef f(data):\n    return yaml.load(data, Loader=SafeLoader)\n',
    null,
  ],
  ['javascript', 'hardcoded-secret', "const pass = '#snmp_password'", null],
  ['java', 'xss', 'class A { void f(BufferedReader in, PrintWriter w) { w.println(in.readLine()); } }', null],
  ['javascript', 'open-redirect', "window.location.href += '?expired=1'", null],
  // A function of another file that quotes names.
  ['php', 'sql-injection', "<?php $db->query('SHOW TABLES FROM ' . Util::backquote($_POST['db']));", null],
  ['php', 'sql-injection', "<?php $db->query('SHOW TABLES FROM ' . Util::trimmed($_POST['db']));", 'high'],
  // Room was made for what is copied.
  ['c', 'unsafe-c-function', 'void f(char *b) { char *a = xmalloc(strlen(b) + 1); strcpy(a, b); }', null],
  [
    'c',
    'unsafe-c-function',
    'void f(S *s, char *b) { s->t = malloc(strlen(b) + 9); sprintf(s->t, "%s.old", b); }',
    null,
  ],
  ['c', 'unsafe-c-function', 'void f(char *b) { char a[64]; strcpy(a, b); }', 'medium'],
  ['c', 'unsafe-c-function', 'void f(char *b) { char *c = malloc(strlen(b)); char a[9]; strcpy(a, b); }', 'medium'],
  ['cpp', 'unsafe-c-function', 'size_t File::read(char *s, int n) { return gets(s, n); }', null],
  // Whoever runs the program has asked for it.
  [
    'go',
    'disabled-tls-check',
    'func f(o Options, c *tls.Config) { if o.Insecure { c.InsecureSkipVerify = true } }',
    'low',
  ],
  [
    'go',
    'disabled-tls-check',
    'func f(o Options, c *tls.Config) { if o.Fast { c.InsecureSkipVerify = true } }',
    'high',
  ],
  ['python', 'disabled-tls-check', 'def f(store, key):\n    return store.read(key, verify=False)\n', null],
  ['python', 'disabled-tls-check', 'import requests\ndef f(u):\n    return requests.get(u, verify=False)\n', 'high'],
  // A path of the library, and one out of a request.
  ['rust', 'path-traversal', 'fn f(path: &Path) -> R { File::open(path) }', null],
  ['rust', 'path-traversal', 'async fn f(path: Path<String>) -> R { File::open(path) }', 'high'],
  // The way that getopt is used.
  ['bash', 'code-injection', 'T=$(getopt -o a -- "$@")\neval set -- "$T"\n', null],
  ['bash', 'code-injection', 'eval "$1"\n', 'high'],
  // Names of tables, a class that is the layer of queries itself, and a query of its own.
  ['php', 'sql-injection', '<?php function f($db, $index) { $db->query("DROP INDEX \\"$index\\""); }', 'low'],
  [
    'php',
    'sql-injection',
    '<?php class A { function f($t) { $this->query("SELECT a FROM b WHERE c = \'$t\'"); } }',
    'low',
  ],
  ['php', 'sql-injection', '<?php function f($db, $t) { $db->query("SELECT a FROM b WHERE c = \'$t\'"); }', 'high'],
  // What is drawn by chance, and what its name says of it.
  ['c', 'weak-random', 'void f(D *d) { int key_space = rand(); }', null],
  ['java', 'weak-random', 'class A { void resetStats() { int roll = new Random().nextInt(9); } }', 'low'],
  ['java', 'weak-random', 'class A { void f() { int token = new Random().nextInt(9); } }', 'high'],
  // The name that a setting is asked for by.
  ['java', 'hardcoded-secret', 'class A { static String ADMIN_PASSWORD = "shop.Login.adminPassword"; }', null],
  [
    'java',
    'command-injection',
    'class A { void f(HttpServletRequest r) { Commands.runCommand(r.getPathInfo()); } }',
    null,
  ],
]

describe('what real trees showed', () => {
  it.each(CASES)('%s %s: %s', async (language, rule, text, weighed) => {
    const found = (await dangersOf(text, language)).filter(danger => danger.rule.id === `${language}.${rule}`)
    expect(found.map(({ severity }) => severity)).toEqual(weighed ? [weighed] : [])
  })

  it('tells settings of one literal once', async () => {
    const text =
      "<?php $o = ['ssl' => ['verify_peer' => false, 'verify_peer_name' => false, 'allow_self_signed' => true]];"
    expect((await dangersOf(text, 'php')).map(({ rule }) => rule.id)).toEqual(['php.disabled-tls-check'])
  })
})
