// The same figures by DuckDB: every cell read as text, then exact aggregates.
import { DuckDBInstance } from '@duckdb/node-api'

export interface OracleColumn {
  readonly count: number
  readonly missing: number
  readonly distinct: number
  readonly top: readonly { value: string; count: number }[]
  /** Of the cells that are numbers. */
  readonly numbers: {
    readonly n: number
    readonly min: number
    readonly max: number
    readonly mean: number
    readonly stddev: number | null
    readonly sum: number
    readonly quantiles: readonly number[]
  } | null
}

export interface Oracle {
  readonly rows: number
  readonly distinctRows: number
  readonly columns: readonly OracleColumn[]
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  readonly names: readonly string[]
}

const SPELLINGS = `'', 'null', 'n/a', 'nan', '#n/a', '<na>', '(null)', '<null>', '\\n', 'none', 'nil', 'na', '-', '--', '?', '.'`

export interface OracleOptions {
  readonly delimiter?: string
  readonly header?: boolean
  /** Spellings that are data in these columns. */
  readonly data?: Readonly<Record<string, string>>
}

export async function askDuckDb(
  file: string,
  { delimiter = ',', header = true, data = {} }: OracleOptions = {},
): Promise<Oracle> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  const query = async (sql: string) =>
    (await connection.runAndReadAll(sql)).getRowObjectsJS() as Record<string, unknown>[]
  await query(
    `create table raw as select * from read_csv('${file}', all_varchar=true, header=${header}, delim='${delimiter}', quote='"', escape='"', sample_size=-1, max_line_size=10000000, strict_mode=false)`,
  )
  const names = (
    await query(`select column_name from information_schema.columns where table_name='raw' order by ordinal_position`)
  ).map(row => String(row.column_name))
  const rows = Number((await query('select count(*) as n from raw'))[0]!.n)
  const distinctRows = Number((await query('select count(*) as n from (select distinct * from raw)'))[0]!.n)
  const cleaned = names.map(name => {
    const column = quoted(name)
    const kept = data[name] === undefined ? '' : ` or ${column} = '${data[name]}'`
    return `case when lower(trim(${column})) not in (${SPELLINGS})${kept} then ${column} end as ${column}`
  })
  await query(`create table t as select ${cleaned.join(', ')} from raw`)
  const columns: OracleColumn[] = []
  for (const name of names) {
    const column = quoted(name)
    const present = `${column} is not null`
    const [figures] = await query(
      `select count(*) filter (where ${present}) as n, count(distinct ${column}) filter (where ${present}) as d from t`,
    )
    const top = await query(
      `select ${column} as value, count(*) as n from t where ${present} group by 1 order by n desc limit 10`,
    )
    const number = `try_cast(trim(${column}) as double)`
    const [numbers] = await query(
      `select count(${number}) as n, min(${number}) as min, max(${number}) as max, avg(${number}) as mean,
        stddev_samp(${number}) as sd, fsum(${number}) as sum,
        quantile_cont(${number}, [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]) as q from t where ${present}`,
    )
    const n = Number(numbers!.n)
    columns.push({
      count: Number(figures!.n),
      missing: rows - Number(figures!.n),
      distinct: Number(figures!.d),
      top: top.map(row => ({ value: String(row.value), count: Number(row.n) })),
      numbers:
        n === 0
          ? null
          : {
              n,
              min: Number(numbers!.min),
              max: Number(numbers!.max),
              mean: Number(numbers!.mean),
              stddev: numbers!.sd === null ? null : Number(numbers!.sd),
              sum: Number(numbers!.sum),
              quantiles: (numbers!.q as number[]).map(Number),
            },
    })
  }
  return { rows, distinctRows, columns, names, query }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
