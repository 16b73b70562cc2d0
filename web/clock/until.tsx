import { HOUR_MS } from '@apsis/astro/constants.ts'
import { formatUntil } from '../ui/format/duration.ts'
import { useNow } from './clock.ts'

type Props = {
  readonly at: number
  /** True if seconds are counted even when more than an hour is left. */
  readonly seconds?: boolean
}

/** Shows the time to an event, `T−1 d 07 h 10 m`; only its text is rendered again when it changes. */
export function Until({ at, seconds = false }: Props) {
  const minute = useNow('minute')
  // Two minutes are added, so that the last hour begins with seconds.
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
