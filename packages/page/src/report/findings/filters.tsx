// The search and the filters above the list of findings.

import { lookup } from '@shoal/base/model/lookup'
import { formatCount, plural } from '@shoal/base/text/printable'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { shortPath } from '../../parts/path-parts.ts'
import { shown } from '../../parts/shown.ts'
import { ACROSS, type Choice, choicesOf, type Filter, NO_FILTER, ORDERS } from './filter.ts'
import { filesOf, isBelieved, type Row } from './row.ts'

export interface FiltersProps {
  readonly rows: readonly Row[]
  readonly filter: Filter
  readonly listed: number
  /** Of content types, by their names. */
  readonly titles: Readonly<Record<string, string>>
  /** `isTyping`: one of many small steps. */
  readonly onFilter: (change: Partial<Filter>, isTyping?: boolean) => void
}

const ORDER_WORDS = { importance: 'by importance', place: 'by file and line', count: 'by count' } as const
/** Behind the last letter, so that typing is not held up. */
const PAUSE_MS = 120

export function Filters({ rows, filter, listed, titles, onFilter }: FiltersProps) {
  const believed = useMemo(() => rows.filter(isBelieved), [rows])
  const choices = useMemo(
    () => ({
      kind: choicesOf(believed, ({ kind }) => [kind]),
      contentType: choicesOf(believed, ({ contentType }) => [contentType ?? ACROSS]),
      file: choicesOf(believed, filesOf),
      nature: choicesOf(believed, ({ nature }) => [nature]),
      severity: choicesOf(believed, ({ severity, nature }) => (nature === 'problem' ? [severity] : [])),
    }),
    [believed],
  )
  const rejected = rows.length - believed.length
  const hasModels = useMemo(() => believed.some(({ by }) => by !== null), [believed])
  const isFiltered = (Object.keys(NO_FILTER) as (keyof Filter)[]).some(name => filter[name] !== NO_FILTER[name])
  return (
    <search class="filters no-print">
      <SearchField value={filter.search} onSearch={search => onFilter({ search }, true)} />
      <Select
        label="Nature"
        all="problems and facts"
        value={filter.nature}
        choices={inWords(choices.nature, { problem: 'problems', fact: 'facts' })}
        onValue={nature => onFilter({ nature: nature as Filter['nature'] })}
      />
      <Select
        label="Severity"
        all="every severity"
        value={filter.severity}
        choices={inWords(choices.severity, {})}
        onValue={severity => onFilter({ severity: severity as Filter['severity'] })}
      />
      <Select
        label="Content type"
        all="every content type"
        value={filter.contentType}
        choices={inWords(choices.contentType, titles)}
        onValue={contentType => onFilter({ contentType })}
      />
      <Select
        label="Kind of finding"
        all="every kind"
        value={filter.kind}
        choices={inWords(choices.kind, {})}
        onValue={kind => onFilter({ kind })}
      />
      <Select
        label="File"
        all="every file"
        value={filter.file}
        choices={choices.file.map(choice => ({ ...choice, words: shortPath(choice.value, 48) }))}
        onValue={file => onFilter({ file })}
      />
      <Select
        label="Verification"
        all="all quotes"
        value={filter.verified}
        choices={[
          { value: 'yes', words: 'verified quotes', count: believed.filter(({ verified }) => verified).length },
          { value: 'no', words: 'rejected quotes', count: rejected },
        ]}
        onValue={verified => onFilter({ verified: verified as Filter['verified'] })}
      />
      {hasModels ? (
        <Select
          label="Said by"
          all="programs and models"
          value={filter.by}
          choices={[
            { value: 'program', words: 'programs', count: believed.filter(({ by }) => by === null).length },
            { value: 'model', words: 'models', count: believed.filter(({ by }) => by !== null).length },
          ]}
          onValue={by => onFilter({ by: by as Filter['by'] })}
        />
      ) : null}
      <label class="filters-one">
        <span class="sr-only">Order</span>
        <select
          class="field small"
          value={filter.order}
          onChange={event => onFilter({ order: event.currentTarget.value as Filter['order'] })}
        >
          {ORDERS.map(order => (
            <option key={order} value={order}>
              {ORDER_WORDS[order]}
            </option>
          ))}
        </select>
      </label>
      <p class="filters-count small" role="status">
        {countWords(filter, listed, isFiltered ? believed.length : listed)}
      </p>
      {isFiltered ? (
        <button type="button" class="button is-plain small" onClick={() => onFilter(NO_FILTER)}>
          Show all
        </button>
      ) : null}
    </search>
  )
}

function countWords({ verified }: Filter, listed: number, all: number): string {
  if (verified === 'no') return plural(listed, 'rejected quote')
  return listed === all ? plural(all, 'finding') : `${formatCount(listed)} of ${plural(all, 'finding')}`
}

function SearchField({ value, onSearch }: { readonly value: string; readonly onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    // What is being typed is newer than what the address says.
    if (timer.current === null) setTyped(value)
  }, [value])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element | null)?.closest('input, textarea, select') != null
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      if (timer.current !== null) clearTimeout(timer.current)
    }
  }, [])
  const onInput = (search: string) => {
    setTyped(search)
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = null
      onSearch(search)
    }, PAUSE_MS)
  }
  return (
    <label class="filters-search">
      <span class="sr-only">Search findings</span>
      <input
        ref={field}
        class="field"
        type="search"
        placeholder="Search findings ( / )"
        value={typed}
        onInput={event => onInput(event.currentTarget.value)}
      />
    </label>
  )
}

interface WordedChoice extends Choice {
  readonly words: string
}

function inWords(choices: readonly Choice[], words: Readonly<Record<string, string>>): readonly WordedChoice[] {
  return choices.map(choice => ({
    ...choice,
    words: Object.hasOwn(words, choice.value)
      ? lookup(words, choice.value)!
      : shown(choice.value.replaceAll('_', ' '), 60),
  }))
}

interface SelectProps {
  readonly label: string
  readonly all: string
  readonly value: string | null
  readonly choices: readonly WordedChoice[]
  readonly onValue: (value: string | null) => void
}

const MOST_CHOICES = 500

function Select({ label, all, value, choices, onValue }: SelectProps) {
  const listed = choices.slice(0, MOST_CHOICES)
  // What an address asks for is shown, though there may be none of it.
  const isListed = value === null || listed.some(choice => choice.value === value)
  return (
    <label class="filters-one">
      <span class="sr-only">{label}</span>
      <select
        class={value === null ? 'field small' : 'field small is-set'}
        value={value ?? ''}
        onChange={event => onValue(event.currentTarget.value || null)}
      >
        <option value="">{all}</option>
        {isListed ? null : <option value={value}>{shortPath(value, 48)}</option>}
        {listed.map(choice => (
          <option key={choice.value} value={choice.value}>
            {choice.words} ({formatCount(choice.count)})
          </option>
        ))}
      </select>
    </label>
  )
}
