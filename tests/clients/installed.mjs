// Finds a client that may be installed, and runs it with a time limit.
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The command that the variable names, else the one of this name in PATH, else null. */
export function installed(name, variable, env = process.env) {
  if (env[variable]) return env[variable]
  return (
    (env.PATH ?? '')
      .split(delimiter)
      .filter(Boolean)
      .map(dir => join(dir, name))
      .find(isExecutable) ?? null
  )
}

/** Runs to the end; `{status, stdout, stderr}`. A process that takes too long is ended, with its status null. */
export async function run(command, args, { cwd, env, seconds }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'])
    child[stream].setEncoding('utf8').on('data', text => {
      said[stream] += text
    })
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
  try {
    const status = await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    return { status, ...said }
  } finally {
    clearTimeout(timer)
  }
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
