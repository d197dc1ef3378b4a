// PHP: superglobals, mysqli and PDO, the functions that run, include and print.
import { onlyConstant, onlyString, Trust } from '../values.ts'
import {
  anyKnown,
  hashWeight,
  isFalse,
  isTrue,
  isWeakCipher,
  isWorldWritable,
  randomWeight,
  weakHash,
} from './checks.ts'
import { type CheckRow, type LanguageRules, NO_RULES, type SinkRow } from './language-rules.ts'
import { phpLibraries, phpSecrets } from './libraries/php.ts'
import { Use } from './rule-table.ts'

const ALL =
  Use.command |
  Use.sql |
  Use.code |
  Use.path |
  Use.html |
  Use.ldap |
  Use.xpath |
  Use.url |
  Use.redirect |
  Use.template |
  Use.header

const sinks: readonly SinkRow[] = [
  { rule: 'command-injection', calls: 'system exec shell_exec passthru popen proc_open pcntl_exec' },
  {
    rule: 'sql-injection',
    calls: `
      mysql_query mysqli_query pg_query sqlite_query mysqli_multi_query mysqli_real_query pg_send_query odbc_exec
      mssql_query sqlsrv_query oci_parse mysqli_prepare
    `,
    args: [0, 1],
  },
  {
    rule: 'sql-injection',
    calls: `
      .query .exec .prepare .multi_query .real_query .get_results .get_row .get_var .whereRaw .orderByRaw .havingRaw
      DB.select DB.statement DB.raw DB.unprepared .selectRaw .createQuery
    `,
  },
  {
    rule: 'code-injection',
    calls: 'eval assert create_function call_user_func call_user_func_array',
    when: (call, value) => !/call_user/.test(call.method) || value.trust >= Trust.remote,
  },
  { rule: 'code-injection', calls: 'include require include_once require_once', least: Trust.remote },
  {
    rule: 'unsafe-deserialization',
    calls: 'unserialize yaml_parse',
    when: call => !isFalse(call.args[1]?.entries?.get('allowed_classes')),
  },
  {
    rule: 'path-traversal',
    calls: `
      fopen file_get_contents file_put_contents readfile file unlink rmdir mkdir scandir opendir copy rename
      move_uploaded_file highlight_file show_source parse_ini_file
    `,
    args: [0, 1],
    least: Trust.remote,
    when: (call, value) =>
      !/^(?:file_put_contents|fopen|file_get_contents)$/.test(call.method) || value === call.args[0],
  },
  { rule: 'xss', calls: 'echo print exit printf print_r vprintf die', args: 'all', least: Trust.local },
  { rule: 'ldap-injection', calls: 'ldap_search ldap_list ldap_read', args: [1, 2] },
  { rule: 'xpath-injection', calls: '.xpath DOMXPath.query DOMXPath.evaluate xpath.query xpath.evaluate' },
  {
    rule: 'ssrf',
    calls: 'curl_init file_get_contents fsockopen get_headers Http.get',
    when: (call, value) => call.method !== 'file_get_contents' || /^https?:/.test(value.pattern ?? ''),
  },
  {
    rule: 'ssrf',
    calls: 'curl_setopt',
    args: [2],
    when: call => /CURLOPT_URL$/.test(call.args[1]?.path ?? ''),
  },
  {
    rule: 'open-redirect',
    calls: 'header',
    when: (_, value) => /^location:\s*(?:\u0000|$)/i.test(value.pattern ?? ''),
  },
  {
    rule: 'open-redirect',
    calls: 'redirect Redirect.to .redirect',
    least: Trust.remote,
  },
  { rule: 'template-injection', calls: '.createTemplate .renderString', args: [0] },
]

const checks: readonly CheckRow[] = [
  { rule: 'weak-hash', calls: 'md5 sha1 md5_file sha1_file', check: hashWeight },
  {
    rule: 'weak-hash',
    calls: 'hash hash_hmac',
    check: call => anyKnown(call.args[0], name => weakHash(name, call) !== false) && hashWeight(call),
  },
  {
    rule: 'weak-cipher',
    calls: 'openssl_encrypt openssl_decrypt',
    check: call => anyKnown(call.args[1], isWeakCipher),
  },
  { rule: 'weak-cipher', calls: 'mcrypt_encrypt mcrypt_decrypt', check: () => true },
  { rule: 'weak-random', calls: 'rand mt_rand uniqid lcg_value', check: randomWeight },
  {
    rule: 'disabled-tls-check',
    calls: 'curl_setopt',
    check: call =>
      /CURLOPT_SSL_VERIFY(?:PEER|HOST)$/.test(call.args[1]?.path ?? '') &&
      [false, 0].includes(onlyConstant(call.args[2]) as never),
  },
  {
    rule: 'insecure-cookie',
    calls: 'setcookie setrawcookie',
    // A cookie that is emptied tells nothing, and one whose flag is decided elsewhere may have it.
    check: call => {
      const secure = call.args[2]?.entries ? call.args[2].entries.get('secure') : call.args[5]
      return onlyString(call.args[1]) !== '' && (!secure || secure.known?.every(flag => !flag) === true)
    },
  },
  { rule: 'debug-mode', calls: 'phpinfo', check: () => ({ severity: 'low', confidence: 'medium' }) },
  {
    rule: 'debug-mode',
    calls: 'ini_set',
    check: call =>
      onlyString(call.args[0]) === 'display_errors' &&
      [1, '1', 'On', true].includes(onlyConstant(call.args[1]) as never) && { severity: 'low', confidence: 'medium' },
  },
  { rule: 'permissive-file-mode', calls: 'chmod', check: call => isWorldWritable(call.args[1]) },
  {
    rule: 'permissive-cors',
    calls: 'header',
    check: call => /^access-control-allow-origin:\s*\*/i.test(onlyString(call.args[0]) ?? ''),
  },
  { rule: 'xxe', calls: 'libxml_disable_entity_loader', check: call => isFalse(call.args[0]) },
  {
    rule: 'xxe',
    calls: 'simplexml_load_string .loadXML simplexml_load_file',
    check: call => /LIBXML_NOENT|LIBXML_DTDLOAD/.test(call.text),
  },
]

export const phpRules: LanguageRules = {
  ...NO_RULES,
  family: 'php',
  sources: [
    {
      trust: Trust.remote,
      at: `
        $_GET $_POST $_REQUEST $_COOKIE $_FILES $HTTP_RAW_POST_DATA $_SERVER.HTTP_USER_AGENT $_SERVER.HTTP_REFERER
        $_SERVER.QUERY_STRING $_SERVER.REQUEST_URI $_SERVER.PHP_SELF $_SERVER.HTTP_X_FORWARDED_FOR $_SERVER.HTTP_HOST
        getallheaders $request.input $request.get $request.query request.input request.get request.query request.post
        request.cookie request.all request.json request.header request.headers request.cookies request.request
        request.getContent request.attributes request.route request.path request.url request.fullUrl request.file
        request.files request.getQueryParams request.getParsedBody request.getBody request.getCookieParams
        request.getUploadedFiles request.getAttribute request.getHeaderLine request.getHeader request.only
        request.getQuery request.getPost request.getParam request.server request.string request.validated
        $this.input.get $this.input.post $this.request.getQuery $this.request.getData $this.request.getPost
        get_query_var $_SERVER.PATH_INFO $_SERVER.REQUEST_URI $_SERVER.HTTP_ACCEPT_LANGUAGE Request.get Request.input
        Input.get apache_request_headers $this.request.getVar
      `,
    },
    {
      trust: Trust.local,
      at: '$argv getenv $_ENV readline fgets stream_get_contents mysqli_fetch_assoc mysql_fetch_array',
    },
  ],
  sinks: [...sinks, ...phpLibraries],
  secrets: phpSecrets,
  checks,
  settings: [
    { rule: 'disabled-tls-check', names: 'verify verify_peer verify_peer_name verify_host', check: isFalse },
    { rule: 'disabled-tls-check', names: 'allow_self_signed', check: isTrue },
  ],
  safe: [
    {
      uses: Use.html,
      calls: `
        htmlspecialchars htmlentities strip_tags json_encode urlencode rawurlencode esc_html esc_attr esc_url wp_kses
        wp_kses_post e
      `,
    },
    {
      uses: Use.sql,
      calls: `
        mysqli_real_escape_string mysql_real_escape_string pg_escape_string .real_escape_string .quote .escape_string
        addslashes pg_escape_literal esc_sql
      `,
    },
    { uses: Use.command, calls: 'escapeshellarg escapeshellcmd' },
    { uses: Use.path, calls: 'basename' },
    { uses: 1 << 29, calls: 'realpath' },
    { uses: Use.ldap, calls: 'ldap_escape' },
    {
      uses: Use.url | Use.redirect,
      calls: `
        urlencode rawurlencode http_build_query route action .generateUrl .urlFor Url.to url_for admin_url home_url site_url
        get_permalink wp_validate_redirect wp_safe_redirect
      `,
    },
    { uses: ALL, calls: 'filter_var filter_input ctype_digit sanitize_text_field sanitize_file_name absint' },
  ],
  harmless: `
    intval floatval boolval count strlen is_numeric abs round isset empty in_array strpos time date mktime
    number_format hash md5 sha1 password_hash crc32 base_convert .find .findOrFail .findOneBy .findBy .firstOrFail
    get_post get_user_by get_term
  `,
  requestTypes: /^(?:\w{0,40}Request|ServerRequestInterface)$/,
  routeOwners: /Controller$/,
  requestNames: /^\$(?:request|req)$/,
  endings: 'exit die abort',
  bareCalls: true,
  signs: /`|<\?=/g,
}
