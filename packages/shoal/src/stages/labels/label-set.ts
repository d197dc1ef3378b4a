// Sets of labels: how one is made of names and meanings, and what it applies to.
import type { Label, LabelSet } from '@shoal/base/model/label'
import { digestText } from '../../text/text-digest.ts'

/** Every record has a place in every set. */
export const OTHER: Label = { name: 'other', meaning: 'none of the other labels applies' }
export const UNCLEAR: Label = { name: 'unclear', meaning: 'the record does not say enough to tell' }

/** What is counted when a model gave no usable label; no set has it. */
export const UNLABELLED = 'unlabelled'

export const MOST_LABELS = 12
const LONGEST_NAME = 60
const LONGEST_MEANING = 300

type Needed = Pick<LabelSet, 'judged' | 'labels' | 'contentTypes' | 'fields'>

/** Names are told apart without regard to case; those every set has are added. */
export function makeLabelSet(parts: Needed & Partial<Omit<LabelSet, 'digest'>>): LabelSet {
  const own = new Map<string, Label>()
  for (const { name, meaning } of parts.labels) {
    const label = { name: oneLine(name, LONGEST_NAME), meaning: oneLine(meaning, LONGEST_MEANING) }
    if (label.name !== '' && !RESERVED.has(nameKey(label.name)) && !own.has(nameKey(label.name)))
      own.set(nameKey(label.name), label)
  }
  const set = {
    judged: oneLine(parts.judged, LONGEST_MEANING),
    labels: [...own.values(), OTHER, UNCLEAR],
    contentTypes: [...new Set(parts.contentTypes)].sort(),
    fields: [...new Set(parts.fields)],
    groupBy: parts.groupBy ?? null,
    forms: parts.forms ?? [],
    notRecords: [...new Set(parts.notRecords)],
  }
  // The others change which records are labelled and what is told of them, not how.
  return { ...set, digest: digestText(JSON.stringify([set.judged, set.labels, set.fields])) }
}

/** How many of its labels were chosen, not added. */
export function ownLabels({ labels }: LabelSet): readonly Label[] {
  return labels.filter(({ name }) => !RESERVED.has(nameKey(name)))
}

export function isLabelled(set: LabelSet, contentType: string): boolean {
  return set.contentTypes.includes(contentType)
}

/** By which names are compared. */
export function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

const RESERVED = new Set([OTHER.name, UNCLEAR.name, UNLABELLED])

function oneLine(text: string, most: number): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, most)
}
