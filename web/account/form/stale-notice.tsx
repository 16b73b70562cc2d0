import { Button } from '../../ui/button/button.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { accountWords } from './account-words.data.ts'
import { differencesOf, type SettingsValues } from './settings.ts'
import styles from './settings-form.module.css'

const NAMES = { email: 'emailLabel', msteams: 'teams', webhook: 'webhook', statuses: 'statuses' } as const

type Props = {
  /** The settings that are stored now; undefined until they have been read, or if they are not compared. */
  readonly theirs?: SettingsValues | undefined
  readonly mine?: SettingsValues | undefined
  /** True if the user's save was just refused, false if the user has not tried to save. */
  readonly wasRefused: boolean
  readonly onLoad: () => void
  readonly onSave: () => void
}

/** If somebody has saved in between: shows the stored values, and the choice between them and the user's own values. */
export function StaleNotice({ theirs, mine, wasRefused, onLoad, onSave }: Props) {
  const t = useWords(accountWords)
  const differences = theirs && mine ? differencesOf(theirs, mine) : []
  const shown = (field: (typeof differences)[number]) => {
    if (!theirs) return ''
    const text = field === 'statuses' ? theirs.statuses.map((status) => t(status)).join(', ') : theirs[field]
    return text || t('nothingStored')
  }
  return (
    // The button that was pressed is no longer there, so the notice takes the focus.
    <div
      role="alert"
      tabIndex={-1}
      ref={wasRefused ? focus : undefined}
      className={`stack fs-13 raised gap-8 ${styles.stale}`}
    >
      <b className="row gap-8">
        <StatusSymbol level="caution" /> {t('staleTitle')}
      </b>
      <p className="soft">
        {t('staleText')} {theirs && differences.length === 0 ? t('staleSame') : null}
      </p>
      <KeyValues
        rows={differences.map((field) => [t('storedNow', { field: t(NAMES[field]) }), shown(field)] as const)}
      />
      <div className="row wrap gap-8">
        <Button look="primary" onClick={onSave}>
          {t('saveMine')}
        </Button>
        <Button onClick={onLoad}>{t('loadTheirs')}</Button>
      </div>
    </div>
  )
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}
