// Docs that cannot lie: generated pages in step with the tables, commands that parse, links that lead somewhere.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CommandName, groupOf } from '@shoal/base/model/option'
import { describe, expect, it } from 'vitest'
import { allCommands } from '../packages/shoal/src/cli/commands.ts'
import { parseCommandLine } from '../packages/shoal/src/config/parse.ts'
import { resolveOptions } from '../packages/shoal/src/config/resolve.ts'
import { assertBuilt } from '../packages/shoal/tests/cli/built-bin.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = [
  ...readdirSync(root).filter(name => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name)),
]
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')

/** Command lines of a page: the lines of its shell blocks, without the prompt. */
const commandLines = (page: string) =>
  [...textOf(page).matchAll(/^```(?:sh|bash|shell|console)\n(.*?)^```/gms)]
    .flatMap(([, block]) => block!.split('\n'))
    .map(line => line.replace(/^\$ /, ''))

describe('generated pages', () => {
  it('are in step with the code', () => {
    assertBuilt()
    const { status, stderr } = spawnSync(process.execPath, ['scripts/docs.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describe('commands in print', () => {
  it('every example of a command is understood and is of that command', async () => {
    for (const { name, examples } of await allCommands()) {
      expect(examples.length, name).toBeGreaterThan(0)
      for (const { line } of examples) {
        const command = understood(line)
        expect([command, groupOf(command)], line).toContain(name)
      }
    }
  })

  it.each(pages)('%s shows only commands that exist', page => {
    const lines = commandLines(page).filter(line => /^(npx )?shoal /.test(line))
    for (const line of lines) expect(() => understood(line), line).not.toThrow()
  })

  it.each(pages)('%s names only npm scripts that exist', page => {
    const { scripts } = JSON.parse(textOf('package.json'))
    const named = [...textOf(page).matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!)
    expect(named.filter(script => !Object.hasOwn(scripts, script))).toEqual([])
  })

  it('the README shows at least one command', () => {
    expect(commandLines('README.md').some(line => /^(npx )?shoal /.test(line))).toBe(true)
  })
})

describe('links', () => {
  it.each(pages)('of %s lead to a file, and to a heading of it', page => {
    const prose = textOf(page).replace(/^```.*?^```/gms, '')
    const targets = [...prose.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, target]) => target!)
    const dead = targets.filter(target => {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? join(root, page) : resolve(root, dirname(page), path)
      return !existsSync(file) || (anchor !== undefined && !anchors(file).includes(anchor))
    })
    expect(dead).toEqual([])
  })
})

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', page => {
  const places = [
    '',
    'packages/',
    'packages/shoal/src/',
    'packages/team/src/',
    'packages/page/src/',
    'packages/flow/src/',
  ]
  const files = ['packages', 'tests', 'scripts', 'docs', 'fixtures', 'bench', 'assembly'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
  )
  const there = (path: string) => {
    if (places.some(place => existsSync(join(root, place, path)))) return true
    const end = path
      .replace(/\/$/, '')
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
    return files.some(name => new RegExp(`(?:^|/)${end}$`).test(name))
  }

  it('names files that are there', () => {
    const named = [...textOf(page).matchAll(/`([\w.*/@-]+(?:\/|\.(?:[jt]sx?|mjs|css|md)))`/g)].map(([, path]) => path!)
    // Names that a newcomer is to give, and packages.
    const own = named.filter(path => !/NAME|EXT|terraform|^@|^(?:names|sniff|cut|index|shoal\.config)\.ts$/.test(path))
    expect(own.length).toBeGreaterThan(20)
    expect([...new Set(own)].filter(path => !there(path))).toEqual([])
  })
})

/** The command that a line runs; throws when it cannot be understood. */
function understood(line: string): CommandName {
  const [first, ...rest] = words(line)
  const typed = parseCommandLine(first === 'npx' ? rest.slice(1) : rest)
  resolveOptions(typed.values, {}, '')
  if (typed.command === null) throw new Error(`no command: ${line}`)
  return typed.command
}

/** Splits a line as a shell does, up to a pipe, a redirection or a comment. */
function words(line: string): string[] {
  const found: string[] = []
  for (const [word] of line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)) {
    if (/^([|>&;#]|2>)/.test(word)) break
    found.push(word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
  }
  return found
}

function anchors(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
