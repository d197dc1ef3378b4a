// Java and Kotlin: servlets, Spring, JDBC, JNDI, crypto.
import { elementOf, onlyConstant, onlyString, Trust, type Value } from '../values.ts'
import {
  anyKnown,
  isFalse,
  isFixedCall,
  isFixedProgram,
  isList,
  isTrue,
  isWeakCipher,
  randomWeight,
  weakHash,
} from './checks.ts'
import { type Call, type CheckRow, type LanguageRules, NO_RULES, type SinkRow } from './language-rules.ts'
import { javaLibraries, javaSecrets } from './libraries/java.ts'
import { Use } from './rule-table.ts'

const isUnsafeProgram = (_: Call, value: Value) => !(isList(value) && isFixedProgram(value))

const sinks: readonly SinkRow[] = [
  { rule: 'command-injection', calls: 'Runtime.exec getRuntime().exec .exec', when: isUnsafeProgram },
  {
    rule: 'command-injection',
    calls: 'new ProcessBuilder ProcessBuilder.command',
    args: 'all',
    when: (call, value) => (isList(value) ? !isFixedProgram(value) : !isFixedCall(call.args)),
  },
  {
    rule: 'sql-injection',
    calls: `
      .executeQuery .executeUpdate .executeLargeUpdate .addBatch .prepareStatement .prepareCall .nativeSQL
      .createNativeQuery .createQuery .createSQLQuery .queryForObject .queryForList .queryForMap .queryForRowSet
      .queryForInt .queryForLong .queryForStream .batchUpdate .rawQuery .execSQL Statement.execute
      JdbcTemplate.execute JdbcTemplate.update JdbcTemplate.query jdbcTemplate.execute jdbcTemplate.update jdbcTemplate.query template.query statement.execute
      stmt.execute createStatement().execute entityManager.createQuery SqlQuery.execute
      new PreparedStatementCreatorFactory
    `,
  },
  {
    rule: 'xpath-injection',
    calls: `
      XPath.evaluate XPath.compile xpath.evaluate xpath.compile xPath.evaluate xPath.compile
      newXPath().evaluate newXPath().compile .selectNodes .selectSingleNode XPathFactory.compile
    `,
    when: notRegex,
  },
  {
    rule: 'path-traversal',
    calls: `
      new File new FileInputStream new FileOutputStream new FileReader new FileWriter new RandomAccessFile
      new PrintWriter Paths.get Path.of Files.newInputStream Files.newOutputStream Files.readAllBytes Files.readString
      Files.write Files.delete Files.copy Files.move Files.newBufferedReader Files.newBufferedWriter Files.lines
      new FileSystemResource new ZipFile .transferTo ServletContext.getResourceAsStream .getRealPath
    `,
    args: 'all',
    when: (call, value) =>
      !(call.method === 'PrintWriter' && /Writer|Stream/.test(value.path)) &&
      !(/^(?:File|get|of)$/.test(call.method) && isLookedAtLater(call)),
  },
  {
    rule: 'path-traversal',
    calls: `
      .delete .createNewFile .mkdirs .renameTo .listFiles .readText .readBytes .readLines .writeText .writeBytes
      .inputStream .outputStream .deleteRecursively .bufferedReader .forEachLine
    `,
    args: [-1],
    least: Trust.remote,
    needs: /[cC]anonical|normalize|toRealPath/,
    when: (_, value) => /(?:^|\.)(?:File|Path)\b|[cC]anonical/.test(value.path),
  },
  {
    rule: 'xss',
    calls: `
      getWriter().println getWriter().print getWriter().write getWriter().format getWriter().printf getWriter().append
      PrintWriter.println PrintWriter.print PrintWriter.write PrintWriter.format PrintWriter.printf PrintWriter.append
      getOutputStream().println getOutputStream().print getOutputStream().write ServletOutputStream.println
      ServletOutputStream.print ServletOutputStream.write JspWriter.print JspWriter.println out.println out.print
      out.write writer.println writer.print writer.write
    `,
    args: 'all',
    needs: /[Ss]ervlet|[Rr]esponse|[Jj]sp|HttpExchange/,
    when: call =>
      (!/System\.(?:out|err)/.test(call.path) && (call.receiver?.trust ?? 0) < Trust.parameter) ||
      /Writer|Stream/.test(call.path),
  },
  { rule: 'xss', calls: '.sendError', args: [1] },
  {
    rule: 'trust-boundary',
    calls: `
      getSession().setAttribute getSession().putValue HttpSession.setAttribute HttpSession.putValue
      session.setAttribute session.putValue
    `,
    args: 'all',
  },
  {
    rule: 'code-injection',
    calls: `
      ScriptEngine.eval engine.eval GroovyShell.evaluate shell.evaluate .createValueExpression
      Ognl.getValue MVEL.eval getEngineByName().eval
    `,
  },
  { rule: 'code-injection', calls: '.parseExpression', needs: /[Ss]pel|springframework|[Oo]gnl|ExpressionParser/ },
  {
    rule: 'template-injection',
    calls: 'Velocity.evaluate VelocityEngine.evaluate engine.getTemplate new Template',
    args: 'all',
    when: call => call.method !== 'Template' || call.args.length > 1,
  },
  {
    rule: 'unsafe-deserialization',
    calls: `
      new ObjectInputStream new XMLDecoder .fromXML Yaml.load yaml.load SerializationUtils.deserialize .readUnshared
      JSON.parseObject new HessianInput
    `,
    when: call => !/SafeConstructor|ValidatingObjectInputStream|setObjectInputFilter/.test(call.source),
  },
  { rule: 'open-redirect', calls: '.sendRedirect new RedirectView' },
  {
    rule: 'header-injection',
    calls: 'response.setHeader response.addHeader HttpServletResponse.setHeader HttpServletResponse.addHeader',
    args: [1],
    when: call => !/^Location$/i.test(String(onlyConstant(call.args[0]))),
  },
  {
    rule: 'open-redirect',
    calls: 'response.setHeader response.addHeader HttpServletResponse.setHeader HttpServletResponse.addHeader',
    args: [1],
    when: call => /^Location$/i.test(String(onlyConstant(call.args[0]))),
  },
  {
    rule: 'format-string',
    calls: 'String.format System.out.printf System.out.format',
    when: (call, value) => value.trust > Trust.parameter && call.args.length > 1 && value.pattern === null,
  },
]

/** A path that is checked, or of which only the name is taken, is judged where it is opened. */
function isLookedAtLater({ node, source }: Call): boolean {
  return /^\)*\.(?:getName|getFileName|name)\b|\.(?:getCanonicalPath|getCanonicalFile|toRealPath|normalize|canonicalPath|canonicalFile)\b/.test(
    source.slice(node.endIndex, node.endIndex + 300),
  )
}

function notRegex(call: Call): boolean {
  return !/Pattern/.test(call.path)
}

const checks: readonly CheckRow[] = [
  {
    rule: 'weak-hash',
    calls: 'MessageDigest.getInstance Mac.getInstance Signature.getInstance',
    check: call => anyKnown(call.args[0], name => weakHash(name, call) !== false) && weakHash('MD5', call),
  },
  {
    rule: 'weak-hash',
    calls: `
      DigestUtils.md5 DigestUtils.md5Hex DigestUtils.sha1 DigestUtils.sha1Hex DigestUtils.sha DigestUtils.shaHex
      DigestUtils.getMd5Digest DigestUtils.getSha1Digest Hashing.md5 Hashing.sha1 DigestUtils.md5DigestAsHex
      new Md5PasswordEncoder
    `,
    check: call => weakHash('MD5', call),
  },
  {
    rule: 'weak-cipher',
    calls: 'Cipher.getInstance KeyGenerator.getInstance SecretKeyFactory.getInstance',
    check: call =>
      anyKnown(call.args[0], isWeakCipher) ||
      (anyKnown(
        call.args[0],
        name => call.method === 'getInstance' && /^AES$/i.test(name) && call.path.startsWith('Cipher'),
      ) && { severity: 'medium', confidence: 'medium' }),
  },
  { rule: 'weak-cipher', calls: 'new NullCipher new DESKeySpec new DESedeKeySpec', check: () => true },
  {
    rule: 'weak-cipher',
    calls: 'SSLContext.getInstance',
    check: call =>
      anyKnown(call.args[0], name => /^(?:SSL(?:v[23])?|TLSv1(?:\.[01])?)$/.test(name)) && {
        severity: 'medium',
        confidence: 'high',
      },
  },
  {
    rule: 'weak-key',
    calls: 'KeyPairGenerator.initialize .initialize',
    check: call => /KeyPairGenerator/.test(call.path) && isShortKey(call.args[0], 2048),
  },
  {
    rule: 'weak-random',
    calls: `
      Math.random RandomStringUtils.random RandomStringUtils.randomAlphanumeric RandomStringUtils.randomAlphabetic
      RandomStringUtils.randomNumeric ThreadLocalRandom.current
    `,
    check: randomWeight,
  },
  { rule: 'weak-random', calls: 'new Random kotlin.random.Random.nextInt Random.Default.nextInt', check: randomWeight },
  {
    rule: 'insecure-cookie',
    calls: '.secure .withSecure',
    check: call => isFalse(call.args[0]) && /[cC]ookie/.test(call.text),
  },
  { rule: 'insecure-cookie', calls: '.addCookie', check: call => lacksSecure(call.args[0]) },
  {
    rule: 'disabled-tls-check',
    calls: `
      new NoopHostnameVerifier .setHostnameVerifier .setDefaultHostnameVerifier new AllowAllHostnameVerifier
      .hostnameVerifier .setSSLHostnameVerifier .loadTrustMaterial new TrustAllStrategy
    `,
    check: call => call.isNew || /(?:->\s*true|Noop|ALLOW_ALL|AllowAll|\{\s*_,\s*_\s*->\s*true)/.test(call.text),
  },
  {
    rule: 'unverified-jwt',
    calls: 'JWT.decode Algorithm.none .parseClaimsJwt',
    check: call => call.method === 'none' || call.method === 'parseClaimsJwt' || !/\.verify\(/.test(call.source),
  },
  {
    rule: 'xxe',
    calls: `
      .newDocumentBuilder .newSAXParser .createXMLStreamReader .createXMLEventReader .newTransformer .newSchema
      XMLReader.parse XMLReaderFactory.createXMLReader.parse SAXBuilder.build SAXReader.read .newXMLFilter .newTemplates
    `,
    check: ({ receiver, method, args }) =>
      // A stylesheet comes with the program.
      !(method === 'newTransformer' && args.length === 1) &&
      (receiver?.trust ?? 0) < Trust.parameter &&
      receiver?.entries !== undefined &&
      receiver.entries !== null &&
      isOpenXml(receiver.entries) && { severity: 'medium', confidence: 'medium' }, // Whose documents it will read is not seen here.
  },
  {
    rule: 'permissive-cors',
    calls: '.setHeader .addHeader .allowedOrigins .addAllowedOrigin .header',
    check: isOpenCors,
  },
  {
    rule: 'insecure-temp-file',
    calls: 'new File',
    check: call =>
      /^\/(?:tmp|var\/tmp)\//.test(onlyString(call.args[0]) ?? '') &&
      /FileWriter|FileOutputStream|createNewFile/.test(call.source) && { severity: 'low', confidence: 'low' },
  },
  {
    rule: 'permissive-file-mode',
    calls: '.setWritable .setReadable .setExecutable',
    check: call => call.method === 'setWritable' && isTrue(call.args[0]) && isFalse(call.args[1]),
  },
  {
    rule: 'permissive-file-mode',
    calls: 'PosixFilePermissions.fromString',
    check: call => /.{7}.w./.test(onlyString(call.args[0]) ?? ''),
  },
  {
    rule: 'hardcoded-secret',
    calls: 'DriverManager.getConnection',
    check: call => (onlyString(call.args[2]) ?? '').length > 3 && call.args.length === 3,
  },
]

function isShortKey(value: Value | undefined, least: number): boolean {
  const bits = value ? onlyConstant(value) : undefined
  return typeof bits === 'number' && bits < least && bits > 300
}

/** A cookie whose flag was not set to true on the way here. */
function lacksSecure(cookie: Value | undefined): boolean {
  if (!cookie || !/Cookie/.test(cookie.path)) return false
  const secure = cookie.entries?.get('setSecure') ?? cookie.entries?.get('secure') ?? cookie.entries?.get('isSecure')
  return secure === undefined || isFalse(secure)
}

/** Settings that forbid what makes a parser of XML dangerous, by the value that does so. */
const XML_GUARDS: readonly (readonly [name: RegExp, value: boolean | string])[] = [
  [/disallow-doctype-decl$|secure-processing$|^FEATURE_SECURE_PROCESSING$/, true],
  [/external-general-entities$|external-parameter-entities$|load-external-dtd$/, false],
  [/^SUPPORT_DTD$|supportDTD$|^IS_SUPPORTING_EXTERNAL_ENTITIES$|isSupportingExternalEntities$/, false],
  [/^ACCESS_EXTERNAL_|accessExternal/, ''],
  [/^setExpandEntityReferences$/, false],
]

/** A parser that was made here and not told to leave external entities alone. */
function isOpenXml(settings: ReadonlyMap<string, Value>): boolean {
  return ![...settings].some(([name, value]) => {
    if (/^(?:setEntityResolver|setXMLResolver)$/.test(name)) return true
    const given = onlyConstant(value)
    return XML_GUARDS.some(
      ([guard, safe]) => guard.test(name) && (given === undefined || given === safe || given === String(safe)),
    )
  })
}

function isOpenCors(call: Call): boolean {
  if (/llowedOrigin/.test(call.method)) return call.args.some(arg => onlyString(elementOf(arg) ?? arg) === '*')
  return onlyString(call.args[0])?.toLowerCase() === 'access-control-allow-origin' && onlyString(call.args[1]) === '*'
}

export const javaRules: LanguageRules = {
  ...NO_RULES,
  family: 'java',
  sources: [
    {
      trust: Trust.remote,
      at: `
        call.request call.receive call.receiveText call.receiveParameters .readInboundMessage UriInfo.getQueryParameters
        UriInfo.getPathParameters UriInfo.getPath HttpHeaders.getRequestHeader HttpHeaders.getHeaderString
        context.queryParam context.formParam context.pathParam context.body ctx.queryParam ctx.formParam ctx.pathParam
        ctx.body request.queryParams request.params RoutingContext.request ServerWebExchange.getRequest
        ServerRequest.queryParam ServerRequest.pathVariable routingContext.request call.parameters
        APIGatewayProxyRequestEvent.getBody APIGatewayProxyRequestEvent.getQueryStringParameters
        APIGatewayProxyRequestEvent.getPathParameters .getQueryStringParameters ConsumerRecord.value
        TextMessage.getText .getStringExtra getIntent().getData Intent.getData
        WebSocketSession.receive .getParameter .getParameterValues .getParameterMap .getParameterNames request.getHeader .getHeaders
        .getHeaderNames .getQueryString .getCookies request.getInputStream request.getReader .getPart .getParts
        .getPathInfo .getRequestURI .getRequestURL .getRemoteUser .getSubmittedFileName request.getCookies
        HttpServletRequest.getHeader .getOriginalFilename request.queryParameters call.parameters
        socket.getInputStream Socket.getInputStream .openStream HttpURLConnection.getInputStream
        URLConnection.getInputStream exchange.getRequestBody exchange.getRequestURI request.getServletPath
        request.getRemoteHost uriInfo.getQueryParameters
      `,
    },
    {
      trust: Trust.local,
      at: `
        System.getenv System.console().readLine Scanner.nextLine Scanner.next BufferedReader.readLine
        BufferedReader.read readLine .readLine .readUTF ResultSet.getString resultSet.getString rs.getString
      `,
    },
  ],
  sinks: [...sinks, ...javaLibraries],
  secrets: javaSecrets,
  checks,
  methods: [
    {
      rule: 'disabled-tls-check',
      names: 'checkServerTrusted',
      types: /String/,
      check: ({ node }) =>
        !/\bthrow\b|\w\s*\(|\breturn\s+\w/.test(node.text.replace(/\/\/.*|println\([^)]{0,200}\)/g, '')),
    },
    {
      rule: 'disabled-tls-check',
      names: 'verify',
      types: /SSLSession/,
      check: ({ node }) => /^[{\s=]*(?:return\s+)?true[;\s}]*$/.test(node.text.replace(/\/\/.*/g, '')),
    },
  ],
  settings: [
    {
      rule: 'insecure-cookie',
      names: 'isSecure secure',
      check: (value, place) => /cookie/i.test(place) && isFalse(value),
    },
  ],
  safe: [
    {
      uses: Use.html,
      calls: `
        .encodeForHTML .encodeForHTMLAttribute .encodeForJavaScript HtmlUtils.htmlEscape .htmlEscape
        StringEscapeUtils.escapeHtml StringEscapeUtils.escapeHtml3 StringEscapeUtils.escapeHtml4 .escapeHtml
        .escapeHtml4 Encode.forHtml Encode.forHtmlAttribute Encode.forHtmlContent Encode.forJavaScript Jsoup.clean
        .escapeXml Encode.forXml HtmlEscapers.htmlEscaper().escape .sanitize
      `,
    },
    { uses: Use.sql, calls: '.encodeForSQL StringEscapeUtils.escapeSql .escapeSql' },
    {
      uses: Use.ldap,
      calls:
        '.encodeForLDAP LdapEncoder.filterEncode .filterEncode .encodeForDN LdapNameBuilder.add Filter.encodeValue',
    },
    { uses: Use.xpath, calls: '.encodeForXPath Encode.forXml' },
    { uses: Use.command, calls: '.encodeForOS' },
    {
      uses: Use.url | Use.redirect | Use.html | Use.header,
      calls: 'URLEncoder.encode .encodeForURL Encode.forUriComponent UriUtils.encode',
    },
    {
      uses: Use.path,
      calls:
        'FilenameUtils.getName FilenameUtils.getBaseName .getFileName File.getName File.name File.nameWithoutExtension',
    },
    {
      uses: 1 << 29,
      calls: '.getCanonicalPath .getCanonicalFile .normalize .toRealPath .toAbsolutePath .canonicalPath .canonicalFile',
    },
  ],
  harmless: `
    Integer.parseInt Long.parseLong Integer.valueOf Long.valueOf Double.parseDouble Boolean.parseBoolean
    Boolean.valueOf UUID.fromString Float.parseFloat Short.parseShort .toInt .toLong .toIntOrNull .toLongOrNull
    .toDouble .toBoolean LocalDate.parse .hashCode new BigDecimal .findById .getReferenceById .getOne .findAllById
  `,
  requestTypes:
    /^(?:Http)?(?:Servlet)?Request$|^HttpServletRequest(?:Wrapper)?$|^(?:Native)?WebRequest$|^MultipartHttpServletRequest$|^HttpExchange$/,
  requestNames: /^(?:req|request|httpRequest|servletRequest)$/,
  boundNotes:
    /@(?:RequestParam|PathVariable|RequestBody|RequestHeader|CookieValue|ModelAttribute|MatrixVariable|QueryParam|PathParam|FormParam|HeaderParam|CookieParam|BeanParam|MatrixParam|RequestPart|DestinationVariable|Payload)\b/,
  routeNotes: /@(?:Get|Post|Put|Delete|Patch|Request|Message)Mapping\b|@(?:GET|POST|PUT|DELETE|PATCH|OnMessage)\b/,
  routesReturnPages: true,
  endings: 'System.exit exitProcess',
}
