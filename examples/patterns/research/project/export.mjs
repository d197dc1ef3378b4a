import { writeFileSync } from 'node:fs'
import { formatDate, toIsoDate } from './dates.mjs'

export function exportOrders(orders, directory) {
  const rows = orders.map(order => {
    const fields = [order.id, order.customer, formatDate(order.date), order.amount]
    return fields.join(',')
  })
  const day = toIsoDate(new Date())
  writeFileSync(`${directory}/orders-${day}.csv`, `${rows.join('\n')}\n`)
}
