import { createContact, loadContacts } from '@apsis/contract/ca/contact/contact.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { call, upload } from '../../api/call.ts'
import { formatInstant } from '../../clock/format.ts'
import { typedInstant } from '../../clock/typed-instant.ts'
import { blobOf, FileLoad, useFileLoad } from '../../encounter/file-load.tsx'
import { EntryForm } from '../../form/entry-form.tsx'
import { useForm } from '../../form/use-form.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { contactWords } from './contact-words.data.ts'
import { CONTACTS_KEY } from './contacts-query.ts'
import { LinkSelect } from './link-select.tsx'

const [CSV, CALENDAR] = ['text/csv', 'text/calendar']

type Props = { readonly satellite: Satellite; readonly onClose: () => void }

/** Shows the dialog for contacts of a satellite: they are entered one by one, or read from a file. */
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

function Enter({ satelliteId }: { readonly satelliteId: string }) {
  const t = useWords(contactWords)
  const form = useForm({
    initial: { from: '', to: '', station: '', canCommand: true },
    check: (entered) => {
      const [from, to] = [typedInstant(entered.from), typedInstant(entered.to)]
      const isBackward = from !== undefined && to !== undefined && to <= from
      return {
        from: from === undefined ? t('noTime') : undefined,
        to: to === undefined ? t('noTime') : isBackward ? t('notAfter') : undefined,
        station: entered.station.trim() === '' ? t('noName') : undefined,
      }
    },
    save: ({ from, to, station, canCommand }) => {
      const [begin = '', end = ''] = [typedInstant(from), typedInstant(to)]
      const body = { from: begin, to: end, station: station.trim(), canCommand }
      return call(createContact, { query: { 'satellite-id': satelliteId }, body })
    },
    writes: [CONTACTS_KEY],
    after: ({ station, canCommand }) => ({ from: '', to: '', station, canCommand }),
  })
  const { field, answer } = form
  return (
    <EntryForm
      form={form}
      label={t('add')}
      confirm={t('add')}
      saved={
        answer ? (
          <Banner level="ok">
            {t('added', { station: answer.station, from: formatInstant(Date.parse(answer.from)) })}
          </Banner>
        ) : null
      }
    >
      <TextField label={t('from')} {...field('from')} />
      <TextField label={t('to')} {...field('to')} />
      <TextField label={t('station')} maxLength={60} {...field('station')} />
      <LinkSelect {...field('canCommand')} />
    </EntryForm>
  )
}

function Load({ satelliteId }: { readonly satelliteId: string }) {
  const t = useWords(contactWords)
  const load = useFileLoad(
    (file) => {
      const type = /\.ics$/i.test(file.name) ? CALENDAR : CSV
      return upload(loadContacts, blobOf(file, type), { query: { 'satellite-id': satelliteId } })
    },
    [CONTACTS_KEY],
  )
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
