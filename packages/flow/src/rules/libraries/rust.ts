// Rust: sinks of crates.
import { Trust } from '../../values.ts'
import type { SecretRow, SinkRow } from '../language-rules.ts'
import { isComposedSql, isMarkup, logRow, SQL_FILE, under } from '../library-rows.ts'

const VERBS = 'get post put patch delete head request'
const FILE_CALLS = `
  read_to_string read write remove_file remove_dir remove_dir_all create_dir create_dir_all copy rename read_dir open
  metadata canonicalize hard_link set_permissions symlink_metadata
`

export const rustLibraries: readonly SinkRow[] = [
  {
    rule: 'sql-injection',
    calls: `
      sqlx.query_scalar sqlx.query_as sqlx.query_with sqlx.raw_sql query_scalar raw_sql .query_one .query_opt
      .query_raw .prepare_cached .execute_batch .query_drop .exec_drop .query_first .query_iter .exec .exec_first
      .exec_map .fetch .fetch_one .fetch_all .sql dsl.sql diesel.dsl.sql sql Statement.from_string .execute_unprepared
      .query .execute .query_row .prepare .query_map .query_as_object .query_async
    `,
    args: [0, 1],
    needs: SQL_FILE,
    when: isComposedSql,
  },
  {
    rule: 'ssrf',
    calls: `
      ${under('reqwest', VERBS)} ${under('ureq', VERBS)} ${under('isahc', VERBS)} ${under('surf', VERBS)} ${under('attohttpc', VERBS)}
      ${under('minreq', VERBS)} ${under('Client', VERBS)} ${under('client', VERBS)} ${under('blocking', VERBS)} ${under('agent', VERBS)} ${under('awc', VERBS)}
      TcpStream.connect Easy.url .url tungstenite.connect connect_async ClientBuilder.get http.get Request.get
      self.client.get self.client.post
    `,
    args: [0, 1],
    least: Trust.remote,
  },
  {
    rule: 'path-traversal',
    calls: `
      ${under('fs', FILE_CALLS)} ${under('tokio.fs', FILE_CALLS)} ${under('async_std.fs', FILE_CALLS)} ${under('File', 'open create create_new options')}
      NamedFile.open NamedFile.open_async OpenOptions.open OpenOptions.new.open .open zip.ZipArchive.extract
    `,
    args: [0, 1],
    least: Trust.parameter,
    when: (call, value) => call.method !== 'open' || value.pattern !== null || value.trust >= Trust.remote,
  },
  {
    rule: 'command-injection',
    calls: 'Command.new std.process.Command.new Exec.shell run_cmd run_fun cmd_lib.spawn duct.sh',
    least: Trust.local,
  },
  {
    rule: 'xss',
    calls:
      'RawHtml content.RawHtml response.Html axum.response.Html warp.reply.html reply.html PreEscaped maud.PreEscaped',
    least: Trust.remote,
  },
  { rule: 'xss', calls: '.body HttpResponse.body Response.new .set_body', when: isMarkup },
  {
    rule: 'open-redirect',
    calls:
      'Redirect.to Redirect.temporary Redirect.permanent Redirect.found Redirect.see_other Redirect.moved warp.redirect redirect.redirect redirect.found web.Redirect.to redirect.temporary',
    least: Trust.remote,
  },
  {
    rule: 'open-redirect',
    calls: '.append_header .insert_header .header .set_header',
    args: 'all',
    least: Trust.remote,
    when: call => /["(]location["),]|\bLOCATION\b/i.test(call.text.slice(call.text.lastIndexOf(call.method))),
  },
  {
    rule: 'template-injection',
    calls: 'Tera.one_off .render_str .render_template .add_raw_template Handlebars.render_template .template_from_str',
    args: [0, 1],
    least: Trust.remote,
  },
  {
    rule: 'xpath-injection',
    calls: 'sxd_xpath.evaluate_xpath evaluate_xpath .evaluate_xpath',
    args: [0, 1],
    least: Trust.remote,
  },
  { rule: 'ldap-injection', calls: '.search', args: [0, 2], needs: /ldap3/, least: Trust.remote },
  { rule: 'nosql-injection', calls: 'doc', args: 'all', least: Trust.remote, when: call => /\$where/.test(call.text) },
  logRow('info warn error debug trace log.info log.warn log.error tracing.info tracing.warn tracing.error'),
]

export const rustSecrets: readonly SecretRow[] = [
  {
    calls: `
      EncodingKey.from_secret DecodingKey.from_secret .new_from_slice Key.from_slice GenericArray.from_slice
      hmac.Key.new Aes256Gcm.new Key.from Fernet.new
    `,
    args: [0],
  },
  { calls: '.basic_auth', args: [1] },
]
