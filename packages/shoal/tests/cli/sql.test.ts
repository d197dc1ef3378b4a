// `shoal sql`: relations and rows as text, JSON and CSV, in pages, with notes, and what goes wrong in one line.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const around = { cwd: dir.path, env: { SHOAL_HOME: join(dir.path, 'home') } }
mkdirSync(join(dir.path, 'data'))
const put = (name: string, text: string) => writeFileSync(join(dir.path, 'data', name), text)
put(
  'orders.csv',
  `id,city,amount,day\n${Array.from(
    { length: 250 },
    (_, k) => `${k},${k % 2 ? 'Oslo' : 'Rome, "IT"'},${k}.50,0${(k % 9) + 1}/02/2024\n`,
  )
    .join('')
    .replaceAll('Rome, "IT"', '"Rome, ""IT"""')}`,
)
put('users.json', '[{"name":"ann","at":{"city":"Oslo"}},{"name":"bob","at":{"city":null}}]')
put('app.log', '2024-01-01 10:00:00 ERROR pump failed\n')

const sql = (...args: string[]) => shoal(['sql', ...args], around)

describe('shoal sql', () => {
  it('lists relations without a query', async () => {
    const { status, stdout, stderr } = await sql('data')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('orders  table, 250 rows, data/orders.csv')
    expect(stdout).toMatch(/day\s+text\s+VARCHAR\s+dates whose day and month nobody can tell apart/)
    expect(stdout).toMatch(/at\.city\s+text\s+VARCHAR/)
    expect(stdout).toContain('files  files, 3 rows, 3 files')
    expect(stdout).toMatch(/entries {2}entries, 1 row, data\/app\.log/)
  })

  it('answers with an aligned table, the number of rows, and notes', async () => {
    const { stdout } = await sql(
      'data',
      'SELECT city, sum(amount) AS total, min(day) AS first FROM orders GROUP BY ALL ORDER BY 1',
    )
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'city          total  first',
      'Oslo        15687.5  01/02/2024',
      'Rome, "IT"  15562.5  01/02/2024',
    ])
    expect(stdout).toContain('2 rows\norders: all 250 rows of data/orders.csv\nnote  orders.day: dates whose day')
  })

  it('joins files, and tells the place of every row', async () => {
    const { stdout } = await sql(
      'data',
      'SELECT o.path, o.line, u.name FROM orders o JOIN users u ON o.city = u."at.city" ORDER BY id LIMIT 1',
      '--csv',
    )
    expect(stdout).toBe('path,line,name\ndata/orders.csv,3,ann\n')
  })

  it('pages', async () => {
    const page = async (offset: number) =>
      JSON.parse(
        (await sql('data/orders.csv', 'SELECT id FROM orders ORDER BY id', '--json', '--offset', `${offset}`)).stdout,
      )
    const [first, last] = [await page(0), await page(200)]
    expect([first.rows.length, first.row_count, first.truncated, first.rows[99]]).toEqual([100, 250, true, [99]])
    expect([last.rows.length, last.row_count, last.truncated, last.rows[0], last.offset]).toEqual([
      50,
      250,
      false,
      [200],
      200,
    ])
    const { stdout } = await sql('data/orders.csv', 'SELECT id FROM orders', '--limit', '2', '--offset', '4')
    expect(stdout).toContain('rows 5–6 of 250; --offset 6 shows the next')
  })

  it('writes CSV that reads back as it was', async () => {
    await sql('data', 'SELECT id, city, NULL AS none FROM orders ORDER BY id', '--limit', '1000', '-o', 'out.csv')
    const { stdout } = await sql(
      'out.csv',
      'SELECT count(*), count(DISTINCT city), max(city), count(none) FROM out',
      '--csv',
    )
    expect(stdout.split('\n')[1]).toBe('250,2,"Rome, ""IT""",0')
  })

  it('describes columns for machines', async () => {
    const { tables } = JSON.parse((await sql('data/orders.csv', '--json')).stdout)
    expect(tables[0]).toMatchObject({ name: 'orders', kind: 'table', rows: 250, place: { path: 'path', line: 'line' } })
    expect(tables[0].columns[3]).toMatchObject({ name: 'day', kind: 'text', ambiguous_date: true })
  })

  it.each([
    [['data', 'SELECT nope FROM orders'], /nope/],
    [['data', 'SELECT * FROM nothing'], /there is not a table "nothing"; the tables are orders, users, /],
    [['data', 'DROP VIEW orders'], /only a SELECT/],
    [['data', '--csv'], /--csv needs a query/],
    [['data', 'SELECT 1', '--csv', '--json'], /contradict/],
    [['nowhere.csv', 'SELECT 1'], /no such file/],
  ])('says in one line what is wrong: %j', async (args, message) => {
    const { status, stdout, stderr } = await sql(...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).toMatch(message)
  })

  it('sends a plain question where questions are answered', async () => {
    const { status, stderr } = await sql('data/orders.csv', 'how many orders are there?')
    expect(status).toBe(2)
    expect(stderr).toContain('`shoal analyze PATH QUESTION` takes a plain question')
    expect((await sql('data/orders.csv', 'SELECT nothing FROM orders')).stderr).not.toContain('plain question')
  })

  it('says which files it could not read, and goes on', async () => {
    mkdirSync(join(dir.path, 'mixed'), { recursive: true })
    writeFileSync(join(dir.path, 'mixed/good.csv'), 'a,b\n1,2\n')
    writeFileSync(join(dir.path, 'mixed/bad.json'), '[{"a":1},')
    writeFileSync(join(dir.path, 'mixed/picture.png'), Buffer.from('89504e470d0a1a0a0000000d', 'hex'))
    const { status, stdout, stderr } = await sql('mixed', 'SELECT a FROM good')
    expect(status).toBe(6)
    expect(stdout).toContain('1 row')
    expect(stderr).toMatch(/left out mixed\/bad\.json is not valid JSON/)
    expect(stderr).toContain('mixed/picture.png')
  })
})
