import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { codeInWords } from '../../../api/problem-in-words.ts'
import styles from '../../../shell/page/message.module.css'
import { paths } from '../../../site/paths.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { decisionQuery } from '../queries.ts'
import { closedEventWords } from './closed-event-words.data.ts'
import { RecordDialog } from './decision/record.tsx'

/** Shows the record of an event that is no longer listed because its satellite was removed; nothing if there is no record. */
export function ClosedEvent() {
  const t = useWords(closedEventWords)
  const { conjunction_id, satellite_id } = useParams({ from: `/protected${paths.conjunction}` })
  const query = useQuery({ ...decisionQuery(conjunction_id), meta: { silent: 'closed-event' } })
  const [isOpen, setOpen] = useState(false)
  const { data: decision, error } = query
  // A failure to read the record is not shown as "no record".
  if (error && error.kind !== 'not-found' && error.kind !== 'request-invalid')
    return (
      <p className={`flex wrap gap-8-16 ${styles.ways}`}>
        {t('unreadable')} ({codeInWords(error)})<Button onClick={() => void query.refetch()}>{t('tryAgain')}</Button>
      </p>
    )
  if (!decision) return null
  return (
    <>
      <p>{t('closedEvent')}</p>
      <p className={`flex wrap gap-8-16 ${styles.ways}`}>
        <Button onClick={() => setOpen(true)}>{t('openHistory')}</Button>
        <Link to={paths.satellite} params={{ satellite_id }}>
          {t('openSatellite')}
        </Link>
        <Link to={paths.conjunctions} search={{ tab: 'past' }}>
          {t('pastEvents')}
        </Link>
      </p>
      {isOpen ? <RecordDialog decision={decision} messages={[]} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
