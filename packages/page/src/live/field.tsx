// One field of a form: its name, what to write in it, and what is wrong with what was written.
import './field.css'

export interface FieldProps {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly problem?: string | undefined
  readonly children: (props: {
    readonly id: string
    readonly 'aria-describedby': string
    readonly 'aria-invalid': boolean
  }) => preact.JSX.Element
}

export function Field({ id, label, hint, problem, children }: FieldProps) {
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': problem !== undefined })}
      <p id={`${id}-hint`} class={problem ? 'small live-bad' : 'small muted'}>
        {problem ?? hint}
      </p>
    </div>
  )
}
