// The action, its steps and the hooks: checked against what GitHub and pre-commit document, and the shell steps run here.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { runAction } from './action-runner.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dir = tempDir()
const text = (name: string) => readFileSync(join(root, name), 'utf8')

describe('action.yml', () => {
  const action = parse(text('action.yml'))
  const { steps } = action.runs

  it('has what the metadata of a composite action asks for, and nothing else', () => {
    expect(Object.keys(action).sort()).toEqual([
      'author',
      'branding',
      'description',
      'inputs',
      'name',
      'outputs',
      'runs',
    ])
    expect(action.runs.using).toBe('composite')
    for (const input of Object.values<Record<string, unknown>>(action.inputs)) {
      expect(
        Object.keys(input).every(key => ['description', 'required', 'default', 'deprecationMessage'].includes(key)),
      ).toBe(true)
      expect(input.description).toBeTypeOf('string')
      expect(input.default).toBeTypeOf('string')
    }
    for (const output of Object.values<Record<string, unknown>>(action.outputs))
      expect(Object.keys(output).sort()).toEqual(['description', 'value'])
    for (const step of steps) {
      const known = [
        'name',
        'id',
        'if',
        'shell',
        'run',
        'env',
        'uses',
        'with',
        'working-directory',
        'continue-on-error',
      ]
      expect(Object.keys(step).every(key => known.includes(key))).toBe(true)
      expect(Number('run' in step) + Number('uses' in step)).toBe(1)
      if ('run' in step) expect(step.shell).toBe('bash')
      if ('uses' in step) expect(step.uses).toMatch(/^[\w-]+\/[\w./-]+@v\d+$/)
    }
  })

  it('never puts an input into a script: what somebody typed is data', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{')
  })

  it('names only inputs, steps and files that are there', () => {
    const expressions = [...text('action.yml').matchAll(/\$\{\{([^}]*)\}\}/g)].map(([, inner]) => inner!)
    const inputs = expressions.flatMap(inner => [...inner.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name!))
    for (const name of inputs) expect(action.inputs).toHaveProperty([name])
    expect(new Set(inputs)).toEqual(new Set(Object.keys(action.inputs)))
    const outputs = expressions.flatMap(inner =>
      [...inner.matchAll(/steps\.analyze\.outputs\.(\w+)/g)].map(([, name]) => name!),
    )
    for (const name of outputs) expect(text('scripts/action/analyze.sh')).toContain(`"${name}=`)
    for (const [, file] of text('action.yml').matchAll(/\$GITHUB_ACTION_PATH\/([\w./-]+)/g))
      expect(existsSync(join(root, file!))).toBe(true)
    const given = new Set(steps.flatMap(({ env = {} }: { env?: object }) => Object.keys(env)))
    for (const script of ['install.sh', 'analyze.sh', 'comment.mjs'])
      for (const [name] of text(`scripts/action/${script}`).matchAll(/SHOAL_[A-Z_]+/g))
        expect([...given]).toContain(name)
  })
})

describe('.pre-commit-hooks.yaml', () => {
  it('has what pre-commit asks for', () => {
    for (const hook of parse(text('.pre-commit-hooks.yaml'))) {
      expect(Object.keys(hook).sort()).toEqual([
        'description',
        'entry',
        'id',
        'language',
        'name',
        'pass_filenames',
        'require_serial',
      ])
      expect(hook).toMatchObject({ language: 'node', pass_filenames: false })
      expect(hook.entry).toMatch(/^shoal analyze /)
    }
  })
})

const CODE = 'import os\n\ndef run(cmd):\n    os.system("ls " + cmd)\n\nrun(input())\n'

describe('the action as a whole, step by step as it is written', () => {
  const work = join(dir.path, 'whole')
  const carry = (inputs: Record<string, string>) => {
    mkdirSync(work, { recursive: true })
    writeFileSync(join(work, 'app.py'), CODE)
    const env = { PATH: process.env.PATH!, HOME: dir.path, SHOAL_HOME: join(dir.path, 'home') }
    return runAction(root, inputs, { work, temp: dir.path, env })
  }

  it('fails the job for what was found, after it has told it and handed on the SARIF', () => {
    const { status, ran, used, outputs, log } = carry({ 'fail-on': 'low', 'upload-sarif': 'true' })
    expect(status).toBe(1)
    expect(ran).toEqual(['Set up Node.js', 'Install shoal', 'Analyze', 'Upload SARIF', 'Result'])
    expect(used['github/codeql-action/upload-sarif@v3']).toEqual({ sarif_file: outputs.sarif, category: 'shoal' })
    expect(outputs).toMatchObject({ status: '1', new: '1' })
    expect(JSON.parse(readFileSync(outputs.report!, 'utf8')).findings).not.toEqual([])
    expect(log).toMatch(/^::(?:error|warning) file=app\.py,line=4,/)
  })

  it('passes where nothing is to fail it; what is wrong with its inputs is its own status', () => {
    expect(carry({ 'fail-on': '' })).toMatchObject({ status: 0, outputs: { status: '0', new: '1' } })
    const wrong = carry({ 'fail-on': 'grave', 'upload-sarif': 'true', comment: 'true' })
    expect(wrong).toMatchObject({ status: 2, outputs: { status: '2', sarif: '' } })
    expect(wrong.ran).toEqual(['Set up Node.js', 'Install shoal', 'Analyze', 'Result'])
    expect(wrong.log).toContain('grave')
  })
})

describe('the steps', () => {
  const work = join(dir.path, 'work dir')
  const step = (script: string, env: Record<string, string>) => {
    writeFileSync(join(dir.path, 'output'), '')
    writeFileSync(join(dir.path, 'summary'), '')
    const { status, stdout, stderr } = spawnSync('bash', [join(root, 'scripts/action', script)], {
      cwd: work,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH!,
        SHOAL_HOME: join(dir.path, 'home'),
        GITHUB_ACTION_PATH: root,
        RUNNER_TEMP: dir.path,
        GITHUB_OUTPUT: join(dir.path, 'output'),
        GITHUB_STEP_SUMMARY: join(dir.path, 'summary'),
        ...env,
      },
    })
    const outputs = Object.fromEntries(
      readFileSync(join(dir.path, 'output'), 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    return { status, stdout, stderr, outputs, summary: readFileSync(join(dir.path, 'summary'), 'utf8') }
  }

  it('are right bash', () => {
    for (const script of ['install.sh', 'analyze.sh'])
      expect(spawnSync('bash', ['-n', join(root, 'scripts/action', script)]).status).toBe(0)
    for (const script of ['comment.mjs', 'count-new.mjs'])
      expect(spawnSync(process.execPath, ['--check', join(root, 'scripts/action', script)]).status).toBe(0)
  })

  it('annotate, sum up, and tell the status on', () => {
    mkdirSync(work, { recursive: true })
    writeFileSync(join(work, 'app.py'), CODE)
    const found = step('analyze.sh', {
      SHOAL_PATHS: '.',
      SHOAL_FAIL_ON: 'low',
      SHOAL_QUERY: 'What is $(touch pwned) wrong?',
    })
    expect(found.status).toBe(0)
    expect(found.stdout).toMatch(/^::(?:error|warning) file=app\.py,line=4,/)
    expect(found.outputs).toMatchObject({ status: '1', new: '1' })
    expect(found.summary).toContain('## shoal: 1 problem')
    expect(JSON.parse(readFileSync(found.outputs.sarif!, 'utf8')).version).toBe('2.1.0')
    expect(existsSync(join(work, 'pwned'))).toBe(false)
  })

  it('count only what is new beside a baseline, and take further arguments', () => {
    const write = step('analyze.sh', { SHOAL_PATHS: 'app.py\n', SHOAL_ARGS: '--write-baseline\nbase.json\n' })
    expect(write.outputs.status).toBe('0')
    const known = step('analyze.sh', { SHOAL_PATHS: '.', SHOAL_FAIL_ON: 'low', SHOAL_BASELINE: 'base.json' })
    expect(known.outputs).toMatchObject({ status: '0', new: '0' })
    expect(known.stdout).not.toContain('::error')
  })

  it('tell of a failure without a report', () => {
    const { status, outputs, stderr } = step('analyze.sh', { SHOAL_PATHS: 'absent' })
    expect({ status, outputs }).toEqual({ status: 0, outputs: { status: '2' } })
    expect(stderr).toContain('no such file or directory')
  })

  it('comment only for what is new, once', async () => {
    const calls: string[] = []
    const comments: { id: number; body: string }[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      calls.push(`${request.method} ${request.url!.split('?')[0]}`)
      if (request.method === 'POST') comments.push({ id: 7, body: JSON.parse(body).body })
      if (request.method === 'PATCH') comments[0]!.body = JSON.parse(body).body
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(request.method === 'GET' ? comments : {}))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    dir.write('event.json', '{"pull_request":{"number":5}}')
    dir.write('sum.md', '## shoal: 2 new problems\n')
    const comment = async (news: string) => {
      const child = spawn(process.execPath, [join(root, 'scripts/action/comment.mjs')], {
        env: {
          GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          GITHUB_REPOSITORY: 'me/it',
          GITHUB_TOKEN: 't',
          GITHUB_EVENT_PATH: join(dir.path, 'event.json'),
          SHOAL_NEW: news,
          SHOAL_SUMMARY: join(dir.path, 'sum.md'),
        },
      })
      return await new Promise(resolve => child.on('close', resolve))
    }
    try {
      expect(await comment('0')).toBe(0)
      expect(calls).toEqual(['GET /repos/me/it/issues/5/comments'])
      await comment('2')
      await comment('0')
      expect(calls.filter(call => !call.startsWith('GET'))).toEqual([
        'POST /repos/me/it/issues/5/comments',
        'PATCH /repos/me/it/issues/comments/7',
      ])
      expect(comments[0]!.body).toMatch(/^<!-- shoal -->\n## shoal/)
    } finally {
      server.close()
    }
  })
})
