// What weakens containers and builds: rights, images, users, steps that run what strangers wrote.
import type { Rule } from '@shoal/base/model/finding'
import type { SettingRule } from './judged-setting.ts'

const pinned: Rule = {
  id: 'config.unpinned-image',
  concern: 'security',
  title: 'An image has no fixed version',
  explanation:
    'Without a tag, or with `latest`, tomorrow’s build or restart takes another image than today’s. Name a version or a digest.',
  cwe: 'CWE-1357',
}

const privileged: Rule = {
  id: 'config.privileged-container',
  concern: 'security',
  title: 'A container has rights over its host',
  explanation:
    'Whoever breaks into the container owns the host. Drop the right, or grant the one capability that is needed.',
  cwe: 'CWE-250',
}

const asRoot: Rule = {
  id: 'config.root-user',
  concern: 'security',
  title: 'It runs as root',
  explanation:
    'A process that runs as root does more harm once somebody breaks into it. Run it as a user without rights.',
  cwe: 'CWE-250',
}

export const containerRules: readonly SettingRule[] = [
  {
    rule: pinned,
    severity: 'low',
    says: ({ key, name, value }, { stages }) => {
      if (name === 'image' || name === 'container_image') return imageVersion(value)
      if (key !== 'FROM') return null
      const image = value.replace(/^--platform=\S+\s+/, '').split(/\s+/, 1)[0]!
      return image === 'scratch' || stages.has(image) ? null : imageVersion(image)
    },
  },
  {
    rule: privileged,
    severity: 'high',
    says: ({ name, trail, value, on }) => {
      if (on && /^(?:privileged|host_network|host_pid|host_ipc)$/.test(name))
        return 'gives the container rights over its host'
      if (on && name === 'allow_privilege_escalation') return 'lets processes gain more rights'
      if (/^(?:network_mode|pid|ipc)$/.test(name) && value === 'host') return 'shares the host with the container'
      if (
        /(?:cap_add|capabilities)(?:_|$)/.test(trail) &&
        /^(?:ALL|(?:CAP_)?SYS_ADMIN|(?:CAP_)?SYS_PTRACE|(?:CAP_)?NET_ADMIN)$/i.test(value) &&
        !/drop/.test(trail)
      )
        return `grants the capability ${value}`
      return /^\/?(?:var\/)?run\/docker\.sock|(?:^|source=|:)\/var\/run\/docker\.sock/.test(value)
        ? 'hands the container the Docker socket'
        : null
    },
  },
  {
    rule: asRoot,
    severity: 'medium',
    says: ({ key, name, value, off }) => {
      if ((name === 'run_as_user' && value === '0') || (name === 'run_as_non_root' && off)) return 'runs as root'
      return (name === 'user' || key === 'USER') && /^(?:root|0)(?::\w+)?$/.test(value) ? 'runs as root' : null
    },
  },
  {
    rule: {
      id: 'config.remote-script',
      concern: 'security',
      title: 'A script from the network is run unseen',
      explanation:
        'Whoever controls the address, or the way to it, runs code in your build. Download it, check its digest, then run it.',
      cwe: 'CWE-494',
    },
    severity: 'medium',
    says: ({ key, name, value }) => {
      if (/\b(?:curl|wget)\b[^|;&]{0,300}\|\s{0,4}(?:sudo\s+)?(?:ba|z|da)?sh\b/.test(value))
        return 'runs a script straight from the network'
      return key === 'ADD' && /^https?:/.test(value) && name === 'add'
        ? 'adds a file from the network without a digest'
        : null
    },
  },
  {
    rule: {
      id: 'config.workflow-injection',
      concern: 'security',
      title: 'Text of strangers is put into a shell script',
      explanation:
        'A title, a branch name or a comment can hold shell code, which the workflow then runs with its token. Pass it as an environment variable.',
      cwe: 'CWE-78',
    },
    severity: 'high',
    says: ({ name, value }) =>
      name === 'run' &&
      /\$\{\{\s*github\.(?:event\.(?!inputs\.)[\w.]*(?:title|body|message|name|ref|label|email)|head_ref)/.test(value)
        ? 'puts text of strangers into a shell script'
        : null,
  },
  {
    rule: {
      id: 'config.unpinned-action',
      concern: 'security',
      title: 'A build step follows a branch',
      explanation:
        'Whoever can push to that branch runs code in your build, with its secrets. Name a release or, better, a commit.',
      cwe: 'CWE-1357',
    },
    severity: 'low',
    says: ({ name, value }) =>
      name === 'uses' && /@(?:master|main|latest|HEAD)$/.test(value) ? `follows the branch of ${value}` : null,
  },
]

function imageVersion(image: string): string | null {
  if (image === '' || /[${<]|@sha256:/.test(image) || /\s/.test(image)) return null
  const tag = /:([\w.-]+)$/.exec(image)?.[1]
  if (tag === undefined) return /^[\w./:-]+$/.test(image) ? `names the image ${image} without a version` : null
  return tag === 'latest' ? `takes whatever ${image} is today` : null
}
