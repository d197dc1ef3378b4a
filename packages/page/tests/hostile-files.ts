// The hostile fixtures as files of a directory, those with names that attack among them.
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOSTILE } from './made-report.ts'

const ABOUT = ['README.md', 'names.json', 'payloads.json']

export function copyHostile(directory: string): void {
  for (const name of readdirSync(HOSTILE))
    if (!ABOUT.includes(name)) copyFileSync(join(HOSTILE, name), join(directory, name))
  for (const [name, content] of Object.entries(hostileNames()))
    copyFileSync(join(HOSTILE, content), join(directory, name))
}

/** A name, and the file whose content it gets. */
export function hostileNames(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(HOSTILE, 'names.json'), 'utf8'))
}

/** Texts that attack, by what they try. */
export function payloads(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(HOSTILE, 'payloads.json'), 'utf8'))
}
