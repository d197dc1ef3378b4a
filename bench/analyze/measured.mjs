// Runs a program and says how long it took, what it cost the processor, and how much memory it had at its peak. What takes
// longer than `seconds` is killed.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const POLL_MS = 20
/** Ticks of the kernel's clock in a second. */
const TICKS = 100

export function measured(command, args, env = {}, seconds = 0) {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: seconds * 1000,
      killSignal: 'SIGKILL',
    })
    let peak = 0
    let cpu = 0
    const look = () => {
      try {
        peak = Math.max(
          peak,
          Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) * 1024,
        )
        const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')
        cpu = (Number(fields[11]) + Number(fields[12])) / TICKS
      } catch {
        // It has just ended.
      }
    }
    const timer = setInterval(look, POLL_MS)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearInterval(timer)
      resolve({ wall: (performance.now() - began) / 1000, cpu, peak, status: code ?? signal })
    })
  })
}
