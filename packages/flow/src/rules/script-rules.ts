// JavaScript and TypeScript: Node, Express and its like, browsers, common database drivers.
import { ALL_USES, CANONICAL, Trust } from '../values.ts'
import { type LanguageRules, NO_RULES } from './language-rules.ts'
import { scriptLibraries, scriptSecrets } from './libraries/script.ts'
import { Use } from './rule-table.ts'
import { scriptChecks, scriptSettings } from './script-checks.ts'
import { scriptSinks } from './script-sinks.ts'

export const scriptRules: LanguageRules = {
  ...NO_RULES,
  family: 'javascript',
  sources: [
    {
      trust: Trust.remote,
      at: `
        request.query request.body request.params request.headers request.cookies request.param request.get
        request.header request.url request.originalUrl request.path request.files .originalname request.hostname
        request.signedCookies request.payload request.rawBody request.formData request.json request.text
        request.nextUrl context.query context.params context.request.body context.request.query location.search
        location.hash location.href window.location.search window.location.hash window.location.href window.location
        document.location document.location.search document.location.hash document.location.href document.URL
        document.documentURI document.referrer document.cookie window.name event.data e.data
        event.queryStringParameters event.body event.pathParameters URLSearchParams.get new URLSearchParams
        .searchParams ctx.query ctx.params ctx.request ctx.querystring ctx.headers ctx.header ctx.cookies.get ctx.path
        ctx.url ctx.href ctx.host ctx.get context.request context.headers event.headers event.rawPath
        event.multiValueQueryStringParameters event.Records $location.search $location.hash $routeParams $stateParams
        useParams useSearchParams router.query useRouter.query window.location.pathname document.baseURI history.state
        socket.handshake request.ip request.protocol request.subdomains request.raw evt.data msg.data message.data
        c.req.query c.req.param c.req.json c.req.header self.location top.location
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
  sinks: [...scriptSinks, ...scriptLibraries],
  secrets: scriptSecrets,
  checks: scriptChecks,
  settings: scriptSettings,
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
      when: value => value.trust >= Trust.remote,
    },
    {
      rule: 'xss',
      names: 'ctx.body context.body ctx.response.body context.response.body',
      when: value => value.trust >= Trust.remote && /<[a-z!/]/i.test(value.pattern ?? ''),
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
    // Where the page was loaded from nobody else decides.
    {
      uses: ALL_USES & ~CANONICAL,
      calls: 'location.host location.hostname location.origin location.protocol location.port',
    },
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
    Math.abs mongoose.Types.ObjectId new ObjectId ObjectId new Date Date.now uuid.parse .findById .findByPk .findUnique
    .findOneBy .findOne
  `,
  requestTypes: /^(?:(?:Express)?Request|IncomingMessage|NextRequest|NextApiRequest|FastifyRequest|HttpRequest)$/,
  requestNames: /^(?:req|request)$/,
  boundNotes: /@(?:Query|Param|Body|Headers|Cookies|Req)\b/,
  routeNotes: /(?!)/,
  endings: 'process.exit',
}
