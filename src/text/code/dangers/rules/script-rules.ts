// JavaScript and TypeScript: Node, Express and its like, browsers, common database drivers.
import { onlyConstant, onlyString, Trust, type Value } from '../values.ts'
import {
  anyKnown,
  hasFixedHost,
  isFalse,
  isFixedCall,
  isList,
  isOwnPath,
  isTrue,
  isWeakCipher,
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

/** A query, or a driver that runs some. */
const MENTIONS_SQL =
  /\bselect\s[^;]{0,200}\bfrom\b|\binsert\s+into\b|\bupdate\s+\S{1,60}\s+set\b|\bdelete\s+from\b|\border\s+by\b|['"](?:mysql2?|sqlite3?|better-sqlite3|pg|postgres|knex|sequelize|mssql|typeorm|oracledb|@prisma\/client)['"]/i

const sinks: readonly SinkRow[] = [
  {
    rule: 'command-injection',
    calls: `
      child_process.exec child_process.execSync child_process.exec.__promisify__ shelljs.exec shell.exec execa.command
      execa.commandSync execaCommand util.promisify().exec
    `,
  },
  {
    rule: 'command-injection',
    calls: `
      child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync cross-spawn execa
      execa.execa
    `,
    args: [0, 1],
    when: spawnsText,
  },
  {
    rule: 'sql-injection',
    calls: `
      .query .execute .raw .run .all .get .each .prepare .exec .queryRawUnsafe .$queryRawUnsafe .$executeRawUnsafe
      .whereRaw .orderByRaw .havingRaw .joinRaw sequelize.literal .unsafe
    `,
    needs: MENTIONS_SQL,
    when: isDatabase,
  },
  {
    rule: 'code-injection',
    calls: `
      eval new Function Function vm.runInNewContext vm.runInThisContext vm.runInContext new vm.Script vm.Script
      window.eval globalThis.eval global.eval
    `,
    args: 'all',
    when: (call, value) => call.method !== 'runInContext' || value === call.args[0],
  },
  {
    rule: 'code-injection',
    calls: 'setTimeout setInterval setImmediate window.setTimeout window.setInterval',
    least: Trust.local,
  },
  { rule: 'code-injection', calls: 'require', when: (_, value) => value.trust >= Trust.remote },
  {
    rule: 'unsafe-deserialization',
    calls: `
      node-serialize.unserialize serialize.unserialize unserialize serialize-to-js.deserialize
      funcster.deepDeserialize cryo.parse
    `,
  },
  {
    rule: 'unsafe-deserialization',
    calls: 'js-yaml.load yaml.load',
    when: call => /DEFAULT_FULL_SCHEMA|js-yaml["']?\)?@?3/.test(call.source),
  },
  {
    rule: 'path-traversal',
    calls: `
      fs.readFile fs.readFileSync fs.createReadStream fs.writeFile fs.writeFileSync fs.createWriteStream fs.unlink
      fs.unlinkSync fs.readdir fs.readdirSync fs.appendFile fs.appendFileSync fs.open fs.openSync fs.rm fs.rmSync
      fs/promises.readFile fs/promises.writeFile fs.promises.readFile fs.promises.writeFile fs/promises.unlink
      fs.promises.unlink fs.rename fs-extra.readFile fs-extra.remove
    `,
    least: Trust.remote,
  },
  {
    rule: 'path-traversal',
    calls: '.sendFile .sendfile .download',
    when: (call, value) => !hasRoot(call) && value === call.args[0],
    least: Trust.remote,
  },
  {
    rule: 'xss',
    calls: `
      response.send response.write response.end response.html document.write document.writeln .insertAdjacentHTML
      .html .createContextualFragment dangerouslySetInnerHTML .bypassSecurityTrustHtml .setHTMLUnsafe jQuery $
    `,
    args: [0, 1],
    when: writesPage,
  },
  { rule: 'ldap-injection', calls: '.search', args: [0, 1], needs: /ldap/i },
  {
    rule: 'xpath-injection',
    calls: 'xpath.select xpath.select1 xpath.evaluate xpath.parse document.evaluate xpath.useNamespaces()',
  },
  {
    rule: 'ssrf',
    calls: `
      axios axios.get axios.post axios.put axios.delete axios.request axios.head fetch node-fetch request-promise
      needle needle.get got got.get got.post http.get https.get http.request https.request superagent.get
      undici.request undici.fetch needle.post
    `,
    when: (call, value) =>
      isServer(call) && !hasFixedHost(value.entries?.get('url') ?? value) && !value.entries?.get('host')?.known,
  },
  {
    rule: 'open-redirect',
    calls: 'response.redirect res.redirect reply.redirect ctx.redirect context.redirect',
    args: [0, 1],
    when: (call, value) => value === call.args.at(-1) && !isOwnPath(value),
  },
  {
    rule: 'open-redirect',
    calls: 'window.open location.assign location.replace window.location.assign window.location.replace',
    when: (_, value) => value.trust >= Trust.remote && !isOwnPath(value),
  },
  {
    rule: 'template-injection',
    calls: `
      pug.compile pug.render ejs.render ejs.compile handlebars.compile Handlebars.compile nunjucks.renderString
      nunjucks.compile dot.template lodash.template _.template jade.compile jade.render
    `,
  },
  {
    rule: 'nosql-injection',
    calls: `
      .find .findOne .findOneAndUpdate .findOneAndDelete .updateOne .updateMany .deleteOne .deleteMany .countDocuments
      .aggregate .where .update .remove .count
    `,
    args: [0, 1],
    needs: /mongo|nedb|\.collection\(/i,
    when: isDocumentQuery,
  },
  {
    rule: 'xxe',
    calls: 'libxmljs.parseXml libxmljs.parseXmlString libxmljs2.parseXml',
    when: call => /noent:\s*true/.test(call.text),
  },
  {
    rule: 'log-injection',
    calls: 'console.log console.error console.info console.warn logger.info logger.error logger.warn',
    args: 'all',
    when: (_, value) =>
      value.trust >= Trust.remote &&
      value.pattern !== null &&
      value.known === null &&
      value.pattern.includes('\u0000') &&
      value.pattern.length > 1,
  },
  {
    rule: 'header-injection',
    calls: 'response.setHeader response.header response.set response.writeHead',
    args: [1],
    when: (_, value) => value.trust >= Trust.remote && value.entries === null,
  },
  {
    rule: 'zip-slip',
    calls: 'fs.createWriteStream fs.writeFileSync fs.writeFile',
    when: call =>
      /entry\.(?:path|fileName|entryName|name)|header\.name/.test(call.text) &&
      !/startsWith|includes\(['"]\.\.|indexOf\(['"]\.\.|basename/.test(call.source),
  },
]

/** Without a shell only the program matters; a shell takes all of it as one text. */
function spawnsText(call: Call, value: Value): boolean {
  const options = call.args.at(-1)?.entries
  const shell = options?.get('shell')
  if (shell && !isFalse(shell)) return true
  if (call.args[1] && isList(call.args[1])) {
    if (value === call.args[0]) return value.trust >= Trust.local
    return !isFixedCall([call.args[0]!, ...(call.args[1].items ?? [])]) && onlyConstant(call.args[0]!) !== undefined
  }
  return value === call.args[0] && value.trust >= Trust.local
}

const SQL_TEXT =
  /\b(?:select\b.*\bfrom|insert\s+into|update\b.*\bset|delete\s+from|drop\s+table|alter\s+table|create\s+table|call|where|order\s+by|replace\s+into|truncate)\b/is

/** Methods with these names belong to databases only if the text is SQL, or the file loads a driver. */
function isDatabase(call: Call, value: Value): boolean {
  if (value.pattern?.includes('\u0000')) return SQL_TEXT.test(value.pattern)
  if (!/mysql|sqlite|\bpg\b|postgres|sequelize|knex|mssql|prisma|typeorm|oracledb/i.test(call.source)) return false
  return (
    /^(?:query|execute|raw|literal|.*Raw|.*Unsafe|unsafe)$/.test(call.method) &&
    !value.items &&
    !value.entries &&
    value.trust >= Trust.remote
  )
}

function hasRoot(call: Call): boolean {
  return call.args[1]?.entries?.has('root') ?? false
}

function isServer(call: Call): boolean {
  return !/\b(?:window|document)\.\w/.test(call.source)
}

function writesPage(call: Call, value: Value): boolean {
  if (call.method === 'insertAdjacentHTML') return value === call.args[1]
  if (value !== call.args[0]) return false
  if (/^response\./.test(call.path)) {
    if (value.entries || value.items) return false
    return (
      value.trust >= Trust.local &&
      !/\.(?:type|contentType)\(['"](?:text\/plain|json|application\/json|text)|Content-Type['"],\s*['"](?:application\/json|text\/plain)/i.test(
        call.source,
      )
    )
  }
  if (call.method === '$' || call.method === 'jQuery')
    return value.trust >= Trust.remote && (value.pattern ?? '').trimStart().startsWith('<')
  return call.method !== 'html' || call.args.length === 1
}

/** An object from outside as a filter, or inside one where a string was meant. */
function isDocumentQuery(call: Call, value: Value): boolean {
  if (value.fn || onlyString(value) !== undefined) return false
  if (value === call.args[1] && !/^(?:update|findOneAndUpdate)/.test(call.method)) return false
  if (value === call.args[1]) return false
  if (value.entries) return true
  return value.trust >= Trust.remote && (call.method !== 'where' || value.pattern !== null)
}

const checks: readonly CheckRow[] = [
  {
    rule: 'weak-hash',
    calls: 'crypto.createHash crypto.createHmac',
    check: call => anyKnown(call.args[0], name => weakHash(name, call) !== false) && weakHash('md5', call),
  },
  {
    rule: 'weak-hash',
    calls: 'crypto-js.MD5 crypto-js.SHA1 CryptoJS.MD5 CryptoJS.SHA1 md5 sha1',
    check: call => weakHash('md5', call),
  },
  {
    rule: 'weak-cipher',
    calls: 'crypto.createCipheriv crypto.createDecipheriv crypto.createCipher crypto.createDecipher',
    check: call => anyKnown(call.args[0], isWeakCipher) || /createCipher$/.test(call.method),
  },
  {
    rule: 'weak-cipher',
    calls: `
      CryptoJS.DES.encrypt CryptoJS.TripleDES.encrypt CryptoJS.RC4.encrypt crypto-js.DES.encrypt crypto-js.RC4.encrypt
    `,
    check: () => true,
  },
  {
    rule: 'weak-key',
    calls: 'crypto.generateKeyPairSync crypto.generateKeyPair',
    check: call => isShort(call.args[1]?.entries?.get('modulusLength')),
  },
  {
    rule: 'weak-random',
    calls: 'Math.random crypto.pseudoRandomBytes',
    check: call => SECURITY_CONTEXT.test(call.purpose) && randomWeight(call),
  },
  {
    rule: 'insecure-cookie',
    calls: 'response.cookie',
    check: call =>
      !isTrue(call.args[2]?.entries?.get('secure')) &&
      (call.args[2]?.entries?.get('secure')?.trust ?? 0) === 0 &&
      (call.args[2]?.trust ?? 0) === 0,
  },
  {
    rule: 'unverified-jwt',
    calls: 'jsonwebtoken.verify jwt.verify',
    check: call =>
      onlyString(call.args[1]!) === '' ||
      isFalse(call.args[1]) ||
      (call.args[2]?.entries?.get('algorithms')?.items?.some(item => /^none$/i.test(onlyString(item) ?? '')) ?? false),
  },
  {
    rule: 'unverified-jwt',
    calls: 'jsonwebtoken.sign jwt.sign',
    check: call => /^none$/i.test(onlyString(call.args[2]?.entries?.get('algorithm') ?? call.args[0]!) ?? ''),
  },
  { rule: 'unverified-jwt', calls: 'jwt-simple.decode', check: call => isTrue(call.args[2]) },
  {
    rule: 'permissive-cors',
    calls: 'response.setHeader response.header response.set',
    check: call =>
      /^access-control-allow-origin$/i.test(onlyString(call.args[0]!) ?? '') &&
      (onlyString(call.args[1]!) === '*' || (call.args[1]?.trust ?? 0) >= Trust.remote),
  },
  { rule: 'permissive-cors', calls: 'cors', check: call => isOpen(call.args[0]?.entries) },
  {
    rule: 'permissive-file-mode',
    calls: 'fs.chmod fs.chmodSync fs/promises.chmod fs.promises.chmod',
    check: call => isWorldWritable(call.args[1]) || anyKnown(call.args[1], mode => /[2367]$/.test(mode)),
  },
]

const SECURITY_CONTEXT =
  /passw|secret|token|session|auth|salt|nonce|otp|csrf|cred|reset|apikey|api_key|verif|(?:^|\W|_)(?:iv|pin|key)\b|Key\b|password/i

function isOpen(options: Value['entries'] | undefined): boolean {
  const origin = options?.get('origin')
  if (!origin) return false
  return isTrue(options?.get('credentials')) && (isTrue(origin) || onlyString(origin) === '*')
}

function isShort(bits: Value | undefined): boolean {
  const length = bits ? onlyConstant(bits) : undefined
  return typeof length === 'number' && length < 2048
}

const settings: readonly SettingRow[] = [
  { rule: 'disabled-tls-check', names: 'rejectUnauthorized strictSSL', check: value => isFalse(value) },
  {
    rule: 'disabled-tls-check',
    names: 'NODE_TLS_REJECT_UNAUTHORIZED',
    check: value => ['0', 0].includes(onlyConstant(value) as string),
  },
  { rule: 'insecure-cookie', names: 'cookie', check: value => isFalse(value.entries?.get('secure')) },
  {
    rule: 'xss',
    names: 'autoescape autoEscape escapeMarkup',
    check: value => isFalse(value) && { severity: 'medium', confidence: 'medium' },
  },
]

export const scriptRules: LanguageRules = {
  ...NO_RULES,
  family: 'javascript',
  sources: [
    {
      trust: Trust.remote,
      at: `
        request.query request.body request.params request.headers request.cookies request.param request.get
        request.header request.url request.originalUrl request.path request.files request.file request.hostname
        request.signedCookies request.payload request.rawBody request.formData request.json request.text
        request.nextUrl context.query context.params context.request.body context.request.query location.search
        location.hash location.href window.location.search window.location.hash window.location.href window.location
        document.location document.location.search document.location.hash document.location.href document.URL
        document.documentURI document.referrer document.cookie window.name event.data e.data
        event.queryStringParameters event.body event.pathParameters URLSearchParams.get new URLSearchParams
        .searchParams
      `,
    },
    {
      trust: Trust.local,
      at: `
        process.argv process.env process.stdin readline.question prompt localStorage.getItem sessionStorage.getItem
        window.prompt .readline
      `,
    },
  ],
  sinks,
  checks,
  settings,
  properties: [
    { rule: 'xss', names: 'innerHTML outerHTML srcdoc' },
    {
      rule: 'xss',
      names: 'dangerouslySetInnerHTML',
      when: value => (value.entries?.get('__html')?.trust ?? value.trust) >= Trust.parameter,
    },
    {
      rule: 'open-redirect',
      names: 'window.location location.href window.location.href document.location.href',
      when: value => value.trust >= Trust.remote && !isOwnPath(value),
    },
    { rule: 'trust-boundary', names: 'request.session.[]' },
  ],
  safe: [
    {
      uses: Use.html,
      calls: `
        encodeURIComponent encodeURI escape escape-html he.encode he.escape DOMPurify.sanitize dompurify.sanitize
        sanitize-html sanitizeHtml validator.escape lodash.escape _.escape xss JSON.stringify .escapeHtml escapeHtml
        escapeHTML htmlspecialchars CSS.escape entities.encode
      `,
    },
    { uses: Use.url | Use.redirect | Use.path, calls: 'encodeURIComponent' },
    { uses: Use.path, calls: 'path.basename sanitize-filename' },
    { uses: 1 << 29, calls: 'path.resolve path.normalize fs.realpathSync fs.realpath' },
    {
      uses: Use.sql,
      calls: `
        mysql.escape mysql2.escape connection.escape pool.escape db.escape mysql.escapeId connection.escapeId
        pg-format sqlstring.escape SqlString.escape .escapeId .escapeLiteral mysql.format
      `,
    },
    { uses: Use.command, calls: 'shell-quote.quote shellescape shell-escape' },
    { uses: Use.query, calls: 'String .toString mongo-sanitize sanitize express-mongo-sanitize' },
    { uses: Use.log, calls: 'JSON.stringify' },
  ],
  harmless: `
    Number parseInt parseFloat Boolean BigInt Number.parseInt Number.parseFloat Date.parse Math.floor Math.round
    Math.abs mongoose.Types.ObjectId new ObjectId ObjectId new Date Date.now uuid.parse
  `,
  requestTypes: /^(?:(?:Express)?Request|IncomingMessage|NextRequest|NextApiRequest|FastifyRequest|HttpRequest)$/,
  requestNames: /^(?:req|request)$/,
  boundNotes: /@(?:Query|Param|Body|Headers|Cookies|Req)\b/,
  routeNotes: /(?!)/,
  endings: 'process.exit',
}
