// Names, ports, versions and links that changed in one file and not in another: found with both ends, silent where it is not plain.
import { describe, expect, it } from 'vitest'
import { crossOf, inShort, type MarkedFile, other, script } from './cross-files.ts'

const told = (...files: MarkedFile[]) =>
  inShort(crossOf(files)).filter(line => !/^(?:imports|file-references):/.test(line))

const SETTINGS = other(
  'config',
  'config/default.yml',
  ['jobs:'],
  ['  maximum_retries: 5', ['config-key', 'jobs.maximum_retries', '5']],
  ['  queue_name: main', ['config-key', 'jobs.queue_name', 'main']],
  ['  worker_count: 4', ['config-key', 'jobs.worker_count', '4']],
)
const reads = (...names: string[]) =>
  script(
    'src/jobs.ts',
    ['const config = parse(readFileSync("config/default.yml"))', ['path', 'config/default.yml']],
    ...names.map(name => [`use(config.jobs.${name})`, ['config-use', `jobs.${name}`]] as const),
  )

describe('a setting that has another name now', () => {
  it('is told with the key that nobody reads', () => {
    const { crossFile } = crossOf([SETTINGS, reads('retry_maximum', 'queue_name', 'worker_count')])
    const link = crossFile.find(({ kind }) => kind === 'undefined-setting')!
    expect(link.summary).toContain('has jobs.maximum_retries, which no code reads: likely its new name')
    expect(link.evidence.map(({ path, line }) => `${path}:${line}`)).toEqual(['src/jobs.ts:2', 'config/default.yml:2'])
  })

  it('is none where every key is read', () => {
    const reader = reads('maximum_retries', 'queue_name', 'worker_count', 'color')
    expect(told(SETTINGS, reader)).toEqual([])
  })
})

const dockerfile = (from: string, port: string) =>
  other(
    'config',
    'Dockerfile',
    [`FROM ${from}`, ['config-key', 'FROM', from]],
    [`EXPOSE ${port}`, ['config-key', 'EXPOSE', port]],
  )
const server = (port: string) =>
  script('src/server.ts', [`const port = process.env.PORT || ${port}`, ['env-use', 'PORT', port]])
const manifest = (node: string, version = '2.4.0') =>
  other(
    'json',
    'package.json',
    [`"version": "${version}",`, ['config-key', 'version', version, '$.version']],
    [`"node": "${node}"`, ['config-key', 'engines.node', node, '$.engines.node']],
  )

describe('ports and versions', () => {
  it('of a container that differ from those of the program', () => {
    expect(told(dockerfile('node:18-alpine', '8080'), server('3000'), manifest('>=20.1'))).toEqual([
      'port-differs: Dockerfile:2 src/server.ts:1',
      'version-differs: Dockerfile:1 package.json:2',
    ])
  })

  it('that agree', () => {
    expect(told(dockerfile('node:22', '3000'), server('3000'), manifest('>=20'))).toEqual([])
  })

  it('of which there are several are not compared', () => {
    const more = script('src/admin.ts', ['const port = process.env.PORT || 4000', ['env-use', 'PORT', '4000']])
    expect(told(dockerfile('node:22', '8080'), server('3000'), more, manifest('>=20'))).toEqual([])
  })

  it('inside and outside of a container may differ', () => {
    const compose = other('config', 'compose.yml', [
      '- "8080:3000"',
      ['config-key', 'services.web.ports[0]', '8080:3000'],
    ])
    expect(told(dockerfile('node:22', '3000'), server('3000'), compose)).toEqual([])
  })

  it('of an address for readers', () => {
    const readme = other('prose', 'README.md', ['Open http://localhost:3001', ['url', 'http://localhost:3001']])
    expect(told(readme, server('3000'))).toEqual(['port-differs: README.md:1 src/server.ts:1'])
    expect(told(readme, server('3001'))).toEqual([])
  })

  it('that the program says of itself', () => {
    const about = script('src/about.ts', ["export const VERSION = '2.3.1'", ['literal', 'VERSION', "'2.3.1'"]])
    expect(told(about, manifest('>=20'))).toEqual(['version-differs: src/about.ts:1 package.json:1'])
    expect(told(about, manifest('>=20', '2.3.1'))).toEqual([])
  })
})

describe('a link into another document', () => {
  const install = other('prose', 'docs/install.md', ['# Install', ['sections', 'Install', 'install setup']])
  const link = (id: string) =>
    other('prose', 'README.md', [`See [it](docs/install.md#${id}).`, ['path', 'docs/install.md', `#${id}`]])

  it('leads to a heading that is there', () => {
    expect(told(install, link('setup'))).toEqual([])
    expect(told(install, link('L12'))).toEqual([])
  })

  it('leads to one that is not, and the nearest is named', () => {
    const { crossFile } = crossOf([install, link('set-up')])
    expect(crossFile.find(({ kind }) => kind === 'broken-anchor')!.summary).toMatch(
      /has no such heading; it has #setup$/,
    )
  })
})

it('an import names what the other file has instead, and an alias is a name', () => {
  const from = script('src/a.ts', ["import { readConfig } from './b.ts'", ['import', './b.ts', 'readConfig']])
  const to = script(
    'src/b.ts',
    ['export function one() {}', ['definition', 'one', 'function']],
    ['export function loadConfig() {}', ['definition', 'loadConfig', 'function']],
  )
  const { crossFile } = crossOf([from, to])
  expect(crossFile.find(({ kind }) => kind === 'missing-export')).toMatchObject({
    summary: 'src/a.ts imports readConfig from src/b.ts, which does not define it; it has loadConfig',
    evidence: [{ path: 'src/a.ts' }, { path: 'src/b.ts', line: 2 }],
  })
})
