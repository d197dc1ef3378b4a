import { calcTotal } from './price.mjs'

// calcTotalWithTax was a function of its own once; calcTotal is all that is left.
export function invoiceLines(items) {
  const lines = items.map(({ name, price, count }) => `${count} × ${name}: ${price * count}`)
  return [...lines, `Total: ${calcTotal(items)}`]
}
