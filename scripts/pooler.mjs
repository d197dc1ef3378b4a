// A pgbouncer of one's own before a PostgreSQL, in transaction mode: each move may meet another connection.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, unprivileged } from './postgres-server.mjs'

/** Where it is: on the path, or where Debian puts it; null when there is none. */
export function findPooler() {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return places.map(place => join(place, 'pgbouncer')).find(path => existsSync(path)) ?? null
}

/** Before the server at `url`, which listens at a port. `connections`: to the server, at a time. */
export async function startPooler(url, { connections = 3 } = {}) {
  const { hostname, port, username, password, pathname } = new URL(url)
  const user = unprivileged()
  const directory = mkdtempSync(join(tmpdir(), 'shoal-pooler-'))
  const own = await freePort()
  const users = join(directory, 'users.txt')
  const config = join(directory, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o600 })
  writeFileSync(
    config,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
    { mode: 0o600 },
  )
  if (user) for (const path of [directory, users, config]) chownSync(path, user.uid, user.gid)
  const child = spawn(findPooler(), [config], { ...(user ?? {}), cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let said = ''
  child.stderr.on('data', text => {
    said = (said + text).slice(-4000)
  })
  while (!said.includes('process up')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`pgbouncer did not start: ${said}`)
    await pause(20)
  }
  const pooled = new URL(url)
  pooled.port = String(own)
  return {
    url: pooled.href,
    async stop() {
      process.removeListener('exit', kill)
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
