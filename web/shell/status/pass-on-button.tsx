import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { type DutyAlarm, getDutyAlarm, passDutyAlarm } from '@apsis/contract/duty/alarm.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { raise } from '../../notifications/notifications.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { useWords } from '../../ui/text/language.ts'
import { passOnWords } from './pass-on-words.data.ts'
import { type Naming, useNaming } from './people.ts'

/** The interval of reading, because no event announces a new shift. */
const READ_AGAIN_MS = 60_000
const EVENTS = ['conjunction']

/** Each call is recorded as a step of the event: the announcement that the event has changed renews the answer. */
const alarmQuery = (id: string) =>
  queryOptions({
    queryKey: [...EVENTS, 'duty-alarm', id],
    meta: { silent: 'pass-on' },
    refetchInterval: READ_AGAIN_MS,
    queryFn: ({ signal }) => call(getDutyAlarm, { params: { 'conjunction-id': id } }, signal),
  })

const pairOf = ({ object1, object2 }: Conjunction) => `${object1.name} × ${object2.name}`

export type PassOnProps = { readonly event: Conjunction; readonly className?: string | undefined }

/**
 * Shows a button to the person who is called for an event: it passes the event to the next person of the on-call chain, whose name is shown
 * first.
 */
export function PassOnButton({ event, className }: PassOnProps) {
  const t = useWords(passOnWords)
  const { data: alarm } = useQuery(alarmQuery(event.conjunctionId))
  const [isOpen, setOpen] = useState(false)
  const isCalled = alarm?.refused === null || alarm?.refused === 'nobody-next'
  // If the alarm changes while the dialog is open, the dialog shows the change.
  if (!alarm || !(isCalled || isOpen)) return null
  return (
    <>
      <Button className={className} aria-label={t('passOnPair', { pair: pairOf(event) })} onClick={() => setOpen(true)}>
        {t('passOn')}
      </Button>
      {isOpen ? <PassOnDialog event={event} alarm={alarm} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

type DialogProps = Pick<PassOnProps, 'event'> & { readonly alarm: DutyAlarm; readonly onClose: () => void }

function PassOnDialog({ event, alarm, onClose }: DialogProps) {
  const t = useWords(passOnWords)
  const { nameOf } = useNaming()
  const [pair, person] = [pairOf(event), alarm.passTo === null ? '' : nameOf(alarm.passTo)]
  const form = useForm({
    initial: { note: '' },
    save: (body) => call(passDutyAlarm, { params: { 'conjunction-id': event.conjunctionId }, body }),
    // The reason of the refusal is read again, and shown as text.
    writes: [EVENTS],
    onSaved: ({ person: called }) => {
      raise({
        title: t('passed'),
        message: t('passedText', { person: called === null ? '' : nameOf(called), pair }),
      })
      onClose()
    },
  })
  if (alarm.refused !== null)
    return (
      <Dialog isOpen title={t('title', { pair })} onClose={onClose} close={t('close')}>
        <p>{reasonOf(alarm, nameOf)}</p>
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      title={t('title', { pair })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('confirm', { person })}
    >
      <p>{t('does', { person })}</p>
      <TextArea label={t('note')} rows={2} maxLength={2_000} {...form.field('note')} />
    </FormDialog>
  )
}

function reasonOf({ refused, person }: DutyAlarm, nameOf: Naming['nameOf']): string {
  const t = passOnWords
  switch (refused) {
    case 'nobody-next':
      return t('nobodyNext')
    case 'not-called':
      return person === null ? t('nobodyCalled') : t('notCalled', { person: nameOf(person) })
    case 'no-chain':
      return t('noChain')
    default:
      return t('notWaiting')
  }
}
