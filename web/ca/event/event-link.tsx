import { Link } from '@tanstack/react-router'
import { paths } from '../../site/paths.ts'
import { LongName } from '../../ui/value/long-name.tsx'
import styles from './event-link.module.css'

/** The width of a column with the complete id of an event, which identifies the event of a row in files. */
export const EVENT_ID_PX = 310
/** The length of `SIM`: the mark of a demo begins with it in both languages. */
const SHORT_LETTERS = 3

type Props = {
  /** The satellite of the event; absent if the address of the event needs no satellite. */
  readonly satelliteId?: string
  readonly conjunctionId: string
  /** The names of both objects. */
  readonly pair: string
  /** The mark of a simulated event: `SIMULATED`. On a phone there is room only for its beginning. */
  readonly mark: string | undefined
}

/** Shows both objects of an event as a link to its page, in a list whose rows lead elsewhere. */
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
