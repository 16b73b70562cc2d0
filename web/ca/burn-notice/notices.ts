import { DAY_MS } from '@apsis/astro/constants.ts'
import { type BurnNotice, listBurnNotices } from '@apsis/contract/ca/burn-notice.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../api/call.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { KEYS } from '../event/queries.ts'
import type { BurnMark } from '../plot/timeline/burn-mark.tsx'
import { noticeWords } from './notice-words.data.ts'

/** Whatever changes a burn notice changes what these read. */
export const NOTICES_KEY = [...KEYS.satellites, 'burn-notices'] as const

/** What was flown longer ago says nothing of an orbit that is known since. */
const KEPT_DAYS = 14

/** The announced burns of an object, or of all, from two weeks ago on. */
export const noticesQuery = (noradId?: number) =>
  queryOptions({
    queryKey: [...NOTICES_KEY, noradId ?? 'all'],
    queryFn: ({ signal }) => {
      const after = new Date(now() - KEPT_DAYS * DAY_MS).toISOString()
      const of = noradId === undefined ? {} : { 'norad-id': noradId }
      return callAll(listBurnNotices, { query: { ...of, 'ignition-after': after, limit: 500 } }, signal)
    },
  })

/** The catalogue number of an object of an event; undefined where its designator is none. */
export function numberOf(designator: string): number | undefined {
  const number = Number(designator)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

/** How large a burn is, in words: `0.045 m/s in RTN for 42 s`. */
export function sizeOf({ deltaV, durationS }: Pick<BurnNotice, 'deltaV' | 'durationS'>): string {
  const size =
    deltaV === null
      ? noticeWords('noSize')
      : noticeWords('size', {
          size: formatNumber(Math.hypot(...deltaV.vector), { significant: 3 }),
          frame: deltaV.frame,
        })
  if (durationS === 0) return size
  return noticeWords('lasts', { size, duration: `${formatNumber(durationS, { decimals: 0 })} s` })
}

/** The time of ignition as it is shown. */
export const ignitionOf = ({ ignition }: BurnNotice): string => formatInstant(Date.parse(ignition))

/** Announced burns of own satellites as marks of a timeline. */
export function noticeMarks(notices: readonly BurnNotice[]): readonly BurnMark[] {
  return notices.flatMap((notice) =>
    notice.satelliteId === null
      ? []
      : {
          id: notice.noticeId,
          satelliteKey: notice.satelliteId,
          atMs: Date.parse(notice.ignition),
          name: noticeWords('mark', { by: notice.announcedBy, at: ignitionOf(notice) }),
          isFirm: true,
        },
  )
}
