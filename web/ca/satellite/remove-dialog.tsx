import { useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../fleet/satellite.module.css'
import { satelliteWords } from '../fleet/words.data.ts'

type Props = {
  readonly name: string
  /** How many events are hidden with it. */
  readonly events: number
  readonly onClose: () => void
  readonly onRemove: () => void
}

/** Removes only who has typed the name of what is removed. */
export function RemoveDialog({ name, events, onClose, onRemove }: Props) {
  const t = useWords(satelliteWords)
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isSame = typed.trim() === name
  return (
    <Dialog
      isOpen
      title={t('removeTitle', { name })}
      onClose={onClose}
      close={t('removeKeep')}
      confirm={{ label: t('removeVerb', { name }), onConfirm: () => (isSame ? onRemove() : setChecked(true)) }}
    >
      <p>{t('removeText', { name, count: events })}</p>
      <div className={styles.dialog}>
        <TextField
          label={t('removeType', { name })}
          value={typed}
          onChange={setTyped}
          error={isChecked && !isSame ? t('removeMismatch') : undefined}
        />
      </div>
    </Dialog>
  )
}
