// The files of one commit of a remote repository. Nothing of it is run: no hook, no filter, no submodule, no config but what is written here;
// links become small files, and the history is not fetched and not kept.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { formatBytes, formatCount, printable } from '@shoal/base/text/printable'
import { startGroup } from '@shoal/team/process-group'
import { inPartial } from '../unpacking/partial.ts'
import { MANIFEST } from '../unpacking/store.ts'
import { notFetched, type RemoteAddress, type RemoteContext, withoutPassword } from './address.ts'

/** The whole of a fetch may take so long. */
const MOST_MS = 900_000
const LOOK_MS = 300
const GRACE_MS = 1000
const MOST_OUTPUT = 1 << 28

/** The commit that a branch, a tag or the head of the repository stands for. */
export async function remoteCommit(address: RemoteAddress, context: RemoteContext): Promise<string> {
  const wanted = address.ref ?? 'HEAD'
  const refs =
    address.ref === null ? ['HEAD'] : [`refs/heads/${wanted}`, `refs/tags/${wanted}`, `refs/tags/${wanted}^{}`]
  const said = await git(address, ['ls-remote', '--', address.url, ...refs], context)
  const found = new Map(
    said.split('\n').flatMap(line => {
      const [id, name] = line.split('\t')
      return id && name ? [[name, id] as const] : []
    }),
  )
  // Of a tag that is an object of its own, the commit that it names.
  const commit = refs.reverse().flatMap(ref => found.get(ref) ?? [])[0]
  if (commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit))
    throw notFetched(address, address.ref === null ? 'the repository is empty' : `it has no branch or tag "${wanted}"`)
  return commit
}

export async function checkOut(
  address: RemoteAddress,
  commit: string,
  { directory, store, ...context }: RemoteContext & { readonly directory: string; readonly store: string },
): Promise<void> {
  await inPartial(store, async partial => {
    const repository = join(partial, 'repository')
    const files = join(partial, 'files')
    mkdirSync(files, { mode: 0o700 })
    const here = [`--git-dir=${repository}`, `--work-tree=${files}`]
    await git(address, ['init', '--quiet', '--bare', '--template=', '--', repository], context)
    const isFull = () => sizeIn(join(repository, 'objects/pack')) > context.settings.maxUnpacked
    const named = address.ref === null ? 'HEAD' : address.ref
    const fetch = [
      'fetch',
      '--quiet',
      '--depth=1',
      '--no-tags',
      '--no-recurse-submodules',
      '--no-auto-gc',
      '--no-write-fetch-head',
    ]
    // A server need not give a commit by its id: then its name is asked for, and has to stand for the same.
    await git(address, [...here, ...fetch, '--', address.url, commit], { ...context, isFull }).catch(async () => {
      await git(address, [...here, ...fetch, '--', address.url, named], { ...context, isFull })
    })
    await checkSize(address, here, commit, context)
    await git(
      address,
      [...here, '-c', 'core.symlinks=false', 'checkout', '--quiet', '--force', '--detach', commit, '--'],
      context,
    )
    rmSync(repository, { recursive: true, force: true })
    writeFileSync(join(partial, MANIFEST), JSON.stringify({ members: [], leftOut: [] }), { mode: 0o600 })
    rmSync(directory, { recursive: true, force: true })
    renameSync(partial, directory)
  })
}

/** Compressed, a file of any size is small: what it will be is known before anything is written. */
async function checkSize(
  address: RemoteAddress,
  here: readonly string[],
  commit: string,
  context: RemoteContext,
): Promise<void> {
  const { maxUnpacked, maxMembers } = context.settings
  const listed = await git(address, [...here, 'ls-tree', '-r', '-l', '-z', commit], context)
  const sizes = listed.split('\0').flatMap(line => /^\d+ blob \w+ +(\d+)\t/.exec(line)?.[1] ?? [])
  const bytes = sizes.reduce((sum, size) => sum + Number(size), 0)
  if (sizes.length > maxMembers)
    throw notFetched(
      address,
      `it has ${formatCount(sizes.length)} files; \`--max-members\` allows ${formatCount(maxMembers)}`,
    )
  if (bytes > maxUnpacked)
    throw notFetched(
      address,
      `its files have ${formatBytes(bytes)}; \`--max-unpacked\` allows ${formatBytes(maxUnpacked)}`,
    )
}

interface GitContext extends RemoteContext {
  /** What was fetched is more than may be. */
  isFull?(): boolean
}

async function git(address: RemoteAddress, args: readonly string[], context: GitContext): Promise<string> {
  const { env, signal, isFull = () => false } = context
  signal.throwIfAborted()
  const command = ['git', ...INERT.flatMap(setting => ['-c', setting]), ...allowed(address), ...args] as const
  const cwd = '/'
  const group = await startGroup([command[0], ...command.slice(1)], { cwd, env: inertEnv(env) }).catch(() => {
    throw notFetched(address, 'git cannot be started; it has to be installed')
  })
  const { stdin, stdout, stderr } = group.child
  let why: string | null = null
  const stop = (reason: string) => {
    why ??= reason
    void group.stop({ graceMs: GRACE_MS })
  }
  const until = performance.now() + MOST_MS
  const look = setInterval(() => {
    if (performance.now() > until) stop(`it took longer than ${MOST_MS / 60_000} min`)
    else if (isFull())
      stop(`it is larger than ${formatBytes(context.settings.maxUnpacked)}, which \`--max-unpacked\` allows`)
  }, LOOK_MS)
  const onAbort = () => stop('stopped')
  signal.addEventListener('abort', onAbort, { once: true })
  stdin.on('error', () => {}).end()
  const [said, told] = [gathered(stdout), gathered(stderr)]
  try {
    const { code } = await group.ended
    const output = await said
    signal.throwIfAborted()
    if (why !== null) throw notFetched(address, why)
    if (code !== 0) throw notFetched(address, reasonIn(await told, address))
    return output
  } finally {
    clearInterval(look)
    signal.removeEventListener('abort', onAbort)
    await group.stop({ graceMs: GRACE_MS })
  }
}

const INERT = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.attributesFile=/dev/null', 'core.askPass=true'],
  ...['credential.helper=', 'gc.auto=0', 'maintenance.auto=false', 'submodule.recurse=false', 'protocol.allow=never'],
  ...['filter.lfs.smudge=', 'filter.lfs.process=', 'filter.lfs.required=false', 'advice.detachedHead=false'],
  ...['core.protectNTFS=true', 'core.protectHFS=true'],
]

/** Only the way that the address names. */
function allowed({ url }: RemoteAddress): string[] {
  const scheme = /^(\w+):\/\//.exec(url)?.[1] ?? 'ssh'
  return ['-c', `protocol.${scheme}.allow=always`]
}

/** No config of the machine or its user (without a HOME older gits find none either), and nobody is asked for a password. */
function inertEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const known = [
    'PATH',
    'USER',
    'TMPDIR',
    'TEMP',
    'SystemRoot',
    'SSH_AUTH_SOCK',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
    'GIT_SSL_CAINFO',
  ]
  const proxies = Object.keys(env).filter(name => /^(?:https?|all|no)_proxy$/i.test(name))
  return {
    ...Object.fromEntries([...known, ...proxies].flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]]))),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
    LC_ALL: 'C',
  }
}

/** The line in which git says what is wrong, without the password of the address. */
function reasonIn(text: string, address: RemoteAddress): string {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const line = lines.find(one => /^(?:fatal|error|remote):/.test(one)) ?? lines.at(-1) ?? 'git failed'
  const plain = line.replaceAll(address.url, withoutPassword(address)).replace(/:\/\/[^/@\s]*@/g, '://')
  return printable(plain.replace(/^\w+: /, '')).slice(0, 300)
}

async function gathered(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length <= MOST_OUTPUT) chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function sizeIn(directory: string): number {
  try {
    return readdirSync(directory).reduce(
      (sum, name) => sum + (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
  } catch {
    return 0
  }
}
