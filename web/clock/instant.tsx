import { useHint } from '../ui/button/hint.tsx'
import { usePreference } from '../ui/preference/use-preference.ts'
import { formatInstant, formatInstantMs } from './format.ts'
import { formatLocal } from './local-time.ts'

type Props = {
  /** Milliseconds since 1970, UTC. */
  readonly at: number
  /** True for milliseconds, which only message details have. */
  readonly milliseconds?: boolean
  /** False inside tables, where the keys move between rows and should not stop at every time. */
  readonly isStop?: boolean
}

/** Shows a time in UTC; on hover and focus also the local time, for users who want it (ux.md R4). */
export function Instant({ at, milliseconds = false, isStop = true }: Props) {
  const isLocal = usePreference('localTime') === 'on'
  const { anchor, bubble } = useHint(() => <span className="mono">{formatLocal(at)}</span>)
  const text = milliseconds ? formatInstantMs(at) : formatInstant(at)
  const dateTime = new Date(at).toISOString()
  if (!isLocal)
    return (
      <time className="mono" dateTime={dateTime}>
        {text}
      </time>
    )
  return (
    <>
      <time className="mono" dateTime={dateTime} tabIndex={isStop ? 0 : undefined} {...anchor}>
        {text}
      </time>
      {bubble}
    </>
  )
}
