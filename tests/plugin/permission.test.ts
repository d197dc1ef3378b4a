// The rule that spares the user a question for every tool: looked for in all settings, never set.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { permission } from '../../packages/shoal/src/plugin/permission.ts'
import { PluginLab } from './plugin-lab.ts'

const allow = (...rules: string[]) => JSON.stringify({ permissions: { allow: rules } })

function lookAt(files: Record<string, string>) {
  const lab = new PluginLab()
  for (const [path, content] of Object.entries(files)) lab.write(path, content)
  const { status, line, advice } = permission({ env: lab.env, cwd: lab.project })
  return { status, line: line.replaceAll(lab.home, 'HOME'), advice: advice?.replaceAll(lab.home, 'HOME') }
}

describe('the permission', () => {
  it('is advised where it is missing, with the line to add', () => {
    const advice = 'add to HOME/claude/settings.json: {"permissions": {"allow": ["mcp__plugin_shoal_shoal"]}}'
    expect(lookAt({})).toMatchObject({ status: 'absent', advice })
    expect(lookAt({ 'claude/settings.json': '{}' })).toMatchObject({ status: 'absent', advice })
    expect(lookAt({ 'claude/settings.json': allow('mcp__plugin_shoal_shoal__plan', 'mcp__shoal') }).status).toBe(
      'absent',
    )
    expect(lookAt({ 'claude/settings.json': '{"permissions": {"allow": "mcp__plugin_shoal_shoal"}}' }).status).toBe(
      'absent',
    )
  })

  it.each([
    ['claude/settings.json', 'mcp__plugin_shoal_shoal'],
    ['project/.claude/settings.json', 'mcp__plugin_shoal_shoal__*'],
    ['project/.claude/settings.local.json', 'mcp__plugin_shoal_shoal'],
  ])('is found in %s as %s', (path, rule) => {
    const line = `mcp__plugin_shoal_shoal is allowed in HOME/${path}`
    expect(lookAt({ [path]: allow('Bash(ls)', rule) })).toEqual({ status: 'ok', line, advice: undefined })
  })

  it('is not believed where something stronger stands', () => {
    for (const list of ['deny', 'ask'])
      expect(
        lookAt({
          'claude/settings.json': allow('mcp__plugin_shoal_shoal'),
          'project/.claude/settings.json': JSON.stringify({ permissions: { [list]: ['mcp__plugin_shoal_shoal'] } }),
        }),
      ).toMatchObject({
        status: 'absent',
        line: `HOME/project/.claude/settings.json has mcp__plugin_shoal_shoal under ${list}`,
      })
  })

  it('cannot be read from what is no JSON', () => {
    expect(lookAt({ 'claude/settings.json': '{' })).toMatchObject({
      status: 'absent',
      line: 'HOME/claude/settings.json is no JSON',
    })
    expect(lookAt({ 'claude/settings.json': 'null' }).status).toBe('absent')
  })

  it('lies in the home of the user without CLAUDE_CONFIG_DIR', () => {
    const lab = new PluginLab()
    lab.write('.claude/settings.json', allow('mcp__plugin_shoal_shoal'))
    const env = { ...lab.env, CLAUDE_CONFIG_DIR: '' }
    expect(permission({ env, cwd: lab.project }).line).toContain(join(lab.home, '.claude', 'settings.json'))
  })
})
