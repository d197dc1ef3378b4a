// JavaScript and TypeScript: sinks of libraries.
import { Trust } from '../../values.ts'
import type { SecretRow, SinkRow } from '../language-rules.ts'
import { isComposedSql, isMarkup, logCalls, logRow, SQL_FILE, under } from '../library-rows.ts'

const VERBS = 'get post put patch delete del head options request all stream'
const FILE_CALLS = `
  readFile readFileSync createReadStream writeFile writeFileSync createWriteStream unlink unlinkSync readdir
  readdirSync appendFile appendFileSync open openSync rm rmSync rmdir rmdirSync mkdir mkdirSync rename renameSync
  copyFile copyFileSync cp cpSync symlink symlinkSync truncate truncateSync lstat stat statSync lstatSync access
  accessSync chmod opendir watch watchFile remove removeSync outputFile outputFileSync readJson readJsonSync
  writeJson writeJsonSync emptyDir emptyDirSync ensureDir ensureFile move copy copySync createFile pathExists
`
const ADDRESS = [0, 'url', 'uri', 'host', 'hostname', 'baseURL', 'baseUrl', 'origin']

export const scriptLibraries: readonly SinkRow[] = [
  {
    rule: 'command-injection',
    calls: `
      exec execSync shelljs.exec shelljs.cmd execa.command execa.commandSync execa.execaCommand execa.execaCommandSync
      node-cmd.run node-cmd.get node-cmd.runSync sudo-prompt.exec exec-sh ssh2.Client.exec Client.exec conn.exec
      node-ssh.NodeSSH.execCommand .execCommand child-process-promise.exec child_process.execAsync
      execAsync promisify-child-process.exec systeminformation.services
    `,
    when: (_, value) => !value.entries && !value.items,
    least: Trust.parameter,
    needs: /child.process|shelljs|execa|node-cmd|sudo-prompt|ssh|exec-sh/,
  },
  {
    rule: 'sql-injection',
    calls: `
      .whereRaw .orWhereRaw .andWhereRaw .groupByRaw .fromRaw .selectRaw .havingRaw .orHavingRaw .joinRaw .orderByRaw
      knex.raw objection.raw .sendNativeQuery CompiledQuery.raw kysely.CompiledQuery.raw Prisma.raw prisma.$queryRawUnsafe .$queryRawUnsafe .$executeRawUnsafe Sequelize.literal
      sequelize.literal db.literal sql.raw sql.unsafe Knex.raw trx.raw sequelize.query
      drizzle-orm.sql.raw .queryRawUnsafe .executeRawUnsafe .createNativeQuery Sequelize.query
    `,
    args: [0, 'sql', 'query'],
  },
  {
    rule: 'sql-injection',
    calls: `
      .query .execute .one .any .none .many .oneOrNone .manyOrNone .multi .result .batch .queryStream .where .andWhere
      .orWhere .having .andHaving .orderBy .addSelect .addOrderBy .leftJoin .innerJoin .createQueryJob .executeSql
      .exec .run .all .get .each .prepare .callProcedure .runSql .sql .queryRaw .executeRaw .prepareQuery
    `,
    args: [0, 'sql', 'text', 'query', 'sqlText', 'Statement'],
    needs: SQL_FILE,
    when: (call, value) =>
      isComposedSql(call, value) &&
      /\b(?:select\b.{0,500}\bfrom|insert\s+into|update\b.{0,300}\bset|delete\s+from|where|order\s+by|union)\b|^\s*[\w."`]+\s*(?:=|<|>|like\b|in\b)/is.test(
        value.pattern!,
      ),
  },
  {
    rule: 'nosql-injection',
    calls: `
      .findOne .findOneAndUpdate .findOneAndDelete .findOneAndReplace .findOneAndRemove .updateOne .updateMany
      .deleteOne .deleteMany .countDocuments .replaceOne
    `,
    when: (_, { entries }) =>
      entries !== null &&
      !entries.has('where') &&
      [...entries.values()].some(({ origin }) => /\bbody\b/.test(origin?.label ?? '')),
  },
  { rule: 'nosql-injection', calls: '.$where .mapReduce .find .findOne .where', args: ['$where'] },
  { rule: 'nosql-injection', calls: '.$where', args: [0] },
  {
    rule: 'path-traversal',
    calls: `
      ${under('fs', FILE_CALLS)} ${under('fs/promises', FILE_CALLS)} ${under('fs-extra', FILE_CALLS)} ${under('fse', FILE_CALLS)}
      ${under('graceful-fs', FILE_CALLS)} fsp.readFile fsp.writeFile reply.sendFile h.file .attachment
      Deno.readTextFile Deno.readFile Deno.writeTextFile Deno.open Deno.remove Bun.file rimraf del mkdirp
      jsonfile.readFile jsonfile.readFileSync jsonfile.writeFile tail.Tail new Tail extract-zip serve-static
      JSDOM.fromFile
    `,
    least: Trust.parameter,
  },
  {
    rule: 'path-traversal',
    calls: 'koa-send',
    args: [1],
    least: Trust.remote,
    when: call => !call.args[2]?.entries?.has('root'),
  },
  {
    rule: 'ssrf',
    calls: `
      ${under('axios', VERBS)} ${under('got', VERBS)} ${under('superagent', VERBS)} ${under('needle', VERBS)}
      ${under('ky', VERBS)} ${under('undici', 'fetch request stream pipeline connect')} ${under('http-request', VERBS)}
      ${under('request-promise', VERBS)} ${under('request-promise-native', VERBS)} http-request request-promise-native
      ky superagent cross-fetch node-fetch.default isomorphic-fetch phin bent http2.connect net.connect
      net.createConnection tls.connect new WebSocket new ws ws new EventSource JSDOM.fromURL soap.createClient
      soap.createClientAsync unirest.get unirest.post urllib.request wreck.get wreck.request @hapi/wreck.get
      @hapi/wreck.request make-fetch-happen axios-retry http.request https.request http.get https.get
      follow-redirects.http.get follow-redirects.https.get follow-redirects.http.request $fetch ofetch gaxios.request
      Request new Request httpClient.get httpService.get httpService.post this.httpService.get HttpService.get
      HttpService.post this.http.get puppeteer.goto download image-size.fromUrl
    `,
    args: ADDRESS,
    when: call => !/\b(?:window|document)\.\w/.test(call.source) && (call.path !== 'Request' || call.isNew),
  },
  { rule: 'ssrf', calls: '.goto', needs: /puppeteer|playwright/ },
  {
    rule: 'xss',
    calls: `
      .append .prepend .after .before .replaceWith .wrap .wrapAll .wrapInner .appendTo .prependTo .insertAfter
      .insertBefore .parseHTML h.response reply.send reply.view reply.html context.html c.html new Response
      .renderToString Response.html
    `,
    when: isMarkup,
  },
  {
    rule: 'xss',
    calls: `
      .bypassSecurityTrustHtml .bypassSecurityTrustScript .bypassSecurityTrustUrl .bypassSecurityTrustStyle
      .bypassSecurityTrustResourceUrl $sce.trustAsHtml $sce.trustAs $sce.trustAsJs .trustAsHtml Handlebars.SafeString
      new Handlebars.SafeString new SafeString .setInnerHtml html-react-parser ReactHtmlParser .renderUnsafe
    `,
    least: Trust.parameter,
  },
  { rule: 'xss', calls: 'res.jsonp.raw response.write response.end', when: isMarkup },
  {
    rule: 'xss',
    calls: '.setAttribute .attr .setAttributeNS',
    args: [1],
    least: Trust.remote,
    when: call => /^(?:on\w+|srcdoc|href|src|action|formaction)$/i.test(String(call.args[0]?.known?.[0])),
  },
  {
    rule: 'open-redirect',
    calls: `
      reply.redirect h.redirect NextResponse.redirect Response.redirect NextResponse.rewrite
      ctx.redirect context.redirect c.redirect ctx.response.redirect $window.open window.location.assign
      window.location.replace document.location.assign document.location.replace self.location.replace
      top.location.replace top.location.assign redirect next/navigation.redirect @remix-run/node.redirect
    `,
    least: Trust.remote,
  },
  {
    rule: 'open-redirect',
    calls: 'response.setHeader response.header response.set ctx.set reply.header',
    args: [1],
    when: call => /^location$/i.test(String(call.args[0]?.known?.[0])),
  },
  {
    rule: 'open-redirect',
    calls: 'response.writeHead',
    args: [1, 2, 'Location', 'location'],
    when: (_, value) => value.entries === null,
  },
  {
    rule: 'code-injection',
    calls: `
      vm2.VM.run vm2.NodeVM.run VM.run NodeVM.run vm.compileFunction new vm.SourceTextModule safe-eval static-eval
      notevil mathjs.eval mathjs.evaluate math.evaluate .executeJavaScript chrome.tabs.executeScript execScript
      new AsyncFunction .$eval $scope.$eval $parse expr-eval.Parser.evaluate jexl.eval jexl.evalSync
      eval-in-context new VMScript vm.measureMemory angular-expressions.compile
    `,
    least: Trust.remote,
  },
  {
    rule: 'template-injection',
    calls: `
      mustache.render Mustache.render hogan.js.compile Hogan.compile new nunjucks.Template nunjucks.Template
      swig.render swig.compile swig-templates.render eta.render eta.renderString eta.compile squirrelly.render
      Sqrl.render doT.template doT.compile dot.compile underscore.template art-template.render art-template.compile
      liquidjs.parseAndRender .parseAndRender .parseAndRenderSync Vue.compile velocityjs.render env.renderString
      .renderString ejs.renderAsync twig.twig pug.compileClient jsrender.templates lodash.template.compile
      handlebars.precompile Handlebars.precompile
    `,
    args: [0, 'template', 'data'],
    least: Trust.remote,
  },
  {
    rule: 'unsafe-deserialization',
    calls:
      'v8.deserialize js-yaml.unsafeLoad serialize-to-js.deserialize cryo.parse node-yaml.load bson.deserialize funcster.deepDeserialize',
    least: Trust.remote,
  },
  {
    rule: 'xpath-injection',
    calls: 'xpath.parse xpath.selectWithResolver .evaluate.xpath libxmljs.get xmldom.select .xpath',
    needs: /xpath|libxml/i,
  },
  logRow(logCalls('logger log winston bunyan pino request.log fastify.log this.logger Logger')),
]

export const scriptSecrets: readonly SecretRow[] = [
  {
    calls: `
      jsonwebtoken.sign jsonwebtoken.verify jwt.sign jwt.verify jwt-simple.encode jwt-simple.decode crypto.createHmac
      crypto.createCipheriv crypto.createDecipheriv crypto.createCipher crypto.createDecipher CryptoJS.AES.encrypt
      CryptoJS.AES.decrypt crypto-js.AES.encrypt crypto-js.AES.decrypt CryptoJS.HmacSHA256 crypto-js.HmacSHA256 twilio
    `,
    args: [1],
  },
  { calls: 'new Sequelize sequelize.Sequelize new sequelize', args: [2] },
  { calls: 'cookie-parser cookieParser', args: [0] },
  {
    calls: `
      express-session session cookie-session express-jwt express-jwt.expressjwt koa-jwt passport-jwt.Strategy
      new JwtStrategy new passport-jwt.Strategy JwtModule.register @fastify/jwt @fastify/cookie koa-session
    `,
    args: [0, 'secret', 'secretOrKey', 'keys', 'key'],
  },
]
