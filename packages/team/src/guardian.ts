// The guardian: a small shell that outlives this process, however it ends, and then stops the process groups that this
// process has started and not yet seen gone. It learns of its ward's end by the end of a pipe that nobody else holds.
import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Reads `+GROUP` and `-GROUP`, a line each. At the end of input it stops what is listed, with the other groups of the
 * same sessions where /proc tells them: TERM, and KILL after a second. A line without its end is not believed.
 */
const SCRIPT = `
trap '' HUP INT QUIT TERM
listed=' '
while read -r line; do
  group=" \${line#?} "
  case $line in
    +*) listed="\${listed% }$group" ;;
    -*) case $listed in *"$group"*) listed="\${listed%%"$group"*} \${listed#*"$group"}" ;; esac ;;
  esac
done
[ "$listed" = ' ' ] && exit
own=
[ -r /proc/self/stat ] && read -r own rest </proc/self/stat
groups() {
  for group in $listed; do echo "$group"; done
  [ "$own" = $$ ] || return
  for stat in /proc/[0-9]*/stat; do
    read -r line <"$stat" || continue
    case $line in *') '*) ;; *) continue ;; esac
    set -- \${line##*') '}
    case $listed in *" $4 "*) echo "$3" ;; esac
  done
}
send() {
  for group in $(groups); do kill -s "$1" -- "-$group"; done
}
send TERM
send CONT
sleep 1
send KILL
`

/** What the guardian must stop if this process ends now. Kept here too, for a new guardian when the old one was killed. */
const guarded = new Set<number>()

/** One that was killed is replaced at once; after so many times only when the next command starts. */
const REPLACEMENTS = 5

let replaced = 0
let pipe: Socket | null = null

/**
 * Starts the guardian unless it runs. Windows has neither process groups nor this shell: there a killed shoal leaves its
 * commands to themselves. Where no guardian can be started, everything goes on without.
 */
export function wakeGuardian(shell = '/bin/sh'): void {
  if (pipe !== null || process.platform === 'win32') return
  try {
    // Detached, it has a session of its own, and no Ctrl-C of a terminal reaches it.
    const child = spawn(shell, ['-c', SCRIPT, 'shoal-guardian'], {
      detached: true,
      cwd: '/',
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const started = child.stdin as Socket | undefined
    const forget = () => {
      if (pipe !== started) return
      pipe = null
      if (guarded.size > 0 && replaced++ < REPLACEMENTS) wakeGuardian(shell)
    }
    child.on('error', forget)
    child.on('exit', forget)
    child.unref()
    if (child.pid === undefined || started === undefined) return
    started.on('error', forget)
    started.unref()
    pipe = started
    for (const group of guarded) pipe.write(`+${group}\n`)
  } catch {
    pipe = null
  }
}

/** To be called in the same breath as the start of the group: a line that fits is in the pipe when this returns. */
export function guard(group: number): void {
  guarded.add(group)
  pipe?.write(`+${group}\n`)
}

/** To be called only once the group is gone; its number may then belong to others. */
export function unguard(group: number): void {
  if (guarded.delete(group)) pipe?.write(`-${group}\n`)
}
