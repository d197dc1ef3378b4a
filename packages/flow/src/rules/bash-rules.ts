// Shell scripts: text that becomes a command, downloads that are run, checks that are switched off.
import { onlyString, Trust, type Value } from '../values.ts'
import { type Call, type CheckRow, type LanguageRules, NO_RULES, type SinkRow } from './language-rules.ts'

const SHELLS = 'sh bash zsh dash ksh'
const FETCH = /^(?:curl|wget|fetch|aria2c)\b/
const RUNS =
  /^(?:(?:sudo|exec|env|nohup)\s+(?:-\S+\s+)*)?(?:(?:\/usr)?\/bin\/)?(?:ba|z|da|k)?sh\b|^(?:sudo\s+)?(?:python[\d.]*|perl|ruby|node)(?:\s+-)?\s*$/

const sinks: readonly SinkRow[] = [
  {
    rule: 'code-injection',
    calls: 'eval',
    args: 'all',
    least: Trust.local,
    // What `getopt` gives is quoted for this.
    when: call => !/^eval\s+set\s+--/.test(call.text) || !/\bgetopt\b/.test(call.source),
  },
  {
    rule: 'command-injection',
    calls: SHELLS,
    args: 'all',
    least: Trust.local,
    when: (call, value) => hasOption(call, /^-\w*c$/) && value.pattern !== null && value !== call.args[0],
  },
  {
    rule: 'command-injection',
    calls: 'ssh',
    args: 'all',
    least: Trust.local,
    when: (_, value) => value.pattern !== null && /\s/.test(value.pattern),
  },
  {
    rule: 'sql-injection',
    calls: 'mysql psql sqlite3',
    args: 'all',
    when: (_, value) => /\b(?:select|insert|update|delete)\b/i.test(value.pattern ?? '') && value.trust >= Trust.local,
  },
]

function hasOption(call: Call, option: RegExp): boolean {
  return call.args.some(arg => option.test(onlyString(arg) ?? ''))
}

const checks: readonly CheckRow[] = [
  { rule: 'piped-download', calls: 'pipeline', check: call => isPipedDownload(call.text) },
  {
    rule: 'piped-download',
    calls: `${SHELLS} source`,
    check: call => /<\(\s*(?:curl|wget)\b|["'`]?\$\(\s*(?:curl|wget)\b/.test(call.text),
  },
  { rule: 'piped-download', calls: 'eval', check: call => /\$\(\s*(?:curl|wget)\b/.test(call.text) },
  { rule: 'permissive-file-mode', calls: 'chmod', check: call => call.args.some(isOpenMode) },
  {
    rule: 'disabled-tls-check',
    calls: 'curl',
    check: call =>
      hasOption(call, /^(?:-[a-jl-zA-Z]*k[a-zA-Z]*|--insecure)$/) && { severity: 'medium', confidence: 'high' },
  },
  {
    rule: 'disabled-tls-check',
    calls: 'wget',
    check: call => hasOption(call, /^--no-check-certificate$/) && { severity: 'medium', confidence: 'high' },
  },
  { rule: 'disabled-tls-check', calls: 'git', check: call => /http\.sslVerify[= ]false/.test(call.text) },
  {
    rule: 'disabled-tls-check',
    calls: 'ssh scp',
    check: call => /StrictHostKeyChecking[= ]no/.test(call.text) && { severity: 'low', confidence: 'high' },
  },
]

function isOpenMode(value: Value): boolean {
  return /^(?:0?[0-7]{2}[2367]|a\+[rx]*w[rwx]*|o\+[rx]*w[rwx]*|\+rwx|ugo\+[rx]*w[rwx]*)$/.test(onlyString(value) ?? '')
}

function isPipedDownload(text: string): boolean {
  const parts = text.split(/\|(?!\|)/).map(part => part.trim())
  return FETCH.test(parts[0] ?? '') && parts.slice(1).some(part => RUNS.test(part))
}

export const bashRules: LanguageRules = {
  ...NO_RULES,
  family: 'bash',
  sources: [{ trust: Trust.local, at: '1 2 3 4 5 6 7 8 9 @ * REPLY QUERY_STRING REQUEST_URI HTTP_USER_AGENT' }],
  sinks,
  checks,
  settings: [
    {
      rule: 'disabled-tls-check',
      names: 'GIT_SSL_NO_VERIFY',
      check: value => ['1', 'true'].includes(String(value.known?.[0])),
    },
    {
      rule: 'disabled-tls-check',
      names: 'NODE_TLS_REJECT_UNAUTHORIZED PYTHONHTTPSVERIFY',
      check: value => String(value.known?.[0]) === '0',
    },
  ],
  effects: [{ calls: 'read', to: -1, trust: Trust.local }],
  // Numbers, whatever they were given.
  harmless: 'seq wc nproc',
  endings: 'exit',
  bareCalls: true,
  signs: /\|/g,
}
