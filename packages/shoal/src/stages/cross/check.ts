// What a check across files gets and gives. Each check is one file and one line in checks.ts.
import type { Anchor, AnchorRole } from '@shoal/base/model/anchor'
import type { Finding } from '@shoal/base/model/finding'
import { addTo } from '@shoal/base/model/lists'
import type { FileAnchors } from '@shoal/base/model/report'
import { LeftOut } from '../../text/left-out.ts'
import type { LinkKind } from './advice.ts'
import { impliedBy } from './implied.ts'
import { FileRoles } from './own-files.ts'

/** An anchor with the file it stands in. */
export interface Located extends Anchor {
  readonly file: string
  readonly language: string | null
  /** The file is a program: detection names a language for programs only. */
  readonly inCode: boolean
  /** The file holds settings. */
  readonly inSettings: boolean
}

/** One end of a cross finding: words of a file that show it. */
export interface End {
  readonly file: string
  readonly line: number
  readonly character?: number
  readonly quote: string
}

/** A cross finding before its ends were checked. */
export interface CrossDraft {
  readonly kind: LinkKind
  readonly summary: string
  readonly severity: Finding['severity']
  readonly nature: Finding['nature']
  /** What shows it best: few. All must stand in their files, or the finding is dropped. */
  readonly ends: readonly End[]
  /** Where else the same stands. */
  readonly more?: readonly End[]
  readonly topics: readonly string[]
  /** 0 to 1, order among findings of the same severity; 0.5 when left out. */
  readonly weight?: number
}

/**
 * One thing to look for in the anchors of all files.
 * - linear in the anchors, or nearly: anchors are joined by maps, never each with each
 * - bounded: many of a kind are one draft with a count
 * - silent when in doubt: a false alarm costs more than a missed remark
 */
export type CrossCheck = (anchors: AnchorIndex) => readonly CrossDraft[]

/** All anchors of a run by role, and the files there are. */
export class AnchorIndex {
  private readonly roles = new Map<AnchorRole, Located[]>()
  readonly files: FileRoles
  /** What checks did not look at. */
  readonly leftOut = new LeftOut()

  constructor(
    files: readonly FileAnchors[],
    /** Every file that was read. */
    readonly paths: readonly string[],
    /** Files and directories (with a slash at the end) that are there but were not read. */
    readonly unread: readonly string[],
  ) {
    this.files = new FileRoles(paths)
    for (const file of files) this.hear(file)
  }

  /** What one more file says. */
  hear({ path: file, language, anchors }: FileAnchors): void {
    const of = { file, language, inCode: language !== null, inSettings: anchors.some(isSetting) }
    for (const anchor of anchors)
      for (const said of [anchor, ...(language === null ? [] : impliedBy(anchor))]) this.add({ ...said, ...of })
  }

  /** No code stands in folders or declarations of types that were not read: only then is a name known to be nowhere. */
  get isAllCodeRead(): boolean {
    return !this.unread.some(path =>
      /(?:^|\/)(?:dist|build|out|lib|target|src|static|public|vendor)\/$|\.d\.[cm]?ts$/.test(path),
    )
  }

  private add(anchor: Located): void {
    addTo(this.roles, anchor.role, anchor)
  }

  /** Of the program itself: not of its tests, examples and documents. */
  own(...roles: readonly AnchorRole[]): readonly Located[] {
    return this.of(...roles).filter(({ file }) => !this.files.isAside(file))
  }

  of(...roles: readonly AnchorRole[]): readonly Located[] {
    return roles.length === 1 ? (this.roles.get(roles[0]!) ?? []) : roles.flatMap(role => this.roles.get(role) ?? [])
  }
}

function isSetting({ role }: Anchor): boolean {
  return role === 'config-key'
}
