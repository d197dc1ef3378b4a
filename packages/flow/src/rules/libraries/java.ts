// Java and Kotlin: sinks of libraries.
import { Trust } from '../../values.ts'
import type { SecretRow, SinkRow } from '../language-rules.ts'
import { isComposedSql, isEntryName, isMarkup, logCalls, logRow, SQL_FILE, under } from '../library-rows.ts'

const VERBS = 'get post put delete patch head options'
const REST_TEMPLATE = `
  getForObject getForEntity postForObject postForEntity postForLocation put delete patchForObject headForHeaders
  optionsForAllow exchange execute
`

export const javaLibraries: readonly SinkRow[] = [
  // Spring JDBC, JPA, Hibernate, JDBI, R2DBC, Ebean, JDO
  {
    rule: 'sql-injection',
    calls: `
      ${under('NamedParameterJdbcTemplate', 'query update execute batchUpdate queryForStream queryForRowSet')}
      ${under('JdbcOperations', 'query update execute batchUpdate queryForObject')}
      JdbcClient.sql jdbcClient.sql DatabaseClient.sql databaseClient.sql .createNativeMutationQuery
      .createMutationQuery .createSelectionQuery .sqlRestriction .createFilter .createSqlQuery .createSqlUpdate
      .sqlQuery .sqlUpdate RawSqlBuilder.parse RawSqlBuilder.unparsed .newQuery .preparedQuery .prepareQuery JpaSort.unsafe .createStatement
      ${under('Handle', 'createUpdate execute select createScript createBatch createCall prepareBatch')}
      ${under('handle', 'createUpdate execute select createScript createBatch createCall prepareBatch')}
      ${under('DSLContext', 'fetch fetchOne fetchMany fetchValue execute query resultQuery')}
      DSL.condition DSL.sql DSL.query ${under('SqlRunner', 'selectAll selectOne update insert delete run')}
      SparkSession.sql spark.sql sqlContext.sql SQLContext.sql .compileStatement new SimpleStatement
      SimpleStatement.newInstance CqlSession.execute CqlSession.executeAsync
      .selectList.raw Statement.addBatch .executeLargeBatch new NativeSQL .nativeQuery .createNamedSql
    `,
  },
  {
    rule: 'sql-injection',
    calls: 'jdbc.query jdbc.update jdbc.execute .query .update .execute',
    needs: SQL_FILE,
    when: isComposedSql,
  },
  {
    rule: 'sql-injection',
    calls: under('QueryRunner', 'query update execute insert batch insertBatch'),
    args: [0, 1],
    needs: SQL_FILE,
    when: isComposedSql,
  },
  { rule: 'sql-injection', calls: 'Sql.execute Sql.rows Sql.eachRow Sql.firstRow Sql.executeUpdate', args: [0] },
  { rule: 'sql-injection', calls: '.findNative SQLiteDatabase.delete .rawQueryWithFactory', args: [1] },
  {
    rule: 'sql-injection',
    calls: 'SQLiteDatabase.query SQLiteDatabase.update ContentResolver.delete',
    args: [2, 1],
    needs: SQL_FILE,
    when: isComposedSql,
  },
  { rule: 'sql-injection', calls: 'ContentResolver.query', args: [2] },
  { rule: 'sql-injection', calls: 'exec', needs: SQL_FILE, when: isComposedSql },
  {
    rule: 'nosql-injection',
    calls: `
      new BasicQuery BasicDBObject.parse Document.parse BsonDocument.parse JSON.parse .eval .doEval Criteria.where
      Filters.where N1qlQuery.simple
    `,
    when: (call, value) => /mongo|bson|N1ql/i.test(call.source) && value.pattern !== null && value.pattern.length > 1,
  },
  // HTTP clients
  {
    rule: 'ssrf',
    calls: `
      ${under('RestTemplate', REST_TEMPLATE)} ${under('restTemplate', REST_TEMPLATE)} ${under('TestRestTemplate', REST_TEMPLATE)}
      .getForObject .getForEntity .postForObject .postForEntity .postForLocation .patchForObject
      RequestEntity.get RequestEntity.post RequestEntity.put RequestEntity.delete RequestEntity.patch
      WebClient.create WebClient.baseUrl WebClient.uri webClient.uri RestClient.uri RestClient.create restClient.uri
      get.uri post.uri put.uri delete.uri patch.uri
      new HttpGet new HttpPost new HttpPut new HttpDelete new HttpHead new HttpPatch new HttpOptions new HttpTrace
      new GetMethod new PostMethod new PutMethod new DeleteMethod new HeadMethod new HttpHost HttpHost.create
      ${under('ClassicRequestBuilder', VERBS)} ${under('SimpleRequestBuilder', VERBS)} ${under('SimpleHttpRequests', VERBS)}
      ${under('RequestBuilder', VERBS)} RequestBuilder.setUri ClassicRequestBuilder.setUri
      Request.Get Request.Post Request.Put Request.Delete Request.Head Request.Patch Request.get Request.post
      HttpRequest.newBuilder HttpRequest.uri Builder.uri Builder.url Request.url HttpUrl.parse HttpUrl.get
      Jsoup.connect Unirest.get Unirest.post Unirest.put Unirest.delete HttpUtil.get HttpUtil.post HttpRequest.get HttpRequest.post
      Client.target ClientBuilder.target .target HttpClient.getAbs HttpClient.requestAbs .getAbs .postAbs
      AsyncHttpClient.prepareGet .prepareGet .preparePost ImageIO.read IOUtils.toString IOUtils.toByteArray
      IOUtils.toInputStream Resources.toString new UrlResource new Socket URL.readText URL.readBytes
      HttpClient.create HttpClient.retrieve HttpClient.exchange client.retrieve client.exchange HttpClient.get HttpClient.post HttpClient.put HttpClient.request client.get client.post client.request
      Fuel.get Fuel.post .httpGet .httpPost new WebSocketFactory FileUtils.copyURLToFile
    `,
    when: (call, value) => call.method !== 'target' || /ClientBuilder|\bClient\b/.test(call.source + value.path),
  },
  {
    rule: 'ssrf',
    calls: '.openConnection .openStream .getContent URL.readText URL.readBytes .httpGet .httpPost',
    args: [-1],
  },
  {
    rule: 'ssrf',
    calls: 'HttpURLConnection.setURL HttpRequestBase.setURI .setURI .setUrl',
    needs: /HttpClient|HttpGet|HttpRequest/,
  },
  // Files
  {
    rule: 'path-traversal',
    calls: `
      ${under(
        'Files',
        `readAllLines writeString createFile createDirectory createDirectories createSymbolicLink createLink deleteIfExists
         newByteChannel newDirectoryStream walk list walkFileTree size probeContentType asByteSource asCharSource`,
      )}
      new JarFile new FileSystemResource new PathResource new ClassPathResource ResourceUtils.getFile
      ResourceLoader.getResource resourceLoader.getResource FileUtils.getFile FileUtils.openInputStream
      getServletContext().getResourceAsStream ServletContext.getResource AssetManager.open
      .openFileOutput .openFileInput .openFile .deleteFile .sendFile .respondFile .respondPath new FileBody
      new FileDataSource new TarArchiveInputStream.File .readFileToString FileReader.open
    `,
    args: 'all',
    least: Trust.parameter,
  },
  {
    rule: 'zip-slip',
    calls: 'new File .resolve new FileOutputStream Paths.get Path.of',
    args: [0, 1],
    when: isEntryName,
  },
  // Commands
  {
    rule: 'command-injection',
    calls: `
      CommandLine.parse .commandSplit ChannelExec.setCommand Session.exec ssh.exec Execute.setCommandline
      "sh".execute
    `,
  },
  // Expression languages, scripts, templates
  {
    rule: 'code-injection',
    calls: `
      ${under('MVEL', 'executeExpression compileExpression evalToString evalToBoolean compileSetExpression')}
      ${under('Ognl', 'setValue parseExpression')} OgnlUtil.getValue OgnlUtil.setValue TemplateRuntime.eval
      GroovyShell.parse GroovyShell.run Eval.me Eval.x Eval.xy GroovyClassLoader.parseClass .parseClass
      GroovyScriptEngine.run JexlEngine.createExpression JexlEngine.createScript .createScript JexlEngine.getProperty
      jexl.createExpression jexl.createScript ELProcessor.eval elProcessor.eval ELProcessor.getValue Interpreter.eval interpreter.eval
      AviatorEvaluator.execute AviatorEvaluator.compile PythonInterpreter.exec PythonInterpreter.eval JShell.eval
      ExpressRunner.execute ScriptEvaluator.cook .buildConstraintViolationWithTemplate Context.eval
      .compileExpression ScriptEngine.compile Compilable.compile .parseRaw
    `,
  },
  {
    rule: 'code-injection',
    calls: '.evaluateString .createValueExpression .createMethodExpression Context.eval',
    args: [1],
  },
  {
    rule: 'template-injection',
    calls: `
      RuntimeServices.parse .getLiteralTemplate Jinjava.render jinjava.render .renderForResult TemplateEngine.process
      templateEngine.process ITemplateEngine.process Handlebars.compileInline handlebars.compileInline .evaluateInline
      MustacheFactory.compile
    `,
  },
  { rule: 'template-injection', calls: '.putTemplate', args: [1] },
  // Deserializers
  {
    rule: 'unsafe-deserialization',
    calls: `
      Kryo.readObject Kryo.readClassAndObject kryo.readObject kryo.readClassAndObject .readClassAndObject
      new Hessian2Input new BurlapInput JSON.parse JsonReader.jsonToJava new YamlReader YAML.load Yaml.loadAll
      Yaml.loadAs yaml.loadAll SerializationHelper.deserialize JSONB.parse new ObjectInputStreamWithLoader
      SerializationUtils.clone .unmarshalObject
    `,
    when: call => !/SafeConstructor/.test(call.source) && (call.method !== 'parse' || /fastjson/.test(call.source)),
  },
  // LDAP, XPath
  {
    rule: 'ldap-injection',
    calls: `
      DirContext.search InitialDirContext.search LdapTemplate.search ctx.search context.search LdapContext.search
      ldapTemplate.search dirContext.search LDAPConnection.search new SearchRequest .searchForEntry
      LdapConnection.search InitialLdapContext.search .searchForObject .searchForContext ldapTemplate.authenticate
      Filter.create .findByDn LdapNetworkConnection.search
    `,
    args: [0, 1, 2],
    when: (_, value) => value.items === null,
  },
  {
    rule: 'xpath-injection',
    calls: `
      AutoPilot.selectXPath .selectXPath .createXPath .numberValueOf DocumentHelper.selectNodes
      DocumentHelper.createXPath new DefaultXPath .createXPathFilter XPath.selectNodes XPath.selectSingleNode
      XPath.newInstance JXPathContext.getValue JXPathContext.iterate .evaluateExpression XPath.evaluateExpression
    `,
  },
  // Pages, redirects, headers
  {
    rule: 'xss',
    calls: `
      ResponseEntity.ok ResponseEntity.body new ResponseEntity Response.ok Response.entity Response.status
      .respondText .respondHtml response.body call.respondText call.respond Response.send
    `,
    when: isMarkup,
  },
  { rule: 'xss', calls: '.loadData .evaluateJavascript', least: Trust.remote },
  { rule: 'xss', calls: '.loadDataWithBaseURL', args: [1], least: Trust.remote },
  {
    rule: 'open-redirect',
    calls: `
      Response.seeOther Response.temporaryRedirect ExternalContext.redirect externalContext.redirect
      getExternalContext().redirect .respondRedirect response.redirect ctx.redirect context.redirect
      RedirectView.setUrl HttpHeaders.setLocation ResponseEntity.location .setLocation Results.redirect redirect
      ServerResponse.temporaryRedirect ServerResponse.seeOther RoutingContext.redirect call.respondRedirect
    `,
    least: Trust.remote,
  },
  {
    rule: 'open-redirect',
    calls: 'new ModelAndView .setViewName',
    when: (_, value) => /^redirect:\u0000/.test(value.pattern ?? ''),
  },
  logRow(
    `${logCalls('log logger LOG LOGGER Logger Log _log _logger')} Log.d Log.e Log.i Log.v Log.w Timber.d Timber.e Timber.i`,
  ),
]

export const javaSecrets: readonly SecretRow[] = [
  {
    calls: `
      new SecretKeySpec new PBEKeySpec Keys.hmacShaKeyFor Algorithm.HMAC256 Algorithm.HMAC384 Algorithm.HMAC512
      .setSigningKey .verifyWith new DESKeySpec new MACSigner new MACVerifier Session.setPassword
      StandardPBEStringEncryptor.setPassword BasicDataSource.setPassword HikariConfig.setPassword
      HikariDataSource.setPassword DataSource.setPassword jedis.auth Jedis.auth .setSSLKeyStorePassword
    `,
    args: [0],
  },
  {
    calls: `
      new PasswordAuthentication new UsernamePasswordCredentials new BasicAWSCredentials AwsBasicCredentials.create
      .signWith Credentials.basic new UsernamePasswordToken KeyStore.load ftp.login FTPClient.login
      new UsernamePasswordAuthenticationToken .withBasicAuth .basicAuthentication
    `,
    args: [1],
  },
  { calls: 'DriverManager.getConnection MongoCredential.createCredential', args: [2] },
]
