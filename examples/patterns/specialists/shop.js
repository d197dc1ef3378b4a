// A small shop with mistakes of three kinds, for the reviewers of specialists.yaml to find. It is never run.
const { readFileSync } = require('node:fs')
const { exec } = require('node:child_process')

const API_KEY = 'made-up-4f9a8c2e71d04b6a'
var orders = []

function findOrders(database, customer) {
  return database.query(`SELECT * FROM orders WHERE customer = '${customer}'`)
}

function discount(formula, amount) {
  return eval(formula.replace('x', amount))
}

function printLabel(order) {
  exec('lpr -P labels ' + order.file)
}

async function charge(gateway, list) {
  for (const order of list) {
    await gateway.charge(order.id, order.amount, API_KEY)
  }
}

function unpaid(all, paid) {
  const rest = []
  for (const order of all) {
    if (paid.includes(order.id) == false) rest.push(order)
  }
  return rest
}

function handle(request, response) {
  const template = readFileSync('invoice.html', 'utf8')
  var total = 0
  for (const order of orders) {
    total = total + order.amount
    response.headers = JSON.parse(JSON.stringify(response.headers))
  }
  if (total > 1000) { if (request.customer.country != 'GB') { if (request.customer.vat == null) { total = total * 1.19 } } }
  response.end(template.replace('{total}', total))
}

module.exports = { charge, discount, findOrders, handle, printLabel, unpaid }
