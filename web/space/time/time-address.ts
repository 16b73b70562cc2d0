import { useEffect, useLayoutEffect, useRef } from 'react'
import { pausedAt, readShownTime, type ShownTime, setShownTime, useShownTime } from '../../clock/shown-time.ts'
import { typedTime } from '../../clock/typed-instant.ts'

/** The parameters of an address that shows an instant: `t=2026-11-27T18:44:47Z`; `live=1` shows the clock, whatever the instant. */
export type TimeSearch = { readonly t?: string | undefined; readonly live?: string | undefined }

/** Returns the time of an address; undefined if the address names none, or one that is not a time. */
function timeIn({ t, live }: TimeSearch): ShownTime | undefined {
  if (live === '1') return { kind: 'live' }
  const atMs = typedTime(t)
  return atMs === undefined ? undefined : pausedAt(atMs)
}

/** Returns an instant as it stands in an address: whole seconds without their fraction. */
const instantInAddress = (atMs: number): string => new Date(atMs).toISOString().replace('.000Z', 'Z')

/** Returns the address of a time: nothing for the clock, and the start of a time that runs. */
function searchOfTime(time: ShownTime): string | undefined {
  return time.kind === 'live' ? undefined : instantInAddress(time.atMs)
}

/** The address is written when the grip has rested for this time, ms. */
const REST_MS = 250

/**
 * Keeps the shown time and the address of a page the same: a time in the address is shown, and a time that somebody chooses is written to the
 * address, where a link takes it.
 */
export function useTimeInAddress({ t, live }: TimeSearch, change: (part: TimeSearch) => void): void {
  const time = useShownTime()
  const inAddress = useRef<string>(undefined)
  const write = useRef(change)
  write.current = change
  useLayoutEffect(() => {
    const read = timeIn({ t, live })
    if (read === undefined || (live === undefined && t === inAddress.current)) return
    inAddress.current = t
    setShownTime(read)
  }, [t, live])
  useEffect(() => {
    if (time !== readShownTime()) return undefined
    const text = searchOfTime(time)
    if (text === inAddress.current && live === undefined) return undefined
    const timer = setTimeout(() => {
      inAddress.current = text
      write.current({ t: text, live: undefined })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [time, live])
}
