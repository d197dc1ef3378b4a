import { formatDate } from './dates.mjs'

const PAYMENT_DAYS = 30

export function invoiceHeader(order) {
  const due = new Date(order.date.getTime() + PAYMENT_DAYS * 86_400_000)
  return [
    `Invoice ${order.id}`,
    `Date: ${formatDate(order.date)}`,
    `Due: ${formatDate(due)}`,
    '',
    `To: ${order.customer}`,
  ].join('\n')
}
