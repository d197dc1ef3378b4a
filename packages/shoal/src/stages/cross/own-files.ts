// Which files are of the program itself, by their folders below the one that all files share: tests, examples, documents,
// packaging and what was taken over from others have settings and constants of their own.
import { type FileRole, roleOfPlace } from '../../text/file-role.ts'
import { withoutSharedFolder } from '../../text/path-labels.ts'

const ASIDE =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|fixtures?|__fixtures__|mocks?|__mocks__|testdata|test[-_]data|docs?|documentation|man|examples?|samples?(?:[-_][^/]*)?|demos?|templates?|skeletons?|scaffolds?|skel|boilerplates?|tutorials?|contrib|vendor|third[-_]party|node_modules|debian|packaging|locales?|i18n|translations?|l10n|benchmarks?|bench|\.pc|\.github|\.gitlab|\.circleci|\.vscode|\.idea)\/|[._-](?:test|spec|example|sample|template|dist)\.\w+$|(?:^|\/)(?:examples?|samples?)\.\w+$|(?:^|\/)(?:configure|config\.(?:guess|sub|status)|ltmain\.sh|install-sh|depcomp|missing|libtool|aclocal\.m4)$|\.(?:tmpl|tpl|template|example|sample|dist|in|j2|erb)$|(?:^|\/)(?:test_[^/]*|conftest)\.py$|_(?:test|spec)\.\w+$/i
const STANDS_IN =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|__fixtures__|mocks?|__mocks__|stubs?|testdata|test[-_]data|test[-_]?fixtures)\//i
const STANDS_IN_FILE = /(?:^|[_.-])(?:fixtures?|mocks?|stubs?|tests?)(?:[_.-]|$)/i
/** Prose that tells of the past, or of what holds for any program. */
const OF_NO_PROGRAM =
  /(?:^|\/)(?:change(?:s|log)|news|history|release[-_ ]?notes|licen[cs]e|copying|authors|credits|contributors|contributing|code[-_]of[-_]conduct|security|todo|upgrad(?:e|ing))[^/]*$|(?:^|\/)debian\//i

/** Folders that are packages of Java and its kin: `org.example` is a name like any other. */
const PACKAGES =
  /(?<=(?:^|\/)src\/main\/(?:java|kotlin|scala|groovy)\/).*\/|(?<=(?:^|\/)(?:org|com|net|io)\/)example\//i

/** What the paths of a run say about its files. */
export class FileRoles {
  private readonly own: ReadonlyMap<string, string>
  private readonly aside = new Map<string, boolean>()

  constructor(paths: readonly string[]) {
    this.own = new Map(withoutSharedFolder(paths).map((path, k) => [paths[k]!, path]))
  }

  /** Not of the program itself. Every check asks it of every file. */
  isAside(path: string): boolean {
    const known = this.aside.get(path)
    if (known !== undefined) return known
    const isAside = ASIDE.test((this.own.get(path) ?? path).replace(PACKAGES, ''))
    this.aside.set(path, isAside)
    return isAside
  }

  roleOf(path: string): FileRole {
    return roleOfPlace((this.own.get(path) ?? path).replace(PACKAGES, ''))
  }

  /** Stands in for real data. */
  isFixture(path: string): boolean {
    const own = this.own.get(path) ?? path
    return STANDS_IN.test(own) || STANDS_IN_FILE.test(own.slice(own.lastIndexOf('/') + 1))
  }

  /** Says nothing about the program as it is. */
  isTimeless(path: string): boolean {
    return OF_NO_PROGRAM.test(this.own.get(path) ?? path)
  }
}
