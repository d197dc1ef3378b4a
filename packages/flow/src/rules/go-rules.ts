// Go: the standard library and the common web frameworks.
import { onlyConstant, onlyString, Trust, type Value } from '../values.ts'
import { hashWeight, isFalse, isFixedCall, isTrue, isWorldWritable, randomWeight } from './checks.ts'
import { type CheckRow, type LanguageRules, NO_RULES, type SettingRow, type SinkRow } from './language-rules.ts'
import { goLibraries, goSecrets } from './libraries/go.ts'
import { Use } from './rule-table.ts'

const sinks: readonly SinkRow[] = [
  {
    rule: 'command-injection',
    calls: 'exec.Command syscall.Exec os.StartProcess',
    args: 'all',
    when: (call, value) =>
      !isFixedCall(call.args) &&
      (value === call.args[0] ? value.trust >= Trust.local : onlyConstant(call.args[0]) !== undefined),
  },
  {
    rule: 'command-injection',
    calls: 'exec.CommandContext',
    args: 'all',
    when: (call, value) =>
      value !== call.args[0] &&
      !isFixedCall(call.args.slice(1)) &&
      (value === call.args[1] ? value.trust >= Trust.local : onlyConstant(call.args[1]) !== undefined),
  },
  {
    rule: 'sql-injection',
    calls: '.Query .QueryRow .Exec .Prepare .Raw .Queryx .Get .Select .MustExec .NamedExec .Where .Order',
    needs:
      /\bselect\s[^;]{0,200}\bfrom\b|\binsert\s+into\b|\bupdate\s+\S{1,60}\s+set\b|\bdelete\s+from\b|database\/sql|gorm|sqlx/i,
  },
  { rule: 'sql-injection', calls: '.QueryContext .QueryRowContext .ExecContext .PrepareContext', args: [1] },
  {
    rule: 'path-traversal',
    calls: `
      os.Open os.OpenFile os.ReadFile os.WriteFile os.Create os.Remove os.RemoveAll os.ReadDir os.Mkdir os.MkdirAll
      ioutil.ReadFile ioutil.WriteFile ioutil.ReadDir c.File c.SendFile
    `,
    least: Trust.remote,
  },
  { rule: 'path-traversal', calls: 'http.ServeFile', args: [2], least: Trust.remote },
  {
    rule: 'xss',
    calls: 'fmt.Fprintf fmt.Fprint fmt.Fprintln io.WriteString',
    args: 'all',
    least: Trust.remote,
    when: (call, value) =>
      /response|Response|^w$/.test(call.args[0]?.path ?? '') &&
      value !== call.args[0] &&
      !/application\/json|text\/plain/.test(call.source),
  },
  {
    rule: 'xss',
    calls: 'response.Write template.HTML html/template.HTML template.JS html/template.JS template.URL',
    least: Trust.remote,
    when: call => !/application\/json|text\/plain/.test(call.source),
  },
  {
    rule: 'ssrf',
    calls: 'http.Get http.Post http.Head http.PostForm http.NewRequest client.Get',
    args: [0, 1],
    when: (call, value) => value === call.args[call.method === 'NewRequest' ? 1 : 0],
  },
  { rule: 'open-redirect', calls: 'http.Redirect', args: [2] },
  {
    rule: 'open-redirect',
    calls: 'c.Redirect ctx.Redirect',
    args: [0, 1],
    when: (call, value) => value === call.args.at(-1),
  },
  { rule: 'ldap-injection', calls: 'ldap.NewSearchRequest', args: 'all' },
  {
    rule: 'xpath-injection',
    calls: 'xpath.Compile xmlquery.Find xmlquery.FindOne xmlpath.Compile xmlquery.QueryAll',
    args: 'all',
  },
  {
    rule: 'template-injection',
    calls: '.Parse',
    least: Trust.remote,
    needs: /text\/template|html\/template/,
    when: call => /New\(\)|template/.test(call.path),
  },
  {
    rule: 'zip-slip',
    calls: 'filepath.Join',
    args: [1],
    when: (call, value) =>
      /(?:^|\.)(?:f|file|hdr|header|entry|zf|target)\.Name$/.test(value.path) &&
      /archive\/(?:zip|tar)/.test(call.source) &&
      !/HasPrefix|IsLocal|Contains\([^)]{0,200}"\.\."/.test(call.source),
  },
  { rule: 'unsafe-deserialization', calls: 'gob.NewDecoder', least: Trust.remote },
]

const checks: readonly CheckRow[] = [
  { rule: 'weak-hash', calls: 'md5.New md5.Sum sha1.New sha1.Sum md4.New', check: hashWeight },
  {
    rule: 'weak-cipher',
    calls: 'des.NewCipher des.NewTripleDESCipher rc4.NewCipher blowfish.NewCipher',
    check: () => true,
  },
  {
    rule: 'weak-key',
    calls: 'rsa.GenerateKey',
    check: call => ((onlyConstant(call.args[1]) as number) ?? 4096) < 2048,
  },
  {
    rule: 'weak-random',
    calls: `
      math/rand.Int math/rand.Intn math/rand.Int63 math/rand.Int31n math/rand.Float64 math/rand.Read math/rand.Int31
      math/rand.Perm math/rand.Uint32 math/rand.Int63n math/rand.IntN
    `,
    check: randomWeight,
  },
  {
    rule: 'insecure-cookie',
    calls: 'http.SetCookie',
    check: call =>
      Boolean(call.args[1]?.entries) &&
      !isTrue(call.args[1]?.entries?.get('Secure')) &&
      (call.args[1]?.entries?.get('Secure')?.trust ?? 0) === 0,
  },
  {
    rule: 'permissive-file-mode',
    calls: 'os.Chmod os.WriteFile os.OpenFile os.Mkdir os.MkdirAll ioutil.WriteFile',
    check: call =>
      isWorldWritable(call.args.at(-1)) && (call.method === 'Chmod' || { severity: 'low', confidence: 'medium' }),
  },
  {
    rule: 'unverified-jwt',
    calls: '.SignedString',
    check: call => /UnsafeAllowNoneSignatureType/.test(call.args[0]?.path ?? ''),
  },
  {
    rule: 'weak-key',
    calls: 'rsa.GenerateMultiPrimeKey',
    check: call => ((onlyConstant(call.args[2]) as number) ?? 4096) < 2048,
  },
  {
    rule: 'permissive-cors',
    calls: '.Set .Add .Header',
    check: call =>
      onlyString(call.args[0])?.toLowerCase() === 'access-control-allow-origin' && onlyString(call.args[1]) === '*',
  },
  { rule: 'unverified-jwt', calls: '.ParseUnverified', check: () => true },
  {
    rule: 'insecure-temp-file',
    calls: 'os.Create os.WriteFile ioutil.WriteFile',
    check: call => /^\/tmp\//.test(onlyString(call.args[0]) ?? '') && { severity: 'low', confidence: 'medium' },
  },
  {
    rule: 'disabled-tls-check',
    calls: 'ssh.InsecureIgnoreHostKey',
    check: () => ({ severity: 'medium', confidence: 'high' }),
  },
]

const settings: readonly SettingRow[] = [
  { rule: 'disabled-tls-check', names: 'InsecureSkipVerify', check: isTrue },
  {
    rule: 'insecure-cookie',
    names: 'Secure',
    check: (value: Value, place) =>
      place === 'Secure' && isFalse(value) && { severity: 'medium', confidence: 'medium' },
  },
  {
    rule: 'weak-cipher',
    names: 'MinVersion',
    check: value =>
      /VersionSSL30|VersionTLS10|VersionTLS11/.test(value.path) && { severity: 'medium', confidence: 'high' },
  },
]

export const goRules: LanguageRules = {
  ...NO_RULES,
  family: 'go',
  sources: [
    {
      trust: Trust.remote,
      at: `
        request.URL request.Form request.PostForm request.FormValue request.PostFormValue request.Header request.Body
        request.Cookie request.Cookies request.Host request.RequestURI request.MultipartForm request.FormFile
        request.PathValue request.Referer request.UserAgent request.URL.Query mux.Vars chi.URLParam c.Query c.Param
        c.PostForm c.DefaultQuery c.GetHeader c.Cookie c.FormValue c.QueryParam ctx.Query ctx.Param c.Params
        ctx.FormValue
        Context.Query Context.Param Context.PostForm Context.DefaultQuery Context.DefaultPostForm Context.GetQuery
        Context.GetPostForm Context.GetHeader Context.Cookie Context.QueryArray Context.QueryMap Context.GetRawData
        Context.FormFile Context.QueryParam Context.QueryParams Context.QueryString Context.FormValue Context.FormParams
        Context.ParamValues Context.URLParam Context.PostValue Ctx.Query Ctx.Params Ctx.FormValue Ctx.Body Ctx.BodyRaw
        Ctx.Get Ctx.Cookies Ctx.OriginalURL Ctx.Queries RequestCtx.QueryArgs RequestCtx.PostBody RequestCtx.FormValue
        RequestCtx.UserValue RequestCtx.RequestURI RequestCtx.Path ctx.QueryArgs ctx.PostBody ctx.QueryParam
        ctx.PostForm ctx.GetHeader ctx.Cookie c.Params c.Body c.GetRawData c.Cookies c.QueryArray c.GetQuery
        .GetString Controller.GetString .ByName Conn.ReadMessage conn.ReadMessage ws.ReadMessage
        request.Trailer request.URL.Path request.URL.RawQuery Context.Request c.Request ctx.Request
      `,
    },
    {
      trust: Trust.local,
      at: 'os.Args os.Getenv flag.Arg flag.Args bufio.NewReader().ReadString bufio.NewScanner().Text os.Stdin',
    },
  ],
  sinks: [...sinks, ...goLibraries],
  secrets: goSecrets,
  checks,
  settings,
  safe: [
    {
      uses: Use.html,
      calls: `
        html.EscapeString template.HTMLEscaper template.JSEscapeString template.HTMLEscapeString html/template.HTMLEscapeString url.QueryEscape bluemonday.Sanitize
        .Sanitize json.Marshal strconv.Quote
      `,
    },
    { uses: Use.url | Use.redirect, calls: 'url.QueryEscape url.PathEscape' },
    { uses: Use.path, calls: 'filepath.Base path.Base filepath.Localize' },
    { uses: 1 << 29, calls: 'filepath.Clean filepath.Abs filepath.EvalSymlinks path.Clean' },
    { uses: Use.ldap, calls: 'ldap.EscapeFilter' },
    { uses: Use.sql, calls: 'pq.QuoteIdentifier pq.QuoteLiteral' },
    { uses: Use.command, calls: 'shellescape.Quote' },
  ],
  effects: [
    {
      calls: `
        .BindJSON .ShouldBind .ShouldBindJSON .ShouldBindQuery .ShouldBindUri .BindQuery .BodyParser .QueryParser
        .ParamsParser .BindUri .ShouldBindBodyWith c.Bind ctx.Bind Context.Bind
      `,
      to: 0,
      trust: Trust.remote,
    },
    { calls: 'json.Unmarshal xml.Unmarshal yaml.Unmarshal', to: 1, from: [0] },
    { calls: '.Decode', to: 0, from: ['receiver'] },
    { calls: 'fmt.Sscanf fmt.Sscan', to: -2, from: [0] },
  ],
  harmless: `
    strconv.Atoi strconv.ParseInt strconv.ParseFloat strconv.ParseBool strconv.ParseUint len int int64 int32 float64
    uint uuid.Parse uuid.MustParse time.Parse time.ParseDuration
  `,
  requestTypes: /^Request$/,
  requestNames: /^(?:req|request|r)$/,
  endings: 'os.Exit log.Fatal log.Fatalf panic',
}
