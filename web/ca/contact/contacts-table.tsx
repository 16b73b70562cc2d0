import { type Contact, removeContact, type SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { formatInstant } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { usePrinting } from '../../ui/page/printing.ts'
import { Scroll } from '../../ui/page/scroll.tsx'
import { fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { contactWords } from './contact-words.data.ts'
import styles from './contacts.module.css'
import { CONTACTS_KEY } from './contacts-query.ts'

/** The maximum number of rows on the screen; the file has all rows. */
const MOST_ROWS_SHOWN = 100
/** The maximum number of printed rows: a week of passes over every station of an operator fits; a longer list should be a file. */
const MOST_ROWS_PRINTED = 1_000

type Props = { readonly known: SatelliteContacts }

/** Lists contacts by their beginning; on paper, all contacts of a week. Stored contacts can be removed. */
export function ContactsTable({ known: { basis, contacts } }: Props) {
  const t = useWords(contactWords)
  const remove = useMutation({
    meta: { silent: 'remove-contact', writes: [CONTACTS_KEY] },
    mutationFn: (contactId: string) => call(removeContact, { params: { 'contact-id': contactId } }),
  })
  const most = usePrinting() ? MOST_ROWS_PRINTED : MOST_ROWS_SHOWN
  return (
    <>
      {remove.error ? <Banner level="caution">{problemInWords(remove.error).message}</Banner> : null}
      <Scroll className={`scroll ${styles.rows}`}>
        <PlainTable
          label={t('title')}
          rows={contacts.slice(0, most)}
          columns={columnsOf(basis, t, remove.mutate)}
          idOf={({ contactId, from, station }) => contactId ?? `${from} ${station}`}
          isSmall
        />
      </Scroll>
      {contacts.length > most ? (
        <p className="pad-x fs-13 my-6">{t('first', { count: most, all: contacts.length })}</p>
      ) : null}
    </>
  )
}

/** Returns the columns of contacts, including the four that an import needs. */
const columnsOf = (
  basis: SatelliteContacts['basis'],
  t: typeof contactWords,
  onRemove: (id: string) => void,
): readonly PlainColumn<Contact>[] => [
  {
    id: 'from',
    title: t('from'),
    isRowHead: true,
    isUnbroken: true,
    className: 'mono',
    value: 'from',
    cell: ({ from }) => timeText(from),
  },
  {
    id: 'to',
    title: t('to'),
    isUnbroken: true,
    className: 'mono',
    value: 'to',
    cell: ({ from, to }) => endText(from, to),
  },
  {
    id: 'station',
    title: t('station'),
    value: 'station',
    cell: ({ station, source }) =>
      basis === 'COMPUTED' ? (
        station
      ) : (
        <>
          {station}
          <small>{t(source)}</small>
        </>
      ),
  },
  {
    id: 'can_command',
    title: t('commands'),
    classOf: ({ canCommand }) => (canCommand ? '' : 'muted'),
    value: 'canCommand',
    cell: ({ canCommand }) => t(canCommand ? 'yes' : 'no'),
  },
  ...(basis === 'COMPUTED'
    ? [
        {
          id: 'highest',
          title: t('highest'),
          priority: 3,
          align: 'end',
          className: 'mono',
          cell: ({ maximumElevation }) => formatNumber(maximumElevation ?? Number.NaN, { decimals: 0 }),
        } satisfies PlainColumn<Contact>,
      ]
    : [
        {
          id: 'remove',
          title: t('remove'),
          isTitleHidden: true,
          cell: ({ contactId, station, from }) =>
            contactId === null ? null : (
              <Button look="quiet" onClick={() => onRemove(contactId)}>
                {t('remove')}
                <span className="visually-hidden">
                  {' '}
                  {station}, {timeText(from)}
                </span>
              </Button>
            ),
        } satisfies PlainColumn<Contact>,
      ]),
]

/** Returns month, day, hour and minute, without the year, because all shown times are in the next days. */
const timeText = (at: string) => formatInstant(Date.parse(at)).slice(5, 16)

/** Returns only the time if it is on the same day as the beginning. */
export function endText(from: string, to: string): string {
  const [begin, end] = [timeText(from), timeText(to)]
  return begin.slice(0, 5) === end.slice(0, 5) ? end.slice(6) : end
}

/** Returns the contacts as a table that can be imported again. */
export const contactsTable = ({ basis, contacts }: SatelliteContacts) =>
  fileOf(
    columnsOf(basis, contactWords, () => undefined),
    contacts,
  )
