// Real tables that nobody planted faults into, of what every checkout has: the lock file, the packages, media types, time zones.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { csvLine } from '../tables-input.mjs'

const csv = (header, rows) => csvLine(header) + rows.map(row => csvLine(row.map(cell => String(cell ?? '')))).join('')

/** `[name, text]` of each. */
export function realTables(root) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
  const manifests = packages.flatMap(([path]) => {
    const file = join(root, path, 'package.json')
    if (!existsSync(file)) return []
    try {
      return [JSON.parse(readFileSync(file, 'utf8'))]
    } catch {
      return []
    }
  })
  const files = readdirSync(join(root, 'packages'), { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  )
  const zones = Intl.supportedValuesOf('timeZone')
  const currencies = Intl.supportedValuesOf('currency')
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  const day = new Date(Date.UTC(2024, 0, 1))
  return [
    [
      'packages.csv',
      csv(
        ['path', 'version', 'license', 'dev'],
        packages.map(([path, { version, license, dev }]) => [path, version, license, dev ?? false]),
      ),
    ],
    [
      'manifests.csv',
      csv(
        ['number', 'name', 'version', 'license', 'type', 'main', 'node'],
        manifests.map(({ name, version, license, type, main, engines }, k) => [
          `m-${k}`,
          name,
          version,
          typeof license === 'string' ? license : '',
          type ?? 'commonjs',
          typeof main === 'string' ? main : '',
          engines?.node,
        ]),
      ),
    ],
    [
      'dependencies.csv',
      csv(
        ['package', 'dependency', 'range'],
        manifests.flatMap(({ name, dependencies = {} }) =>
          Object.entries(dependencies).map(([other, range]) => [name, other, range]),
        ),
      ),
    ],
    [
      'sources.csv',
      csv(
        ['folder', 'file', 'bytes', 'lines'],
        files.map(({ name, parentPath }) => {
          const text = readFileSync(join(parentPath, name), 'utf8')
          return [parentPath.slice(root.length + 1), name, text.length, text.split('\n').length]
        }),
      ),
    ],
    [
      'zones.csv',
      csv(
        ['zone', 'region', 'city', 'offset'],
        zones.map(zone => [
          zone,
          zone.split('/')[0],
          zone.split('/').at(-1),
          new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(day).at(-1).value,
        ]),
      ),
    ],
    [
      'currencies.csv',
      csv(
        ['code', 'name', 'digits'],
        currencies.map(code => [
          code,
          names.of(code),
          new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits,
        ]),
      ),
    ],
  ]
}
