/** The price of all items, in cents. */
export function calcTotal(items) {
  return items.reduce((sum, { price, count }) => sum + price * count, 0)
}
