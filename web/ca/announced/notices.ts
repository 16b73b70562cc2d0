import { DAY_MS } from '@apsis/astro/constants.ts'
import { BURN_NOTICE_LIMITS, type BurnNotice, listBurnNotices } from '@apsis/contract/ca/announced/burn-notice.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { KEYS } from '../event/queries.ts'
import type { BurnMark } from '../plot/timeline/burn-mark.tsx'
import { noticeWords } from './notice-words.data.ts'

/** Every change of a burn notice marks the queries below this key as stale. */
export const NOTICES_KEY = [...KEYS.satellites, 'burn-notices'] as const

/** Returns the announced burns of one object from the list for all objects, also during an outage. */
function listedOf(noradId: number | undefined) {
  const state = queryClient.getQueryState<readonly BurnNotice[]>([...NOTICES_KEY, 'all'])
  if (noradId === undefined || state?.data === undefined) return undefined
  return { notices: state.data.filter((one) => one.noradId === noradId), readAt: state.dataUpdatedAt }
}

/** Reads the announced burns of an object, or of all objects, from two weeks ago onwards. */
export const noticesQuery = (noradId?: number) =>
  queryOptions({
    queryKey: [...NOTICES_KEY, noradId ?? 'all'],
    initialData: (): BurnNotice[] | undefined => listedOf(noradId)?.notices,
    initialDataUpdatedAt: () => listedOf(noradId)?.readAt,
    queryFn: ({ signal }) => {
      const after = new Date(now() - BURN_NOTICE_LIMITS.shownDays * DAY_MS).toISOString()
      const of = noradId === undefined ? {} : { 'norad-id': noradId }
      return callAll(listBurnNotices, { query: { ...of, 'ignition-after': after, limit: 500 } }, signal)
    },
  })

/** Returns the catalogue number of an object of an event; undefined if its designator is not a number. */
export function numberOf(designator: string): number | undefined {
  const number = Number(designator)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

/** Returns the size of a burn as text: `0.045 m/s in RTN for 42 s`. */
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

/** Returns the time of ignition as text. */
export const ignitionOf = ({ ignition }: BurnNotice): string => formatInstant(Date.parse(ignition))

/** Returns one sentence about the announced burns of an object before a close approach; undefined if there are none. */
export function announcedText(name: string, notices: readonly BurnNotice[]): string | undefined {
  const [first] = notices
  if (first === undefined) return undefined
  const by = [...new Set(notices.map(({ announcedBy }) => announcedBy))].join(', ')
  return noticeWords('strip', { count: notices.length, name, at: ignitionOf(first), size: sizeOf(first), by })
}

/** Returns the announced burns of own satellites as marks of a timeline. */
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
