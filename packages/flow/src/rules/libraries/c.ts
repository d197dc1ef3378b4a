// C and C++: sinks of libraries.
import { Trust, type Value } from '../../values.ts'
import type { Call, SecretRow, SinkRow } from '../language-rules.ts'

const isOption = (pattern: RegExp) => (call: Call) => pattern.test(call.args[1]?.path ?? '')
const isJoined = (_: Call, value: Value) => value.trust >= Trust.remote || value.pattern !== null

export const cLibraries: readonly SinkRow[] = [
  {
    rule: 'command-injection',
    calls:
      'CreateProcess CreateProcessA CreateProcessW QProcess.execute QProcess.startDetached bp.system boost.process.system std.system wordexp',
    args: [0, 1],
    least: Trust.local,
  },
  { rule: 'command-injection', calls: 'ShellExecuteA ShellExecuteW ShellExecute', args: [2, 3], least: Trust.local },
  {
    rule: 'sql-injection',
    calls:
      'mysql_stmt_prepare PQsendQuery PQsendPrepare sqlite3_prepare_v3 sqlite3_prepare16_v2 sqlite3_get_table SQLPrepare SQLExecDirectA SQLPrepareA OCIStmtPrepare mysql_send_query sqlite3_prepare16',
    args: [1, 2],
  },
  {
    rule: 'sql-injection',
    calls:
      '.exec .exec0 .exec1 .exec_params .executeQuery .executeUpdate .prepareStatement QSqlQuery.exec QSqlQuery.prepare .setQuery .query_value',
  },
  {
    rule: 'path-traversal',
    calls: `
      freopen creat stat lstat access rename rmdir mkdir chdir opendir CreateFileA CreateFileW CreateFile DeleteFileA
      DeleteFile LoadLibrary LoadLibraryA dlopen std.remove std.fopen std.ifstream std.ofstream std.fstream new ifstream
      ifstream ofstream fstream new ofstream new fstream filesystem.remove fs.remove fs.remove_all _wopen _open
      filesystem.remove_all open64 fopen64 chmod chown truncate
    `,
    least: Trust.local,
    when: isJoined,
  },
  { rule: 'path-traversal', calls: 'openat unlinkat mkdirat renameat', args: [1], least: Trust.local, when: isJoined },
  { rule: 'ssrf', calls: 'curl_easy_setopt', args: [2], least: Trust.local, when: isOption(/CURLOPT_(?:URL|PROXY)$/) },
  {
    rule: 'ssrf',
    calls: 'cpr.Get cpr.Post cpr.Url InternetOpenUrlA InternetOpenUrl URLDownloadToFile URLDownloadToFileA',
    args: [0, 1],
    least: Trust.remote,
  },
  {
    rule: 'format-string',
    calls:
      'asprintf vasprintf wsprintfA wsprintf sprintf_s err errx verr warnx g_strdup_printf printf_s g_printf g_message setproctitle NSLog',
    args: [0, 1],
    least: Trust.local,
    when: (call, value) =>
      value.trust >= Trust.local &&
      value === call.args[/^(?:asprintf|vasprintf|wsprintfA?|err|errx|verr)$/.test(call.method) ? 1 : 0],
  },
  {
    rule: 'xpath-injection',
    calls: 'xmlXPathEvalExpression xmlXPathEval xmlXPathCompile xmlXPathNodeEval',
    args: [0],
    least: Trust.local,
  },
  {
    rule: 'code-injection',
    calls: 'PyRun_SimpleString PyRun_String luaL_dostring luaL_loadstring Tcl_Eval duk_eval_string JS_Eval',
    args: [0, 1],
    least: Trust.local,
  },
]

export const cSecrets: readonly SecretRow[] = [
  { calls: 'mysql_real_connect', args: [3] },
  { calls: 'HMAC', args: [1] },
  { calls: 'EVP_EncryptInit_ex EVP_DecryptInit_ex EVP_CipherInit_ex LogonUser LogonUserA', args: [3, 2] },
  { calls: 'AES_set_encrypt_key AES_set_decrypt_key DES_set_key', args: [0] },
]
