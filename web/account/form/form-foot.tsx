import type { FieldPath } from '../../form/read-by-contract.ts'
import type { Form } from '../../form/use-form.ts'
import { Button } from '../../ui/button/button.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './form.module.css'
import { SaveFailure } from './save-failure.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { formWords } from './words.data.ts'

type Props<V> = {
  readonly form: Form<V>
  /** Returns the name of a field that has an error; undefined if the text of the error is a complete sentence. */
  readonly nameOf: (field: FieldPath<V>) => string | undefined
}

/** Shows the buttons that save or discard the input, and the result. */
export function FormFoot<V>({ form, nameOf }: Props<V>) {
  const t = useWords(formWords)
  const faults = [...form.faults].map(([path, message]) => {
    const field = nameOf(path)
    return field === undefined ? message : t('fault', { field, message })
  })
  return (
    <div className="stack gap-12 mt-4 no-print">
      {faults.length > 0 ? (
        <div role="alert" className={`fs-13 ${styles.faults}`}>
          <b>{t('notSaved')}</b>
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {form.problem && !form.isStale ? <SaveFailure problem={form.problem} /> : null}
      {form.isStale ? (
        <StaleNotice wasRefused={form.problem !== null} onLoad={form.discard} onSave={form.overwrite} />
      ) : (
        <div className="row wrap gap-8">
          <Button
            look="primary"
            disabledReason={form.isDirty || form.isSaving ? undefined : t('nothingEntered')}
            disabled={form.isSaving}
            onClick={form.submit}
          >
            {t(form.isSaving ? 'saving' : 'save')}
          </Button>
          {form.isDirty && !form.isSaving ? <Button onClick={form.discard}>{t('discard')}</Button> : null}
          <span className={`soft fs-13 inline-row ${styles.said}`} role="status">
            {form.isDirty ? t('unsaved') : null}
            {form.isSaved ? (
              <>
                <StatusSymbol level="ok" /> {t('saved')}
              </>
            ) : null}
          </span>
        </div>
      )}
    </div>
  )
}
