import { calcTotal } from './price.mjs'

const FREE_DELIVERY_FROM = 5000
const DELIVERY = 490

export function cartTotal(items) {
  const total = calcTotal(items)
  return total >= FREE_DELIVERY_FROM ? total : total + DELIVERY
}
