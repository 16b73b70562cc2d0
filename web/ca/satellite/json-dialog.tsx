import { SatelliteInput } from '@apsis/contract/ca/satellite.ts'
import { issueInWords } from '@apsis/contract/issue-in-words.ts'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../fleet/satellite.module.css'
import { satelliteWords } from '../fleet/words.data.ts'

type Props = { readonly onClose: () => void; readonly onLoad: (input: SatelliteInput) => void }

/** Fills the form from JSON, as it was saved here or as the API takes it. */
export function JsonDialog({ onClose, onLoad }: Props) {
  const t = useWords(satelliteWords)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const load = () => {
    const read = readSatellite(text)
    if (typeof read === 'string') setFault(t('jsonFault', { fault: read }))
    else onLoad(read)
  }
  return (
    <Dialog
      isOpen
      title={t('jsonTitle')}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('jsonLoad'), onConfirm: load }}
    >
      <p>{t('jsonText')}</p>
      <div className={styles.dialog}>
        <TextArea label={t('jsonLabel')} isMono rows={12} value={text} onChange={setText} error={fault} />
      </div>
    </Dialog>
  )
}

/** What a satellite has that is not sent. */
const ANSWERED = ['satelliteId', 'derived', 'isSimulated', 'version', 'createdAt', 'updatedAt']

function readSatellite(text: string): SatelliteInput | string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return '{ … }'
    const sent = Object.fromEntries(Object.entries(value).filter(([name]) => !ANSWERED.includes(name)))
    const parsed = SatelliteInput.safeParse(sent, { error: issueInWords })
    if (parsed.success) return parsed.data
    const [first] = parsed.error.issues
    return `${first?.path.join('.')}: ${first?.message}`
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure)
  }
}
