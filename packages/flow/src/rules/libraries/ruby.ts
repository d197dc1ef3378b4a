// Ruby: sinks of libraries.
import { Trust } from '../../values.ts'
import type { SecretRow, SinkRow } from '../language-rules.ts'
import { isComposed, isComposedSql, isEntryName, isMarkup, logCalls, logRow, SQL_FILE, under } from '../library-rows.ts'

const VERBS = 'get post put patch delete head options'

export const rubyLibraries: readonly SinkRow[] = [
  {
    rule: 'sql-injection',
    calls: `
      .calculate .average .sum .minimum .maximum .reselect .rewhere .select_rows .select_values .exec_update
      .exec_delete .exec_insert .find_by_sql .count_by_sql .not .execute2 .execute_batch .get_first_row
      .get_first_value .async_exec .async_query .send_query .exec_params .select .insert .update .delete .fetch
      where order group having joins find_by_sql pluck exists? update_all delete_all
      .with_sql .run .literal .having .left_joins .unscope .in_order_of .prepare .annotate .where.not
    `,
    needs: SQL_FILE,
    when: (call, value) => isComposedSql(call, value) && value.entries === null && value.items === null,
  },
  { rule: 'sql-injection', calls: 'Sequel.lit DB.run DB.fetch DB.execute DB.[] Sequel.literal' },
  {
    rule: 'sql-injection',
    calls: '.calculate .average .sum .minimum .maximum .reselect .rewhere .pluck .order .reorder .group',
    args: [0, 1],
    least: Trust.remote,
    when: (_, value) => value.entries === null && value.fn === null,
  },
  {
    rule: 'nosql-injection',
    calls: '.where .find .any_of .for_js .map_reduce',
    args: [0, '$where'],
    needs: /Mongoid|mongo/i,
    least: Trust.remote,
    when: isComposed,
  },
  {
    rule: 'command-injection',
    calls: `
      Open3.popen2 Open3.popen2e Open3.pipeline Open3.pipeline_r Open3.pipeline_start Process.exec .exec! ssh.exec
      Terrapin.CommandLine.new POSIX.Spawn.spawn Gem.Util.silent_system sh Shell.system IO.binread
      Kernel.\` PTY.getpty
    `,
    args: 'all',
    when: call => call.args.length === 1,
    least: Trust.parameter,
  },
  {
    rule: 'ssrf',
    calls: `
      ${under('HTTParty', VERBS)} ${under('Faraday', `${VERBS} new`)} ${under('RestClient', VERBS)} ${under('HTTP', VERBS)}
      ${under('Typhoeus', VERBS)} ${under('Excon', `${VERBS} new`)} ${under('Curl', VERBS)} ${under('HTTPX', VERBS)} ${under('Httpi', VERBS)}
      RestClient.Request.execute RestClient.Request.new RestClient.Resource.new HTTPClient.get HTTPClient.get_content
      HTTPClient.post Typhoeus.Request.new Curl.Easy.perform Curl.Easy.new Curl.Easy.http_get Net.HTTP.new
      Net.HTTP.post_form Net.HTTP.get_print Net.HTTP.Get.new Net.HTTP.Post.new Net.HTTP.get2 Down.download
      Patron.get Mechanize.get Net.FTP.open TCPSocket.open TCPSocket.new Socket.tcp OpenURI.open Kernel.open open
    `,
    args: [0, 'url'],
    least: Trust.remote,
    when: (call, value) => !/^(?:Kernel\.)?open$/.test(call.path) || /^https?:/.test(value.pattern ?? ''),
  },
  { rule: 'ssrf', calls: 'URI.open URI.parse.open URI.parse.read', args: [-1], least: Trust.remote },
  {
    rule: 'path-traversal',
    calls: `
      ${under('File', 'foreach rename symlink chmod size stat truncate binwrite copy_stream')}
      ${under('IO', 'write binread foreach binwrite sysopen copy_stream')}
      ${under('Dir', 'mkdir rmdir children each_child chdir foreach open new')}
      ${under('FileUtils', 'mv mkdir_p rm_r touch cp_r rm_f rmtree move copy ln_s remove remove_dir makedirs')}
      Pathname.new Zip.File.open YAML.load_file JSON.load_file CSV.read CSV.foreach CSV.open Tempfile.create
      Rack.File.new File.open File.read File.write IO.read IO.readlines send_file
    `,
    args: [0, 1],
    least: Trust.parameter,
  },
  { rule: 'path-traversal', calls: 'render', args: ['file', 'template'], least: Trust.remote },
  { rule: 'zip-slip', calls: 'File.join File.open File.expand_path Pathname.join', args: [0, 1], when: isEntryName },
  {
    rule: 'code-injection',
    calls: `
      .safe_constantize .const_get Object.const_get .module_eval .class_exec binding.eval .define_method
      RubyVM.InstructionSequence.compile RubyVM.InstructionSequence.eval .instance_variable_set load require
      .class_eval .instance_exec .public_send .try .method
    `,
    args: [0, -1],
    least: Trust.remote,
    when: (call, value) =>
      (call.method === 'safe_constantize' ? value === call.receiver : value === call.args[0]) && value.fn === null,
  },
  { rule: 'xss', calls: 'render', args: ['text', 'body', 'html'], when: isMarkup },
  { rule: 'xss', calls: '.safe_concat .raw .concat_html', least: Trust.remote },
  {
    rule: 'template-injection',
    calls:
      'Haml.Engine.new Slim.Template.new Liquid.Template.parse Erubi.Engine.new Erubis.Eruby.new Tilt.new Mustache.render Tilt.ERBTemplate.new',
    least: Trust.remote,
  },
  {
    rule: 'unsafe-deserialization',
    calls:
      'Ox.parse_obj Ox.load Hash.from_trusted_xml Psych.load_documents Psych.load_stream YAML.load_stream YAML.load_documents Oj.object_load Plist.parse_xml CSV.load Syck.load',
    least: Trust.remote,
  },
  {
    rule: 'open-redirect',
    calls: 'redirect_to redirect redirect_back redirect_back_or_to response.redirect',
    args: [0, 'fallback_location', 'url'],
    least: Trust.remote,
    when: (_, value) => value.entries === null,
  },
  {
    rule: 'ldap-injection',
    calls: 'Net.LDAP.Filter.from_rfc2254 Net.LDAP.Filter.from_rfc4515 ldap.search Net.LDAP.search',
    args: [0, 'filter', 'base'],
    when: isComposed,
  },
  {
    rule: 'xpath-injection',
    calls: '.at_xpath .find .find_first .search .at',
    args: [0],
    needs: /Nokogiri|LibXML|REXML|xpath/i,
    least: Trust.remote,
    when: isComposed,
  },
  logRow(logCalls('logger Rails.logger log Logger @logger')),
]

export const rubySecrets: readonly SecretRow[] = [
  { calls: 'JWT.encode JWT.decode OpenSSL.HMAC.hexdigest OpenSSL.HMAC.digest OpenSSL.HMAC.base64digest', args: [1] },
  { calls: 'ActiveSupport.MessageEncryptor.new ActiveSupport.MessageVerifier.new', args: [0] },
]
