// Python: calls that untrusted values must not reach.
import { Trust, type Value } from '../values.ts'
import { anyKnown, isEnvironment, isFalse, isFixedCall, isFixedProgram, isList, isTrue } from './checks.ts'
import type { Call, SinkRow } from './language-rules.ts'

const PROCESS = 'subprocess.run subprocess.call subprocess.Popen subprocess.check_output subprocess.check_call'

/** With a shell any text is a command line; without, only the program itself matters. */
function runsText(call: Call, value: Value): boolean {
  const shell = call.named.get('shell')
  if (isTrue(shell) || (shell && shell.trust > Trust.constant)) return true
  if (isList(value)) return !isFixedProgram(value) && (value.items?.[0]?.trust ?? 0) >= Trust.remote
  return value.trust >= Trust.remote
}

export const pythonSinks: readonly SinkRow[] = [
  {
    rule: 'command-injection',
    calls: `
      os.system os.popen os.popen2 os.popen3 os.popen4 commands.getoutput commands.getstatusoutput
      subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell popen2.popen2 pty.spawn
      invoke.run .exec_command
    `,
    args: [0, 'cmd', 'command'],
  },
  { rule: 'command-injection', calls: PROCESS, args: [0, 'args'], when: runsText },
  {
    rule: 'command-injection',
    calls: `
      os.execl os.execle os.execlp os.execv os.execve os.execvp os.execvpe os.execlpe os.spawnl os.spawnle os.spawnlp os.spawnv os.spawnve os.spawnvp
      os.spawnvpe os.startfile
      asyncio.create_subprocess_exec
    `,
    args: 'all',
    when: (call, value) =>
      value.trust >= Trust.local &&
      !isEnvironment(call, value) &&
      !isFixedCall(call.args.slice(/spawn/.test(call.method) ? 1 : 0)),
  },
  {
    rule: 'sql-injection',
    calls: `
      .execute .executemany .executescript .raw .extra sqlalchemy.text .read_sql .read_sql_query .exec_driver_sql
      django.db.models.expressions.RawSQL RawSQL .mogrify .from_statement .fetchrow .fetchval
    `,
    args: [0, 'sql', 'query', 'operation', 'where'],
    when: notORM,
  },
  {
    rule: 'code-injection',
    calls: 'eval exec builtins.eval builtins.exec __import__ importlib.import_module runpy.run_path',
    when: (call, value) => !/import/.test(call.method) || value.trust >= Trust.remote,
  },
  {
    rule: 'unsafe-deserialization',
    calls: `
      pickle.loads pickle.load cPickle.loads cPickle.load _pickle.loads _pickle.load dill.loads dill.load shelve.open
      marshal.loads marshal.load jsonpickle.decode joblib.load pandas.read_pickle pickle.Unpickler cloudpickle.loads
      torch.load numpy.load
    `,
    args: [0, 'data', 'file'],
    when: call =>
      call.method !== 'load' ||
      !/torch|numpy/.test(call.path) ||
      isTrue(call.named.get('allow_pickle')) ||
      isFalse(call.named.get('weights_only')),
  },
  {
    rule: 'unsafe-deserialization',
    calls: 'yaml.load yaml.load_all yaml.unsafe_load yaml.full_load yaml.unsafe_load_all ruamel.yaml.load',
    args: [0, 'stream'],
    when: isUnsafeYaml,
  },
  {
    rule: 'path-traversal',
    calls: `
      open io.open codecs.open os.open os.remove os.unlink os.rmdir os.listdir os.makedirs os.mkdir os.rename
      shutil.rmtree shutil.copy shutil.copyfile shutil.move flask.send_file send_file aiofiles.open .read_text
      .read_bytes .write_text .write_bytes pathlib.Path.open os.scandir FileResponse django.http.FileResponse
    `,
    args: [0, -1, 'file', 'path', 'filename_or_fp', 'path_or_file'],
    least: Trust.remote,
    when: isPath,
  },
  {
    rule: 'xss',
    calls: `
      flask.make_response make_response flask.Response django.http.HttpResponse HttpResponse markupsafe.Markup
      flask.Markup Markup django.utils.safestring.mark_safe mark_safe fastapi.responses.HTMLResponse HTMLResponse
      HttpResponseBadRequest werkzeug.wrappers.Response
    `,
    args: [0, 'content', 'response'],
    when: (call, value) =>
      /^(?:Markup|mark_safe)$/.test(call.method)
        ? value.trust >= Trust.parameter
        : value.trust >= Trust.local && isHtml(call),
  },
  {
    rule: 'template-injection',
    calls: `
      flask.render_template_string render_template_string jinja2.Template Template mako.template.Template
      tornado.template.Template django.template.Template
    `,
    when: (call, value) => value.trust >= Trust.parameter && !/string\.Template/.test(call.path),
  },
  {
    rule: 'template-injection',
    calls: '.from_string',
    needs: /jinja|template/i,
    least: Trust.parameter,
    when: call => !/Sandbox/.test(call.path),
  },
  {
    rule: 'ldap-injection',
    calls: '.search .search_s .search_st .search_ext .search_ext_s .paged_search',
    args: 'all',
    needs: /ldap/i,
    when: call => !/^re\./.test(call.path),
  },
  {
    rule: 'xpath-injection',
    needs: /xpath|elementpath/i,
    calls:
      '.xpath elementpath.select lxml.etree.XPath etree.XPath etree.ETXPath lxml.etree.ETXPath elementpath.Selector',
    args: [0, 1],
    when: (call, value) =>
      call.method === 'select' || call.method === 'Selector'
        ? value === call.args.at(call.method === 'select' ? 1 : 0)
        : value === call.args[0],
  },
  {
    rule: 'ssrf',
    calls: `
      requests.get requests.post requests.put requests.delete requests.head requests.patch requests.request
      urllib.request.urlopen urllib.request.Request urllib.request.urlretrieve urllib2.urlopen urlopen httpx.get
      httpx.post httpx.request httpx.stream aiohttp.request requests.Session().get requests.Session().post
      httpx.AsyncClient().get httpx.Client().get urllib3.request urllib3.PoolManager().request
      http.client.HTTPConnection http.client.HTTPSConnection pycurl.URL aiohttp.ClientSession().get
    `,
    args: [0, 1, 'url'],
    when: (call, value) => value !== call.args[1] || call.method === 'request',
  },
  {
    rule: 'open-redirect',
    calls: `
      flask.redirect redirect django.shortcuts.redirect django.http.HttpResponseRedirect HttpResponseRedirect
      starlette.responses.RedirectResponse fastapi.responses.RedirectResponse RedirectResponse aiohttp.web.HTTPFound
      HttpResponsePermanentRedirect
    `,
    args: [0, 'location', 'url'],
  },
  { rule: 'trust-boundary', calls: 'flask.session.update session.update', args: 'all' },
  {
    rule: 'nosql-injection',
    calls: `
      .find .find_one .find_one_and_update .update_one .update_many .delete_one .delete_many .aggregate
      .count_documents
    `,
    args: [0],
    needs: /mongo/i,
    when: (call, value) => !/^re\./.test(call.path) && (value.entries === null || hasJson(value)),
  },
  {
    rule: 'log-injection',
    calls: `
      logging.info logging.warning logging.error logging.debug logging.critical logging.getLogger().info
      logging.getLogger().warning logging.getLogger().error logging.getLogger().debug logger.info logger.warning
      logger.error logger.debug
    `,
    args: 'all',
  },
  {
    rule: 'header-injection',
    calls: '.headers.add headers.set .set_header .add_header response.headers.add',
    args: [1],
    when: call => !/request/.test(call.path),
  },
  {
    rule: 'zip-slip',
    calls: 'tarfile.open().extractall zipfile.ZipFile().extractall_ tarfile.TarFile().extractall',
    args: [-1],
    when: call => !call.named.has('filter') && !call.named.has('members'),
  },
]

/** Parts of a query string are texts; only a body in JSON brings objects. */
function hasJson({ entries }: Value): boolean {
  return [...(entries?.values() ?? [])].some(({ origin }) => /json|body|data|payload/i.test(origin?.label ?? ''))
}

/** Methods of this name on things that are no databases. */
function notORM(call: Call, value: Value): boolean {
  if (/^(?:re|concurrent|executor|pool)\b/.test(call.path)) return false
  return call.method !== 'extra' && call.method !== 'raw' ? true : value.trust > Trust.unknown
}

function isUnsafeYaml(call: Call): boolean {
  if (/unsafe/.test(call.method)) return true
  const loader = call.named.get('Loader') ?? call.args[1]
  if (call.method === 'full_load') return false
  if (!loader) return !/^ruamel/.test(call.path)
  return !/Safe|Base|Full/.test(loader.path) && !/Loader\s*=\s*[\w.]*(?:Safe|Base|Full)/.test(call.text)
}

/** A path that is opened for its content; `-1` is a Path object. */
function isPath(call: Call, value: Value): boolean {
  if (/^write_(?:text|bytes)$/.test(call.method) && value !== call.receiver) return false
  if (value === call.receiver) return /Path/.test(value.path) || value.pattern !== null
  if (/^(?:webbrowser|urllib|zipfile|tarfile|wave|gzip\.compress|Image|shelve|dbm)\b/.test(call.path)) return false
  return true
}

function isHtml(call: Call): boolean {
  const type = call.named.get('mimetype') ?? call.named.get('content_type') ?? call.named.get('media_type')
  return !type || !anyKnown(type, text => /json|plain|octet|csv|xml|pdf|image/.test(text))
}
