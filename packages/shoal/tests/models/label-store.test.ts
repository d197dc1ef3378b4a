// Labels on disk: kept at once, read again whatever happened to the file, and never in the way.
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openLabelStore } from '../../src/models/label-store.ts'

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-store-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const fileIn = (directory: string) => join(directory, 'labels', 'key.jsonl')

it('labels outlive the store, without its being closed, and are for their owner alone', async () => {
  const directory = temporary()
  const store = openLabelStore(directory, 'key')
  await store.add(
    new Map([
      ['a', 'praise'],
      ['b', 'complaint'],
    ]),
  )
  const other = openLabelStore(directory, 'key')
  expect([other.get('a'), other.get('b'), other.get('c')]).toEqual(['praise', 'complaint', undefined])
  expect(openLabelStore(directory, 'another').get('a')).toBeUndefined()
  if (process.platform !== 'win32') expect(statSync(fileIn(directory)).mode & 0o777).toBe(0o600)
})

it('a line that was torn by a kill costs that line alone', async () => {
  const directory = temporary()
  await openLabelStore(directory, 'key').add(new Map([['a', 'praise']]))
  appendFileSync(fileIn(directory), '{"b": "compl')
  const store = openLabelStore(directory, 'key')
  expect([store.get('a'), store.get('b')]).toEqual(['praise', undefined])
  await store.add(new Map([['b', 'complaint']]))
  expect(openLabelStore(directory, 'key').get('b')).toBe('complaint')
})

it('what is no label is passed over', () => {
  const directory = temporary()
  openLabelStore(directory, 'key')
  writeFileSync(fileIn(directory), '[1]\nnull\n{"a": 7, "b": "praise"}\n\u0000\n')
  const store = openLabelStore(directory, 'key')
  expect([store.get('a'), store.get('b')]).toEqual([undefined, 'praise'])
})

it('the first label of a record stays', async () => {
  const directory = temporary()
  const [one, two] = [openLabelStore(directory, 'key'), openLabelStore(directory, 'key')]
  await one.add(new Map([['a', 'praise']]))
  await two.add(new Map([['a', 'complaint']]))
  expect(openLabelStore(directory, 'key').get('a')).toBe('praise')
})

it('a run keeps what it takes from the cache', async () => {
  const [shared, own] = [temporary(), temporary()]
  await openLabelStore(shared, 'key').add(
    new Map([
      ['a', 'praise'],
      ['b', 'praise'],
    ]),
  )
  expect(openLabelStore(shared, 'key', { own }).get('a')).toBe('praise')
  const replayed = openLabelStore(null, 'key', { own })
  expect([replayed.get('a'), replayed.get('b')]).toEqual(['praise', undefined])
})

it('what holds for a run alone is kept with the run, not in the cache', async () => {
  const [shared, own] = [temporary(), temporary()]
  await openLabelStore(shared, 'key', { own }).addForRun(new Map([['a', 'unlabelled']]))
  expect(openLabelStore(shared, 'key').get('a')).toBeUndefined()
  expect(openLabelStore(null, 'key', { own }).get('a')).toBe('unlabelled')
})

it('without a place to keep them labels last as long as the process', async () => {
  const directory = temporary()
  writeFileSync(join(directory, 'labels'), 'a file where the directory should be')
  for (const store of [openLabelStore(null, 'key'), openLabelStore(directory, 'key')]) {
    await store.add(new Map([['a', 'praise']]))
    expect(store.get('a')).toBe('praise')
    await store.close()
  }
  expect(readdirSync(directory)).toEqual(['labels'])
  expect(readFileSync(join(directory, 'labels'), 'utf8')).toContain('a file')
})
