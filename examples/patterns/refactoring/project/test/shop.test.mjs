import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cartTotal } from '../src/cart.mjs'
import { invoiceLines } from '../src/invoice.mjs'
import * as price from '../src/price.mjs'

const items = [
  { name: 'net', price: 1500, count: 2 },
  { name: 'lamp', price: 900, count: 1 },
]

test('the function has its new name, and only that', () => {
  assert.deepEqual(Object.keys(price), ['totalPrice'])
})

test('the total is the sum of all items', () => {
  assert.equal(price.totalPrice(items), 3900)
})

test('the cart adds the delivery', () => {
  assert.equal(cartTotal(items), 4390)
  assert.equal(cartTotal([...items, ...items]), 7800)
})

test('the invoice ends with the total', () => {
  assert.equal(invoiceLines(items).at(-1), 'Total: 3900')
})
