import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../../clock/format.ts'
import { Until } from '../../../clock/until.tsx'
import { paths } from '../../../site/paths.ts'
import { levelMeaning } from '../../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { Probability, Quantity } from '../../../ui/value/quantity.tsx'
import { type EventRow, pairOf } from '../event-row.ts'
import { conjunctionsWords } from '../words.data.ts'
import styles from './urgent-cards.module.css'

/** On a phone, shows the events that need a decision before the plot and the list. */
export function UrgentCards({ rows }: { readonly rows: readonly EventRow[] }) {
  const t = useWords(conjunctionsWords)
  if (rows.length === 0) return null
  return (
    <ul
      className={`stack gap-8 pad-10 line-bottom no-print ${styles.cards}`}
      aria-label={t('toDecide')}
      data-keep-clear
    >
      {rows.map((row) => (
        <Card key={row.id} row={row} />
      ))}
    </ul>
  )
}

function Card({ row }: { readonly row: EventRow }) {
  const t = useWords(conjunctionsWords)
  const { level, word } = levelMeaning(row)
  return (
    <li className={level === 'critical' ? styles.critical : styles.serious}>
      <Link
        to={paths.conjunction}
        params={{ satellite_id: row.satelliteKey, conjunction_id: row.id }}
        className="stack gap-2 soft fs-13 plain-link"
      >
        <span className={`flex wrap justify-between gap-0-12 fs-15 ${styles.line}`}>
          <b>
            <StatusSymbol level={level} label={word} /> {pairOf(row)}
          </b>
          <b>
            <Probability value={row.pc} reason={t('noPc')} />
          </b>
        </span>
        <span className={`flex wrap justify-between gap-0-12 ${styles.line}`}>
          <span>
            {t('decideBefore')} <b>{formatInstant(row.decideMs).replace(/:\d\d Z$/, ' Z')}</b>
          </span>
          <Quantity name="missDistance" value={row.missM} />
        </span>
        <span className={`flex wrap justify-between gap-0-12 ${styles.line}`}>
          <Until at={row.tcaMs} />
          <span>{t(`state${row.event.decision.state}`)}</span>
        </span>
      </Link>
    </li>
  )
}
