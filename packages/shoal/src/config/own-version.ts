// The version of this package, as its manifest says.
import { readFileSync } from 'node:fs'
import { packageFile } from '@shoal/base/model/package-files'

export function ownVersion(): string {
  return JSON.parse(readFileSync(packageFile('package.json'), 'utf8')).version
}
