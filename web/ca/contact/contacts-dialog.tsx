import { createContact, loadContacts, type NewContact } from '@apsis/contract/ca/contact/contact.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, upload } from '../../api/call.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { formatInstant } from '../../clock/format.ts'
import { typedInstant } from '../../clock/typed-instant.ts'
import { FileLoad } from '../../encounter/file-load.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { contactWords } from './contact-words.data.ts'
import styles from './contacts.module.css'
import { CONTACTS_KEY } from './contacts-query.ts'
import { LinkSelect } from './link-select.tsx'

const [CSV, CALENDAR] = ['text/csv', 'text/calendar']

type Props = { readonly satellite: Satellite; readonly onClose: () => void }

/** Contacts of a satellite: one by one, or from a file. */
export function ContactsDialog({ satellite: { satelliteId, name }, onClose }: Props) {
  const t = useWords(contactWords)
  return (
    <Dialog isOpen isWide title={t('dialogTitle', { name })} onClose={onClose} close={t('close')}>
      <p>{t('bookedText')}</p>
      <Enter satelliteId={satelliteId} />
      <Load satelliteId={satelliteId} />
    </Dialog>
  )
}

const BLANK = { from: '', to: '', station: '', link: 'yes' }

function Enter({ satelliteId }: { readonly satelliteId: string }) {
  const t = useWords(contactWords)
  const [form, setForm] = useState(BLANK)
  const [isChecked, setChecked] = useState(false)
  const enter = useMutation({
    meta: { silent: 'enter-contact', writes: [CONTACTS_KEY] },
    mutationFn: (body: NewContact) => call(createContact, { query: { 'satellite-id': satelliteId }, body }),
    onSuccess: () => {
      setForm({ ...BLANK, station: form.station, link: form.link })
      setChecked(false)
    },
  })
  const [from, to, station] = [typedInstant(form.from), typedInstant(form.to), form.station.trim()]
  const isBackward = from !== undefined && to !== undefined && to <= from
  const add = () => {
    setChecked(true)
    if (from === undefined || to === undefined || isBackward || station === '' || enter.isPending) return
    enter.mutate({ from, to, station, canCommand: form.link === 'yes' })
  }
  const faultOf = (time: string | undefined) => (isChecked && time === undefined ? t('noTime') : undefined)
  const set = (part: Partial<typeof BLANK>) => setForm({ ...form, ...part })
  return (
    <section aria-label={t('add')}>
      <div className={`flex wrap items-start gap-8 ${styles.fields}`}>
        <TextField label={t('from')} value={form.from} onChange={(text) => set({ from: text })} error={faultOf(from)} />
        <TextField
          label={t('to')}
          value={form.to}
          onChange={(text) => set({ to: text })}
          error={isChecked && isBackward ? t('notAfter') : faultOf(to)}
        />
        <TextField
          label={t('station')}
          value={form.station}
          maxLength={60}
          onChange={(text) => set({ station: text })}
          error={isChecked && station === '' ? t('noName') : undefined}
        />
        <LinkSelect value={form.link} onChange={(link) => set({ link })} />
      </div>
      {enter.error ? <Strip level="caution">{problemInWords(enter.error).message}</Strip> : null}
      {enter.data ? (
        <Strip level="ok">
          {t('added', { station: enter.data.station, from: formatInstant(Date.parse(enter.data.from)) })}
        </Strip>
      ) : null}
      <div className={`flex wrap gap-8 ${styles.acts}`}>
        <Button look="primary" disabled={enter.isPending} onClick={add}>
          {t('add')}
        </Button>
      </div>
    </section>
  )
}

function Load({ satelliteId }: { readonly satelliteId: string }) {
  const t = useWords(contactWords)
  const load = useMutation({
    meta: { silent: 'load-contacts', writes: [CONTACTS_KEY] },
    // A browser without a program for it says that a file is anything.
    mutationFn: (file: File) => {
      const type = /\.ics$/i.test(file.name) ? CALENDAR : CSV
      return upload(loadContacts, new Blob([file], { type }), { query: { 'satellite-id': satelliteId } })
    },
  })
  return (
    <FileLoad
      load={load}
      accept={`.csv,.ics,${CSV},${CALENDAR}`}
      words={{ drop: t('drop'), choose: t('choose'), loading: t('loading') }}
      loaded={({ loaded, removed }) => t('loaded', { count: loaded, removed })}
      refused={(why) => t('refused', { why })}
    >
      {t('form')}
    </FileLoad>
  )
}
