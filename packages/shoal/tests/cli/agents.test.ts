// `shoal agents`: the list, the check of files, and what either says of faulty ones.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const at = (name: string) => join(dir.path, name)
const agents = (cwd: string, ...argv: string[]) => shoal(['agents', ...argv], { cwd: at(cwd) })

const FINE = '---\nname: house-rules\ndescription: Knows the rules.\ntools: []\n---\n\nYou know the rules.\n'
const FAULTY =
  '---\nname: rlm-json-analyzer\ndescription: Writes.\ntools: Read, Write\narguments: [query]\n---\n\nYou write.\n'

beforeAll(() => {
  for (const project of ['plain', 'own', 'faulty']) mkdirSync(at(`${project}/.git`), { recursive: true })
  dir.write('own/.shoal/agents/house-rules.md', FINE)
  dir.write('own/shoal.config.json', '{}')
  dir.write('faulty/.shoal/agents/rlm-json-analyzer.md', FAULTY)
  dir.write('faulty/odd\u001b[2J.md', FAULTY)
})

describe('the list', () => {
  it('shows people each agent with its class, tools, content types and origin', async () => {
    const { status, stdout, stderr } = await agents('own')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.split('\n').map(line => line.split(/ {2,}/))).toEqual([
      ['agent', 'model', 'tools', 'reads', 'from'],
      ['house-rules', 'inherit', '-', '-', join('.shoal', 'agents', 'house-rules.md')],
      ['rlm-chunk-analyzer', 'haiku', 'Read Grep Glob', expect.stringMatching(/\blog\b.*\bprose\b/), 'built-in'],
      ['rlm-code-analyzer', 'haiku', 'Read Grep Glob', 'source_code', 'built-in'],
      ['rlm-data-analyzer', 'haiku', 'Read Grep Glob', 'structured_data', 'built-in'],
      ['rlm-json-analyzer', 'haiku', 'Read Grep Glob', 'json jsonl', 'built-in'],
      ['rlm-synthesizer', 'sonnet', 'Read Grep Glob', '-', 'built-in'],
      [''],
    ])
  })

  it('gives scripts these keys', async () => {
    const { stdout } = await agents('own', '--json')
    expect(JSON.parse(stdout)[0]).toEqual({
      name: 'house-rules',
      description: 'Knows the rules.',
      model: 'inherit',
      tools: [],
      color: null,
      content_types: [],
      version: expect.stringMatching(/^[0-9a-f]{32}$/),
      origin: join('.shoal', 'agents', 'house-rules.md'),
    })
  })

  it('leaves out what cannot be used and says why, with status 2', async () => {
    const { status, stdout, stderr } = await agents('faulty', '--json')
    const file = join('.shoal', 'agents', 'rlm-json-analyzer.md')
    expect(status).toBe(2)
    expect(JSON.parse(stdout).map(({ name }: { name: string }) => name)).not.toContain('rlm-json-analyzer')
    expect(stderr).toBe(
      `${file}:4: \`Write\` does more than read: an analyst may have Read, Grep, Glob\n${file}:5: there is no field \`arguments\`\n`,
    )
  })
})

describe('the check of files', () => {
  it('says that they are fine', async () => {
    const file = at('own/.shoal/agents/house-rules.md')
    expect(await agents('plain', file)).toEqual({ status: 0, stdout: `${file}: fine\n`, stderr: '' })
  })

  it('says on stdout what is wrong and where, as compilers do, with status 2', async () => {
    const { status, stdout, stderr } = await agents('faulty', '.shoal/agents/rlm-json-analyzer.md')
    expect({ status, stderr }).toEqual({ status: 2, stderr: '2 problems\n' })
    expect(stdout.split('\n').map(line => line.split(' ')[0])).toEqual([
      '.shoal/agents/rlm-json-analyzer.md:4:',
      '.shoal/agents/rlm-json-analyzer.md:5:',
      '',
    ])
  })

  it('gives scripts every file with its problems', async () => {
    const { stdout } = await agents(
      '.',
      'own/.shoal/agents/house-rules.md',
      'faulty/.shoal/agents/rlm-json-analyzer.md',
      '--json',
    )
    expect(JSON.parse(stdout)).toEqual([
      { path: 'own/.shoal/agents/house-rules.md', problems: [] },
      {
        path: 'faulty/.shoal/agents/rlm-json-analyzer.md',
        problems: [
          { line: 4, message: '`Write` does more than read: an analyst may have Read, Grep, Glob' },
          { line: 5, message: 'there is no field `arguments`' },
        ],
      },
    ])
  })

  it('prints no name that could move the cursor', async () => {
    const { stdout } = await agents('faulty', 'odd\u001b[2J.md')
    expect(stdout).toContain('odd\\e[2J.md:2: ')
    expect(stdout).not.toContain('\u001b')
  })

  it('says in one line that a file is not there or is a directory', async () => {
    expect(await agents('plain', 'nowhere.md')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^shoal: nowhere\.md: no such file or directory — .*\n$/),
    })
    expect((await agents('plain', '.')).stderr).toMatch(/^shoal: \.: is a directory — .*\n$/)
  })
})
