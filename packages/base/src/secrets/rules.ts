// The rules that a secret in clear text breaks. Every finding and mask names one of them.
import type { Rule } from '../model/finding.ts'

const ROTATE =
  'Whoever can read the file can use it. Revoke it, take the new one from a secret store or the environment, and keep it out of version control.'

function leaked(id: string, what: string): Rule {
  return {
    id: `secret.${id}`,
    concern: 'security',
    title: `${what} in clear text`,
    explanation: `${what}. ${ROTATE}`,
    cwe: 'CWE-798',
  }
}

export const secretRules = {
  aws: leaked('aws-access-key', 'An AWS access key'),
  gcp: leaked('google-key', 'A Google API key or OAuth secret'),
  azure: leaked('azure-key', 'An Azure storage key, bus key or client secret'),
  github: leaked('github-token', 'A GitHub token'),
  gitlab: leaked('gitlab-token', 'A GitLab token'),
  slack: leaked('slack-token', 'A Slack token or webhook'),
  stripe: leaked('stripe-key', 'A Stripe secret key'),
  twilio: leaked('twilio-key', 'A Twilio API key'),
  sendgrid: leaked('sendgrid-key', 'A SendGrid API key'),
  npm: leaked('npm-token', 'An npm token'),
  pypi: leaked('pypi-token', 'A PyPI token'),
  openai: leaked('openai-key', 'An OpenAI API key'),
  anthropic: leaked('anthropic-key', 'An Anthropic API key'),
  provider: leaked('provider-token', 'A token of a hosted service'),
  jwt: leaked('jwt', 'A JSON Web Token'),
  bearer: leaked('bearer-token', 'A bearer token'),
  basic: leaked('basic-auth', 'A user and password of basic authentication'),
  session: leaked('session-cookie', 'A session cookie or key'),
  url: leaked('url-password', 'A password inside a URL'),
  password: leaked('password', 'A password'),
  token: leaked('generic-token', 'A secret, key or token'),
  privateKey: {
    id: 'secret.private-key',
    concern: 'security',
    title: 'A private key in clear text',
    explanation: `A private key. ${ROTATE}`,
    cwe: 'CWE-321',
  },
  weak: {
    id: 'secret.weak-password',
    concern: 'security',
    title: 'A default or weak password',
    explanation:
      'It is among the first that anybody tries, and often the one that a product ships with. Set a strong one from a secret store or the environment, and refuse to start with the default.',
    cwe: 'CWE-1393',
  },
} as const satisfies Readonly<Record<string, Rule>>
