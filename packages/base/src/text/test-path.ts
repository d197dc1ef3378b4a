// Which files test the program or show how to use it, by their names and folders. Only folders below what was named tell
// something: a clone may stand in a folder named `test`.
import { posix } from 'node:path'

const TEST =
  /(?:^|\/)(?:(?:__)?(?:tests?|specs?|fixtures?|mocks?)(?:__)?|test[-_]?data|e2e)\/|[._-](?:tests?|specs?|e2e)\.\w+$|(?:^|\/)(?:test_[^/]*|conftest\.py)$/i
/** `OrdersTest.java`: only the capital tells it from `latest.java`. */
const TEST_CLASS = /[a-z](?:Tests?|Spec)\.(?:java|cs|kt|scala)$/
const EXAMPLE = /(?:^|\/)(?:examples?|samples?|demos?)\//i

/** Tests as a pattern of SQL sees them, in lower case. */
export const TEST_PATH = '(^|[/_.-])(tests?|specs?)([/_.-]|$)'

/** `place` is the path below the one that was named: `placeBelow` tells it. */
export function isTestPath(place: string): boolean {
  return TEST.test(withSlashes(place)) || TEST_CLASS.test(place)
}

export function isTrialPath(place: string): boolean {
  return isTestPath(place) || EXAMPLE.test(withSlashes(place))
}

/** A file by its path below the root that leads to it; one that was itself named by its relative path, or its bare name. */
export function placeBelow(path: string, roots: readonly string[]): string {
  const own = withSlashes(path)
  let place = own.startsWith('/') || /^[A-Za-z]:\//.test(own) ? posix.basename(own) : own
  let longest = -1
  for (const root of roots) {
    const folder = posix.normalize(`${withSlashes(root)}/`)
    if (folder.length <= longest || !own.startsWith(folder)) continue
    longest = folder.length
    place = own.slice(folder.length)
  }
  return place
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/')
}
