// Links that lead to a part of another document which that document does not have.
import { nearest } from '@shoal/base/text/nearest'
import { decodedUri } from '@shoal/base/text/paths'
import { folderOf, joined } from '../../text/code/graph/manifests.ts'
import type { CrossCheck, Located } from './check.ts'

export const checkFragments: CrossCheck = anchors => {
  const documents = new Map(anchors.of('sections').map(one => [one.file, one]))
  if (documents.size === 0) return []
  return anchors.of('path').flatMap(link => {
    const { value, name, file } = link
    if (!value?.startsWith('#') || link.inCode) return []
    const document = documents.get(joined(folderOf(file), name))
    const id = decodedUri(value.slice(1)).toLowerCase()
    if (!document || isThere(id, document)) return []
    const near = nearest(id, document.value!.split(' '))
    return [
      {
        kind: 'broken-anchor' as const,
        summary: `${file} links to ${name}${value}, but ${document.file} has no such heading${near ? `; it has #${near}` : ''}`,
        severity: 'low' as const,
        nature: 'problem' as const,
        ends: [link, document],
        topics: [id, name, 'link', 'documentation'],
        weight: 0.6,
      },
    ]
  })
}

/** `#L10-L20` is a line of the file as its host shows it. */
function isThere(id: string, { value = '' }: Located): boolean {
  return /^l\d+(?:-l?\d+)?$|^(?:top|readme|:~:.*)$/.test(id) || ` ${value} `.includes(` ${id} `)
}
