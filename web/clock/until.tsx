import { HOUR_MS } from '@apsis/astro/constants.ts'
import { formatUntil } from '../ui/format/duration.ts'
import { useNow } from './clock.ts'

type Props = {
  readonly at: number
  /** Counts seconds also where more than an hour is left. */
  readonly seconds?: boolean
}

/** Shows the time to an event, `T−1 d 07 h 10 m`; only its own text is drawn again, as often as it changes. */
export function Until({ at, seconds = false }: Props) {
  const minute = useNow('minute')
  // Two minutes early, so that the last hour begins with seconds.
  const isNear = Math.abs(at - minute) < HOUR_MS + 120_000
  return seconds || isNear ? (
    <Ticking at={at} seconds={seconds} />
  ) : (
    <span className="mono">{formatUntil(at - minute)}</span>
  )
}

function Ticking({ at, seconds = false }: Props) {
  const now = useNow('second')
  return <span className="mono">{formatUntil(at - now, { seconds })}</span>
}
