// JavaScript and TypeScript: calls that untrusted values must not reach.
import { onlyConstant, onlyString, Trust, type Value } from '../values.ts'
import { isFalse, isFixedCall, isList } from './checks.ts'
import type { Call, SinkRow } from './language-rules.ts'

/** A query, or a driver that runs some. */
const MENTIONS_SQL =
  /\bselect\s[^;]{0,200}\bfrom\b|\binsert\s+into\b|\bupdate\s+\S{1,60}\s+set\b|\bdelete\s+from\b|\border\s+by\b|['"](?:mysql2?|sqlite3?|better-sqlite3|pg|postgres|knex|sequelize|mssql|typeorm|oracledb|@prisma\/client)['"]/i

export const scriptSinks: readonly SinkRow[] = [
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
    args: [0, 'url', 'uri', 'host', 'hostname', 'baseURL'],
    when: isServer,
  },
  {
    rule: 'open-redirect',
    calls: 'response.redirect res.redirect reply.redirect ctx.redirect context.redirect',
    args: [0, 1],
    when: (call, value) => value === call.args.at(-1),
  },
  {
    rule: 'open-redirect',
    calls: 'window.open location.assign location.replace window.location.assign window.location.replace',
    when: (_, value) => value.trust >= Trust.remote,
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
    return !isFixedCall([call.args[0]!, ...(call.args[1].items ?? [])]) && onlyConstant(call.args[0]) !== undefined
  }
  return value === call.args[0] && value.trust >= Trust.local
}

const SQL_TEXT =
  /\b(?:select\b.{0,1000}\bfrom|insert\s+into|update\b.{0,1000}\bset|delete\s+from|drop\s+table|alter\s+table|create\s+table|call|where|order\s+by|replace\s+into|truncate)\b/is

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
      !/\.(?:type|contentType)\(['"](?:text\/(?:plain|xml|csv)|xml|json|application\/|text)|Content-Type['"],\s*['"](?:application\/|text\/(?:plain|xml|csv))/i.test(
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
