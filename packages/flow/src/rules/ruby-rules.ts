// Ruby: the core, Rails and Sinatra.
import { onlyConstant, onlyString, Trust } from '../values.ts'
import {
  anyKnown,
  hashWeight,
  isEnvironment,
  isFalse,
  isFixedCall,
  isTrue,
  isWeakCipher,
  isWorldWritable,
  randomWeight,
} from './checks.ts'
import { type CheckRow, type LanguageRules, NO_RULES, type SettingRow, type SinkRow } from './language-rules.ts'
import { rubyLibraries, rubySecrets } from './libraries/ruby.ts'
import { Use } from './rule-table.ts'

const sinks: readonly SinkRow[] = [
  {
    rule: 'command-injection',
    calls: `
      system exec spawn Kernel.system Kernel.exec Kernel.spawn IO.popen Open3.capture2 Open3.capture3 Open3.capture2e
      Open3.popen3 Process.spawn PTY.spawn
    `,
    args: 'all',
    when: (call, value) => {
      const args = call.args[0]?.entries ? call.args.slice(1) : call.args
      return !isEnvironment(call, value) && (args.length === 1 || !isFixedCall(args))
    },
  },
  {
    rule: 'command-injection',
    calls: 'open Kernel.open',
    least: Trust.remote,
    when: (_, value) => value.pattern === null || value.pattern.startsWith('\u0000'),
  },
  {
    rule: 'sql-injection',
    calls: `
      .where .find_by_sql .execute .exec_query .select_all .select_one .select_value .order .joins .group .having
      .pluck .from .update_all .delete_all .destroy_all .exists? .count_by_sql .reorder .query .exec .find_by .lock
      Arel.sql
    `,
    when: (_, value) =>
      value.entries === null && value.items === null && (value.pattern !== null || value.trust >= Trust.remote),
  },
  {
    rule: 'code-injection',
    calls: 'eval .instance_eval .class_eval .module_eval Kernel.eval .constantize instance_eval class_eval',
    args: [0, -1],
    when: (call, value) =>
      call.method === 'constantize' ? value === call.receiver && value.trust >= Trust.remote : value === call.args[0],
  },
  { rule: 'code-injection', calls: '.send .public_send .__send__', least: Trust.remote },
  {
    rule: 'unsafe-deserialization',
    calls:
      'Marshal.load Marshal.restore YAML.load YAML.unsafe_load Oj.load Psych.load Psych.unsafe_load Oj.object_load',
    least: Trust.parameter,
    when: call => !/SafeLoader|permitted_classes|mode:\s*:(?:strict|compat|null|json|rails|wab)\b/.test(call.text),
  },
  {
    rule: 'path-traversal',
    calls: `
      File.open File.read File.write File.readlines File.delete File.unlink File.new IO.read IO.readlines Dir.entries
      Dir.glob FileUtils.rm FileUtils.rm_rf send_file FileUtils.cp Pathname.read File.binread
    `,
    least: Trust.remote,
  },
  {
    rule: 'xss',
    calls: '.html_safe raw',
    args: [0, -1],
    when: (call, value) => (call.method === 'raw' ? value === call.args[0] : value === call.receiver),
  },
  {
    rule: 'xss',
    calls: 'render',
    args: ['html', 'inline'],
    least: Trust.remote,
    when: (call, value) => value === call.named.get('html'),
  },
  { rule: 'template-injection', calls: 'render', args: ['inline'], least: Trust.remote },
  {
    rule: 'template-injection',
    calls: 'new ERB ERB.new erb haml slim',
    least: Trust.remote,
    when: (call, value) => value === call.args[0],
  },
  {
    rule: 'open-redirect',
    calls: 'redirect_to redirect',
    when: (_, value) => value.entries === null,
  },
  {
    rule: 'ssrf',
    calls: `
      Net.HTTP.get Net.HTTP.get_response Net.HTTP.post HTTParty.get HTTParty.post Faraday.get RestClient.get
      RestClient.post URI.open OpenURI.open_uri HTTP.get Net.HTTP.start Typhoeus.get Excon.get
    `,
  },
  { rule: 'ldap-injection', calls: 'Net.LDAP.Filter.construct Filter.construct ldap.search', args: [0, 'filter'] },
  { rule: 'xpath-injection', calls: '.xpath REXML.XPath.each XPath.first XPath.each XPath.match', args: [0, 1] },
  {
    rule: 'log-injection',
    calls: 'logger.info logger.error logger.warn Rails.logger.info Rails.logger.error',
    least: Trust.remote,
  },
]

const checks: readonly CheckRow[] = [
  {
    rule: 'weak-hash',
    calls: `
      Digest.MD5.hexdigest Digest.MD5.digest Digest.SHA1.hexdigest Digest.SHA1.digest Digest.MD5.base64digest
      Digest.SHA1.base64digest OpenSSL.Digest.MD5.new OpenSSL.Digest.SHA1.new MD5.hexdigest SHA1.hexdigest MD5.digest
      SHA1.digest MD5.base64digest SHA1.base64digest
    `,
    check: hashWeight,
  },
  {
    rule: 'weak-cipher',
    calls: 'new OpenSSL.Cipher new Cipher OpenSSL.Cipher.new',
    check: call => anyKnown(call.args[0], isWeakCipher),
  },
  {
    rule: 'weak-key',
    calls:
      'OpenSSL.PKey.RSA.new OpenSSL.PKey.RSA.generate OpenSSL.PKey.DSA.new OpenSSL.PKey.DSA.generate RSA.new RSA.generate',
    check: call => ((onlyConstant(call.args[0]) as number) ?? 4096) < 2048,
  },
  {
    rule: 'xxe',
    calls: `
      Nokogiri.XML Nokogiri.XML.parse Nokogiri.XML.Document.parse XML.Document.parse LibXML.XML.Parser.string
      LibXML.XML.Parser.file LibXML.XML.Document.string XML.Parser.string
    `,
    check: call => /\bnoent\b|NOENT|dtdload|DTDLOAD/.test(call.text),
  },
  { rule: 'weak-random', calls: 'rand Random.rand Kernel.rand', check: randomWeight },
  {
    rule: 'permissive-file-mode',
    calls: 'File.chmod FileUtils.chmod FileUtils.chmod_R',
    check: call => isWorldWritable(call.args[0]),
  },
  {
    rule: 'unverified-jwt',
    calls: 'JWT.decode',
    check: call => isFalse(call.args[2]) || onlyString(call.named.get('algorithm')) === 'none',
  },
  { rule: 'disabled-tls-check', calls: '.ssl_verify_none', check: () => true },
]

const settings: readonly SettingRow[] = [
  {
    rule: 'disabled-tls-check',
    names: 'verify_mode ssl_verify_mode',
    check: value => /VERIFY_NONE$/.test(value.path) || onlyConstant(value) === 0,
  },
  {
    rule: 'disabled-tls-check',
    names: 'verify verify_ssl',
    check: value => isFalse(value) || /VERIFY_NONE$/.test(value.path),
  },
  { rule: 'insecure-cookie', names: 'secure', check: (value, place) => /(?:^|:)secure$/.test(place) && isFalse(value) },
  {
    rule: 'weak-cipher',
    names: 'ssl_version min_version',
    check: value =>
      /^:?(?:SSLv[23]|TLSv1(?:_1)?|TLS1(?:_1)?)$/.test(onlyString(value) ?? value.path.replace(/^.*\./, '')),
  },
  { rule: 'debug-mode', names: 'consider_all_requests_local', check: isTrue },
]

export const rubyRules: LanguageRules = {
  ...NO_RULES,
  family: 'ruby',
  sources: [
    {
      trust: Trust.remote,
      at: `
        params request.params request.headers request.env request.query_string request.body request.path request.url
        cookies request.cookies request.referer request.user_agent request.remote_ip request.host request.fullpath
      `,
    },
    { trust: Trust.local, at: 'ARGV ENV gets STDIN.read $stdin.read STDIN.gets $stdin.gets' },
  ],
  sinks: [...sinks, ...rubyLibraries],
  secrets: rubySecrets,
  checks,
  settings,
  safe: [
    {
      uses: Use.html,
      calls: `
        h ERB.Util.html_escape html_escape CGI.escapeHTML CGI.escape sanitize strip_tags Rack.Utils.escape_html
        .to_json escape_once content_tag
      `,
    },
    { uses: Use.command, calls: 'Shellwords.escape Shellwords.shellescape .shellescape' },
    {
      uses: Use.sql,
      calls: `
        .quote .sanitize_sql .sanitize_sql_array .sanitize_sql_for_conditions .sanitize_sql_like sanitize_sql_array
        .quote_column_name .quote_table_name
      `,
    },
    { uses: Use.path, calls: 'File.basename' },
    { uses: 1 << 29, calls: 'File.expand_path File.realpath' },
    { uses: Use.url | Use.redirect, calls: 'CGI.escape ERB.Util.url_encode URI.encode_www_form_component url_for' },
    { uses: Use.ldap, calls: 'Net.LDAP.Filter.escape Filter.escape' },
  ],
  harmless: `
    Integer Float .to_i .to_f .to_sym .length .size .count .present? .blank? .nil? .find .find_by .find_by! .find_by_id .where
  `,
  routeHelpers: /^\w{1,60}_(?:path|url)$/,
  requestNames: /^(?:request|req|params)$/,
  routeCalls: 'get post put patch delete',
  endings: 'exit abort exit!',
  bareCalls: true,
  signs: /`|%x/g,
}
