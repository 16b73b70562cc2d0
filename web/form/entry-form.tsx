import { Button } from '../ui/button/button.tsx'
import styles from './form.module.css'
import { Refusal } from './form-dialog.tsx'
import type { AnyForm } from './use-form.ts'

type Props = {
  readonly form: AnyForm
  readonly label: string
  /** The label of the button that saves. */
  readonly confirm: string
  /** The button that leaves the form without saving. */
  readonly cancel?: { readonly label: string; readonly onCancel: () => void }
  /** The result of the last save. */
  readonly saved?: React.ReactNode
  readonly children: React.ReactNode
}

/** A form inside another element: its fields are side by side, and its button is below them. */
export function EntryForm({ form, label, confirm, cancel, saved, children }: Props) {
  return (
    <section aria-label={label}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <div className={`flex wrap items-start gap-8 ${styles.entry}`}>{children}</div>
        <Refusal problem={form.isAtFields ? null : form.problem} />
        {saved}
        <div className={`flex wrap gap-8 ${styles.acts}`}>
          <Button look="primary" type="submit" disabled={form.isSaving}>
            {confirm}
          </Button>
          {cancel ? <Button onClick={cancel.onCancel}>{cancel.label}</Button> : null}
        </div>
      </form>
    </section>
  )
}
