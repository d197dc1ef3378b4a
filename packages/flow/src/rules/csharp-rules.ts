// C#: ASP.NET, ADO.NET, the .NET libraries.
import { onlyConstant, onlyString, Trust, type Value } from '../values.ts'
import { anyKnown, hashWeight, isFalse, isFixedCall, randomWeight, weakHash } from './checks.ts'
import {
  type Call,
  type CheckRow,
  type LanguageRules,
  NO_RULES,
  type SettingRow,
  type SinkRow,
} from './language-rules.ts'
import { csharpLibraries, csharpSecrets } from './libraries/csharp.ts'
import { Use } from './rule-table.ts'

const sinks: readonly SinkRow[] = [
  { rule: 'command-injection', calls: 'Process.Start new ProcessStartInfo', args: 'all', when: runsText },
  {
    rule: 'sql-injection',
    calls: `
      new SqlCommand new OleDbCommand new OdbcCommand new MySqlCommand new NpgsqlCommand new SqliteCommand
      new SQLiteCommand new OracleCommand new SqlDataAdapter new MySqlDataAdapter .ExecuteSqlRaw .ExecuteSqlRawAsync
      .FromSqlRaw .SqlQuery .ExecuteSqlCommand .SqlQueryRaw .QueryFirst .QueryFirstOrDefault .QueryAsync .ExecuteQuery
      .CreateSQLQuery .FromSql
    `,
  },
  { rule: 'sql-injection', calls: '.Execute .Query .ExecuteAsync .QuerySingle', needs: /Dapper|SqlConnection|Npgsql/ },
  { rule: 'ldap-injection', calls: 'new DirectorySearcher new SearchRequest', args: 'all' },
  {
    rule: 'xpath-injection',
    calls:
      '.SelectNodes .SelectSingleNode XPathExpression.Compile .XPathSelectElement .XPathSelectElements .XPathEvaluate',
    args: [0],
  },
  {
    rule: 'path-traversal',
    calls: `
      File.ReadAllText File.ReadAllBytes File.ReadAllLines File.WriteAllText File.WriteAllBytes File.Open
      File.OpenRead File.OpenText File.Delete File.Create File.Copy File.Move new FileStream new StreamReader
      new StreamWriter Directory.Delete Directory.GetFiles PhysicalFile new FileInfo File.AppendAllText
    `,
    when: (_, value) => !/Stream/.test(value.path),
  },
  {
    rule: 'xss',
    calls: 'Response.Write Html.Raw response.WriteAsync Response.WriteAsync new HtmlString',
    least: Trust.remote,
  },
  {
    rule: 'xss',
    calls: 'Content',
    least: Trust.remote,
    when: call => onlyString(call.args[1]) === 'text/html',
  },
  {
    rule: 'open-redirect',
    calls: 'Redirect Response.Redirect RedirectPermanent response.Redirect',
  },
  {
    rule: 'ssrf',
    calls: `
      .GetAsync .PostAsync .GetStringAsync .GetByteArrayAsync WebRequest.Create HttpWebRequest.Create .DownloadString
      .DownloadData .DownloadFile new HttpRequestMessage .GetStreamAsync
    `,
    args: [0, 1],
    when: (call, value) => value === call.args[call.isNew ? 1 : 0],
  },
  {
    rule: 'code-injection',
    calls: 'CSharpScript.EvaluateAsync CSharpScript.RunAsync .CompileAssemblyFromSource Assembly.Load',
    args: 'all',
    least: Trust.parameter,
  },
  {
    rule: 'unsafe-deserialization',
    calls: `
      BinaryFormatter.Deserialize LosFormatter.Deserialize SoapFormatter.Deserialize
      NetDataContractSerializer.Deserialize ObjectStateFormatter.Deserialize NetDataContractSerializer.ReadObject
      BinaryFormatter.UnsafeDeserialize
    `,
  },
  { rule: 'trust-boundary', calls: 'Session.SetString Session.Add', args: 'all' },
  {
    rule: 'log-injection',
    calls: '.LogInformation .LogError .LogWarning',
    least: Trust.remote,
    when: (_, value) => value.pattern?.includes('\u0000') ?? false,
  },
  {
    rule: 'format-string',
    calls: 'string.Format String.Format',
    least: Trust.local,
    when: (call, value) => value === call.args[0] && value.pattern === null,
  },
]

/** A shell with `/c` or `-c`, or a program from outside. */
function runsText(call: Call, value: Value): boolean {
  const program = call.named.get('FileName') ?? call.args[0]
  const args = call.named.get('Arguments') ?? call.args[1]
  if (value === program) return value.trust >= Trust.local || value.path === 'ProcessStartInfo'
  if (value !== args || !program) return false
  const head = (value.pattern ?? '').split('\u0000')[0]!.trim()
  return (
    !isFixedCall([program, ...(head ? [{ ...value, known: [head.split(/\s/)[0]!] }] : [])]) ||
    (onlyString(program) === undefined && value.trust >= Trust.remote)
  )
}

const checks: readonly CheckRow[] = [
  {
    rule: 'weak-hash',
    calls: `
      MD5.Create SHA1.Create new MD5CryptoServiceProvider new SHA1CryptoServiceProvider new SHA1Managed MD5.HashData
      SHA1.HashData new HMACMD5 new HMACSHA1
    `,
    check: hashWeight,
  },
  {
    rule: 'weak-hash',
    calls: 'HashAlgorithm.Create CryptoConfig.CreateFromName',
    check: call => anyKnown(call.args[0], name => weakHash(name, call) !== false) && hashWeight(call),
  },
  {
    rule: 'weak-cipher',
    calls: `
      DES.Create TripleDES.Create RC2.Create new DESCryptoServiceProvider new TripleDESCryptoServiceProvider
      new RC2CryptoServiceProvider
    `,
    check: () => true,
  },
  {
    rule: 'weak-key',
    calls: 'new RSACryptoServiceProvider RSA.Create',
    check: call => ((onlyConstant(call.args[0]) as number) ?? 4096) < 2048,
  },
  { rule: 'weak-random', calls: 'new Random', check: randomWeight },
  {
    rule: 'insecure-cookie',
    calls: 'new CookieOptions',
    check: call => isFalse(call.named.get('Secure')) || (call.named.size > 0 && !call.named.has('Secure')),
  },
  {
    rule: 'insecure-cookie',
    calls: 'Cookies.Add Response.SetCookie Cookies.Set .AppendCookie',
    check: ({ args }) => {
      const cookie = args.at(-1)
      const secure = cookie?.entries?.get('Secure')
      return /Cookie$/.test(cookie?.path ?? '') && (secure === undefined || isFalse(secure))
    },
  },
  { rule: 'permissive-cors', calls: '.AllowAnyOrigin', check: () => true },
  {
    rule: 'hardcoded-secret',
    calls: `
      new SqlConnection new MySqlConnection new NpgsqlConnection new OracleConnection new OleDbConnection
      new OdbcConnection .UseSqlServer .UseNpgsql .UseMySql new SQLiteConnection
    `,
    check: call => /\b(?:password|pwd)\s*=\s*[^;{}\s]{3}/i.test(onlyString(call.args[0]) ?? ''),
  },
  {
    rule: 'xxe',
    calls: 'new XmlTextReader',
    check: call => !/DtdProcessing\.Prohibit|ProhibitDtd\s*=\s*true|XmlResolver\s*=\s*null/.test(call.source),
  },
]

const settings: readonly SettingRow[] = [
  {
    rule: 'insecure-cookie',
    names: 'Secure',
    check: (value, place) => /ookie.{0,200}\.Secure$/.test(place) && isFalse(value),
  },
  {
    rule: 'weak-cipher',
    names: 'SecurityProtocol SslProtocols EnabledSslProtocols SslProtocol',
    check: value => /\.(?:Ssl[23]|Tls|Tls11|Default)$/.test(value.path) && { severity: 'medium', confidence: 'high' },
  },
  { rule: 'xxe', names: 'XmlResolver', check: value => /XmlUrlResolver/.test(value.path) },
  { rule: 'xxe', names: 'ProhibitDtd', check: isFalse },
  {
    rule: 'weak-key',
    names: 'KeySize',
    check: (value, place) => /rsa|dsa/i.test(place) && ((onlyConstant(value) as number) ?? 4096) < 2048,
  },
  { rule: 'weak-cipher', names: 'Mode', check: value => /CipherMode\.ECB$/.test(value.path) },
  {
    rule: 'disabled-tls-check',
    names: `
      ServerCertificateValidationCallback ServerCertificateCustomValidationCallback
      RemoteCertificateValidationCallback
    `,
    check: value => /DangerousAcceptAny/.test(value.path) || acceptsAll(value),
  },
  { rule: 'xxe', names: 'DtdProcessing', check: value => /DtdProcessing\.Parse$/.test(value.path) },
  {
    rule: 'unsafe-deserialization',
    names: 'TypeNameHandling',
    check: value =>
      /TypeNameHandling\.(?:All|Auto|Objects|Arrays)$/.test(value.path) && { severity: 'high', confidence: 'medium' },
  },
  { rule: 'unverified-jwt', names: 'ValidateIssuerSigningKey RequireSignedTokens', check: isFalse },
]

/** A function that says yes whatever it is asked. */
function acceptsAll(value: Value): boolean {
  const body = value.fn?.body()
  if (!body) return false
  if (body.kind === 'constant') return body.value === true
  const only = body.kind === 'block' && body.body.length === 1 ? body.body[0]! : body
  return only.kind === 'return' && only.value?.kind === 'constant' && only.value.value === true
}

export const csharpRules: LanguageRules = {
  ...NO_RULES,
  family: 'csharp',
  sources: [
    {
      trust: Trust.remote,
      at: `
        Request.QueryString Request.Form Request.Query Request.Headers Request.Cookies Request.Params Request.Body
        Request.Path Request.RawUrl Request.Url Request.UserAgent Request.[] request.QueryString request.Form
        request.Query request.Headers request.Cookies request.Params request.Body HttpContext.Request.Query
        Request.ServerVariables Request.InputStream Request.UrlReferrer request.[]
      `,
    },
    {
      trust: Trust.local,
      at: 'Environment.GetEnvironmentVariable Console.ReadLine Environment.GetCommandLineArgs .ReadLine .GetString',
    },
  ],
  sinks: [...sinks, ...csharpLibraries],
  secrets: csharpSecrets,
  checks,
  settings,
  properties: [
    { rule: 'sql-injection', names: 'CommandText SelectCommand' },
    { rule: 'ldap-injection', names: 'DirectorySearcher.Filter' },
    { rule: 'ssrf', names: 'HttpClient.BaseAddress' },
    { rule: 'xss', names: 'Text', when: value => value.trust >= Trust.remote && /<[a-z]/i.test(value.pattern ?? '') },
    { rule: 'xss', names: 'InnerHtml', when: value => value.trust >= Trust.local },
    {
      rule: 'ldap-injection',
      names: 'Filter',
      when: (value, place) => /search|ldap/i.test(place) && value.trust >= Trust.parameter,
    },
    {
      rule: 'command-injection',
      names: 'Arguments',
      when: (value, place) => /StartInfo|psi|startInfo/.test(place) && /^(?:\/c|-c)\b/i.test(value.pattern ?? ''),
    },
    {
      rule: 'command-injection',
      names: 'FileName',
      when: (value, place) => /StartInfo|psi|startInfo/.test(place) && value.trust >= Trust.local,
    },
    { rule: 'trust-boundary', names: 'Session.[]' },
  ],
  safe: [
    {
      uses: Use.html,
      calls: `
        HttpUtility.HtmlEncode WebUtility.HtmlEncode Server.HtmlEncode HtmlEncoder.Default.Encode
        AntiXssEncoder.HtmlEncode Encoder.HtmlEncode .HtmlEncode JsonSerializer.Serialize JsonConvert.SerializeObject
      `,
    },
    { uses: Use.path, calls: 'Path.GetFileName Path.GetFileNameWithoutExtension' },
    { uses: 1 << 29, calls: 'Path.GetFullPath' },
    {
      uses: Use.url | Use.redirect | Use.html,
      calls: 'Uri.EscapeDataString HttpUtility.UrlEncode WebUtility.UrlEncode',
    },
    { uses: Use.redirect, calls: 'Url.Action Url.RouteUrl' },
    { uses: Use.ldap, calls: 'Encoder.LdapFilterEncode .LdapFilterEncode' },
  ],
  harmless: `
    int.Parse Int32.Parse long.Parse Convert.ToInt32 Convert.ToInt64 Guid.Parse Convert.ToDouble double.Parse
    decimal.Parse bool.Parse DateTime.Parse int.TryParse Guid.TryParse Int32.TryParse .FindAsync .FindByIdAsync
    .FindByNameAsync .FindByEmailAsync .FirstOrDefaultAsync .SingleOrDefaultAsync
  `,
  requestTypes: /^(?:HttpRequest|HttpRequestBase|HttpRequestMessage)$/,
  requestNames: /^(?:req|request)$/,
  boundNotes: /\[From(?:Query|Route|Body|Form|Header)\b/,
  routeOwners: /(?:Controller|PageModel|Hub)$/,
  routeNotes: /\[(?:Http(?:Get|Post|Put|Delete|Patch)|Route)\b/,
  endings: 'Environment.Exit',
}
