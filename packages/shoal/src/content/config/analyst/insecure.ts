// Settings that weaken what they configure: each rule with its CWE, what it looks at, and what it says.
import { containerRules } from './insecure-containers.ts'
import type { SettingRule } from './judged-setting.ts'

export function settingRules(): readonly SettingRule[] {
  return [...RULES, ...containerRules]
}

const LOCAL = /(?:^|_)(?:dev|develop|development|test|tests|testing|local|debug_env|sample)(?:_|$)/

const RULES: readonly SettingRule[] = [
  {
    rule: {
      id: 'config.debug-on',
      concern: 'security',
      title: 'Debugging is switched on',
      explanation:
        'Debug modes show stack traces, settings and sometimes a console to anybody who causes an error. Switch it off wherever strangers can reach the service.',
      cwe: 'CWE-489',
    },
    severity: 'medium',
    says: ({ name, trail, on, low }) =>
      /(?:^|_)debug(?:_mode|_enabled|_toolbar)?$/.test(name) &&
      (on || low === '*') &&
      !LOCAL.test(trail) &&
      !/^profile_\w+_debug$/.test(trail)
        ? 'switches debugging on'
        : null,
  },
  {
    rule: {
      id: 'config.tls-verification-off',
      concern: 'security',
      title: 'Certificates are not checked',
      explanation:
        'Without the check anybody on the way can pretend to be the other side and read or change everything. Trust the right authority instead of none.',
      cwe: 'CWE-295',
    },
    severity: 'high',
    says: ({ name, trail, on, off, low }) => {
      const checks =
        /(?:^|_)(?:ssl|tls|cert|certificate|https|peer|host|hostname)_?verif(?:y|ication)$|^verify_(?:ssl|tls|cert|certs|certificate|certificates|peer|host|hostname)$|^(?:ssl|tls)_verify$|reject_unauthorized$|^strict_ssl$|^check_hostname$|^ssl_?verify$|validate_certs?$/
      if (off && (checks.test(name) || (name === 'verify' && /ssl|tls|http|cert/.test(trail))))
        return 'switches the check of certificates off'
      if (
        on &&
        /insecure_skip_(?:tls_)?verify$|^(?:tls|ssl)_insecure$|skip_(?:ssl|tls)_verif|trust_all_cert|^trust_server_certificate$/.test(
          name,
        )
      )
        return 'switches the check of certificates off'
      return /^(?:ssl|tls)_?mode$/.test(name) && /^(?:disable|allow)$/.test(low)
        ? `allows connections without TLS (${low})`
        : null
    },
  },
  {
    rule: {
      id: 'config.tls-off',
      concern: 'security',
      title: 'Encryption is switched off',
      explanation: 'What is sent can be read and changed on the way. Switch TLS on, also inside your own network.',
      cwe: 'CWE-319',
    },
    severity: 'medium',
    says: ({ name, off }) =>
      off &&
      /^(?:ssl|tls|use_ssl|use_tls|enable_ssl|enable_tls|ssl_enabled|tls_enabled|require_ssl|force_ssl|encrypt|start_?tls)$/.test(
        name,
      )
        ? 'switches encryption of the connection off'
        : null,
  },
  {
    rule: {
      id: 'config.old-tls',
      concern: 'security',
      title: 'Broken versions of TLS are allowed',
      explanation: 'SSL 2 and 3, TLS 1.0 and TLS 1.1 are broken or withdrawn. Allow TLS 1.2 and newer.',
      cwe: 'CWE-327',
    },
    severity: 'medium',
    says: ({ name, trail, value }) => {
      if (!/protocol|(?:tls|ssl).{0,100}version|min_version|version_min/.test(name)) return null
      const wanted = value.replace(/[-!]\s?(?:SSL|TLS)v?[\d._]*/gi, '')
      const old = /(?:^|[^\w-])(SSLv?[23]|TLS_?v?1(?:[._][01])?)(?![\d.]*[2-9]|\.\d|_\d)/i.exec(wanted)
      const bare = /(?:tls|ssl).{0,100}(?:version|min)|min_(?:tls|ssl)/.test(trail) && /^1(?:\.[01])?$/.test(value)
      return old || bare ? `allows ${old ? old[1] : `TLS ${value}`}` : null
    },
  },
  {
    rule: {
      id: 'config.weak-cipher',
      concern: 'security',
      title: 'Weak ciphers are allowed',
      explanation: 'RC4, DES, export and null ciphers and MD5 can be broken. Leave them out of the list.',
      cwe: 'CWE-327',
    },
    severity: 'medium',
    says: ({ name, value }) => {
      if (!/cipher/.test(name)) return null
      const weak = value
        .split(/[\s:,;]+/)
        .find(part => /^(?:[A-Z\d-]*-)?(?:RC4|3?DES|NULL|e?NULL|EXPORT|EXP|MD5|LOW)(?:-|$)/i.test(part))
      return weak ? `allows the weak cipher ${weak}` : null
    },
  },
  {
    rule: {
      id: 'config.wildcard-origin',
      concern: 'security',
      title: 'Every origin or host is allowed',
      explanation:
        'With `*` any site may call the service from the browser of your users, or any host name reaches it. List the ones that may.',
      cwe: 'CWE-942',
    },
    severity: 'medium',
    says: ({ name, trail, value }) => {
      const origins =
        /allow(?:ed)?_?origins?|cors_origins?|access_control_allow_origin|^cors$|allowed_hosts$|cors_allow_all/
      const header = name === 'add_header' || name === 'header'
      if (header) return /access-control-allow-origin["']?\s+["']?\*/i.test(value) ? 'allows every origin' : null
      if (!origins.test(name) && !(/cors/.test(trail) && /origins?$/.test(name))) return null
      return /^["'[\s]*\*["'\]\s]*$|(?:^|[[,\s"'])\*(?:$|[\],\s"'])/.test(value) ||
        (/allow_all/.test(name) && value === 'true')
        ? 'allows every origin or host'
        : null
    },
  },
  {
    rule: {
      id: 'config.open-bind',
      concern: 'security',
      title: 'It listens on every network interface',
      explanation:
        'Bound to all interfaces it is reached from every network the machine is in. Bind stores and admin pages to the address that needs them, or put a firewall in front.',
      cwe: 'CWE-1327',
    },
    severity: 'low',
    says: ({ name, value }) => {
      if (
        !/^(?:host|hostname|bind|bind_?(?:address|addr|ip|host)|listen|listen_?(?:address|addresses|addr|host)|address|addr|interface|server_host|http_host)$/.test(
          name,
        )
      )
        return null
      if (!/^(?:tcp:\/\/)?(?:0\.0\.0\.0|\[::\]|::|\*)(?::\d+)?$/.test(value.trim())) return null
      return `listens on every network interface (${value})`
    },
  },
  {
    rule: {
      id: 'config.plain-http',
      concern: 'security',
      title: 'A service is called without encryption',
      explanation: 'What is sent over http:// can be read and changed on the way. Use https://.',
      cwe: 'CWE-319',
    },
    severity: 'medium',
    says: ({ name, path, low }) => {
      // `URL:` of a package is its home page.
      if (path === 'URL') return null
      if (
        !/url|uri|endpoint|host|server|gateway|webhook|api|base|address|issuer|registry|repository|mirror|index|callback|origin|target|proxy_pass/.test(
          name,
        )
      )
        return null
      const host = /^["']?http:\/\/([^\s/:"'?#]+)/.exec(low)?.[1]
      // Names without a dot, private addresses and namespaces do not leave the machine or are never called.
      if (!host?.includes('.') || /[${<]/.test(host)) return null
      if (
        /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|169\.254\.)|\.(?:local|localhost|internal|test|svc|lan|cluster)$|\.svc\.|(?:^|\.)example\.|w3\.org$|schemas?\.|xmlns/.test(
          host,
        )
      )
        return null
      return `calls ${host} over http://`
    },
  },
  {
    rule: {
      id: 'config.auth-off',
      concern: 'security',
      title: 'Access is not checked',
      explanation: 'Anybody who reaches it may use it. Ask for a login, and for root for none but a key.',
      cwe: 'CWE-306',
    },
    severity: 'high',
    says: ({ name, trail, low, on, off }) => {
      if (
        off &&
        /^(?:auth|authentication|authorization|auth_enabled|enable_auth|require_auth|security_enabled|authenticate|login_required|protected_mode)$/.test(
          name,
        )
      )
        return 'switches the check of who calls off'
      if (off && /security_enabled$|auth_enabled$/.test(trail)) return 'switches the check of who calls off'
      if (
        on &&
        /^(?:allow_anonymous|anonymous_access|anonymous_enabled|allow_empty_password|mysql_allow_empty_password|mysql_allow_empty_root_password|permit_empty_passwords|disable_auth|disable_authentication|skip_auth|no_auth)$/.test(
          name,
        )
      )
        return 'lets in whoever asks'
      if (name === 'permit_root_login' && on) return 'lets root log in with a password'
      return name === 'postgres_host_auth_method' && low === 'trust' ? 'lets in whoever asks' : null
    },
  },
  {
    rule: {
      id: 'config.open-permissions',
      concern: 'security',
      title: 'Everybody may read and write',
      explanation:
        'Mode 777 or 666 lets every user of the machine change the file. Give rights to the owner and the group that need them.',
      cwe: 'CWE-732',
    },
    severity: 'medium',
    says: ({ name, value }) =>
      (/mode$|umask|permission|chmod/.test(name) && /^["']?0?o?(?:777|666)["']?$/.test(value)) ||
      (name === 'run' && /chmod\s+(?:-R\s+)?0?777\b/.test(value))
        ? 'gives everybody the right to write'
        : null,
  },
  {
    rule: {
      id: 'config.insecure-cookie',
      concern: 'security',
      title: 'Cookies or forms are left unprotected',
      explanation:
        'A session cookie without Secure and HttpOnly can be read on the way or by a script; without the check of forms other sites may act for a user who is logged in. Switch the flags and the check on.',
      cwe: 'CWE-614',
    },
    severity: 'medium',
    says: ({ name, trail, off }) => {
      if (!off) return null
      if (
        /(?:cookie|session)_(?:secure|http_?only)$/.test(name) ||
        (/cookie|session/.test(trail) && /^(?:secure|http_?only)$/.test(name))
      )
        return 'leaves session cookies unprotected'
      return /^(?:csrf|csrf_enabled|csrf_protection|wtf_csrf_enabled|enable_csrf)$/.test(name) ||
        /csrf_enabled$/.test(trail)
        ? 'switches the protection of forms off'
        : null
    },
  },
  {
    rule: {
      id: 'config.directory-listing',
      concern: 'security',
      title: 'Directories are listed',
      explanation: 'Whoever opens a directory sees all file names in it. Switch the listing off.',
      cwe: 'CWE-548',
    },
    severity: 'medium',
    says: ({ name, on, value }) =>
      (name === 'autoindex' && on) || (name === 'options' && /(?:^|\s)\+?Indexes\b/.test(value))
        ? 'lists directories'
        : null,
  },
  {
    rule: {
      id: 'config.public-resource',
      concern: 'security',
      title: 'A cloud resource is open or not encrypted',
      explanation:
        'It can be reached from the whole internet, or its disks can be read by whoever gets at them. Limit the addresses, keep it private, encrypt it.',
      cwe: 'CWE-284',
    },
    severity: 'high',
    says: ({ name, trail, value, on, off, low }) => {
      if (/cidr_?(?:blocks?|ip)?$/.test(name) && /0\.0\.0\.0\/0|::\/0/.test(value))
        return /egress/.test(trail) ? null : 'admits the whole internet'
      if (name === 'acl' && /^public-read/.test(low)) return 'lets everybody read the bucket'
      if (name === 'publicly_accessible' && on) return 'makes the database reachable from the internet'
      return off && /^(?:storage_)?encrypted$|^encryption(?:_enabled)?$|^enable_encryption$/.test(name)
        ? 'leaves the storage without encryption'
        : null
    },
  },
]
