// Cuts configuration along what its format calls a unit: documents and keys, sections, blocks, rules, stages.
import type { Cutting } from '@shoal/base/model/chunk'
import type { CutRequest } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { scanBlocks } from '../../text/structure/blocks.ts'
import type { Outline } from '../../text/structure/outline.ts'
import { scanParagraphs } from '../../text/structure/paragraphs.ts'
import { scanDockerfile, scanMakefile } from '../../text/structure/recipes.ts'
import { scanSections, scanToml } from '../../text/structure/sections.ts'
import { cutStructure, type LineScanner, lineReader } from '../../text/structure/structured-cut.ts'
import { scanYaml } from '../../text/structure/yaml.ts'
import { type Dialect, dialectOf } from './dialect.ts'
import { labelBlock, labelHeader, labelKey } from './labels.ts'

interface Format {
  readonly scan: (outline: Outline) => LineScanner
  readonly method: string
  readonly label: typeof labelHeader
}

const FORMATS: Readonly<Record<Dialect, Format>> = {
  yaml: { scan: scanYaml, method: 'keys', label: labelKey },
  toml: { scan: scanToml, method: 'sections', label: labelHeader },
  ini: { scan: scanSections, method: 'sections', label: labelHeader },
  blocks: { scan: scanBlocks, method: 'blocks', label: labelBlock },
  makefile: { scan: scanMakefile, method: 'rules', label: labelHeader },
  dockerfile: { scan: scanDockerfile, method: 'stages', label: labelHeader },
  lines: { scan: scanParagraphs, method: 'lines', label: labelHeader },
}

export async function cut(source: SourceText, request: CutRequest): Promise<Cutting> {
  const dialect = dialectOf(source, request.language)
  const { scan, method, label } = FORMATS[dialect]
  const cutting = await cutStructure(source, request, { read: lineReader(scan), method, kind: method, label })
  return { ...cutting, facts: { dialect } }
}
