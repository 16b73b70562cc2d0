import { type Contact, removeContact, type SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { formatInstant } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import type { PlotTable } from '../../ui/file/csv.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { Strip } from '../../ui/page/pane-states.tsx'
import { usePrinting } from '../../ui/page/printing.ts'
import { Scroll } from '../../ui/page/scroll.tsx'
import { useWords } from '../../ui/text/language.ts'
import { contactWords } from './contact-words.data.ts'
import styles from './contacts.module.css'
import { CONTACTS_KEY } from './contacts-query.ts'

/** So many rows are shown; the file has all. */
const MOST_ROWS_SHOWN = 100
/** A week of passes over every station of an operator fits; what is longer belongs into the file. */
const MOST_ROWS_PRINTED = 1_000

type Props = { readonly known: SatelliteContacts }

/** Contacts by their begin, on paper all of a week; those that are stored can be removed. */
export function ContactsTable({ known: { basis, contacts } }: Props) {
  const t = useWords(contactWords)
  const remove = useMutation({
    meta: { silent: 'remove-contact', writes: [CONTACTS_KEY] },
    mutationFn: (contactId: string) => call(removeContact, { params: { 'contact-id': contactId } }),
  })
  const most = usePrinting() ? MOST_ROWS_PRINTED : MOST_ROWS_SHOWN
  const isComputed = basis === 'COMPUTED'
  return (
    <>
      {remove.error ? <Strip level="caution">{problemInWords(remove.error).message}</Strip> : null}
      <Scroll className={styles.rows}>
        <table className={`fs-13 ${styles.table}`} aria-label={t('title')}>
          <thead>
            <tr>
              <th scope="col">{t('from')}</th>
              <th scope="col">{t('to')}</th>
              <th scope="col">{t('station')}</th>
              <th scope="col">{t('commands')}</th>
              <th scope="col" className={`${styles.spare} ${isComputed ? styles.number : ''}`}>
                {t(isComputed ? 'highest' : 'source')}
              </th>
              {isComputed ? null : (
                <th scope="col">
                  <span className="visually-hidden">{t('remove')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {contacts.slice(0, most).map((one) => (
              <Row key={one.contactId ?? `${one.from} ${one.station}`} contact={one} onRemove={remove.mutate} />
            ))}
          </tbody>
        </table>
      </Scroll>
      {contacts.length > most ? (
        <p className={`pad-x fs-13 ${styles.note}`}>{t('first', { count: most, all: contacts.length })}</p>
      ) : null}
    </>
  )
}

function Row({ contact, onRemove }: { readonly contact: Contact; readonly onRemove: (id: string) => void }) {
  const t = useWords(contactWords)
  const { contactId, from, to, station, canCommand, source, maximumElevation } = contact
  return (
    <tr>
      <th scope="row" className="mono nowrap">
        {timeText(from)}
      </th>
      <td className="mono nowrap">{endText(from, to)}</td>
      <td>{station}</td>
      <td className={canCommand ? '' : 'muted'}>{t(canCommand ? 'yes' : 'no')}</td>
      {source === 'COMPUTED' ? (
        <td className={`mono ${styles.number} ${styles.spare}`}>
          {formatNumber(maximumElevation ?? Number.NaN, { decimals: 0 })}
        </td>
      ) : (
        <>
          <td className={styles.spare}>{t(source)}</td>
          <td>
            {contactId === null ? null : (
              <Button look="quiet" onClick={() => onRemove(contactId)}>
                {t('remove')}
                <span className="visually-hidden">
                  {' '}
                  {station}, {timeText(from)}
                </span>
              </Button>
            )}
          </td>
        </>
      )}
    </tr>
  )
}

/** Month and day, hour and minute: what is shown lies in the days ahead. */
const timeText = (at: string) => formatInstant(Date.parse(at)).slice(5, 16)

/** The time alone where the day is that of the begin. */
export function endText(from: string, to: string): string {
  const [begin, end] = [timeText(from), timeText(to)]
  return begin.slice(0, 5) === end.slice(0, 5) ? end.slice(6) : end
}

/** As it can be loaded again. */
export function contactsTable({ contacts }: SatelliteContacts): PlotTable {
  return {
    columns: ['from', 'to', 'station', 'can_command'],
    rows: contacts.map(({ from, to, station, canCommand }) => [from, to, station, String(canCommand)]),
  }
}
