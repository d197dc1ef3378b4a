// Python: the standard library, Flask, Django, FastAPI, and what is often used beside them.
import { elementOf, onlyConstant, onlyString, Trust, type Value } from '../values.ts'
import {
  anyKnown,
  hasFixedHost,
  hashWeight,
  isFalse,
  isFixedCall,
  isFixedProgram,
  isList,
  isOwnPath,
  isSecurityPurpose,
  isTrue,
  isWorldWritable,
  randomWeight,
  weakHash,
} from './checks.ts'
import {
  type Call,
  type CheckRow,
  type LanguageRules,
  NO_RULES,
  type SettingRow,
  type SinkRow,
} from './language-rules.ts'
import { Use } from './rule-table.ts'

const PROCESS = 'subprocess.run subprocess.call subprocess.Popen subprocess.check_output subprocess.check_call'

/** With a shell any text is a command line; without, only the program itself matters. */
function runsText(call: Call, value: Value): boolean {
  const shell = call.named.get('shell')
  if (isTrue(shell) || (shell && shell.trust > Trust.constant)) return true
  if (isList(value)) return !isFixedProgram(value) && (value.items?.[0]?.trust ?? 0) >= Trust.remote
  return value.trust >= Trust.remote
}

const sinks: readonly SinkRow[] = [
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
      os.execl os.execle os.execlp os.execv os.execve os.execvp os.spawnl os.spawnlp os.spawnv os.spawnvp os.startfile
      asyncio.create_subprocess_exec
    `,
    args: 'all',
    when: (call, value) =>
      value.trust >= Trust.local && !isFixedCall(call.args.slice(/spawn/.test(call.method) ? 1 : 0)),
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
  { rule: 'template-injection', calls: '.from_string', needs: /jinja|template/i, least: Trust.parameter },
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
    when: (call, value) => !hasFixedHost(value) && (value !== call.args[1] || call.method === 'request'),
  },
  {
    rule: 'open-redirect',
    calls: `
      flask.redirect redirect django.shortcuts.redirect django.http.HttpResponseRedirect HttpResponseRedirect
      starlette.responses.RedirectResponse fastapi.responses.RedirectResponse RedirectResponse aiohttp.web.HTTPFound
      HttpResponsePermanentRedirect
    `,
    args: [0, 'location', 'url'],
    when: (_, value) => !isOwnPath(value),
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
    when: (call, value) => (value.entries !== null || value.trust >= Trust.remote) && !/^re\./.test(call.path),
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
  return !/Safe|CSafe|Base|Full/.test(loader.path)
}

/** A path that is opened for its content; `-1` is a Path object. */
function isPath(call: Call, value: Value): boolean {
  if (value === call.receiver) return /Path/.test(value.path) || value.pattern !== null
  if (/^(?:webbrowser|urllib|zipfile|tarfile|wave|gzip\.compress|Image|shelve|dbm)\b/.test(call.path)) return false
  return true
}

function isHtml(call: Call): boolean {
  const type = call.named.get('mimetype') ?? call.named.get('content_type') ?? call.named.get('media_type')
  return !type || !anyKnown(type, text => /json|plain|octet|csv|xml|pdf|image/.test(text))
}

const RANDOM = `
    random.random random.randint random.choice random.choices random.sample random.randrange random.uniform
    random.getrandbits random.shuffle random.gauss random.triangular random.betavariate random.randbytes
    random.normalvariate random.Random
  `

const checks: readonly CheckRow[] = [
  {
    rule: 'weak-hash',
    calls: `
      hashlib.md5 hashlib.sha1 hashlib.md4 Crypto.Hash.MD5.new Crypto.Hash.SHA1.new Crypto.Hash.SHA.new
      Crypto.Hash.MD4.new Cryptodome.Hash.MD5.new MD5.new SHA.new md5.new sha.new hashes.MD5 hashes.SHA1
      cryptography.hazmat.primitives.hashes.MD5 cryptography.hazmat.primitives.hashes.SHA1
    `,
    check: call => !isFalse(call.named.get('usedforsecurity')) && hashWeight(call),
  },
  {
    rule: 'weak-hash',
    calls: 'hashlib.new hmac.new hmac.digest hashlib.pbkdf2_hmac',
    check: call => !isFalse(call.named.get('usedforsecurity')) && hashByName(call),
  },
  {
    rule: 'weak-cipher',
    calls: `
      Crypto.Cipher.DES.new Crypto.Cipher.DES3.new Crypto.Cipher.ARC2.new Crypto.Cipher.ARC4.new
      Crypto.Cipher.Blowfish.new Crypto.Cipher.XOR.new Cryptodome.Cipher.DES.new Cryptodome.Cipher.DES3.new
      Cryptodome.Cipher.ARC4.new Cryptodome.Cipher.Blowfish.new DES.new DES3.new ARC4.new ARC2.new Blowfish.new
      pyDes.des cryptography.hazmat.primitives.ciphers.algorithms.ARC4 algorithms.ARC4 algorithms.Blowfish
      algorithms.IDEA algorithms.CAST5 algorithms.TripleDES cryptography.hazmat.primitives.ciphers.modes.ECB modes.ECB
    `,
    check: () => true,
  },
  {
    rule: 'weak-cipher',
    calls: 'Crypto.Cipher.AES.new Cryptodome.Cipher.AES.new AES.new',
    check: call => (call.args[1] ?? call.named.get('mode'))?.path.endsWith('MODE_ECB') ?? false,
  },
  {
    rule: 'weak-cipher',
    calls: 'ssl.wrap_socket ssl.SSLContext',
    check: call => /SSLv2|SSLv3|TLSv1(?:_1)?$/.test((call.named.get('ssl_version') ?? call.args[0])?.path ?? ''),
  },
  {
    rule: 'weak-key',
    calls: `
      Crypto.PublicKey.RSA.generate Cryptodome.PublicKey.RSA.generate RSA.generate DSA.generate
      rsa.generate_private_key dsa.generate_private_key
      cryptography.hazmat.primitives.asymmetric.rsa.generate_private_key
      cryptography.hazmat.primitives.asymmetric.dsa.generate_private_key rsa.newkeys
    `,
    check: call => [...call.args, ...call.named.values()].some(isShortKey),
  },
  {
    rule: 'weak-random',
    calls: RANDOM,
    check: call =>
      !(call.method === 'Random' && call.args.length > 0 && !isSecurityPurpose(call)) && randomWeight(call),
  },
  { rule: 'disabled-tls-check', calls: 'ssl._create_unverified_context', check: () => true },
  {
    rule: 'disabled-tls-check',
    calls: '.set_missing_host_key_policy',
    check: call => /AutoAddPolicy|WarningPolicy/.test(call.text) && { severity: 'medium', confidence: 'high' },
  },
  {
    rule: 'insecure-cookie',
    calls: '.set_cookie',
    check: call =>
      call.args.length + Number(call.named.has('value')) > 1 &&
      !isTrue(call.named.get('secure')) &&
      (call.named.get('secure')?.trust ?? 0) === 0,
  },
  { rule: 'unverified-jwt', calls: 'jwt.decode jwt.api_jwt.decode jose.jwt.decode', check: isUnverified },
  {
    rule: 'unverified-jwt',
    calls: 'jwt.encode',
    check: call => /^none$/i.test(onlyString(call.named.get('algorithm') ?? call.args[2] ?? call.args[0]!) ?? ''),
  },
  {
    rule: 'debug-mode',
    calls: '.run',
    check: call => isTrue(call.named.get('debug')) && /flask|bottle|dash|quart|sanic|uvicorn/i.test(call.source),
  },
  { rule: 'insecure-temp-file', calls: 'tempfile.mktemp os.tempnam os.tmpnam', check: () => true },
  {
    rule: 'insecure-temp-file',
    calls: 'open',
    check: call =>
      /^\/(?:tmp|var\/tmp)\//.test(
        onlyString(call.args[0] ?? call.named.get('file') ?? elementOf(call.args[0]!) ?? call.args[0]!) ?? '',
      ) &&
      /[wax]/.test(onlyString(call.args[1] ?? call.named.get('mode') ?? call.args[0]!) ?? '') &&
      call.args.length + call.named.size > 1 && { severity: 'low', confidence: 'medium' },
  },
  {
    rule: 'permissive-file-mode',
    calls: 'os.chmod os.fchmod os.lchmod .chmod',
    check: call => isWorldWritable(call.args.at(-1)) || /S_IWOTH|S_IRWXO/.test(call.text),
  },
  { rule: 'permissive-file-mode', calls: 'os.umask', check: call => onlyConstant(call.args[0]!) === 0 },
  {
    rule: 'permissive-cors',
    calls: 'flask_cors.CORS CORS',
    check: call =>
      anyStar(call.named.get('origins')) ||
      (isTrue(call.named.get('supports_credentials')) && !call.named.has('origins')),
  },
  {
    rule: 'xxe',
    calls: 'lxml.etree.XMLParser etree.XMLParser',
    check: call =>
      isTrue(call.named.get('resolve_entities')) ||
      (isFalse(call.named.get('no_network')) && !isFalse(call.named.get('resolve_entities'))),
  },
  {
    rule: 'xxe',
    calls: '.setFeature',
    check: call =>
      /feature_external_[gp]es|external-general-entities|external-parameter-entities/.test(call.text) &&
      (isTrue(call.args[1]) || onlyConstant(call.args[1]!) === 1),
  },
  {
    rule: 'xxe',
    calls: 'lxml.etree.parse lxml.etree.fromstring',
    check: call =>
      call.args.length === 1 && call.args[0]!.trust >= Trust.remote && { severity: 'medium', confidence: 'medium' },
  },
]

function hashByName(call: Call): boolean | ReturnType<typeof hashWeight> {
  const named = call.named.get('digestmod') ?? call.named.get('hash_name') ?? call.named.get('name')
  const at = /hmac\.(?:new|digest)/.test(call.path) ? 2 : 0
  const value = named ?? call.args[at]
  if (!value) return false
  if (/hashlib\.(?:md5|sha1)$/.test(value.path)) return hashWeight(call)
  return anyKnown(value, name => weakHash(name, call) !== false) && hashWeight(call)
}

function isShortKey(value: Value): boolean {
  const bits = onlyConstant(value)
  return typeof bits === 'number' && bits < 2048 && bits >= 128
}

function isUnverified(call: Call): boolean {
  if (isFalse(call.named.get('verify')) || isFalse(call.args[2])) return true
  const options = call.named.get('options')
  const check = options?.entries?.get('verify_signature')
  if (isFalse(check)) return true
  const algorithms = call.named.get('algorithms')
  return algorithms?.items?.some(item => /^none$/i.test(onlyString(item) ?? '')) ?? false
}

function anyStar(value: Value | undefined): boolean {
  if (!value) return false
  return onlyString(value) === '*' || (value.items?.some(item => onlyString(item) === '*') ?? false)
}

const settings: readonly SettingRow[] = [
  {
    rule: 'disabled-tls-check',
    names: 'verify',
    check: (value, place) => isFalse(value) && !/options|jwt|jose/.test(place),
  },
  {
    rule: 'disabled-tls-check',
    names: 'verify_ssl ssl_verify check_hostname CURLOPT_SSL_VERIFYPEER',
    check: value => isFalse(value),
  },
  {
    rule: 'disabled-tls-check',
    names: 'verify_mode cert_reqs',
    check: value => /CERT_NONE$/.test(value.path) || onlyString(value) === 'CERT_NONE',
  },
  { rule: 'disabled-tls-check', names: '_create_default_https_context', check: value => /unverified/.test(value.path) },
  {
    rule: 'debug-mode',
    names: 'DEBUG',
    check: (value, place) =>
      isTrue(value) &&
      /^(?:DEBUG|settings\.DEBUG|app\.config\[["']DEBUG["']\])$/.test(place) && {
        severity: 'medium',
        confidence: 'medium',
      },
  },
  {
    rule: 'debug-mode',
    names: 'debug',
    check: (value, place) => isTrue(value) && /^(?:app|application)\.debug$/.test(place),
  },
  { rule: 'insecure-cookie', names: 'SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE', check: isFalse },
  { rule: 'permissive-cors', names: 'allow_origins Access-Control-Allow-Origin', check: anyStar },
  { rule: 'permissive-cors', names: 'CORS_ORIGIN_ALLOW_ALL CORS_ALLOW_ALL_ORIGINS', check: isTrue },
  {
    rule: 'xss',
    names: 'autoescape',
    check: (value, place) =>
      isFalse(value) && /(?:^|:)autoescape$/.test(place) && { severity: 'medium', confidence: 'medium' },
  },
]

export const pythonRules: LanguageRules = {
  ...NO_RULES,
  family: 'python',
  sources: [
    {
      trust: Trust.remote,
      at: `
        request.args request.form request.values request.cookies request.headers request.files request.json
        request.data request.get_json request.query_string request.path request.url request.full_path request.base_url
        request.get_data request.stream request.view_args request.GET request.POST request.COOKIES request.META
        request.FILES request.body request.query_params request.path_params request.query request.match_info
        request.rel_url request.params request.REQUEST request.get_host request.user_agent request.referrer
        request.authorization request.content request.text request.post flask.request.args self.get_argument
        self.get_query_argument self.get_body_argument self.get_arguments bottle.request.query .get_argument .recv
        .recvfrom cgi.FieldStorage self.request.body self.rfile.read websocket.receive_text
      `,
    },
    {
      trust: Trust.local,
      at: `
        input raw_input sys.argv sys.stdin os.environ os.environ.get os.getenv sys.stdin.read sys.stdin.readline
        .readline fileinput.input .parse_args .fetchone .fetchall
      `,
    },
  ],
  sinks,
  checks,
  settings,
  properties: [
    { rule: 'trust-boundary', names: 'session.[] flask.session.[]' },
    { rule: 'header-injection', names: 'headers.[]', when: (_, place) => !/request|req\b/.test(place) },
  ],
  safe: [
    { uses: Use.command, calls: 'shlex.quote pipes.quote shlex.join' },
    {
      uses: Use.html,
      calls: `
        html.escape markupsafe.escape flask.escape escape django.utils.html.escape cgi.escape bleach.clean
        conditional_escape format_html django.utils.html.format_html jinja2.escape escape_for_html json.dumps
        flask.jsonify jsonify flask.render_template render_template django.shortcuts.render urllib.parse.quote
        urllib.parse.quote_plus
      `,
    },
    {
      uses: Use.path,
      calls: `
        os.path.basename werkzeug.utils.secure_filename secure_filename werkzeug.security.safe_join flask.safe_join
        safe_join flask.send_from_directory
      `,
    },
    { uses: 1 << 29, calls: 'os.path.realpath os.path.abspath os.path.normpath .resolve' },
    {
      uses: Use.ldap,
      calls: `
        ldap.filter.escape_filter_chars escape_filter_chars ldap3.utils.conv.escape_filter_chars
        ldap.dn.escape_dn_chars
      `,
    },
    {
      uses: Use.sql,
      calls:
        'psycopg2.sql.Identifier sql.Identifier sql.Literal .escape_string connection.escape psycopg2.sql.SQL sql.SQL',
    },
    { uses: Use.code, calls: 'ast.literal_eval' },
    {
      uses: Use.redirect | Use.url,
      calls: `
        flask.url_for url_for django.urls.reverse reverse urllib.parse.quote urllib.parse.quote_plus
        urllib.parse.urlencode
      `,
    },
    { uses: Use.query | Use.log, calls: 'repr' },
    { uses: Use.query, calls: 'str' },
  ],
  harmless: `
    int float bool len hash ord uuid.UUID isinstance type id bson.ObjectId ObjectId bson.objectid.ObjectId .isdigit
    decimal.Decimal datetime.strptime ipaddress.ip_address
  `,
  requestTypes: /^(?:Request|HttpRequest|WSGIRequest)$/,
  requestNames: /^(?:request|req)$/,
  boundNotes: /^(?:Query|Path|Body|Form|Header|Cookie)\(/,
  routeNotes: /@[\w.]*\b(?:route|get|post|put|delete|patch|api_view|websocket)\(/,
  routesReturnPages: true,
  endings: 'sys.exit exit quit os._exit os.abort abort flask.abort self.fail',
}
