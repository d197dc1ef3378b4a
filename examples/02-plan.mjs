// What an analysis would do before it is done: files, tasks, and what models would cost. Asks no model, needs no key.
//   node examples/02-plan.mjs [PATH] [QUESTION]
import { plan } from 'shoal'

const [path = 'examples/data', query = 'What looks wrong?'] = process.argv.slice(2)

const exact = await plan(path, { query })
for (const { path, lineCount, detection, partitions } of exact.files) {
  const how = partitions === 0 ? 'read whole' : `${partitions} chunks`
  console.log(`${path}: ${detection.contentType}, ${lineCount} lines, ${how}`)
}

const { analystTasks, tasks } = exact.totals
console.log(`\n${tasks} tasks in ${exact.stages.length} stages, ${analystTasks} of them read; the others merge`)

for (const model of [undefined, 'anthropic:haiku', 'anthropic:sonnet']) {
  const { estimate } = await plan(path, { query, ...(model && { model }) })
  const cost = estimate.costUsd === null ? 'price not known' : `$${estimate.costUsd.toFixed(2)}`
  console.log(`${model ?? 'built-in analysts'}: ${cost}`)
}
