// Decides on a plan: { approve: true }, or { approve: false, feedback } with what has to be better.
import { work } from '../assignment.mjs'

const known = ['backup', 'multiply', 'rename', 'remove', 'set']

await work(({ input: { plan, round } }) => {
  const feedback = complaint(plan?.steps)
  return feedback === null
    ? { approve: true, feedback: `plan ${round} keeps the old file and says every change` }
    : { approve: false, feedback }
})

function complaint(steps) {
  if (!Array.isArray(steps) || steps.length === 0) return 'the plan has no steps'
  const unknown = steps.find(({ action }) => !known.includes(action))
  if (unknown) return `nobody knows how to "${unknown.action}"`
  if (steps[0].action !== 'backup') return 'make a backup of the file before the first change'
  return null
}
