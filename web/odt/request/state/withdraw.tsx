import { type Observation, withdrawObservation } from '@apsis/contract/odt/observation/observation.ts'
import { MOST_REASON_LETTERS } from '@apsis/contract/odt/request/withdrawal.ts'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { formatInstant } from '../../../clock/format.ts'
import { FormDialog } from '../../../form/form-dialog.tsx'
import { useForm } from '../../../form/use-form.ts'
import { useNaming } from '../../../shell/status/people.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { OBSERVATION_WRITES } from './queries.ts'
import { lifeWords } from './words.data.ts'

/** Withdraws a valid file of the organisation, and states first what that changes. */
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
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('withdrawWhyMissing') : undefined }),
    // The values of events that depend on the file are read again when the stream announces the next change.
    save: ({ reason }) =>
      call(withdrawObservation, { params: { 'file-id': file.observationFileId }, query: { reason: reason.trim() } }),
    writes: OBSERVATION_WRITES,
    onSaved: onClose,
  })
  const events = new Set(
    file.events.filter(({ outcome }) => outcome === 'FUSED').map(({ conjunctionId }) => conjunctionId),
  )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('withdrawOf', { sensor: file.sensorCode, time: formatInstant(Date.parse(file.start)) })}
      close={t('withdrawNot')}
      confirm={t('withdrawNow')}
      refused={{ what: t('withdrawFailed'), hasCode: true }}
    >
      <p>{[t('withdrawHelp'), ...(events.size > 0 ? [t('withdrawEvents', { count: events.size })] : [])].join(' ')}</p>
      <TextArea label={t('withdrawWhy')} rows={3} maxLength={MOST_REASON_LETTERS} autoFocus {...form.field('reason')} />
    </FormDialog>
  )
}

/** Shows that a file was withdrawn, by whom, when and why. */
export function WithdrawnBanner({ file: { withdrawn } }: { readonly file: Pick<Observation, 'withdrawn'> }) {
  const t = useWords(lifeWords)
  const { nameOf } = useNaming()
  if (withdrawn === null) return null
  const { at, by, reason } = withdrawn
  return (
    <Banner level="serious">{t('withdrawn', { time: formatInstant(Date.parse(at)), by: nameOf(by), reason })}</Banner>
  )
}
