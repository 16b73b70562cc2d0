import type { Observation } from '@apsis/contract/odt/observation.ts'
import { MOST_REASON_LETTERS } from '@apsis/contract/odt/withdrawal.ts'
import { useState } from 'react'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { formatInstant } from '../../clock/format.ts'
import { useNaming } from '../../shell/status/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { useWithdrawTrack } from './queries.ts'
import { lifeWords } from './words.data.ts'

/** Withdraws a file of the organisation's own that counts, and says before what that changes. */
export function Withdraw({ file }: { readonly file: Observation }) {
  const t = useWords(lifeWords)
  const [isAsking, setAsking] = useState(false)
  if (file.observationRequestId !== null || file.withdrawn !== null) return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('withdraw')}</Button>
      {isAsking ? <Asking file={file} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

function Asking({ file, onClose }: { readonly file: Observation; readonly onClose: () => void }) {
  const t = useWords(lifeWords)
  const [reason, setReason] = useState('')
  const [wasAsked, setAsked] = useState(false)
  const withdraw = useWithdrawTrack()
  const isEmpty = reason.trim() === ''
  const confirm = () => {
    setAsked(true)
    if (isEmpty || withdraw.isPending) return
    withdraw.mutate({ fileId: file.observationFileId, reason: reason.trim() }, { onSuccess: onClose })
  }
  const events = new Set(
    file.events.filter(({ outcome }) => outcome === 'FUSED').map(({ conjunctionId }) => conjunctionId),
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('withdrawOf', { sensor: file.sensorCode, time: formatInstant(Date.parse(file.start)) })}
      close={t('withdrawNot')}
      confirm={{ label: t('withdrawNow'), onConfirm: confirm }}
    >
      {withdraw.error ? (
        <Strip level="serious" isUrgent>
          {t('withdrawFailed')} ({codeInWords(withdraw.error)}): {problemInWords(withdraw.error).message}
        </Strip>
      ) : null}
      <p>{[t('withdrawHelp'), ...(events.size > 0 ? [t('withdrawEvents', { count: events.size })] : [])].join(' ')}</p>
      <TextArea
        label={t('withdrawWhy')}
        value={reason}
        onChange={setReason}
        rows={3}
        maxLength={MOST_REASON_LETTERS}
        autoFocus
        error={wasAsked && isEmpty ? t('withdrawWhyMissing') : undefined}
      />
    </Dialog>
  )
}

/** That a file was withdrawn, by whom, when and why. */
export function WithdrawnStrip({ file: { withdrawn } }: { readonly file: Pick<Observation, 'withdrawn'> }) {
  const t = useWords(lifeWords)
  const { nameOf } = useNaming()
  if (withdrawn === null) return null
  const { at, by, reason } = withdrawn
  return (
    <Strip level="serious">{t('withdrawn', { time: formatInstant(Date.parse(at)), by: nameOf(by), reason })}</Strip>
  )
}
