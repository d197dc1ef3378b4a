// Changes in git worktrees: made apart, merged, validated, applied only at the end; and nothing is left of them, however a run ends.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openRepository } from '@shoal/team/worktrees/repository'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../tests/patience.ts'
import { applyPatch } from '../../../team/src/worktrees/apply.ts'
import { assertBuilt, bin, runBin } from '../cli/built-bin.ts'
import { tempDir } from '../cli/temp-dir.ts'

const standIns = fileURLToPath(new URL('../../../../fixtures/workers/agents/bin', import.meta.url))
const dir = tempDir()
beforeAll(assertBuilt)

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=ann', '-c', 'user.email=ann@example.org', ...args], { cwd, encoding: 'utf8' })

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join('')

/** A repository beside the pattern file, and a state of its own. */
function place(files: Record<string, string> = { 'a.txt': TEN, 'b.txt': TEN }) {
  const path = mkdtempSync(join(dir.path, 'worktrees-'))
  const top = join(path, 'project')
  mkdirSync(top)
  git(top, 'init', '--quiet')
  for (const [name, text] of Object.entries(files)) write(join(top, name), text)
  git(top, 'add', '.')
  git(top, 'commit', '--quiet', '--allow-empty', '-m', 'First')
  const env: Record<string, string> = {
    SHOAL_HOME: join(path, 'home'),
    PATH: `${standIns}${delimiter}${process.env.PATH}`,
  }
  const file = join(path, 'r.yaml')
  const run = (yaml: string, args: readonly string[] = []) => {
    writeFileSync(file, yaml)
    return shoal('run', file, '--json', ...args)
  }
  const shoal = (...args: string[]) => {
    const { status, stdout, stderr } = runBin(args, { cwd: path, env })
    const tasks = (stdout.startsWith('{') ? JSON.parse(stdout).tasks : []) as readonly Task[]
    return { status, stdout, stderr, task: (id: string) => tasks.find(task => task.id === id)! }
  }
  const state = () => ({
    status: git(top, 'status', '--porcelain'),
    refs: git(top, 'for-each-ref'),
    trees: git(top, 'worktree', 'list', '--porcelain').match(/^worktree /gm)!.length,
    files: Object.fromEntries(
      readdirSync(top)
        .filter(name => name.endsWith('.txt'))
        .map(name => [name, readFileSync(join(top, name), 'utf8')]),
    ),
  })
  return { path, top, env, file, run, shoal, state }
}

interface Task {
  readonly id: string
  readonly status: string
  readonly reason: string | null
  readonly summary: string | null
  // biome-ignore lint/suspicious/noExplicitAny: whatever a task gives.
  readonly result: any
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Each change is a line for the shell, under its name. */
function yaml(
  changes: Record<string, string>,
  { more = '', validation = 'true', after = {} as Record<string, string> } = {},
) {
  const named = Object.entries(changes).map(
    ([name, script]) => `  - {name: ${name}, input: ${JSON.stringify(script)}, after: [${after[name] ?? ''}]}`,
  )
  return [
    'pattern: refactoring',
    more.includes('worktree') ? '' : 'worktree: true',
    more,
    "worker: {cwd: project, output: text, command: [node, -e, 'const {input} = JSON.parse(require(`fs`).readFileSync(0)); require(`child_process`).execSync(input, {stdio: `inherit`})']}",
    'changes:',
    ...named,
    `validation: {command: ${JSON.stringify(validation)}, output: text}`,
    '',
  ].join('\n')
}

describe('changes that fit together', () => {
  it('are made apart, merged in their order and validated; without "apply" the patch is named and nothing is touched', () => {
    const { run, state, top } = place()
    const before = state()
    const ran = run(
      yaml(
        {
          one: 'sed -i 1s/line/ONE/ a.txt',
          two: 'grep ONE a.txt && sed -i 1s/ONE/TWO/ a.txt',
          three: 'sed -i 9s/line/NINE/ a.txt && echo new > c.txt && git rm -q b.txt',
        },
        { after: { two: 'one' }, validation: 'grep TWO a.txt && grep NINE a.txt && ! test -e b.txt && test -e c.txt' },
      ),
    )
    expect(ran.status, ran.stderr).toBe(0)
    expect(state()).toEqual(before)
    const { merged } = ran.task('validation').result
    expect(merged.files.map(({ path, status }: Task & { path: string }) => `${status} ${path}`)).toEqual([
      'changed a.txt',
      'deleted b.txt',
      'added c.txt',
    ])
    expect(merged.touched_by_several).toEqual([
      { path: 'a.txt', overlap: false, changes: expect.arrayContaining([{ name: 'three', lines: [[9, 9]] }]) },
    ])
    git(top, 'apply', merged.patch)
    expect(state().files).toMatchObject({
      'a.txt': TEN.replace('line 1\n', 'TWO 1\n').replace('line 9', 'NINE 9'),
      'c.txt': 'new\n',
    })
    expect(state().files).not.toHaveProperty('b.txt')
  })

  it('are applied when that is asked for, beside what the user has not committed', () => {
    const { run, state, top } = place()
    write(join(top, 'a.txt'), `${TEN}mine\n`)
    write(join(top, 'notes.txt'), 'mine too\n')
    const ran = run(
      yaml(
        { one: 'tail -1 a.txt | grep mine && ! test -e notes.txt && sed -i 1s/line/ONE/ a.txt' },
        { more: 'apply: true' },
      ),
    )
    expect(ran.status, ran.stderr).toBe(0)
    expect(ran.stderr).toContain('not in the worktrees: 1 untracked (notes.txt)')
    expect(state()).toMatchObject({ trees: 1, status: ' M a.txt\n?? notes.txt\n' })
    expect(state().files).toMatchObject({
      'a.txt': `${TEN.replace('line 1\n', 'ONE 1\n')}mine\n`,
      'notes.txt': 'mine too\n',
    })
  })

  // A link is no directory: by the first it is not ignored, by the others it is.
  it.each(['deps/', 'deps', '/deps'])(
    'what is ignored by %s is lent by link and is no part of a patch; what a change leaves ignored is named',
    ignored => {
      const { run, top } = place({ 'a.txt': TEN, '.gitignore': `${ignored}\nout/\n` })
      write(join(top, 'deps/one.txt'), 'one\n')
      const ran = run(
        yaml(
          { one: 'test -e deps/one.txt && mkdir out && touch out/x && echo 1 > z.txt' },
          { more: 'worktree: {link: [deps]}', validation: 'test -e deps/one.txt' },
        ),
      )
      expect(ran.status, ran.stderr).toBe(0)
      expect(ran.task('one').result.changes).toMatchObject({ files: [{ path: 'z.txt' }], left_out: ['out/ (ignored)'] })
      expect(ran.task('one').summary).toContain('not in the patch: out/ (ignored)')
    },
  )

  it('binary files, odd names and commits of the worker are kept exactly', () => {
    const { run, state, top } = place()
    const ran = run(
      yaml(
        {
          one: "printf '\\000\\001\\377' > 'x \"ä.txt' && chmod +x a.txt && ln -s a.txt link && git add . && git -c user.name=w -c user.email=w@w commit -qm mine",
        },
        { more: 'apply: true' },
      ),
    )
    expect(ran.status, ran.stderr).toBe(0)
    expect(readFileSync(join(top, 'x "ä.txt'))).toEqual(Buffer.from([0, 1, 255]))
    expect(readlinkSync(join(top, 'link'))).toBe('a.txt')
    expect(statSync(join(top, 'a.txt')).mode & 0o100).toBe(0o100)
    expect(state().trees).toBe(1)
  })
})

describe('what does not fit', () => {
  it('conflicts are named with the files, the changes and their lines; nothing is merged, validated or applied', () => {
    const { run, state } = place()
    const before = state()
    const ran = run(
      yaml(
        { one: 'sed -i 3s/line/ONE/ a.txt', two: 'sed -i 3,4s/line/TWO/ a.txt', three: 'sed -i 9s/line/NINE/ a.txt' },
        { more: 'apply: true', validation: 'touch validated' },
      ),
    )
    expect(ran.status).toBe(6)
    expect(ran.task('validation').reason).toContain(
      '1 conflict, so nothing was merged or applied: "two" does not fit: a.txt is changed by "one" (line 3) and "two" (lines 3-4)',
    )
    expect(ran.task('apply').status).toBe('pending')
    expect(state()).toEqual(before)
  })

  it('two that add the same file differently, and one that deletes what another changes', () => {
    const { run, state } = place()
    const before = state()
    const ran = run(yaml({ one: 'echo 1 > n.txt; rm b.txt', two: 'echo 2 > n.txt; sed -i 1s/line/X/ b.txt' }))
    expect(ran.status).toBe(6)
    expect(ran.task('validation').reason).toContain('"two" does not fit')
    expect(ran.task('validation').reason).toContain('n.txt')
    expect(state()).toEqual(before)
  })

  it('a validation that fails leaves the tree alone, names the merged patch and what was not in the worktree', () => {
    const { run, state, top } = place()
    write(join(top, 'notes.txt'), 'x')
    const before = state()
    const ran = run(yaml({ one: 'sed -i 1s/line/ONE/ a.txt' }, { more: 'apply: true', validation: 'cat notes.txt' }))
    expect(ran.status).toBe(6)
    const { reason } = ran.task('validation')
    expect(reason).toContain('nothing was applied, the merged changes are in ')
    expect(reason).toContain('1 untracked (notes.txt)')
    expect(existsSync(/merged changes are in ([^;]+);/.exec(reason!)![1]!)).toBe(true)
    expect(state()).toEqual(before)
  })

  it('what a change that failed had done is kept beside, and merged nowhere', () => {
    const { run, state } = place()
    const before = state()
    const ran = run(yaml({ one: 'echo half >> a.txt; exit 3' }))
    expect(ran.status).toBe(6)
    const { reason } = ran.task('one')
    expect(reason).toContain('1 changed file in ')
    expect(readFileSync(/ in (\S+\.failed\.patch)$/.exec(reason!)![1]!, 'utf8')).toContain('+half')
    expect(state()).toEqual(before)
  })

  it('a tree that the user has changed meanwhile is not written over', () => {
    const { run, state, top } = place()
    const change = `sed -i 1s/line/ONE/ a.txt; sed -i 1s/line/USER/ ${join(top, 'a.txt')}`
    const ran = run(yaml({ one: change, two: 'sed -i 1s/line/B/ b.txt' }, { more: 'apply: true' }))
    expect(ran.status).toBe(6)
    expect(ran.task('apply').reason).toContain('a.txt was changed since the run began')
    expect(state().files).toEqual({ 'a.txt': TEN.replace('line 1\n', 'USER 1\n'), 'b.txt': TEN })
  })

  it.each([
    ['no repository', 'worker: {cwd: elsewhere', '"worktree" needs git, and'],
    ['no such place', 'worker: {cwd: nowhere', 'no such directory'],
    ['a link that is not there', 'worktree: {link: [deps]}\nworker: {cwd: project', '"link": there is no deps in'],
    ['a link that is tracked', 'worktree: {link: [a.txt]}\nworker: {cwd: project', '"link": a.txt is tracked'],
    ['a link out of it', 'worktree: {link: [../x]}\nworker: {cwd: project', '"link": ../x is no path below'],
    ['apply alone', 'worktree: false\napply: true\nworker: {cwd: project', 'apply: needs "worktree: true"'],
  ])('%s is said in one line before a run is made', (_, keys, said) => {
    const { run, path, shoal } = place()
    mkdirSync(join(path, 'elsewhere'))
    const lines = yaml({ one: 'true' }).replace('worker: {cwd: project', keys)
    const { status, stderr } = run(keys.includes('worktree') ? lines.replace('worktree: true\n', '') : lines)
    expect(status).toBe(2)
    expect(stderr).toContain(said)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(shoal('runs', '--json').stdout).not.toContain('refactoring')
  })

  it('an agent that may not write is a mistake in the file', () => {
    const { run } = place()
    const { status, stderr } = run(
      'pattern: refactoring\nworktree: true\nworker: {agent: claude}\nchanges: [{name: a}]\nvalidation: {command: "true"}\n',
    )
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('needs "access: write"') })
  })
})

describe('applying', () => {
  it('completes what a killed attempt has begun, and does nothing the second time', async () => {
    const { top, path, state } = place({ 'a.txt': TEN, 'b.txt': TEN, 'd.txt': 'a program\n' })
    const signal = new AbortController().signal
    const repository = await openRepository({ cwd: top, others: [], links: [], signal })
    const changed = {
      'a.txt': TEN.replace('line 3', 'three'),
      'b.txt': TEN.replace('line 7', 'seven'),
      'c.txt': 'new\n',
      'd.txt': 'a program\n',
    }
    for (const [name, text] of Object.entries(changed)) write(join(top, name), text)
    chmodSync(join(top, 'd.txt'), 0o755)
    git(top, 'add', '--intent-to-add', '.')
    const patch = join(path, 'patch')
    writeFileSync(patch, git(top, 'diff', '--full-index', '--binary'))
    git(top, 'reset', '--quiet', '--hard')
    write(join(top, 'b.txt'), changed['b.txt'])
    const applied = { files: ['a.txt', 'b.txt', 'c.txt', 'd.txt'], changedSince: [] }
    expect(await applyPatch(repository, patch, signal)).toEqual(applied)
    expect(state().files).toEqual(changed)
    expect(statSync(join(top, 'd.txt')).mode & 0o100).toBe(0o100)
    expect(await applyPatch(repository, patch, signal)).toEqual(applied)
    expect(state().files).toEqual(changed)
  })
})

describe('killed in the middle', () => {
  it('leaves no worktree after it is resumed, and pays no agent twice whose change was made', async () => {
    const { top, path, env, file, shoal, state } = place({ 'a.txt': 'old\n', 'b.txt': 'old\n' })
    const calls = join(path, 'calls')
    const go = join(path, 'go')
    const full = { ...env, AGENT_CALLS: calls, AGENT_HOLDS_AT: 'b.txt', AGENT_GO: go }
    writeFileSync(
      file,
      'pattern: refactoring\nlease: 1s\nworktree: true\napply: true\ninput: {from: old, to: new}\nworker: {agent: claude, access: write, cwd: project}\nchanges: [{name: a.txt}, {name: b.txt, after: [a.txt]}]\nvalidation: {command: "grep new a.txt && grep new b.txt", output: text}\n',
    )
    const made = () =>
      existsSync(calls)
        ? readFileSync(calls, 'utf8')
            .trim()
            .split('\n')
            .map(line => JSON.parse(line).task)
        : []
    const before = state()
    const first = spawn(process.execPath, [bin, 'run', file, '--name', 'killed'], { cwd: path, env: full })
    await eventually(() => expect(made()).toEqual(['a.txt', 'b.txt']))
    const gone = once(first, 'exit')
    first.kill('SIGKILL')
    await gone
    expect(state()).toEqual({ ...before, trees: 2 })
    writeFileSync(go, '')
    Object.assign(env, full)
    const { status, stderr } = shoal('resume', 'killed')
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
    expect(made()).toEqual(['a.txt', 'b.txt', 'b.txt'])
    expect(state()).toMatchObject({ trees: 1, files: { 'a.txt': 'new\n', 'b.txt': 'new\n' } })
    expect(git(top, 'worktree', 'prune', '--dry-run', '--verbose')).toBe('')
  })

  it('and deleted instead of resumed, the repository knows of no worktree any more', async () => {
    const { path, env, file, shoal, state } = place()
    writeFileSync(file, `${yaml({ one: `touch ${join(path, 'begun')}; sleep 60` })}lease: 1s\n`)
    const first = spawn(process.execPath, [bin, 'run', file, '--name', 'killed'], { cwd: path, env })
    await eventually(() => expect(existsSync(join(path, 'begun'))).toBe(true))
    const gone = once(first, 'exit')
    first.kill('SIGKILL')
    await gone
    expect(state().trees).toBe(2)
    expect(shoal('team', 'delete', 'killed', '--force').status).toBe(0)
    expect(state().trees).toBe(1)
  })
})
