// Python: sinks of libraries.
import { Trust } from '../../values.ts'
import type { SecretRow, SinkRow } from '../language-rules.ts'
import { isComposed, isComposedSql, isMarkup, logCalls, logRow, SQL_FILE, under } from '../library-rows.ts'

const VERBS = 'get post put patch delete head options request stream'

export const pythonLibraries: readonly SinkRow[] = [
  {
    rule: 'sql-injection',
    calls: `
      .fetch .fetch_all .fetch_one .fetch_val .scalar .scalars .iterate .execute_sql .execute_query .execute_query_dict
      .copy_expert .query .select .sql .text .literal_column .execute_statement .execute_insert .execute_fetchall
      .start_query_execution .read_sql_table .to_dataframe .run_query .where .filter .order_by .having .callproc
    `,
    args: [0, 'query', 'sql', 'statement', 'Statement', 'QueryString'],
    needs: SQL_FILE,
    when: isComposedSql,
  },
  { rule: 'sql-injection', calls: '.extra', args: ['select', 'tables', 'order_by', 'where'], when: isComposed },
  {
    rule: 'sql-injection',
    calls:
      'peewee.SQL sqlalchemy.sql.text sqlalchemy.text sqlalchemy.literal_column sqlalchemy.sql.expression.text pandas.read_sql pandas.read_sql_query duckdb.query duckdb.sql',
    args: [0, 'sql'],
  },
  {
    rule: 'command-injection',
    calls:
      'fabric.run .sudo .getstatusoutput plumbum.local pexpect.spawn pexpect.run sh.bash popen2.popen3 posix.system platform.popen .exec_run .run_cmd',
    least: Trust.remote,
  },
  {
    rule: 'path-traversal',
    calls: `
      os.stat os.walk os.chmod os.replace os.symlink os.removedirs shutil.copytree shutil.copy2 shutil.unpack_archive
      glob.glob tarfile.open zipfile.ZipFile numpy.loadtxt pandas.read_csv pandas.read_json .FileResponse
      web.FileResponse logging.FileHandler linecache.getline fileinput.FileInput .send_file imageio.imread
      PIL.Image.open .save flask.send_from_directory send_from_directory sanic.response.file response.file
      aiofiles.os.remove gzip.open bz2.open lzma.open os.access os.link os.mkfifo aiofiles.open configparser.read
    `,
    args: [0, 'path', 'directory', 'filename', 'dst', 'file'],
    least: Trust.remote,
    when: (call, value) => call.method !== 'save' || isComposed(call, value),
  },
  {
    rule: 'path-traversal',
    calls: `
      open io.open codecs.open os.remove os.unlink os.listdir os.makedirs os.mkdir shutil.rmtree shutil.copy
      shutil.copyfile shutil.move os.rename
    `,
    least: Trust.parameter,
  },
  {
    rule: 'ssrf',
    calls: `
      ${under('requests', VERBS)} ${under('httpx', VERBS)} ${under('aiohttp', `${VERBS} ws_connect`)} ${under('urllib3', VERBS)}
      ${under('treq', VERBS)} ${under('niquests', VERBS)} urllib.urlopen urllib.urlretrieve urllib.request.urlopen .urlopen urllib.request.Request
      .ServerProxy zeep.Client suds.client.Client websockets.connect websocket.create_connection feedparser.parse
      socket.create_connection ftplib.FTP requests_html.get scrapy.Request grequests.get wget.download
      http.client.HTTPConnection http.client.HTTPSConnection .HTTPConnection .HTTPSConnection aiohttp.ClientSession
      session.get session.post client.get client.post boto3.client requests.Request
    `,
    args: [0, 'url', 'base_url', 'endpoint_url'],
    least: Trust.remote,
    when: (call, value) => call.method !== 'request' || value !== call.args[0] || call.args.length === 1,
  },
  {
    rule: 'ssrf',
    calls:
      'requests.request httpx.request aiohttp.request urllib3.request requests.Request .setopt session.request client.request httpx.stream',
    args: [1],
    least: Trust.remote,
  },
  { rule: 'ssrf', calls: '.fetch', needs: /AsyncHTTPClient|HTTPClient/, least: Trust.remote },
  { rule: 'ssrf', calls: '.goto', needs: /playwright|pyppeteer/, least: Trust.remote },
  {
    rule: 'open-redirect',
    calls: `
      self.redirect .RedirectResponse .HttpResponseRedirect .HttpResponsePermanentRedirect .HTTPFound .HTTPSeeOther
      .HTTPMovedPermanently .HTTPTemporaryRedirect .HTTPPermanentRedirect .HTTPRedirect .HTTPMovedTemporarily
      web.seeother web.redirect web.found response.redirect sanic.response.redirect bottle.redirect flask.redirect
      werkzeug.utils.redirect quart.redirect .HTTPFound falcon.HTTPFound falcon.HTTPMovedPermanently
    `,
    args: [0, 'url', 'location', 'redirect_to'],
    least: Trust.remote,
  },
  {
    rule: 'xss',
    calls: `
      web.Response aiohttp.web.Response .HTMLResponse sanic.response.html response.html pyramid.response.Response
      self.write self.finish self.response.write self.wfile.write bottle.HTTPResponse fastapi.Response
      starlette.responses.Response .Response quart.Response wfile.write
    `,
    args: [0, 'text', 'body', 'content'],
    when: isMarkup,
  },
  {
    rule: 'template-injection',
    calls: `
      bottle.template bottle.SimpleTemplate .MarkupTemplate .PageTemplate chameleon.PageTemplate
      airspeed.Template Cheetah.Template.Template mako.template.Template
      pystache.render chevron.render liquid.Template pybars.Compiler
    `,
    args: [0, 'text', 'source', 'template'],
    least: Trust.remote,
  },
  {
    rule: 'code-injection',
    calls:
      'compile timeit.timeit pandas.eval numexpr.evaluate .runsource .runcode code.InteractiveInterpreter.runsource sympy.sympify .push asteval.Interpreter js2py.eval_js simpleeval.simple_eval',
    least: Trust.remote,
    when: call => call.method !== 'push' || /InteractiveConsole/.test(call.source),
  },
  {
    rule: 'unsafe-deserialization',
    calls:
      'pickle._loads pickle._load .Unpickler dill.loads cloudpickle.load jsonpickle.loads jsonpickle.unpickler.decode klepto.load sklearn.externals.joblib.load kombu.serialization.loads pyro.loads marshal.loads shelve.open',
    least: Trust.remote,
  },
  {
    rule: 'xpath-injection',
    calls: '.findall .iterfind .findtext .XPath .ETXPath .xpath',
    needs: /etree|xpath|lxml/i,
    least: Trust.remote,
    when: isComposed,
  },
  {
    rule: 'nosql-injection',
    calls: '.find .find_one .aggregate .count_documents .delete_one .delete_many .update_one .map_reduce .objects',
    args: ['$where', '__raw__'],
    least: Trust.remote,
  },
  logRow(
    logCalls(
      'logging logger log LOG LOGGER _logger _LOGGER self.logger self.log app.logger current_app.logger logging.getLogger logging.root structlog loguru.logger',
    ),
  ),
]

export const pythonSecrets: readonly SecretRow[] = [
  {
    calls:
      'jwt.encode jwt.decode jose.jwt.encode jose.jwt.decode requests.auth.HTTPBasicAuth .HTTPBasicAuth HTTPBasicAuth',
    args: [1, 'key', 'password'],
  },
  {
    calls: `
      cryptography.fernet.Fernet Fernet hmac.new Crypto.Cipher.AES.new Cryptodome.Cipher.AES.new AES.new
      .URLSafeTimedSerializer .URLSafeSerializer .TimedJSONWebSignatureSerializer .JSONWebSignatureSerializer
      Crypto.Cipher.DES.new hmac.HMAC algorithms.AES
    `,
    args: [0, 'key'],
  },
  { calls: 'pymysql.connect MySQLdb.connect mysql.connector.connect pymssql.connect', args: [2] },
  {
    calls: 'smtplib.SMTP.login smtplib.SMTP_SSL.login ftplib.FTP.login imaplib.IMAP4_SSL.login server.login',
    args: [1],
  },
]
