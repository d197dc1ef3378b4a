// PHP: sinks of libraries.
import { Trust } from '../../values.ts'
import type { SecretRow, SinkRow } from '../language-rules.ts'
import { isComposed, isComposedSql, isMarkup, logCalls, logRow, SQL_FILE, under } from '../library-rows.ts'

const VERBS = 'get post put patch delete head options send'

export const phpLibraries: readonly SinkRow[] = [
  {
    rule: 'sql-injection',
    calls: `
      ${under('DB', 'select selectOne insert update delete statement unprepared raw scalar affectingStatement')}
      .orWhereRaw .orHavingRaw .groupByRaw .fromRaw .selectRaw .whereRaw .havingRaw .orderByRaw .get_col
      .createCommand .findBySql .executeQuery .executeStatement .fetchAssociative .fetchAllAssociative
      .fetchOne .fetchAll .fetchColumn .fetchRow .fetchAssoc .fetchNumeric .createNativeQuery .querySingle
      .executeUpdate .iterateAssociative .selectOne
    `,
    when: (call, value) => /Raw$|^DB\./.test(call.path) || isComposedSql(call, value),
  },
  {
    rule: 'sql-injection',
    calls:
      '.where .andWhere .orWhere .having .andHaving .orderBy .addOrderBy .groupBy .join .leftJoin .select .from .find .findFirst .query .execute .set',
    args: [0, 1],
    needs: SQL_FILE,
    when: (call, value) => isComposedSql(call, value) && /\s|=/.test(value.pattern ?? ''),
  },
  {
    rule: 'sql-injection',
    calls:
      'mysql_unbuffered_query mysql_db_query sqlite_exec sqlite_array_query ibase_query db2_exec odbc_prepare odbc_do pg_prepare pg_send_prepare sqlsrv_prepare sybase_query ingres_query mysqli_execute_query fbsql_query',
    args: [0, 1, 2],
  },
  {
    rule: 'command-injection',
    calls: 'Process.fromShellCommandline Process.run expect_popen .exec',
    when: (call, value) =>
      call.method !== 'exec' || (/SSH2?|ssh/.test(call.path + call.source.slice(0, 4000)) && value.pattern !== null),
    least: Trust.parameter,
  },
  { rule: 'command-injection', calls: 'ssh2_exec', args: [1] },
  { rule: 'command-injection', calls: 'mail mb_send_mail', args: [4], least: Trust.remote },
  {
    rule: 'ssrf',
    calls: `
      ${under('Http', VERBS)} wp_remote_get wp_remote_post wp_remote_request wp_remote_head getimagesize
      stream_socket_client new SoapClient Requests.get Requests.post Unirest.get simplexml_load_file copy fopen
      .setUrl http_get new SplFileObject readfile pfsockopen ftp_connect Request.get curl_init
      ${under('Client', VERBS)} ${under('client', VERBS)} ${under('$client', VERBS)} ${under('$this.client', VERBS)} ${under('$http', VERBS)}
    `,
    least: Trust.remote,
    when: (call, value) =>
      !/^(?:fopen|copy|readfile|getimagesize|SplFileObject|simplexml_load_file)$/.test(call.method) ||
      /^https?:/.test(value.pattern ?? ''),
  },
  {
    rule: 'ssrf',
    calls: '.request .requestAsync new Request',
    args: [1],
    least: Trust.remote,
    needs: /Guzzle|HttpClient|Psr7|Buzz/i,
  },
  {
    rule: 'ssrf',
    calls: 'curl_setopt_array',
    args: [1],
    least: Trust.remote,
    when: call => /CURLOPT_URL/.test(call.text),
  },
  {
    rule: 'path-traversal',
    calls: `
      simplexml_load_file finfo_file imagecreatefromjpeg imagecreatefrompng imagecreatefromgif glob tempnam touch
      symlink gzopen readgzfile hash_file md5_file sha1_file exif_read_data new SplFileObject new FilesystemIterator
      new DirectoryIterator fpassthru .open ${under('Storage', 'get put delete download response path append copy move exists url')}
      ${under('File', 'get put delete copy move append')} .download .file .streamDownload new BinaryFileResponse
      .readStream .writeStream file_get_contents file_put_contents fopen unlink readfile new Finder .sendFile
    `,
    args: [0],
    least: Trust.remote,
    when: (call, value) =>
      !/tmp_name$/.test(value.path) && (!/^(?:open|file)$/.test(call.method) || isComposed(call, value)),
  },
  {
    rule: 'path-traversal',
    calls: 'fopen file_get_contents file_put_contents readfile file unlink rmdir mkdir scandir opendir',
    least: Trust.parameter,
  },
  { rule: 'path-traversal', calls: '.move .storeAs .moveTo', args: [0, 1], least: Trust.remote, when: isComposed },
  {
    rule: 'xss',
    calls:
      'new Response response .setContent .write .setBody new HtmlString new Markup new HtmlResponse Response.make .append_output',
    when: isMarkup,
  },
  {
    rule: 'open-redirect',
    calls: `
      Redirect.away Redirect.to redirect.away redirect.to redirect.intended new RedirectResponse .redirect wp_redirect
      Response.redirect Flight.redirect response.redirect url.redirect http_redirect .setRedirect
    `,
    least: Trust.remote,
  },
  {
    rule: 'open-redirect',
    calls: '.withHeader .header .setHeader headers.set .withAddedHeader',
    args: [1],
    least: Trust.remote,
    when: call => /^location$/i.test(String(call.args[0]?.known?.[0])),
  },
  {
    rule: 'header-injection',
    calls: '.header .withHeader .setHeader headers.set',
    args: [1],
    least: Trust.remote,
    when: call => !/^location$/i.test(String(call.args[0]?.known?.[0])),
  },
  {
    rule: 'header-injection',
    calls: 'header setrawcookie',
    least: Trust.remote,
    when: (_, value) => !/^location:/i.test(value.pattern ?? ''),
  },
  {
    rule: 'code-injection',
    calls:
      'array_map usort uasort register_shutdown_function call_user_func call_user_func_array forward_static_call preg_replace_callback array_filter array_walk ob_start ExpressionLanguage.evaluate new ReflectionFunction func_overload .evaluate',
    least: Trust.remote,
    when: (call, value) =>
      value ===
        call.args[/^(?:array_filter|array_walk|usort|uasort|preg_replace_callback)$/.test(call.method) ? 1 : 0] &&
      value.items === null,
    args: [0, 1],
  },
  {
    rule: 'template-injection',
    calls:
      'Blade.render Blade.compileString .renderInline Twig.createTemplate Smarty.fetch smarty.fetch smarty.display .compileString Mustache_Engine.render new Mustache_Template',
    least: Trust.remote,
  },
  {
    rule: 'unsafe-deserialization',
    calls:
      'igbinary_unserialize msgpack_unpack wddx_deserialize Yaml.parse maybe_unserialize unserialize_recursive Crypt.unserialize',
    least: Trust.remote,
    when: call => call.method !== 'parse' || /PARSE_OBJECT/.test(call.text),
  },
  { rule: 'ldap-injection', calls: 'ldap_delete ldap_add ldap_modify ldap_bind', args: [1], least: Trust.remote },
  {
    rule: 'xpath-injection',
    calls:
      '.xpath DOMXPath.query DOMXPath.evaluate xpath.query xpath.evaluate $xpath.query $xpath.evaluate .registerXPathNamespace',
    least: Trust.remote,
  },
  {
    rule: 'nosql-injection',
    calls: '.find .findOne .deleteOne .updateOne .aggregate .executeQuery new Query',
    needs: /MongoDB/,
    least: Trust.remote,
  },
  logRow(
    `error_log syslog trigger_error ${logCalls('Log $logger $log $this.logger logger monolog $this.log', 'debug info notice warning error critical alert emergency log'.split(' '))}`,
  ),
]

export const phpSecrets: readonly SecretRow[] = [
  { calls: 'mysqli_connect mysql_connect new mysqli new PDO pg_pconnect mysql_pconnect oci_connect', args: [2] },
  { calls: 'JWT.encode JWT.decode new Key', args: [1] },
  { calls: 'openssl_encrypt openssl_decrypt hash_hmac', args: [2] },
  { calls: 'ftp_login ldap_bind', args: [2] },
]
