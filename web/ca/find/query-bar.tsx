import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import { type AskFault, type FindSearch, STANDARD } from './asked.ts'
import styles from './find.module.css'
import type { AskedField } from './refused.ts'
import { findWords } from './words.data.ts'

type Props = {
  readonly search: FindSearch
  readonly satelliteId: string | undefined
  readonly own: readonly Satellite[]
  readonly faults: readonly AskFault[]
  /** The errors that the server found in the query, by field. */
  readonly refused: Partial<Record<AskedField, string>>
  readonly isBusy: boolean
  readonly onAsk: (search: FindSearch, satelliteId: string | undefined) => void
}

/** Shows the fields of the search in one line; Enter starts the search. */
export function QueryBar({ search, satelliteId, own, faults, refused, isBusy, onAsk }: Props) {
  const t = useWords(findWords)
  const [draft, setDraft] = useState<FindSearch>(search)
  const named = own.find((one) => one.satelliteId === satelliteId)?.name
  const [object, setObject] = useState(search.object ?? named ?? '')
  const set = (part: keyof FindSearch) => (value: string) =>
    setDraft((before) => ({ ...before, [part]: value.trim() === '' ? undefined : value.trim() }))
  const errorOf = (field: AskedField, ...ones: readonly AskFault[]) => {
    const fault = faults.find((one) => ones.includes(one))
    return fault ? t(fault) : refused[field]
  }
  const ask = () => {
    const mine = own.find((one) => one.satelliteId === satelliteId && one.name === object)
    onAsk({ ...draft, object: mine ? undefined : object.trim() || undefined }, mine?.satelliteId)
  }
  return (
    <form
      className={`flex wrap items-start pad-10 line-bottom gap-8-16 ${styles.bar}`}
      aria-label={t('title')}
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <div className={styles.object}>
        <TextArea
          label={t('object')}
          rows={object.includes('\n') ? 3 : 1}
          isMono
          value={object}
          onChange={setObject}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            ask()
          }}
          help={t('objectHelp')}
          error={errorOf('object', 'noObject', 'unknownObject')}
        />
      </div>
      {own.length > 0 ? (
        <Select
          label={t('own')}
          options={[
            { value: '', label: t('choose') },
            ...own.map(({ satelliteId: value, name }) => ({ value, label: name })),
          ]}
          value={satelliteId ?? ''}
          onChange={(value) => (value === '' ? undefined : onAsk({ ...draft, object: undefined }, value))}
        />
      ) : null}
      <TextField
        label={t('with')}
        value={draft.with ?? STANDARD.with}
        onChange={set('with')}
        help={t('withHelp')}
        error={errorOf('with', 'badWith')}
      />
      <TextField
        label={t('from')}
        value={draft.from ?? ''}
        onChange={set('from')}
        help={t('fromHelp')}
        error={errorOf('from', 'badFrom')}
      />
      <TextField
        label={t('hours')}
        inputMode="decimal"
        value={draft.hours ?? String(STANDARD.hours)}
        onChange={set('hours')}
        error={errorOf('hours', 'badHours')}
      />
      <TextField
        label={t('km')}
        inputMode="decimal"
        value={draft.km ?? String(STANDARD.km)}
        onChange={set('km')}
        error={errorOf('km', 'badKm')}
      />
      <Button type="submit" look="primary" className={styles.submit}>
        {t(isBusy ? 'searching' : 'search')}
      </Button>
    </form>
  )
}
