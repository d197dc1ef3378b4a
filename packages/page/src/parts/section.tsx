// A section of the page under its heading.
import type { ComponentChildren } from 'preact'
import './section.css'

export interface SectionProps {
  /** What its address ends in. */
  readonly id: string
  readonly title: string
  /** Beside the heading. */
  readonly note?: string
  readonly children: ComponentChildren
}

export function Section({ id, title, note, children }: SectionProps) {
  return (
    <section class="section" id={id} aria-labelledby={`${id}-title`}>
      <header class="section-head">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {note ? <p class="muted small">{note}</p> : null}
      </header>
      {children}
    </section>
  )
}
