// C#: sinks of libraries.
import { Trust } from '../../values.ts'
import type { SecretRow, SinkRow } from '../language-rules.ts'
import { isComposed, isComposedSql, isEntryName, isMarkup, logCalls, logRow, SQL_FILE, under } from '../library-rows.ts'

const DAPPER = `
  .Query .QueryAsync .QueryFirst .QueryFirstAsync .QueryFirstOrDefault .QueryFirstOrDefaultAsync .QuerySingle
  .QuerySingleAsync .QuerySingleOrDefault .QuerySingleOrDefaultAsync .QueryMultiple .QueryMultipleAsync .Execute
  .ExecuteAsync .ExecuteScalar .ExecuteScalarAsync .ExecuteReader .ExecuteReaderAsync .ExecuteNonQuery
`
const LEVELS =
  'LogTrace LogDebug LogInformation LogWarning LogError LogCritical Log Trace Debug Info Information Warn Warning Error Fatal Verbose DebugFormat InfoFormat WarnFormat ErrorFormat WriteLine TraceInformation TraceError TraceWarning'.split(
    ' ',
  )

export const csharpLibraries: readonly SinkRow[] = [
  {
    rule: 'sql-injection',
    calls: `
      new OleDbDataAdapter new OdbcDataAdapter new NpgsqlDataAdapter new SQLiteDataAdapter new SqliteDataAdapter
      new OracleDataAdapter new MySqlDataAdapter new DB2Command new SqlCeCommand new FbCommand .ExecuteSqlCommandAsync
      .SqlQueryRaw .CreateSQLQuery .CreateQuery .GetSqlStringCommand .ExecuteCommand .FromSqlRaw .ExecuteSqlRaw
      .ExecuteSqlRawAsync .ExecuteStoreQuery .ExecuteStoreCommand new QueryDefinition .GetItemQueryIterator
      .SqlList .SqlScalar .ExecuteSql .SqlQuery new ObjectQuery .FromSql .CreateDatabaseQuery
    `,
  },
  { rule: 'sql-injection', calls: DAPPER, needs: SQL_FILE, when: isComposedSql },
  {
    rule: 'sql-injection',
    calls: `
      ${under('SqlHelper', 'ExecuteReader ExecuteNonQuery ExecuteDataset ExecuteScalar ExecuteXmlReader')}
      ${under('MySqlHelper', 'ExecuteReader ExecuteNonQuery ExecuteDataset ExecuteScalar ExecuteDataRow')}
      .ExecuteDataSet
    `,
    args: [0, 1, 2],
    needs: SQL_FILE,
    when: isComposedSql,
  },
  {
    rule: 'nosql-injection',
    calls: 'BsonDocument.Parse new JsonFilterDefinition BsonSerializer.Deserialize',
    least: Trust.remote,
  },
  {
    rule: 'path-traversal',
    calls: `
      ${under(
        'File',
        `ReadAllTextAsync ReadAllBytesAsync ReadAllLinesAsync ReadLines WriteAllTextAsync WriteAllBytesAsync
         WriteAllLines AppendAllLines AppendText CreateText OpenWrite Replace CreateSymbolicLink`,
      )}
      ${under('Directory', 'CreateDirectory GetDirectories EnumerateFiles EnumerateDirectories Move GetFileSystemEntries')}
      new DirectoryInfo Response.TransmitFile Response.WriteFile .TransmitFile .SendFileAsync .SendFile
      new PhysicalFileResult VirtualFile File ZipFile.OpenRead ZipFile.ExtractToDirectory ZipFile.Open new FileStreamResult
      new FilePathResult Results.File Server.MapPath System.IO.File.OpenRead XDocument.Load Image.FromFile
    `,
    least: Trust.parameter,
    when: (_, value) => !/Stream/.test(value.path) && value.entries === null,
  },
  { rule: 'zip-slip', calls: 'Path.Combine Path.Join .ExtractToFile', args: [0, 1], when: isEntryName },
  {
    rule: 'command-injection',
    calls: '.AddScript PowerShell.AddScript .CreatePipeline Pipeline.AddScript .InvokeScript Cli.Wrap',
    least: Trust.parameter,
  },
  {
    rule: 'code-injection',
    calls: `
      CSharpScript.Create CSharpScript.EvaluateAsync CSharpSyntaxTree.ParseText SyntaxFactory.ParseSyntaxTree
      ScriptEngine.Execute ScriptEngine.Evaluate engine.Execute engine.Evaluate new Engine.Execute Eval.Execute
      DynamicExpressionParser.ParseLambda DynamicExpression.ParseLambda VBScript.Eval Assembly.LoadFrom
      Assembly.LoadFile .CompileAssemblyFromSource XamlReader.Parse new Expression
    `,
    args: 'all',
    least: Trust.remote,
  },
  {
    rule: 'template-injection',
    calls:
      'Razor.Parse Razor.RunCompile .RunCompile Engine.Razor.RunCompile Template.Parse Template.ParseLiquid Handlebars.Compile .CompileRenderStringAsync FluidParser.Parse .TryParse',
    least: Trust.remote,
    when: call => call.method !== 'TryParse' || /FluidParser|FluidTemplate/.test(call.source + call.path),
  },
  {
    rule: 'xss',
    calls: `
      Response.Write Response.WriteAsync response.WriteAsync Response.Output.Write context.Response.WriteAsync
      HttpContext.Response.WriteAsync new MvcHtmlString MvcHtmlString.Create new HtmlString .AppendHtml .SetHtmlContent
      HtmlTextWriter.Write writer.Write .RegisterStartupScript .RegisterClientScriptBlock new LiteralControl
    `,
    args: 'all',
    least: Trust.remote,
    when: (call, value) => !/^(?:writer|context)/.test(call.path) || isMarkup(call, value),
  },
  { rule: 'xss', calls: 'Content Results.Content Results.Text Results.Extensions.Html base.Content', when: isMarkup },
  {
    rule: 'open-redirect',
    calls: `
      Redirect RedirectPermanent RedirectPreserveMethod Response.Redirect Response.RedirectPermanent Results.Redirect
      new RedirectResult HttpContext.Response.Redirect context.Response.Redirect response.Redirect
      TypedResults.Redirect Server.Transfer NavigationManager.NavigateTo
    `,
    args: [0, 'url'],
    least: Trust.remote,
  },
  {
    rule: 'open-redirect',
    calls: '.AddHeader .AppendHeader Headers.Add Headers.Append',
    args: [1],
    least: Trust.remote,
    when: call => /^location$/i.test(String(call.args[0]?.known?.[0])),
  },
  {
    rule: 'ssrf',
    calls: `
      .PutAsync .DeleteAsync .PatchAsync .GetFromJsonAsync .PostAsJsonAsync .PutAsJsonAsync .DownloadStringTaskAsync
      .DownloadStringAsync .DownloadDataTaskAsync .DownloadFileTaskAsync .DownloadFileAsync .UploadString .UploadData
      .UploadFile .UploadValues .OpenReadTaskAsync new RestClient new RestRequest WebRequest.CreateHttp .GetJsonAsync
      new FlurlRequest .CreateHttp .GetStreamAsync .ConnectAsync TcpClient.Connect new TcpClient Dns.GetHostEntry
      HttpWebRequest.CreateHttp WebRequest.CreateDefault
    `,
    least: Trust.remote,
  },
  {
    rule: 'ssrf',
    calls: '.GetJsonAsync .GetStringAsync .PostJsonAsync .GetBytesAsync',
    args: [-1],
    least: Trust.remote,
  },
  {
    rule: 'unsafe-deserialization',
    calls: `
      .UnsafeDeserialize new BinaryMessageFormatter new ResourceReader XamlReader.Load XamlServices.Parse
      JavaScriptSerializer.Deserialize fastJSON.ToObject JSON.ToObject ObjectStateFormatter.Deserialize
      SharpSerializer.Deserialize MessagePackSerializer.Typeless.Deserialize Typeless.Deserialize
    `,
    least: Trust.remote,
    when: call =>
      call.method !== 'Deserialize' ||
      !/JavaScriptSerializer/.test(call.path) ||
      /SimpleTypeResolver/.test(call.source),
  },
  {
    rule: 'xpath-injection',
    calls:
      'XPathNavigator.Select XPathNavigator.SelectSingleNode XPathNavigator.Evaluate XPathNavigator.Compile XPathExpression.Compile navigator.Select navigator.Evaluate nav.Select nav.Evaluate',
  },
  // What fills a template of its own is a field; text put together before is not.
  { ...logRow(logCalls('logger _logger log _log Log Logger Trace ILogger', LEVELS)), args: [0, 1], when: isComposed },
]

export const csharpSecrets: readonly SecretRow[] = [
  { calls: 'new SymmetricSecurityKey new HMACSHA256 new HMACSHA512 new HMACSHA1', args: [0] },
  { calls: 'new NetworkCredential new BasicAWSCredentials new ClientSecretCredential new StoredCredential', args: [1] },
  { calls: 'new X509Certificate2', args: [1] },
]
