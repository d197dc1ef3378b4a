// A Redis of one's own, for tests and measurements: Debian's redis-server, in memory, with a password, on a free port of 127.0.0.1.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './postgres-server.mjs'

/** On the path, or REDIS_SERVER; null when there is none. */
export function findRedis() {
  const places = (process.env.PATH ?? '').split(delimiter).map(place => join(place, 'redis-server'))
  return [process.env.REDIS_SERVER ?? '', ...places].find(file => file !== '' && existsSync(file)) ?? null
}

const PASSWORD = 'of-tests-only'

export async function startRedis() {
  const bin = findRedis()
  if (bin === null) throw new Error('there is no Redis here')
  const port = await freePort()
  const args = ['--port', port, '--bind', '127.0.0.1', '--requirepass', PASSWORD, '--save', '', '--appendonly', 'no']
  const launch = async () => {
    const child = spawn(bin, args.map(String), { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', text => {
      said = (said + text).slice(-4000)
    })
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    child.once('exit', () => process.removeListener('exit', kill))
    while (!said.includes('Ready to accept connections')) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`Redis did not start: ${said}`)
      await pause(20)
    }
    return child
  }
  const end = async child => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  let running = await launch()
  return {
    url: `redis://:${PASSWORD}@127.0.0.1:${port}`,
    /** Forgets all that it holds. */
    empty: () =>
      void spawnSync(bin.replace(/redis-server$/, 'redis-cli'), ['-p', String(port), 'FLUSHALL'], {
        env: { ...process.env, REDISCLI_AUTH: PASSWORD },
      }),
    /** Ends it at once, with all that it holds. */
    kill: () => end(running),
    async restart() {
      await end(running)
      running = await launch()
    },
    stop: () => end(running),
  }
}
