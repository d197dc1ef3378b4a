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
  const files = ['packages', 'tests', 'scripts', 'docs', 'fixtures', 'bench', 'assembly'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
  )
  const all = [...files, ...readdirSync(root)]
  /** What a name means that is read from a folder; `*` stands for any name. */
  const from = (folder: string, name: string): string[] => {
    const path = join(folder, name).replace(/\/$/, '')
    if (!path.includes('*')) return existsSync(join(root, path)) ? [path] : []
    const pattern = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')
    return all.filter(one => new RegExp(`^${pattern}$`).test(one))
  }
  /** The folders that a path has told of: its own and those above, within its package. */
  const told = (path: string): string[] => {
    const parts = path.split('/')
    return parts
      .map((_, k) => parts.slice(0, parts.length - k).join('/'))
      .filter(one => !/^packages(?:\/\w+)?$/.test(one))
  }

  it('names files that are there, each where the section says: by its path, or beside a path named before it', () => {
    const lost: string[] = []
    let count = 0
    for (const section of textOf(page).split(/^## /m)) {
      const places = new Set(['', 'packages/shoal/src'])
      for (const [, name = ''] of section.matchAll(/`([\w.*/@-]+(?:\/|\.(?:[jt]sx?|mjs|css|md)))`/g)) {
        // Names that a newcomer is to give, and packages.
        if (/^@|^(?:names|sniff|cut|focus|index|shoal\.config)\.ts$/.test(name)) continue
        if (/NAME|EXT|terraform/.test(name)) {
          places.add(dirname(name))
          continue
        }
        count++
        const found = [...places].flatMap(place => from(place, name))
        if (found.length === 0) lost.push(name)
        for (const folder of found.flatMap(told)) places.add(folder)
      }
    }
    expect(count).toBeGreaterThan(20)
    expect(lost).toEqual([])
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
