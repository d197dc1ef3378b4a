// Two tables, what was done with things and a list of the things: what was sold with how many of it, and what one costs; what was carried,
// and how much there is room for. What is told of the things is told once of each, and never what was done with them.
import { draws } from '../data/random.mjs'
import { asked, by, first, ranks, rowsSql, sum, value } from './made.mjs'

const PIECES = ['qty', 'pieces', 'quantity', 'units_sold', 'count']
const PRICES = ['price', 'unit_price', 'price_eur']
const BUYERS = ['Abel', 'Birgit', 'Cosmo']

/** The tables and questions about them, the same for the same seed. */
export function traded(seed) {
  const draw = draws(seed)
  return draw.chance(0.5) ? sold(draw) : carried(draw)
}

const day = draw => `2024-0${draw.int(1, 6)}-${String(draw.int(1, 28)).padStart(2, '0')}`

function sold(draw) {
  const [pieces, price] = [draw.pick(PIECES), draw.pick(PRICES)]
  const goods = draw.shuffle(['kettle', 'ladle', 'sieve', 'whisk', 'grater', 'funnel']).slice(0, 5)
  const things = goods.map((good, k) => ({
    sku: `S${10 + k}`,
    product: good,
    shelf: 'AB'[k % 2],
    [price]: draw.int(3, 90),
  }))
  const sales = Array.from({ length: 70 }, (_, k) => ({
    sale_id: `T${k}`,
    sold_on: day(draw),
    sku: draw.pick(things).sku,
    buyer: draw.pick(BUYERS),
    [pieces]: draw.int(1, 9),
  }))
  const of = sale => things.find(({ sku }) => sku === sale.sku)
  const money = some => sum(some.map(sale => sale[pieces] * of(sale)[price]))
  const many = some => sum(some.map(sale => sale[pieces]))
  const product = sale => of(sale).product
  const [good, buyer] = [draw.pick(goods), draw.pick(BUYERS)]
  const best = first(by(sales, product, money))
  const most = first(by(sales, product, many))
  return {
    tables: [
      { name: 'products', sql: rowsSql(things, {}) },
      { name: 'sales', sql: rowsSql(sales, { sold_on: 'DATE' }) },
    ],
    questions: asked('trade', [
      ['total revenue', { value: money(sales) }],
      ['revenue per shelf', { rows: by(sales, sale => of(sale).shelf, money) }],
      ['total takings in April', { value: money(sales.filter(sale => sale.sold_on.startsWith('2024-04'))) }],
      best && ['which product made the most money?', value(best)],
      best && ['top product by revenue', value(best)],
      ranks(by(sales, product, money), 2) && [
        'top 2 products by revenue',
        { rows: ranks(by(sales, product, money), 2), ordered: true },
      ],
      most && ['which product sold best?', value(most)],
      [`how many ${good}s were sold?`, { value: many(sales.filter(sale => product(sale) === good)) }],
      [`how many boxes of ${good}s did we sell?`, { value: many(sales.filter(sale => product(sale) === good)) }],
      [`what did ${buyer} spend?`, { value: money(sales.filter(sale => sale.buyer === buyer)) }],
      [`what did we earn from ${buyer}?`, { value: money(sales.filter(sale => sale.buyer === buyer)) }],
      ['average sale value', { value: money(sales) / sales.length }],
      ['most expensive product?', value(first(things.map(one => [one.product, one[price]])))],
      ['how many sales were there?', { value: sales.length }],
      ['average weight of a product', { refuse: true }],
    ]),
  }
}

function carried(draw) {
  const load = draw.pick(['passengers', 'tonnes', 'parcels'])
  const owners = ['Denmark', 'Estonia', 'Norway']
  const names = draw.shuffle(['Aurora', 'Borea', 'Ceres', 'Dione', 'Europa', 'Fauna'])
  const ships = names.map((name, k) => ({
    ship_no: `V${k}`,
    ship_name: name,
    country: owners[k % 3],
    [`${load}_capacity`]: draw.int(100, 900),
  }))
  const trips = Array.from({ length: 70 }, (_, k) => ({
    trip_id: `T${k}`,
    sailed_on: day(draw),
    ship_no: draw.pick(ships).ship_no,
    route: draw.pick(['A-B', 'B-C']),
    [load]: draw.int(1, 90),
  }))
  const of = trip => ships.find(({ ship_no }) => ship_no === trip.ship_no)
  const all = some => sum(some.map(trip => trip[load]))
  const owner = by(trips, trip => of(trip).country, all)
  const named = by(trips, trip => of(trip).ship_name, all)
  const two = owner.filter(([name]) => name !== 'Norway')
  const most = first(named)
  return {
    tables: [
      { name: 'ships', sql: rowsSql(ships, {}) },
      { name: 'trips', sql: rowsSql(trips, { sailed_on: 'DATE' }) },
    ],
    questions: asked('trade', [
      [`total ${load}`, { value: all(trips) }],
      [`${load} per country`, { rows: owner }],
      ['did Danish ships carry more than Estonian ships?', { rows: two }],
      [`did Danish ships carry more ${load} than Estonian ships?`, { rows: two }],
      most && [`which ship carried the most ${load}?`, value(most)],
      most && [`top ship by ${load}`, value(most)],
      [`how many ${load} in April?`, { value: all(trips.filter(trip => trip.sailed_on.startsWith('2024-04'))) }],
      ['how many trips were there?', { value: trips.length }],
      ['how many ships are from Norway?', { value: ships.filter(({ country }) => country === 'Norway').length }],
      ['how many captains are there?', { refuse: true }],
    ]),
  }
}
