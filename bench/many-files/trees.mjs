// Directories of very many small files, made from a number: the same tree every time.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * What each tree shows, how many files it has at full scale, and its nth file.
 * @type {Record<string, { shows: string, files: number, nth: (n: number) => [path: string, content: string | Buffer] }>}
 */
export const TREES = {
  words: { shows: 'a few words each, nested', files: 100_000, nth: n => [`${nested(n)}.txt`, `${words(n, 2)}\n`] },
  mixed: { shows: 'six types, nested', files: 100_000, nth: n => tiny(n) },
  same: { shows: 'all the same, nested', files: 100_000, nth: n => [`${nested(n)}.txt`, 'the same words\n'] },
  flat: { shows: 'a few words each, one directory', files: 100_000, nth: n => [`f${n}.txt`, `${words(n, 2)}\n`] },
  skipped: {
    shows: 'all but 100 binary',
    files: 100_000,
    nth: n => (n % 1000 === 0 ? tiny(n) : [`${nested(n)}.dat`, Buffer.from([0, n & 255, n >> 8, 1, 2, 3])]),
  },
  code: { shows: 'code of about 1 kB', files: 20_000, nth: n => code(n) },
  data: { shows: 'JSON, CSV and logs of about 1 kB', files: 10_000, nth: n => data(n) },
}

/** @param {string} root @param {string} name @param {number} files */
export function makeTree(root, name, files) {
  const made = new Set()
  let bytes = 0
  for (let n = 0; n < files; n++) {
    const [path, content] = TREES[name].nth(n)
    const file = join(root, path)
    const folder = dirname(file)
    if (!made.has(folder)) mkdirSync(folder, { recursive: true })
    made.add(folder)
    writeFileSync(file, content)
    bytes += content.length
  }
  return bytes
}

/** 100 files in a folder, 32 folders in a folder. */
function nested(n) {
  const folder = Math.floor(n / 100)
  return `d${folder >> 5}/e${folder & 31}/f${n}`
}

const WORDS = 'amber brook cedar delta ember flint grove haven islet jetty knoll ledge marsh north ochre prism'.split(
  ' ',
)

function words(n, count) {
  return Array.from({ length: count }, (_, k) => WORDS[(n * 7 + k * 5 + (n >> (4 * k))) % WORDS.length]).join(' ')
}

function tiny(n) {
  const word = words(n, 1)
  const path = nested(n)
  switch (n % 6) {
    case 0:
      return [`${path}.py`, `${word} = ${n}\n`]
    case 1:
      return [`${path}.json`, `{"${word}":${n}}\n`]
    case 2:
      return [`${path}.csv`, `id,n\n${n},${n % 9}\n`]
    case 3:
      return [`${path}.log`, `12:00:${String(n % 60).padStart(2, '0')} INFO ${word}\n`]
    case 4:
      return [`${path}.yaml`, `${word}: ${n}\n`]
    default:
      return [`${path}.md`, `# ${word}\n\n${words(n, 1)}\n`]
  }
}

function code(n) {
  const [a, b, c] = words(n, 3).split(' ')
  const Name = `${a[0].toUpperCase()}${a.slice(1)}${n}`
  const path = nested(n)
  switch (n % 3) {
    case 0:
      return [
        `${path}.ts`,
        `import { ${b} } from './f${Math.max(0, n - 3)}.ts'
import { readFileSync } from 'node:fs'

/** Keeps the ${a} of a ${b} by its ${c}. */
export class ${Name} {
  private readonly ${c} = new Map<string, number>()

  constructor(private readonly limit = ${10 + (n % 90)}) {}

  add(name: string, amount: number): void {
    if (amount < 0) throw new RangeError(\`${a} of \${name} must not be negative\`)
    const known = this.${c}.get(name) ?? 0
    if (known + amount > this.limit) {
      console.warn('${b} of ${a} exceeds', this.limit)
      return
    }
    this.${c}.set(name, known + amount)
  }

  total(): number {
    let sum = 0
    for (const amount of this.${c}.values()) sum += amount
    return sum
  }
}

export function ${b}${n}(file: string): ${Name} {
  const made = new ${Name}()
  for (const line of readFileSync(file, 'utf8').split('\\n')) {
    const [name, amount] = line.split('=')
    if (name && amount) made.add(name, Number(amount))
  }
  return made
}
`,
      ]
    case 1:
      return [
        `${path}.py`,
        `import json
import os
from ${a} import ${b}


class ${Name}:
    """Keeps the ${a} of a ${b} by its ${c}."""

    def __init__(self, limit=${10 + (n % 90)}):
        self.limit = limit
        self.${c} = {}

    def add(self, name, amount):
        if amount < 0:
            raise ValueError("${a} must not be negative")
        known = self.${c}.get(name, 0)
        if known + amount > self.limit:
            print("${b} of ${a} exceeds", self.limit)
            return
        self.${c}[name] = known + amount

    def total(self):
        return sum(self.${c}.values())


def load_${b}_${n}(path=os.environ.get("${a.toUpperCase()}_FILE", "${c}.json")):
    made = ${Name}()
    with open(path) as handle:
        for name, amount in json.load(handle).items():
            try:
                made.add(name, amount)
            except ValueError:
                pass
    return made
`,
      ]
    default:
      return [
        `${path}.go`,
        `package ${a}

import (
	"errors"
	"fmt"
	"os"
)

// ${Name} keeps the ${a} of a ${b} by its ${c}.
type ${Name} struct {
	limit int
	${c}  map[string]int
}

func New${Name}(limit int) *${Name} {
	return &${Name}{limit: limit, ${c}: map[string]int{}}
}

func (k *${Name}) Add(name string, amount int) error {
	if amount < 0 {
		return errors.New("${a} must not be negative")
	}
	if k.${c}[name]+amount > k.limit {
		return fmt.Errorf("${b} of %s exceeds %d", name, k.limit)
	}
	k.${c}[name] += amount
	return nil
}

func (k *${Name}) Total() int {
	sum := 0
	for _, amount := range k.${c} {
		sum += amount
	}
	return sum
}

func Read${Name}() ([]byte, error) {
	return os.ReadFile(os.Getenv("${a.toUpperCase()}_${n % 50}"))
}
`,
      ]
  }
}

function data(n) {
  const path = nested(n)
  const rows = Array.from({ length: 16 }, (_, k) => ({
    id: n * 16 + k,
    name: words(n + k, 2),
    amount: (n * 31 + k * 17) % 997,
  }))
  switch (n % 3) {
    case 0:
      return [`${path}.json`, `${JSON.stringify(rows, null, 1)}\n`]
    case 1: {
      const lines = rows.map(
        ({ id, name, amount }) =>
          `${id},${name},${amount},${amount % 7 === 0 ? '' : 'open'},2024-03-${String((id % 28) + 1).padStart(2, '0')}`,
      )
      return [`${path}.csv`, `id,name,amount,state,day\n${lines.join('\n')}\n`]
    }
    default: {
      const lines = rows.map(({ id, name, amount }, k) => {
        const level = amount % 5 === 0 ? 'ERROR' : 'INFO'
        return `2024-03-01 10:${String(n % 60).padStart(2, '0')}:${String(k * 3).padStart(2, '0')} ${level} [worker-${k % 4}] ${level === 'ERROR' ? `could not store ${name}: timeout after ${amount} ms` : `stored ${name} in ${amount} ms, id ${id}`}`
      })
      return [`${path}.log`, `${lines.join('\n')}\n`]
    }
  }
}
