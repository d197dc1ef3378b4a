// What cannot be drawn costs itself only, and says so.
import { Component, type ComponentChildren } from 'preact'

export interface BoundaryProps {
  /** What is drawn inside: `This chart`. */
  readonly what: string
  readonly children: ComponentChildren
}

export class Boundary extends Component<BoundaryProps, { readonly error: string | null }> {
  override state = { error: null }

  static override getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error.message : String(error) }
  }

  render() {
    const { what, children } = this.props
    if (this.state.error === null) return children
    return (
      <p class="small muted" role="note">
        {what} could not be drawn: {this.state.error}
      </p>
    )
  }
}
