import { Link } from '@tanstack/react-router'
import { paths } from '../../site/paths.ts'
import { LongName } from '../../ui/value/long-name.tsx'
import styles from './event-link.module.css'

/** A column of the whole ID of an event: it says in a file which event a row is about. */
export const EVENT_ID_PX = 310
/** `SIM`: that is what the mark of a demo begins with in both languages. */
const SHORT_LETTERS = 3

type Props = {
  /** Absent: the address of the event is known without it. */
  readonly satelliteId?: string
  readonly conjunctionId: string
  /** The names of both objects. */
  readonly pair: string
  /** Where it is made up: `SIMULATED`. A phone has room for the beginning of it. */
  readonly mark: string | undefined
}

/** Both objects of an event as a link to its page, in a list whose rows lead elsewhere. */
export function EventLink({ satelliteId = '-', conjunctionId, pair, mark }: Props) {
  return (
    <span className="flex gap-6">
      {mark === undefined ? null : (
        <>
          <span className="soft no-phone">{mark}</span>
          <abbr className={`soft plain-link ${styles.short}`} title={mark}>
            {mark.slice(0, SHORT_LETTERS)}
          </abbr>
        </>
      )}
      <Link
        to={paths.conjunction}
        params={{ satellite_id: satelliteId, conjunction_id: conjunctionId }}
        className="min-w-0"
      >
        <LongName text={pair} />
      </Link>
    </span>
  )
}
