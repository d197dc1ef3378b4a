// Go: sinks of libraries.
import { Trust, type Value } from '../../values.ts'
import type { Call, SecretRow, SinkRow } from '../language-rules.ts'
import { isComposed, isComposedSql, isMarkup, logCalls, logRow, SQL_FILE, under } from '../library-rows.ts'

const VERBS = 'Get Post Put Patch Delete Head Options PostForm'
const LEVELS =
  'Print Printf Println Trace Tracef Debug Debugf Debugln Info Infof Infoln Warn Warnf Warning Warningf Error Errorf Errorln Fatal Fatalf Fatalln Panic Panicf Infow Debugw Errorw'.split(
    ' ',
  )

/** Many calls take a context before the query. */
function afterContext(call: Call, value: Value): boolean {
  const first = call.args[0]
  const takesContext = /[cC]ontext|^ctx$|\bctx\b/.test(first?.path ?? '')
  return value === (takesContext ? call.args[1] : first)
}

export const goLibraries: readonly SinkRow[] = [
  {
    rule: 'sql-injection',
    calls: `
      .Query .QueryRow .Exec .Prepare .Raw .Queryx .QueryRowx .MustExec .NamedExec .NamedQuery .Preparex .NewRaw
      .SendBatch .QueryFunc .ExecParams .Queue
    `,
    args: [0, 1],
    needs: SQL_FILE,
    when: (call, value) => afterContext(call, value) && isComposedSql(call, value),
  },
  {
    rule: 'sql-injection',
    calls: `
      .Where .Order .Having .Group .Joins .Select .Table .Not .Or .Pluck .Distinct .Expr gorm.Expr .OrderBy .Suffix .Prefix
      .Column .ColumnExpr .OrderExpr .TableExpr .WhereOr .SQL .Sql .And squirrel.Expr sq.Expr goqu.L .SelectBySql
      .UpdateBySql .InsertBySql .GroupBy .From .Set sql.Raw .Find .First .Last .Take .Delete .Count
    `,
    args: [0, 1],
    needs: SQL_FILE,
    when: isComposedSql,
  },
  {
    rule: 'sql-injection',
    calls:
      '.Get .Select .QueryOne .SelectOne .SelectInt .SelectStr .GetContext .SelectContext .QueryxContext .NamedExecContext .QueryRowxContext .ExecOne',
    args: [1, 2],
    needs: SQL_FILE,
    when: isComposedSql,
  },
  {
    rule: 'nosql-injection',
    calls:
      '.Find .FindOne .UpdateOne .UpdateMany .DeleteOne .DeleteMany .CountDocuments .Aggregate .FindOneAndUpdate .RunCommand',
    args: [0, 1, '$where'],
    when: (call, value) => isComposed(call, value) && /bson|mongo/.test(call.source),
  },
  {
    rule: 'ssrf',
    calls: `
      ${under('http', VERBS)} ${under('Client', VERBS)} ${under('client', VERBS)} ${under('httpClient', VERBS)}
      ${under('resty', `${VERBS} Execute`)} ${under('grequests', VERBS)} ${under('req', VERBS)} ${under('retryablehttp', VERBS)}
      DefaultClient.Get DefaultClient.Post httputil.NewSingleHostReverseProxy .SetRequestURI websocket.Dial .Visit
      .DialContext grpc.Dial grpc.NewClient colly.Visit gorequest.Get gorequest.Post sling.Base http.Client.Get
      DefaultDialer.Dial
    `,
    when: (_, value) => value.pattern !== null || value.trust >= Trust.remote,
  },
  {
    rule: 'ssrf',
    calls:
      'http.NewRequest net.Dial net.DialTimeout tls.Dial rpc.Dial fasthttp.Get fasthttp.Post retryablehttp.NewRequest rpc.DialHTTP net.ResolveTCPAddr',
    args: [1],
  },
  { rule: 'ssrf', calls: 'http.NewRequestWithContext', args: [2] },
  {
    rule: 'path-traversal',
    calls: `
      ${under(
        'os',
        'Open OpenFile ReadFile WriteFile Create Remove RemoveAll ReadDir Mkdir MkdirAll Rename Symlink Chmod Truncate',
      )}
      ${under('ioutil', 'ReadFile WriteFile ReadDir TempFile')} filepath.Walk filepath.WalkDir filepath.Glob http.Dir
      template.ParseFiles html/template.ParseFiles ${under('Context', 'File FileAttachment Attachment Inline SendFile')}
      ${under('c', 'File FileAttachment Attachment Inline SendFile Download')} ${under('ctx', 'File SendFile Download ServeFile')}
      ${under('Ctx', 'SendFile Download')} afero.ReadFile zip.OpenReader os.DirFS godotenv.Load
    `,
    least: Trust.parameter,
  },
  { rule: 'path-traversal', calls: '.SaveUploadedFile .SaveFile os.Rename os.Symlink', args: [1], least: Trust.remote },
  {
    rule: 'command-injection',
    calls:
      'Session.Run Session.Output Session.CombinedOutput Session.Start session.Run session.Output session.CombinedOutput script.Exec',
    least: Trust.parameter,
  },
  {
    rule: 'xss',
    calls: 'Context.Data c.Data ctx.Data Context.Blob c.Blob',
    args: [2],
    least: Trust.remote,
    when: call => /html/.test(String(call.args[1]?.known?.[0])),
  },
  { rule: 'xss', calls: 'Context.HTML Context.HTMLBlob c.HTML c.HTMLBlob ctx.HTML', args: [0, 1], when: isMarkup },
  {
    rule: 'xss',
    calls:
      'template.HTMLAttr template.JSStr template.CSS template.Srcset html/template.HTMLAttr html/template.JSStr html/template.CSS',
    least: Trust.remote,
  },
  {
    rule: 'xss',
    calls: 'Writer.Write Writer.WriteString .WriteString .SetBodyString .SetBody .SendString .Write',
    when: isMarkup,
  },
  { rule: 'xss', calls: '.Execute .ExecuteTemplate', args: [1, 2], least: Trust.remote, needs: /"text\/template"/ },
  {
    rule: 'open-redirect',
    calls: 'Context.Redirect Ctx.Redirect c.Redirect ctx.Redirect .Redirect',
    args: [0, 1],
    least: Trust.remote,
  },
  {
    rule: 'open-redirect',
    calls: '.Set .Add .Header',
    args: [1],
    least: Trust.remote,
    when: call => /^location$/i.test(String(call.args[0]?.known?.[0])),
  },
  {
    rule: 'xpath-injection',
    calls:
      'xmlquery.QueryAll htmlquery.Find htmlquery.FindOne htmlquery.QueryAll xpath.MustCompile xmlpath.MustCompile .EvalXPath .Search',
    args: 'all',
    needs: /xpath|xmlquery|htmlquery|libxml/,
  },
  {
    rule: 'template-injection',
    calls: 'pongo2.FromString .RenderString raymond.Render raymond.Parse mustache.Render liquid.ParseAndRenderString',
    least: Trust.remote,
  },
  {
    rule: 'code-injection',
    calls:
      'otto.Run vm.Run .RunString .Eval interp.Eval gval.Evaluate govaluate.NewEvaluableExpression expr.Eval expr.Compile',
    least: Trust.remote,
  },
  logRow(
    `${logCalls('log logger Logger logrus glog klog zap sugar slog l', LEVELS)} slog.Info slog.Warn slog.Error slog.Debug`,
  ),
]

export const goSecrets: readonly SecretRow[] = [
  {
    calls: `
      .SignedString aes.NewCipher des.NewCipher sessions.NewCookieStore securecookie.New ssh.Password
      cookie.NewStore jwt.HMAC chacha20poly1305.New rc4.NewCipher
    `,
    args: [0],
  },
  {
    calls:
      'hmac.New .SetBasicAuth credentials.NewStaticCredentials credentials.NewStaticCredentialsProvider jwtauth.New',
    args: [1],
  },
  { calls: 'smtp.PlainAuth', args: [2] },
]
