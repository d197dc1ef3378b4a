// Things that begin and end, things that are done to others, and money with a sign: people who were hired and left, orders that were discounted
// and came back, what was spent and what came in. What is asked of an end is never told by a beginning, what came back is told by the rows of it, and a percentage is one of a column of
// fractions as well.
import { draws } from '../data/random.mjs'
import { groups } from '../fresh/asking.mjs'
import { asked, by, first, round, rowsSql, sum, value } from './made.mjs'

const BEGUN = ['hire_date', 'hired_on', 'joined_on', 'date_of_hire']
const ENDED = ['termination_date', 'left_on', 'exit_date', 'resignation_date', null]
const TEAMS = ['Assembly', 'Billing', 'Cutting', 'Dispatch']
const NAMES = ['Ada Lund', 'Bo Maris', 'Cy Novak', 'Di Olsen', 'Ed Perez', 'Flo Quast', 'Gil Roth', 'Hal Stein']

const dateIn = (draw, year) => `${year}-0${draw.int(1, 9)}-${String(draw.int(1, 28)).padStart(2, '0')}`

export function employed(seed) {
  const draw = draws(seed)
  const [begun, ended] = [draw.pick(BEGUN), draw.pick(ENDED)]
  const staff = Array.from({ length: 60 }, (_, k) => {
    const year = draw.int(2016, 2021)
    const row = {
      employee_id: 500 + k,
      full_name: `${NAMES[k % 8]} ${k}`,
      department: draw.pick(TEAMS),
      [begun]: dateIn(draw, year),
    }
    return ended ? { ...row, [ended]: draw.chance(0.4) ? dateIn(draw, draw.int(year + 1, 2024)) : null } : row
  })
  const absences = Array.from({ length: 150 }, (_, k) => ({
    absence_id: k,
    employee_id: draw.pick(staff.slice(0, 50)).employee_id,
    kind: draw.pick(['sick', 'vacation', 'training']),
    days: draw.int(1, 12),
  }))
  const of = absence => staff.find(one => one.employee_id === absence.employee_id)
  const year = draw.int(2019, 2022)
  const leftIn = staff.filter(one => one[ended]?.startsWith(`${year}`))
  const team = draw.pick(TEAMS)
  const days = some => sum(some.map(one => one.days))
  const sick = absences.filter(({ kind }) => kind === 'sick')
  const sickest = first(groups(sick, ({ employee_id }) => employee_id).map(([id, rows]) => [id, rows.length]))
  const never = staff.filter(one => absences.every(({ employee_id }) => employee_id !== one.employee_id))
  const left = ended ? { value: leftIn.length } : { refuse: true }
  return {
    tables: [
      { name: 'employees', sql: rowsSql(staff, { [begun]: 'DATE', ...(ended && { [ended]: 'DATE' }) }) },
      { name: 'absences', sql: rowsSql(absences, {}) },
    ],
    questions: asked('ended', [
      [`how many employees left in ${year}?`, left],
      [`how many people quit in ${year}?`, left],
      [
        `how many employees were hired in ${year}?`,
        { value: staff.filter(one => one[begun].startsWith(`${year}`)).length },
      ],
      [`how many people joined in ${year}?`, { value: staff.filter(one => one[begun].startsWith(`${year}`)).length }],
      ended && leftIn.length > 1 && [`who left in ${year}?`, { rows: leftIn.map(one => [one.full_name]) }],
      ['how many sick days were taken?', { value: days(sick) }],
      [
        `how many vacation days did ${team} take?`,
        { value: days(absences.filter(one => one.kind === 'vacation' && of(one).department === team)) },
      ],
      ['sick days per department', { rows: by(sick, one => of(one).department, days) }],
      sickest && ['who was sick most often?', { contains: [of({ employee_id: sickest }).full_name] }],
      ['who has never been absent?', { contains: never.slice(0, 3).map(one => one.full_name) }],
      ['how many people are in Assembly?', { value: staff.filter(one => one.department === 'Assembly').length }],
    ]),
  }
}

export function returned(seed) {
  const draw = draws(seed)
  const discount = draw.pick(['discount', 'rebate', null])
  const isWhole = draw.chance(0.3)
  const orders = Array.from({ length: 120 }, (_, k) => ({
    order_id: `A${1000 + k}`,
    shop: draw.pick(['North', 'South', 'West']),
    product: draw.pick(['lamp', 'chair', 'shelf']),
    quantity: draw.int(1, 5),
    unit_price: draw.int(10, 90) + 0.5,
    ...(discount && {
      [isWhole ? `${discount}_pct` : discount]: draw.pick(isWhole ? [0, 5, 10, 20] : [0, 0.05, 0.1, 0.2]),
    }),
  }))
  const off = order => (discount ? (isWhole ? order[`${discount}_pct`] / 100 : order[discount]) : 0)
  const returns = draw
    .shuffle(orders)
    .slice(0, 25)
    .map(({ order_id }, k) => ({
      return_id: k,
      order_id,
      reason: draw.pick(['broken', 'wrong size', 'too late']),
    }))
  const of = one => orders.find(({ order_id }) => order_id === one.order_id)
  const isBack = order => returns.some(({ order_id }) => order_id === order.order_id)
  const part = some => (some.filter(isBack).length / some.length) * 100
  const paid = some => round(sum(some.map(one => one.quantity * one.unit_price * (1 - off(one)))))
  const most = first(
    by(
      returns,
      one => of(one).product,
      some => some.length,
    ),
  )
  const percent = draw.pick([4, 7, 15])
  return {
    tables: [
      { name: 'orders', sql: rowsSql(orders, {}) },
      { name: 'returns', sql: rowsSql(returns, {}) },
    ],
    questions: asked('ended', [
      ['what share of orders were returned?', { value: part(orders) }],
      ['what percentage of the orders was returned?', { value: part(orders) }],
      ['return rate by shop', { rows: by(orders, one => one.shop, part) }],
      ['how many orders were returned?', { value: returns.length }],
      ['how many lamps were returned?', { value: returns.filter(one => of(one).product === 'lamp').length }],
      most && ['which product was returned most often?', value(most)],
      ['which products were never returned?', { refuse: true }],
      // Where something was taken off, both figures are told.
      discount === null ? ['what was the total revenue?', { value: paid(orders) }] : null,
      discount && [
        `how many orders have a ${discount} above ${percent}%?`,
        { value: orders.filter(one => off(one) * 100 > percent + 1e-9).length },
      ],
      discount && [
        `how many orders have a ${discount} of 20%?`,
        { value: orders.filter(one => off(one) === 0.2).length },
      ],
      discount && [`how many orders had no ${discount}?`, { value: orders.filter(one => off(one) === 0).length }],
    ]),
  }
}

/** A statement of an account: what is spent stands below zero. */
export function booked(seed) {
  const draw = draws(seed)
  const amount = draw.pick(['amount', 'amount_eur', 'value'])
  const kinds = { Rent: [-900, -700], Food: [-90, -5], Travel: [-300, -20], Salary: [1500, 2500], Interest: [1, 20] }
  const names = Object.keys(kinds)
  const rows = Array.from({ length: 90 }, (_, k) => {
    const category = k < 5 ? names[k] : draw.pick([...names, 'Food', 'Travel'])
    return {
      booked_on: dateIn(draw, 2025),
      category,
      account: draw.pick(['A', 'B']),
      [amount]: draw.int(...kinds[category]),
    }
  })
  const spent = rows.filter(row => row[amount] < 0)
  const all = some => sum(some.map(row => row[amount]))
  const least = list => first(list.map(([name, figure]) => [name, -figure]))
  return {
    tables: [{ name: 'bookings', sql: rowsSql(rows, { booked_on: 'DATE' }) }],
    questions: asked('ended', [
      ['how much did I spend?', { value: all(spent) }],
      ['how much did I spend on food?', { value: all(spent.filter(({ category }) => category === 'Food')) }],
      ['how much did I spend in March?', { value: all(spent.filter(row => row.booked_on.includes('-03-'))) }],
      ['what was my total income?', { value: all(rows.filter(row => row[amount] > 0)) }],
      ['which category do I spend the most on?', value(least(by(spent, ({ category }) => category, all)))],
      [`total ${amount} per account`, { rows: by(rows, ({ account }) => account, all) }],
    ]),
  }
}
