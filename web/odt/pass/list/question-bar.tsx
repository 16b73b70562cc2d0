import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { Segments } from '../../../ui/button/segments.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { ObjectField } from '../../request/object-field.tsx'
import { isNobody, resolved, useNamedObjects, writtenObject } from '../../request/objects.ts'
import { orbitOfText } from '../orbit-text.ts'
import styles from './passes.module.css'
import { DAYS, type PassesSearch, type PassFault, USUAL_DAYS } from './question.ts'
import { passesWords } from './words.data.ts'

type Props = {
  readonly search: PassesSearch
  readonly faults: readonly PassFault[]
  readonly onAsk: (search: PassesSearch) => void
}

/** Shows the fields for the object, the sensors and the time of the passes. */
export function QuestionBar({ search, faults, onAsk }: Props) {
  const t = useWords(passesWords)
  const [draft, setDraft] = useState(search)
  const objects = useNamedObjects()
  const about = { satellite: draft.satellite ?? '', object: draft.object ?? '' }
  const written = writtenObject(about, objects)
  const isUnknown = about.satellite === '' && orbitOfText(about.object) === undefined && isNobody(about.object, objects)
  const set = (field: keyof PassesSearch) => (text: string) =>
    setDraft((all) => ({ ...all, [field]: text.trim() === '' ? undefined : text }))
  const errorOf = (fault: PassFault) => (faults.includes(fault) ? t(fault) : undefined)
  return (
    <form
      className={`flex wrap items-start flex-none gap-8-16 pad-10 line-bottom no-paper ${styles.bar}`}
      onSubmit={(event) => {
        event.preventDefault()
        const { satellite, object } = resolved(about, objects)
        onAsk({ ...draft, satellite: satellite || undefined, object: object || undefined })
      }}
    >
      <div className={styles.object}>
        <ObjectField
          label={t('object')}
          help={written === '' || /\n/.test(written) ? t('objectHelp') : undefined}
          error={isUnknown ? t('objectUnknown') : errorOf('badObject')}
          written={written}
          names={objects.map(({ name }) => name)}
          onChange={(text) => setDraft((all) => ({ ...all, object: text || undefined, satellite: undefined }))}
        />
      </div>
      <TextField label={t('sensors')} help={t('sensorsHelp')} value={draft.sensors ?? ''} onChange={set('sensors')} />
      <TextField
        label={t('from')}
        help={t('fromHelp')}
        value={draft.from ?? ''}
        onChange={set('from')}
        error={errorOf('badFrom')}
      />
      <TextField
        label={t('elevation')}
        unit="°"
        inputMode="decimal"
        value={draft.elevation ?? ''}
        onChange={set('elevation')}
        error={errorOf('badElevation')}
      />
      <TextField
        label={t('least')}
        unit="min"
        inputMode="decimal"
        value={draft.least ?? ''}
        onChange={set('least')}
        error={errorOf('badLeast')}
      />
      <div className={styles.days}>
        <span>{t('days')}</span>
        <Segments
          label={t('days')}
          value={DAYS.find((one) => one === draft.days) ?? USUAL_DAYS}
          options={DAYS.map((value) => ({ value, label: value }))}
          onChange={(days) => setDraft((all) => ({ ...all, days }))}
        />
      </div>
      <Button type="submit" look="primary" className={styles.submit}>
        {t('find')}
      </Button>
    </form>
  )
}
