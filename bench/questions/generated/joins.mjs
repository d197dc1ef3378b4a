// Questions over two tables: rows of the first lead to rows of the second, which tells of each of its groups where it belongs.
const REGIONS = ['Upland', 'Lowland']

/** The second table: one row for each value of a column of the first. */
export function secondTable({ domain, groups, draw }) {
  const key = groups[0]
  const { values, say } = domain.columns[key]
  const rows = values.map((value, k) => ({
    [key]: value,
    district: REGIONS[k % 2],
    seniority: draw.int(1, 30) + k * 31,
  }))
  return { name: `${say[0]}s`, key, rows }
}

export function sqlOfSecond({ key, rows }) {
  const list = rows.map(row => `('${row[key]}', '${row.district}', ${row.seniority})`)
  return `SELECT * FROM (VALUES ${list.join(', ')}) AS t("${key}", "district", "seniority")`
}

/** A question whose answer needs both tables, or the second alone. */
export function joined({ draw, domain, numbers, rows, second }) {
  const { key } = second
  const one = domain.columns[key].say[0]
  const many = `${one}s`
  const of = row => second.rows.find(other => other[key] === row[key])
  const region = draw.pick(REGIONS)
  const own = rows.filter(row => of(row).district === region)
  const name = draw.pick(numbers)
  const figure = domain.columns[name].say[0]
  const known = list => list.map(row => row[name]).filter(value => value !== null)
  const sum = list => known(list).reduce((all, value) => all + value, 0)
  const mean = list => sum(list) / known(list).length
  const by = reckon => REGIONS.map(each => [each, reckon(rows.filter(row => of(row).district === each))])
  const [low, high] = by(sum)
  const inIt = second.rows.filter(({ district }) => district === region)
  const least = draw.int(10, 90)
  const [question, expect] = draw.pick([
    [`total ${figure} of ${domain.many} by district`, { rows: by(sum) }],
    [`average ${figure} of ${domain.many} per district`, { rows: by(mean) }],
    [`how many ${domain.many} by district?`, { rows: by(list => list.length) }],
    [`how many ${domain.many} from ${many} in ${region}?`, { value: own.length }],
    [`total ${figure} of ${domain.many} in the ${region} district`, { value: sum(own) }],
    [
      `which district has the highest total ${figure} of ${domain.many}?`,
      { value: low[1] > high[1] ? low[0] : high[0] },
    ],
    [`how many ${many} are in ${region}?`, { value: inIt.length }],
    [`which ${many} are in ${region}?`, { rows: inIt.map(row => [row[key]]) }],
    [
      `what is the average seniority of ${many} in ${region}?`,
      { value: inIt.reduce((all, row) => all + row.seniority, 0) / inIt.length },
    ],
    [
      `how many ${domain.many} by ${many} with a seniority over ${least}?`,
      { value: rows.filter(row => of(row).seniority > least).length },
    ],
    [
      `which ${one} has the highest seniority?`,
      { value: second.rows.reduce((a, b) => (b.seniority > a.seniority ? b : a))[key] },
    ],
    [`how many insured ${many} are there?`, { refuse: true }],
    [`average height of ${many} in ${region}`, { refuse: true }],
  ])
  return { kind: 'join', question, expect }
}
