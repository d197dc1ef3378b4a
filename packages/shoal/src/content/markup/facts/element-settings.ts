// XML that configures a program as settings: attributes, texts of elements, and pairs such as `<add key="a" value="1"/>`.
import { basename } from 'node:path'
import type { FactRow } from '@shoal/base/model/relation'
import type { MarkupVisitor, Tag } from '../../../text/markup-events.ts'
import { settingRow } from '../../setting-row.ts'

const NAMES =
  /(?:^|[._-])(?:config|configuration|settings|properties|pom|web|app|beans|context|applicationcontext|log4j2?|logback|nlog|persistence|build|server|struts|hibernate|ivy|phpunit|preferences|androidmanifest)(?:[._-][\w-]{1,30})?\.(?:xml|config|xconf|plist)$|\.(?:config|props|targets|csproj|vbproj|fsproj|plist)$/i
const KEYS = ['key', 'name', 'id', 'property']
const DEEPEST = 200
const LONGEST_VALUE = 2000

export function isConfiguration(path: string): boolean {
  return NAMES.test(basename(path))
}

interface Element {
  readonly path: string
  readonly name: string
  readonly line: number
  text: string
  textLine: number
  hasChildren: boolean
}

export class ElementSettings implements MarkupVisitor {
  private rows: FactRow[] = []
  private readonly open: Element[] = []
  private depth = 0

  tag(tag: Tag): void {
    if (tag.kind === 'end') this.end(tag.name)
    else this.start(tag)
  }

  text(text: string, line: number): void {
    const element = this.open.at(-1)
    if (!element || this.depth > this.open.length || text.trim() === '') return
    if (element.text === '') element.textLine = line
    if (element.text.length < LONGEST_VALUE) element.text += (element.text === '' ? '' : ' ') + text.trim()
  }

  fault(): void {}

  take(): FactRow[] {
    const { rows } = this
    this.rows = []
    return rows
  }

  finish(_lines: number): FactRow[] {
    while (this.open.length > 0) this.close()
    return this.take().sort((a, b) => a.line - b.line)
  }

  private start({ name, attributes, closed, line }: Tag): void {
    const parent = this.open.at(-1)
    if (parent) parent.hasChildren = true
    const key = KEYS.find(one => attributes.has(one))
    const value = attributes.get('value')
    const path = parent ? `${parent.path}.${name}` : name
    if (key !== undefined && value !== undefined) this.add(attributes.get(key)!, path, value, line)
    for (const [attribute, text] of attributes)
      if (!/^xmlns\b|^xsi:/.test(attribute) && !(value !== undefined && (attribute === key || attribute === 'value')))
        this.add(attribute, path, text, line)
    if (closed) return
    this.depth++
    if (this.open.length < DEEPEST) this.open.push({ path, name, line, text: '', textLine: line, hasChildren: false })
  }

  private end(name: string): void {
    if (this.depth > this.open.length) this.depth--
    else if (this.open.at(-1)?.name === name) this.close()
  }

  private close(): void {
    const { path, name, text, textLine, hasChildren } = this.open.pop()!
    this.depth = Math.max(this.open.length, this.depth - 1)
    if (hasChildren || text === '') return
    const parent = path.slice(0, path.length - name.length - 1)
    this.add(name, parent, text, textLine)
  }

  private add(name: string, path: string, value: string, line: number): void {
    const key = path === '' ? name : `${path}.${name}`
    this.rows.push(
      settingRow({
        line,
        key: key.slice(0, 1000),
        name,
        value: value.slice(0, LONGEST_VALUE),
        quoted: true,
        kind: 'config',
      }),
    )
  }
}
