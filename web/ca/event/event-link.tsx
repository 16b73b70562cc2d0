import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { LongName } from '../../ui/value/long-name.tsx'

/** A column of the whole ID of an event: it says in a file which event a row is about. */
export const EVENT_ID_PX = 310

type Props = {
  /** Absent: the address of the event is known without it. */
  readonly satelliteId?: string
  readonly conjunctionId: string
  readonly children: string
}

/** The names of both objects of an event as a link to its page, in a list whose rows lead elsewhere. */
export function EventLink({ satelliteId = '-', conjunctionId, children }: Props) {
  return (
    <Link to={paths.conjunction} params={{ satellite_id: satelliteId, conjunction_id: conjunctionId }}>
      <LongName text={children} />
    </Link>
  )
}
