// Plans the migration of a settings file, or carries out the plan that was approved: the phase says which.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { work, workDir, writeWhole } from '../assignment.mjs'

/** What version 2 wants, for every key that it does not know as version 1 did. */
const changes = {
  request_timeout: { action: 'multiply', by: 1000, to: 'request_timeout_ms' },
  db_url: { action: 'rename', to: 'database_url' },
  legacy_mode: { action: 'remove' },
  version: { action: 'set', value: '2' },
}

await work(assignment => (assignment.task.phase === 'plan' ? plan(assignment) : carryOut(assignment)))

/** Looks at the file and changes nothing. After a rejection it answers what was said of the plan before. */
function plan({ task, input: { file } }) {
  const settings = parse(readFileSync(file, 'utf8'))
  const steps = settings.flatMap(({ key }) => (key in changes ? [{ key, ...changes[key] }] : []))
  const wantsBackup = /backup/i.test(task.feedback ?? '')
  const backup = { action: 'backup', to: `${basename(file)}.bak` }
  return {
    summary: `${steps.length} changes to ${basename(file)}${wantsBackup ? ', after a backup' : ''}`,
    file,
    steps: wantsBackup ? [backup, ...steps] : steps,
  }
}

/**
 * Works on a copy. It may be done twice: a backup that is there is the original and is kept, and a file that has its
 * new version is left alone. In between there is only the writing of the file, which happens whole or not at all.
 */
function carryOut(assignment) {
  const { file, steps } = assignment.task.plan
  const target = join(workDir(assignment), basename(file))
  if (!existsSync(target)) writeWhole(target, readFileSync(file))
  const backup = steps.find(({ action }) => action === 'backup')
  const kept = backup ? join(dirname(target), backup.to) : null
  if (kept && !existsSync(kept)) writeWhole(kept, readFileSync(target))
  const before = readFileSync(target, 'utf8')
  const wanted = steps.find(({ key }) => key === 'version')?.value
  const isDone = parse(before).some(({ key, value }) => key === 'version' && value === wanted)
  if (!isDone) writeWhole(target, applied(before, steps))
  return { summary: `${basename(file)} is at version ${wanted}`, file: target, backup: kept, steps: steps.length }
}

function applied(text, steps) {
  const byKey = new Map(steps.map(step => [step.key, step]))
  return text
    .split('\n')
    .flatMap(line => {
      const [setting] = parse(line)
      const step = setting && byKey.get(setting.key)
      return step ? changedLine(setting, step) : [line]
    })
    .join('\n')
}

function changedLine({ key, value }, { action, to = key, by, value: set }) {
  if (action === 'remove') return []
  if (action === 'multiply') return [`${to} = ${Number(value) * by}`]
  return [`${to} = ${action === 'set' ? set : value}`]
}

function parse(text) {
  return [...text.matchAll(/^(\w+) *= *(.*)$/gm)].map(([, key, value]) => ({ key, value: value.trim() }))
}
