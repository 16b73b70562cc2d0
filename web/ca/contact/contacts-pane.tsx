import { CONTACT_LIMITS, listContacts, type SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../clock/clock.ts'
import { formatAge, formatInstant } from '../../clock/format.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Banner, Empty } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { contactWords } from './contact-words.data.ts'
import { contactsQuery } from './contacts-query.ts'
import { ContactsTable, contactsTable } from './contacts-table.tsx'

export type ContactDialog = 'contacts' | 'stations'
type Props = { readonly satellite: Satellite; readonly onDialog: (name: ContactDialog) => void }

/** Shows the next contacts of a satellite, and their source. */
export function ContactsPane({ satellite: { satelliteId, name }, onDialog }: Props) {
  const t = useWords(contactWords)
  const query = useQuery(contactsQuery(satelliteId))
  const { data } = query
  return (
    <QueryPane
      title={t('title')}
      id="contacts"
      query={query}
      skeletonRows={4}
      failed={t('failed')}
      actions={
        <>
          <Button look="quiet" onClick={() => onDialog('stations')}>
            {t('openStations')}
          </Button>
          <Button look="quiet" onClick={() => onDialog('contacts')}>
            {t('openContacts')}
          </Button>
        </>
      }
      exports={{
        csv: { name: `contacts-${name}`, table: () => contactsTable(data ?? NOTHING) },
        call: { method: listContacts.method, path: `${listContacts.path}?satellite-id=${satelliteId}` },
      }}
    >
      {(known) => <Known known={known} />}
    </QueryPane>
  )
}

const NOTHING: SatelliteContacts = { basis: 'NONE', orbit: null, contacts: [] }

function noteOf({ basis, orbit }: SatelliteContacts, nowMs: number): string {
  if (basis !== 'COMPUTED') return contactWords('note-BOOKED')
  const text = contactWords(orbit?.isSimulated ? 'note-COMPUTED-simulated' : 'note-COMPUTED', {
    source: orbit?.source ?? '',
  })
  const epochMs = orbit?.epoch == null ? undefined : Date.parse(orbit.epoch)
  const age = epochMs === undefined ? '' : ` ${contactWords('age', { age: formatAge(nowMs - epochMs) })}`
  return `${text}${age} ${contactWords('short', { least: CONTACT_LIMITS.leastComputedS })}`
}

function Known({ known }: { readonly known: SatelliteContacts }) {
  const t = useWords(contactWords)
  const { basis, contacts, orbit } = known
  const nowMs = useNow('minute')
  if (basis === 'NONE') return <Empty title={t('noneTitle')}>{t('noneText')}</Empty>
  return (
    <>
      <p className="pad-x fs-13 my-6">{noteOf(known, nowMs)}</p>
      {orbit === null || orbit.endsAt === null ? null : (
        <Banner level="caution">{t('endsEarly', { time: formatInstant(Date.parse(orbit.endsAt)) })}</Banner>
      )}
      {contacts.length === 0 ? (
        <Empty title={t('emptyTitle')}>{t('emptyText')}</Empty>
      ) : (
        <ContactsTable known={known} />
      )}
    </>
  )
}
