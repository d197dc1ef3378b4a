// Which files stand in for real data: by their names and those of their folders, below the folder that all files share.
import { withoutSharedFolder } from '../../text/path-labels.ts'
import type { AnchorIndex } from './check.ts'

const STANDS_IN =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|__fixtures__|mocks?|__mocks__|stubs?|testdata|test[-_]data|test[-_]?fixtures)\/|(?:^|[/_.-])(?:fixtures?|mocks?|stubs?|tests?)(?=[_.-][^/]*$|$)/i

export function fixturePaths({ paths }: AnchorIndex): (path: string) => boolean {
  const own = new Map(withoutSharedFolder(paths).map((path, k) => [paths[k]!, STANDS_IN.test(path)]))
  return path => own.get(path) ?? false
}
