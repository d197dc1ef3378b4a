// The head of a list: words to search for, one kind to choose, and how many are found.
import './list-filters.css'

export interface ListFilter {
  readonly search: string
  /** Empty for any. */
  readonly kind: string
}

export const NO_FILTER: ListFilter = { search: '', kind: '' }

export interface ListFiltersProps {
  readonly filter: ListFilter
  readonly onFilter: (filter: ListFilter) => void
  /** `Search tasks`; `about` says more of it to those who only hear it. */
  readonly hint: string
  readonly about?: string
  /** `State`. */
  readonly kindName: string
  readonly kinds: readonly string[]
  /** How many there are, in words. */
  readonly found: string
}

export function ListFilters({ filter, onFilter, hint, about = hint, kindName, kinds, found }: ListFiltersProps) {
  return (
    <div class="list-filters">
      <label>
        <span class="sr-only">{about}</span>
        <input
          class="field"
          type="search"
          placeholder={hint}
          value={filter.search}
          onInput={event => onFilter({ ...filter, search: event.currentTarget.value })}
        />
      </label>
      <label>
        <span class="sr-only">{kindName}</span>
        <select
          class="field"
          value={filter.kind}
          onChange={event => onFilter({ ...filter, kind: event.currentTarget.value })}
        >
          <option value="">Any {kindName.toLowerCase()}</option>
          {kinds.map(kind => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </select>
      </label>
      <span class="muted small" role="status">
        {found}
      </span>
    </div>
  )
}

/** Whether something of that kind, of which these are the texts, is what is looked for: every word stands somewhere. */
export function isFound({ search, kind }: ListFilter, itsKind: string, texts: readonly (string | null)[]): boolean {
  const text = texts.join('\n').toLowerCase()
  const words = search.toLowerCase().split(/\s+/)
  return (kind === '' || kind === itsKind) && words.every(word => text.includes(word))
}
