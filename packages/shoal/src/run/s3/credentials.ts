// Where an object store is and who asks it, by the variables and files that its own tools read. No message shows a key.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import { emptyRecord } from '@shoal/base/model/lookup'
import type { Credentials } from './sign-request.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** The first that is found; null where none is, for what everybody may read. Throws `bad-value` for a way that is not known here. */
export async function credentialsIn(env: Env): Promise<Credentials | null> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (accessKeyId && secretAccessKey) return made({ accessKeyId, secretAccessKey, token: env.AWS_SESSION_TOKEN })
  const profile = profileIn(env)
  if (profile.aws_access_key_id && profile.aws_secret_access_key)
    return made({
      accessKeyId: profile.aws_access_key_id,
      secretAccessKey: profile.aws_secret_access_key,
      token: profile.aws_session_token,
    })
  const fromContainer = await containerCredentials(env)
  if (fromContainer) return fromContainer
  const other = ['credential_process', 'sso_session', 'sso_start_url', 'role_arn'].find(name => profile[name])
  const unknown = other ?? (env.AWS_WEB_IDENTITY_TOKEN_FILE ? 'AWS_WEB_IDENTITY_TOKEN_FILE' : undefined)
  if (unknown !== undefined)
    throw new ShoalError('bad-value', `credentials by ${unknown} are not supported`, {
      detail: unknown,
      advice: 'run `eval "$(aws configure export-credentials --format env)"` first',
    })
  return null
}

/** `AWS_REGION` and its like; the region of most tests of S3 servers if nothing says another. */
export function regionIn(env: Env): string {
  return env.AWS_REGION || env.AWS_DEFAULT_REGION || profileIn(env).region || 'us-east-1'
}

/** Null for Amazon's own. Throws `bad-value`. */
export function endpointIn(env: Env): URL | null {
  const text = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || profileIn(env).endpoint_url
  if (!text) return null
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text)
  throw new ShoalError('bad-value', 'AWS_ENDPOINT_URL is not a URL that starts with http:// or https://', {
    detail: 'AWS_ENDPOINT_URL',
  })
}

/** Of roles of a container: an address of the machine or of its host, as the variables say. */
async function containerCredentials(env: Env): Promise<Credentials | null> {
  const relative = env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI
  const url = relative ? `http://169.254.170.2${relative}` : env.AWS_CONTAINER_CREDENTIALS_FULL_URI
  if (!url) return null
  const file = env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE
  const token = file ? readFileSync(file, 'utf8').trim() : env.AWS_CONTAINER_AUTHORIZATION_TOKEN
  try {
    const response = await fetch(url, {
      headers: token ? { authorization: token } : {},
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    const { AccessKeyId, SecretAccessKey, Token } = (await response.json()) as Record<string, string | undefined>
    if (AccessKeyId && SecretAccessKey)
      return made({ accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, token: Token })
  } catch {
    // Said below, without what was answered.
  }
  throw new ShoalError('not-fetched', 'the credentials of the container cannot be fetched', {
    detail: 'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  })
}

function made({
  accessKeyId,
  secretAccessKey,
  token,
}: {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly token: string | undefined
}): Credentials {
  return { accessKeyId, secretAccessKey, ...(token && { sessionToken: token }) }
}

/** What `~/.aws/credentials` and `~/.aws/config` say of the profile. */
function profileIn(env: Env): Readonly<Record<string, string>> {
  const name = env.AWS_PROFILE || 'default'
  const home = env.HOME ?? ''
  const place = (variable: string, file: string) => env[variable] || (home && join(home, '.aws', file))
  return {
    ...section(place('AWS_CONFIG_FILE', 'config'), name === 'default' ? name : `profile ${name}`),
    ...section(place('AWS_SHARED_CREDENTIALS_FILE', 'credentials'), name),
  }
}

function section(file: string, wanted: string): Readonly<Record<string, string>> {
  const found = emptyRecord<string>()
  let isIn = false
  for (const line of textOf(file).split('\n')) {
    const text = line.trim()
    if (text.startsWith('[')) isIn = text.slice(1, -1).trim() === wanted
    const at = text.indexOf('=')
    // What is indented belongs to the setting above it.
    if (isIn && at > 0 && !/^[#;\s]/.test(line)) found[text.slice(0, at).trim()] = text.slice(at + 1).trim()
  }
  return found
}

function textOf(file: string): string {
  try {
    return file === '' ? '' : readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
