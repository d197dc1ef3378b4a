// A PostgreSQL server of one's own, for tests and measurements: real, unprivileged, in a directory that goes with it.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The directory of `initdb` and `postgres`: on the path, where Debian puts the newest, or POSTGRES_BIN; null when there is none. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const places = [
    process.env.POSTGRES_BIN ?? '',
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map(version => join(debian, version, 'bin')),
  ]
  return (
    places.find(place => place !== '' && existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres'))) ??
    null
  )
}

/** A server refuses to run as root: it gets a user that owns nothing. Null when that is not needed. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody'])
    try {
      const number = flag =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: number('-u'), gid: number('-g') }
    } catch {
      // There is no such user.
    }
  throw new Error('there is no user to run PostgreSQL as')
}

/**
 * Starts a server and waits until it answers. `isDurable` lets it write through to the disk, `isRemote` listen at a free
 * port of 127.0.0.1 with passwords instead of at a socket; `settings` are further ones.
 */
export async function startPostgres({ isDurable = false, isRemote = false, settings = {} } = {}) {
  const bin = findPostgres()
  if (bin === null) throw new Error('there is no PostgreSQL here')
  const user = unprivileged()
  const directory = mkdtempSync(join(tmpdir(), 'shoal-pg-'))
  const data = join(directory, 'data')
  const secret = join(directory, 'password')
  writeFileSync(secret, PASSWORD)
  if (user) for (const path of [directory, secret]) chownSync(path, user.uid, user.gid)
  const own = { cwd: directory, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...(user ?? {}) }
  const auth = isRemote ? 'scram-sha-256' : 'trust'
  try {
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', USER, `--pwfile=${secret}`, `--auth=${auth}`, '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...own, stdio: ['ignore', 'ignore', 'pipe'] },
    )
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
  const port = isRemote ? await freePort() : 5432
  const all = {
    listen_addresses: isRemote ? '127.0.0.1' : '',
    unix_socket_directories: directory,
    port,
    max_connections: 60,
    ...(isDurable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...settings,
  }
  const args = ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const url = isRemote
    ? `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`
    : `postgres:///postgres?host=${encodeURIComponent(directory)}&user=${USER}`
  const launch = async () => {
    const child = spawn(join(bin, 'postgres'), args, { ...own, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', text => {
      said = (said + text).slice(-4000)
    })
    const kill = () => child.kill('SIGQUIT')
    process.once('exit', kill)
    child.once('exit', () => process.removeListener('exit', kill))
    while (!said.includes('ready to accept connections')) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`PostgreSQL did not start: ${said}`)
      await pause(20)
    }
    return child
  }
  const end = async (child, signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  let running = await launch()
  return {
    url,
    directory,
    /** Ends it as a crash of the machine's other programs would, and starts it again. */
    async restart() {
      await end(running, 'SIGQUIT')
      running = await launch()
    },
    async stop() {
      await end(running, 'SIGINT')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const USER = 'shoal'
const PASSWORD = 'of-tests-only'

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
