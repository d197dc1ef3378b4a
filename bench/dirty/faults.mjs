// Plants faults of a kind into cells of a table and keeps the truth of each.
import { dice } from './words.mjs'

const edit = (text, { int, pick, chance }) => {
  const letters = [...text].flatMap((c, k) => (/[a-z]/i.test(c) ? [k] : []))
  if (letters.length < 3) return null
  const at = letters[int(0, letters.length - 1)]
  const letter = pick([...'abcdefghijklmnopqrstuvwxyz'])
  const kind = int(0, 3)
  if (kind === 0) return text.slice(0, at) + text.slice(at + 1)
  if (kind === 1) return text.slice(0, at) + letter + text.slice(at)
  if (kind === 2 && at + 1 < text.length && text[at] !== text[at + 1])
    return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)
  return chance(1) ? text.slice(0, at) + letter + text.slice(at + 1) : null
}

const iso = text => {
  const found = /^(\d{1,2})([./])(\d{1,2})\2(\d{2,4})$/.exec(text)
  if (!found) return null
  const [, a, mark, b, y] = found
  const [d, m] = mark === '.' ? [a, b] : [b, a]
  return `${y.length === 2 ? (Number(y) > 50 ? `19${y}` : `20${y}`) : y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
}

/** A kind of fault: the new text of a cell, or null where it does not apply. */
const KINDS = {
  typo: (text, d) => edit(text, d),
  xsub: (text, { int }) => {
    const places = [...text].flatMap((c, k) => (/[a-z0-9]/i.test(c) && c !== 'x' ? [k] : []))
    let out = text
    for (let k = Math.max(1, Math.round(text.length / 18)); k > 0; k--) {
      const at = places[int(0, places.length - 1)]
      out = `${out.slice(0, at)}x${out.slice(at + 1)}`
    }
    return out
  },
  valid: (text, { pick }, { column }) => pick(column),
  peer: (text, { pick, int, chance }, { column }) =>
    chance(0.4)
      ? pick(column)
      : text.replace(/:(\d\d)/, (_, m) => `:${String((Number(m) + int(1, 25)) % 60).padStart(2, '0')}`),
  empty: () => '',
  word: (_, { pick }) => pick(['empty', 'unknown', 'tbd', 'missing', '?']),
  na: () => 'N/A',
  minus999: () => '-999',
  unit: (text, { pick }) => `${pick([text, String(Number(text))])} ${pick(['oz', 'oz.', 'OZ.', 'ounces'])}`,
  unitSpaced: (text, { pick }) => `${text}${pick([' C', 'C', ' km', ' deg'])}`,
  unitless: text => text.replace(/\s*[a-z]+$/i, ''),
  otherUnit: text => `${Math.round(Number.parseFloat(text) * 1000)} g`,
  percent: text => `${text}%`,
  percentSign: text => `${text} %`,
  currency: (text, { pick }) => pick([`€${text}`, `${text} EUR`]),
  dollarless: text => text.replace('$', ''),
  decimal: text => `${text}.0`,
  decimalComma: text => (text.includes('.') ? text.replace('.', ',') : null),
  comparator: (text, { pick }) => `${pick(['<', '>', '~'])}${text}`,
  times10: text => String(Number(text) * 10),
  times100: text => String(Number(text) * 100),
  negative: text => (Number(text) > 20 ? `-${text}` : null),
  dateIso: text => iso(text),
  dateLocal: text => {
    const [y, m, d] = text.split('-')
    return d ? `${m}/${d}/${y}` : null
  },
  dateLocalTime: text => {
    const [date, time] = text.split(' ')
    const [y, m, d] = date.split('-')
    return d ? `${d}.${m}.${y} ${time}` : null
  },
  withDate: (text, { int }) => `12/${String(int(1, 28)).padStart(2, '0')}/2021 ${text}`,
  century: text => (/^20/.test(text) ? `19${text.slice(2)}` : null),
  twoDigitYear: text => text.slice(2),
  badDate: text => (text.includes('/') ? text.replace(/^\d\d\/\d\d/, '02/30') : text.replace(/\d\d-\d\d$/, '02-30')),
  phonePlain: (text, { pick }) => pick([text.replace(/\D/g, ''), text.replace(/\D+/g, '.').replace(/^\./, '')]),
  emailBroken: (text, { pick }) => pick([text.replace('@', ' at '), text.replace('@', '')]),
  hyphens: text => `${text.slice(0, 3)}-${text.slice(3, 4)}-${text.slice(4, 9)}-${text.slice(9, 12)}-${text.slice(12)}`,
  pagesAlone: text => text.split('-')[0],
  lostZero: text => (text.startsWith('0') ? text.slice(1) : null),
  case: text => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()),
}

/** `{ header, rows, truth }`: truth is a map of `row:column` to `{ kind, clean }`, rows from 0. */
export function planted({ header, rows, faults }, seed) {
  const d = dice(seed * 31 + 7)
  const cells = rows.map(row => [...row])
  const truth = new Map()
  const columns = header.map((_, k) => rows.map(row => row[k]))
  const set = (row, at, text, kind) => {
    const id = `${row}:${header[at]}`
    if (text === null || text === rows[row][at] || truth.has(id)) return
    truth.set(id, { kind, clean: rows[row][at] })
    cells[row][at] = text
  }
  for (const [kind, names, percent] of faults)
    for (let row = 0; row < rows.length; row++) {
      if (kind === 'twoFields' || kind === 'swap') {
        if (!d.chance(percent / 100)) continue
        const [a, b] = names.map(name => header.indexOf(name))
        const [x, y] = [rows[row][a], rows[row][b]]
        set(row, a, kind === 'swap' ? y : `${x} ${y}`, kind)
        set(row, b, kind === 'swap' ? x : '', kind)
        continue
      }
      for (const name of names) {
        if (!d.chance(percent / 100)) continue
        const at = header.indexOf(name)
        set(row, at, KINDS[kind](rows[row][at], d, { column: columns[at] }), kind)
      }
    }
  return { header, rows: cells, truth }
}
