// Whether the client may call the tools without asking. What the command brings along ends with the lead's first turn, so
// one rule in the client's settings is wanted; it is for the user to set, never for a plugin.

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lookup } from '@shoal/base/model/lookup'
import { type Environment, homeDir } from '../config/home-dir.ts'
import { absent, type CheckResult, ok } from '../run/doctor/check.ts'
import { PLUGIN } from './names.ts'

/** All tools of the server, as the client names it. */
const RULE = `mcp__plugin_${PLUGIN}_${PLUGIN}`
const RULES: readonly unknown[] = [RULE, `${RULE}__*`]

interface Place {
  readonly env: Environment
  readonly cwd: string
}

type Permissions = Readonly<Record<string, unknown>>

/** Advice at most: a client that asks works, too. */
export function permission(place: Place): CheckResult {
  let allowedBy: string | null = null
  for (const file of settingsFiles(place)) {
    const permissions = permissionsIn(file)
    if (permissions === null) return absent(`${file} is no JSON`, 'correct it')
    // These win over what is allowed, wherever it is.
    for (const list of ['deny', 'ask'])
      if (names(lookup(permissions, list))) return absent(`${file} has ${RULE} under ${list}`)
    if (names(permissions.allow)) allowedBy ??= file
  }
  if (allowedBy !== null) return ok(`${RULE} is allowed in ${allowedBy}`)
  return absent('Claude Code asks for every tool when agents wake their lead, and refuses headless', toAllow(place))
}

/** On one line. */
function toAllow(place: Place): string {
  return `add to ${userSettings(place)}: {"permissions": {"allow": ["${RULE}"]}}`
}

function userSettings({ env, cwd }: Place): string {
  const directory = env.CLAUDE_CONFIG_DIR ? resolve(cwd, env.CLAUDE_CONFIG_DIR) : join(homeDir(env), '.claude')
  return join(directory, 'settings.json')
}

function settingsFiles(place: Place): readonly string[] {
  const project = join(place.cwd, '.claude')
  return [userSettings(place), join(project, 'settings.json'), join(project, 'settings.local.json')].filter(file =>
    existsSync(file),
  )
}

/** Null for what cannot be read. */
function permissionsIn(file: string): Permissions | null {
  try {
    const settings = JSON.parse(readFileSync(file, 'utf8')) as { permissions?: Permissions } | null
    return settings?.permissions ?? {}
  } catch {
    return null
  }
}

function names(list: unknown): boolean {
  return Array.isArray(list) && list.some(rule => RULES.includes(rule))
}
