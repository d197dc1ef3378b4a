// Names of files in an answer: as short as tells them apart, and none where there is only one file.
import type { Panel } from '@shoal/base/model/finding'
import type { ComparedType } from '@shoal/base/model/report'
import { baseName } from '@shoal/base/text/paths'
import { printable } from '@shoal/base/text/printable'
import { withoutSharedFolder } from '../text/path-labels.ts'

export class FileNames {
  private readonly names: ReadonlyMap<string, string>
  private readonly isSeveral: boolean

  constructor(types: readonly ComparedType[]) {
    const paths = types.flatMap(({ files }) => files.map(({ path }) => path))
    const counts = new Map<string, number>()
    for (const path of paths) counts.set(baseName(path), (counts.get(baseName(path)) ?? 0) + 1)
    const distinct = withoutSharedFolder(paths)
    this.names = new Map(
      paths.map((path, k) => [path, counts.get(baseName(path))! > 1 ? distinct[k]! : baseName(path)]),
    )
    this.isSeveral = types.reduce((sum, { read }) => sum + read.files, 0) > 1
  }

  of(path: string): string {
    return printable(this.names.get(path) ?? baseName(path))
  }

  /** Beside an answer a picture has to say which file it shows, unless there is no other. */
  titled(panel: Panel, path: string | undefined): Panel {
    if (path === undefined || !this.isSeveral || panel.title.includes(this.of(path))) return panel
    return { ...panel, title: `${this.of(path)}: ${panel.title}` }
  }
}
