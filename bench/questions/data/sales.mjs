// Tables of shops and accountants: orders, three tables to be joined, invoices in European notation, a journal, stock.
import { at, DAY, draws, FIRST, isoDay, LAST, pad, table } from './random.mjs'

const PRODUCTS = {
  Furniture: { 'Oak Table': 420, 'Desk Lamp': 39.5, 'Office Chair': 189, Bookshelf: 129 },
  Kitchen: { 'Coffee Grinder': 64.9, 'Cast Iron Pan': 48, Teapot: 27.5, 'Knife Set': 110 },
  Garden: { 'Garden Hose': 31.2, 'Plant Pot': 12.4, Hammock: 75, 'Lawn Mower': 349 },
  Toys: { 'Wooden Train': 34, Puzzle: 15.9, Kite: 22.3, 'Board Game': 44.5 },
}
const products = Object.entries(PRODUCTS).flatMap(([category, items]) =>
  Object.entries(items).map(([name, price]) => ({ category, name, price })),
)

export function shop() {
  const d = draws('shop')
  const customers = Array.from({ length: 240 }, (_, i) => `${FIRST[i % 20]} ${LAST[Math.floor(i / 12) % 20]}`)
  const rows = Array.from({ length: 4000 }, (_, i) => {
    const product = d.pick(products)
    const quantity = d.weighted({ 1: 5, 2: 3, 3: 2, 5: 1, 12: 0.3 })
    const total = (product.price * quantity * (1 - d.pick([0, 0, 0, 0.05, 0.1])) + d.int(0, 99) / 100).toFixed(2)
    const country = d.weighted({ Germany: 40, France: 22, Austria: 12, Spain: 14, Italy: 9, Denmark: 3 })
    const returned = product.category === 'Toys' ? 0.04 : product.category === 'Furniture' ? 0.16 : 0.08
    const status = d.chance(returned) ? 'returned' : d.weighted({ delivered: 85, shipped: 9, cancelled: 6 })
    const day = isoDay(at(2023, 1, 2) + d.int(0, 728) * DAY)
    const note = d.chance(0.1) ? d.pick(['leave at door', 'call before, please', 'gift "wrap" it', 'NA']) : ''
    return [
      pad(10 + i * 3, 6),
      day,
      d.pick(customers),
      product.name,
      product.category,
      quantity,
      total,
      status,
      country,
      d.chance(0.18) ? 'Y' : 'N',
      note,
    ]
  })
  const header = [
    'order_id',
    'order_date',
    'customer',
    'product',
    'category',
    'quantity',
    'total_eur',
    'status',
    'country',
    'gift',
    'note',
  ]
  return { 'shop/orders.csv': table(header, rows) }
}

export function trade() {
  const d = draws('trade')
  const customers = Array.from({ length: 300 }, (_, i) => [
    `C${pad(i + 1, 4)}`,
    `${d.pick(FIRST)} ${d.pick(LAST)}`,
    d.weighted({ retail: 6, wholesale: 3, online: 4 }),
    d.pick(['Lyon', 'Porto', 'Ghent', 'Graz', 'Leeds', 'Turin', 'Bergen']),
    isoDay(at(2021, 1, 1) + d.int(0, 900) * DAY),
  ])
  const goods = products.map((p, i) => [pad(417 + i * 61, 5), p.name, p.category, p.price.toFixed(2)])
  goods.push(
    ['01999', 'Rain Barrel', 'Garden', '59.00'],
    ['02001', 'Spinning Top', 'Toys', '6.50'],
    ['02004', 'Bread Knife', 'Kitchen', '18.00'],
  )
  const buyers = d.shuffle(customers).slice(0, 262)
  const orders = Array.from({ length: 2600 }, (_, i) => {
    const orphan = i % 130 === 77
    const unknown = i % 200 === 151
    const item = goods[d.int(0, 15)]
    const qty = d.int(1, 9)
    return [
      50001 + i,
      orphan ? `C${pad(900 + (i % 7), 4)}` : d.pick(buyers)[0],
      unknown ? '09090' : item[0],
      qty,
      isoDay(at(2024, 1, 1) + d.int(0, 365) * DAY),
      (qty * Number(item[3])).toFixed(2),
    ]
  })
  return {
    'trade/customers.csv': table(['customer_id', 'name', 'segment', 'city', 'signup_date'], customers),
    'trade/products.csv': table(['sku', 'product_name', 'category', 'list_price'], goods),
    'trade/orders.csv': table(['order_no', 'customer_id', 'sku', 'qty', 'ordered_on', 'amount'], orders),
  }
}

const european = number => {
  const [whole, part] = Math.abs(number).toFixed(2).split('.')
  return `${number < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${part}`
}
const dayFirst = time => isoDay(time).split('-').reverse().join('.')

export function invoices() {
  const d = draws('invoices')
  const clients = [
    'Bäckerei Huber',
    'Café Rosa',
    'Müller & Söhne',
    'Studio Nord',
    'Praxis Dr. Lang',
    'Hotel Adler',
    'Autohaus Keller',
    'Weingut Stein',
  ]
  const rows = Array.from({ length: 860 }, (_, i) => {
    const issued = at(2023, 1, 2) + d.int(0, 720) * DAY
    const credit = d.chance(0.04)
    const net = ((credit ? -1 : 1) * Math.round(Math.exp(d.normal(6.6, 1)) * 100)) / 100
    const rate = d.chance(0.2) ? 7 : 19
    return [
      `RE-${pad(i + 1, 5)}`,
      dayFirst(issued),
      dayFirst(issued + d.pick([14, 30]) * DAY),
      d.pick(clients),
      european(net),
      `${rate} %`,
      european(Math.round(net * (100 + rate)) / 100),
      d.chance(0.86) ? 'yes' : 'no',
    ]
  })
  const header = ['invoice_no', 'invoice_date', 'due_date', 'client', 'net_amount', 'vat', 'gross_amount', 'paid']
  return { 'invoices/invoices.csv': table(header, rows, ';') }
}

export function ledger() {
  const d = draws('ledger')
  const accounts = {
    '0400': 'Machinery',
    '0650': 'Office equipment',
    1200: 'Bank',
    4210: 'Rent',
    4530: 'Fuel',
    4600: 'Advertising',
    4920: 'Telephone',
    8400: 'Revenue',
  }
  const codes = Object.keys(accounts)
  const rows = Array.from({ length: 2400 }, (_, i) => {
    const code = d.pick(codes)
    const amount = (code === '8400' ? d.int(10000, 900000) : -d.int(900, 250000)) / 100
    const centre = d.chance(0.05) ? '' : d.pick(['North', 'South', 'Head Office'])
    const currency = d.weighted({ EUR: 80, CHF: 12, USD: 8 })
    return [
      `J${pad(i + 1, 5)}`,
      isoDay(at(2024, 1, 1) + d.int(0, 364) * DAY),
      code,
      accounts[code],
      amount.toFixed(2),
      currency,
      centre,
    ]
  })
  for (const i of [41, 208, 377, 590, 713, 1002, 1188, 1420, 1777, 1999, 2101]) rows.splice(i, 0, [...rows[i - 1]])
  return {
    'ledger/journal.csv': table(
      ['entry', 'posted', 'account', 'account_name', 'amount', 'currency', 'cost_centre'],
      rows,
    ),
  }
}

export function stock() {
  const d = draws('stock')
  const make = i => [
    pad(1000 + i * 7, 6),
    `${d.pick(['Bolt', 'Hinge', 'Valve', 'Gasket', 'Bearing', 'Clamp'])} ${i}`,
    d.pick(['Leeds', 'York', 'Hull']),
    d.int(0, 800),
    (d.int(40, 9000) / 100).toFixed(2),
  ]
  const january = Array.from({ length: 420 }, (_, i) => make(i))
  const february = january.filter((_, i) => i % 53 !== 11).map(row => [...row])
  for (let i = 5; i < february.length; i += 16) february[i][4] = (Number(february[i][4]) * 1.1 + 0.05).toFixed(2)
  for (let i = 3; i < february.length; i += 9) february[i][3] += 1 + (i % 40)
  for (let i = 0; i < 14; i++) february.push(make(500 + i))
  const header = ['sku', 'item', 'warehouse', 'on_hand', 'price']
  return {
    'stock/stock-january.csv': table(header, january),
    'stock/stock-february.csv': table(header, d.shuffle(february)),
  }
}

export function subscriptions() {
  const d = draws('subscriptions')
  const monthFirst = time => {
    const [y, m, day] = isoDay(time).split('-')
    return `${m}/${day}/${y}`
  }
  const fee = { Basic: 9.9, Plus: 19.9, Family: 29.9, Business: 89 }
  const rows = Array.from({ length: 1500 }, (_, i) => {
    const plan = d.weighted({ Basic: 50, Plus: 28, Family: 14, Business: 8 })
    const start = at(2022, 1, 1) + d.int(0, 1000) * DAY
    const gone = d.chance({ Basic: 0.42, Plus: 0.27, Family: 0.18, Business: 0.08 }[plan])
    const end = gone ? monthFirst(start + d.int(20, 700) * DAY) : ''
    return [
      `S-${7000 + i}`,
      plan,
      monthFirst(start),
      end,
      `$${fee[plan].toFixed(2)}`,
      d.weighted({ US: 60, Canada: 25, Mexico: 15 }),
      d.weighted({ friend: 3, ad: 4, search: 5, '': 1 }),
      gone ? 'cancelled' : 'active',
    ]
  })
  return {
    'subscriptions/subscriptions.csv': table(
      ['Subscription ID', 'Plan', 'Start Date', 'Cancel Date', 'Monthly Fee', 'Country', 'Referral', 'Status'],
      rows,
    ),
  }
}
