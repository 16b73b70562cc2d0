import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { SaveFailure } from '../save-failure.tsx'
import { StaleNotice } from '../stale-notice.tsx'
import styles from './form.module.css'
import type { VersionedForm } from './use-versioned-form.ts'
import { formWords } from './words.data.ts'

type Props<V> = {
  readonly form: VersionedForm<V>
  /** What keeps it from being saved, each with the name of its field. */
  readonly faults: readonly string[]
  /** Shows the faults beside their fields. */
  readonly onCheck: () => void
}

/** Saves or discards what was entered, and says what became of it. */
export function FormFoot<V>({ form, faults, onCheck }: Props<V>) {
  const t = useWords(formWords)
  const [wasAsked, setWasAsked] = useState(false)
  const save = (overwrite = false) => {
    setWasAsked(true)
    onCheck()
    if (faults.length === 0) form.save(overwrite)
  }
  const discard = () => {
    setWasAsked(false)
    form.discard()
  }
  return (
    <div className={`stack gap-12 ${styles.foot}`}>
      {wasAsked && faults.length > 0 ? (
        <div role="alert" className={styles.faults}>
          <b>{t('notSaved')}</b>
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {form.problem ? <SaveFailure problem={form.problem} /> : null}
      {form.isStale ? (
        <StaleNotice wasRefused={form.problem !== null} onLoad={discard} onSave={() => save(true)} />
      ) : (
        <div className="row wrap gap-8">
          <Button
            look="primary"
            disabledReason={form.isDirty || form.isSaving ? undefined : t('nothingEntered')}
            disabled={form.isSaving}
            onClick={() => save()}
          >
            {t(form.isSaving ? 'saving' : 'save')}
          </Button>
          {form.isDirty && !form.isSaving ? <Button onClick={discard}>{t('discard')}</Button> : null}
          <span className={`soft fs-13 ${styles.said}`} role="status">
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
