import { codeInWords, problemInWords } from '../../../api/problem-in-words.ts'
import type { Form } from '../../../form/use-form.ts'
import { Button } from '../../../ui/button/button.tsx'
import { StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../ui/text/language.ts'
import styles from '../satellite.module.css'
import type { FormPart } from '../satellite-form.ts'
import { satelliteWords } from '../words.data.ts'

type Props = {
  readonly name: string
  readonly changed: readonly FormPart[]
  readonly faults: ReadonlyMap<FormPart, string>
  readonly form: Pick<Form<object>, 'problem' | 'isStale' | 'isSaving' | 'discard' | 'overwrite' | 'submit'>
  readonly children: React.ReactNode
}

/** Shows the unsaved changes and their effect, with the buttons to save or discard them. */
export function DirtyBar(props: Props) {
  const { name, changed, faults, form, children } = props
  const { problem, isStale, isSaving } = form
  const t = useWords(satelliteWords)
  const list = changed.map((field) => t(field)).join(', ')
  return (
    <section
      className={`flex wrap pad-10 raised items-end sticky ${styles.dirty}`}
      aria-label={t('changed', { count: changed.length, list: '' })}
    >
      <div className={`stack min-w-0 gap-4 ${styles.dirtyText}`}>
        <p>{t('changed', { count: changed.length, list })}</p>
        {faults.size > 0 ? (
          <p className="ink fs-13">
            <StatusSymbol level="serious" />{' '}
            {t('correct', { list: [...faults.keys()].map((one) => t(one)).join(', ') })}
          </p>
        ) : null}
        {isStale ? (
          <p role="alert" className="ink fs-13">
            <StatusSymbol level="caution" /> {t('staleText', { name })}
          </p>
        ) : problem ? (
          <p role="alert" className="ink fs-13">
            <StatusSymbol level="serious" /> {t('notSaved')} ({codeInWords(problem)}): {problemInWords(problem).message}{' '}
            {t('keptDraft')}
          </p>
        ) : null}
        {children}
      </div>
      <div className="row wrap justify-between gap-8">
        {isStale ? (
          <>
            <Button onClick={form.discard}>{t('loadTheirs')}</Button>
            <Button look="primary" onClick={form.overwrite}>
              {t('overwrite')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={form.discard}>{t('discard')}</Button>
            <Button look="primary" disabled={isSaving} onClick={form.submit}>
              {t(isSaving ? 'saving' : 'save')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
