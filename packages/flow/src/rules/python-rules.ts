// Python: the standard library, Flask, Django, FastAPI, and what is often used beside them.
import { Trust } from '../values.ts'
import { type LanguageRules, NO_RULES } from './language-rules.ts'
import { pythonLibraries, pythonSecrets } from './libraries/python.ts'
import { pythonChecks, pythonSettings } from './python-checks.ts'
import { pythonSinks } from './python-sinks.ts'
import { Use } from './rule-table.ts'

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
        .recvfrom cgi.FieldStorage self.request.body self.rfile.read websocket.receive_text .namelist .getnames
        event.queryStringParameters event.pathParameters event.body event.headers event.Records
        event.multiValueQueryStringParameters self.request.arguments self.request.headers self.request.uri
        self.path_kwargs cherrypy.request.params cherrypy.request.body web.input request.POST.get request.get_argument
        self.request.query self.request.GET self.request.POST self.request.data self.request.query_params
        websocket.receive_json ws.receive websocket.recv
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
  sinks: [...pythonSinks, ...pythonLibraries],
  secrets: pythonSecrets,
  checks: pythonChecks,
  settings: pythonSettings,
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
        conditional_escape format_html django.utils.html.format_html jinja2.escape json.dumps
        flask.jsonify jsonify flask.render_template render_template django.shortcuts.render get_template.render
        select_template.render render_to_string .render_to_string urllib.parse.quote
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
        flask.url_for url_for django.urls.reverse reverse reverse_lazy .get_absolute_url .url_for urllib.parse.quote urllib.parse.quote_plus
        urllib.parse.urlencode
      `,
    },
    { uses: Use.query | Use.log, calls: 'repr' },
    { uses: Use.query, calls: 'str' },
  ],
  harmless: `
    int float bool len hash ord uuid.UUID isinstance type id bson.ObjectId ObjectId bson.objectid.ObjectId .isdigit
    decimal.Decimal datetime.strptime ipaddress.ip_address get_object_or_404 .get_object_or_404 get_list_or_404
    objects.get objects.filter .get_or_404 .first_or_404
  `,
  requestTypes: /^(?:Request|HttpRequest|WSGIRequest)$/,
  requestNames: /^(?:request|req)$/,
  boundNotes: /^(?:Query|Path|Body|Form|Header|Cookie)\(/,
  routeNotes: /@[\w.]*\b(?:route|get|post|put|delete|patch|api_view|websocket)\(/,
  routesReturnPages: true,
  endings: 'sys.exit exit quit os._exit os.abort abort flask.abort self.fail',
}
