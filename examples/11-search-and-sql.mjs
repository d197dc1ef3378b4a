// Finds lines in files of any size, and asks tables and JSON lines in SQL: read-only, and of the files named only.
//   node examples/11-search-and-sql.mjs
import { queryData, search } from 'shoal'

const data = 'examples/data'

const { matches, total, files } = await search('GatewayTimeout', data, { limit: 2 })
console.log(`${total} lines in ${files} files name GatewayTimeout`)
for (const { path, line, text } of matches) console.log(`  ${path}:${line} ${text.trim()}`)

// The lines that answer best.
const best = await search('who is paged when the gateway times out?', data, { mode: 'words', limit: 1 })
for (const { path, line, text } of best.matches) console.log(`  ${path}:${line} ${text.trim()}`)

// A column that holds one word that is no number is text, and says so: nothing is dropped in silence.
const orders = await queryData(
  `SELECT region, count(*) AS orders, round(avg(try_cast(amount AS DOUBLE)), 2) AS mean
   FROM orders GROUP BY ALL ORDER BY orders DESC LIMIT 3`,
  `${data}/orders.csv`,
)
console.log(orders.columns.map(({ name }) => name).join(' | '))
for (const row of orders.rows) console.log(row.join(' | '))

const slow = await queryData(
  'SELECT service, max(duration_ms) AS slowest FROM e GROUP BY ALL ORDER BY slowest DESC, service LIMIT 2',
  { e: `${data}/events.jsonl` },
)
for (const [service, slowest] of slow.rows) console.log(`${service}: ${slowest} ms`)
