import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Conjunction, Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchState } from '../../../../shell/search-state.ts'
import { paths } from '../../../../site/paths.ts'
import { type Coverage, coverageOf } from '../../../plot/cadence/cadence.ts'
import type { SharedSelection } from '../../../plot/linked.ts'
import { ephemeridesQuery } from '../../../satellite/ephemerides-query.ts'
import { inOrder, type NumberedMessage, selectedOf, standingOf } from '../../messages.ts'
import { cdmsQuery, conjunctionQuery, decisionQuery, satellitesQuery } from '../../queries.ts'
import { searchWith, type View, type ViewChange, viewOf } from './view.ts'

/** All data of one event that its screen shows, and its selected message. */
export type Event = {
  readonly conjunction: Conjunction
  readonly cdms: readonly Cdm[]
  /** The messages from the oldest, numbered, without those whose track was withdrawn. */
  readonly messages: readonly NumberedMessage[]
  /** All messages, including those with a withdrawn track, which have no effect. */
  readonly every: readonly NumberedMessage[]
  readonly selected: NumberedMessage
  readonly newest: NumberedMessage
  /** The message that counts: the newest, unless its grade is lower than that of another recent message. */
  readonly counting: NumberedMessage
  readonly decision: Decision | undefined
  readonly satellite: Satellite | undefined
  /** The ephemeris that covers the event; null if there is none, undefined until that is known. */
  readonly coverage: Coverage | null | undefined
  /** Ephemerides of object 1 that are valid at TCA and can be tried here. */
  readonly ephemerides: readonly EphemerisFile[]
  readonly view: View
  readonly change: (change: ViewChange) => void
  /** Returns to the newest message, and follows it again. */
  readonly follow: () => void
  readonly linked: SharedSelection
}

/** Reads the data of the screen; messages and record are read at the same time as the event, not after it. */
export function useEventQueries(conjunctionId: string) {
  const event = useQuery(conjunctionQuery(conjunctionId))
  const cdms = useQuery(cdmsQuery(conjunctionId))
  const record = useQuery(decisionQuery(conjunctionId))
  return { event, cdms, record }
}

type EventAnswers = { readonly conjunction: Conjunction; readonly cdms: readonly Cdm[] }

/**
 * Returns the state of the screen: the read data, the state in the address, and the message that stays selected while newer ones arrive.
 */
export function useEvent({ conjunction, cdms }: EventAnswers): Event | undefined {
  const [search, changeSearch] = useSearchState(`/protected${paths.conjunction}`)
  const view = viewOf(search)
  const every = inOrder(cdms)
  const messages = standingOf(every)
  const [pinned, setPinned] = useState(() => selectedOf(messages, undefined, conjunction.activeCdmId)?.cdm.cdmId)
  const [hoveredId, setHovered] = useState<string>()
  const { data: decision } = useQuery(decisionQuery(conjunction.conjunctionId))
  const { data: satellites } = useQuery(satellitesQuery())
  const { data: files } = useQuery(ephemeridesQuery(conjunction.satelliteId ?? undefined))
  const newest = messages.at(-1)
  const selected = selectedOf(every, view.message ?? pinned, conjunction.activeCdmId)
  if (!selected || !newest) return undefined
  const change = (next: ViewChange) => changeSearch(searchWith(search, next))
  return {
    conjunction,
    cdms,
    messages,
    every,
    selected,
    newest,
    counting: selectedOf(messages, undefined, conjunction.activeCdmId) ?? newest,
    decision,
    satellite: satellites?.find(({ satelliteId }) => satelliteId === conjunction.satelliteId),
    coverage:
      conjunction.satelliteId === null
        ? null
        : files && (coverageOf(files, Date.parse(conjunction.conjunctionData.tca)) ?? null),
    ephemerides: files?.filter((file) => canBeTried(file, Date.parse(selected.cdm.conjunctionData.tca))) ?? [],
    view,
    change,
    follow: () => {
      setPinned(newest.cdm.cdmId)
      change({ message: undefined })
    },
    linked: {
      selectedId: selected.cdm.cdmId,
      hoveredId,
      onHover: setHovered,
      onSelect: (id) => change({ message: id }),
    },
  }
}

/** Larger files would block the page. */
const MOST_BYTES = 8 * 1_024 * 1_024

function canBeTried({ format, bytes, usableStartTime, usableStopTime }: EphemerisFile, tcaMs: number): boolean {
  if (!format.startsWith('OEM') || bytes > MOST_BYTES || usableStartTime === null || usableStopTime === null)
    return false
  return Date.parse(usableStartTime) <= tcaMs && Date.parse(usableStopTime) >= tcaMs
}

/** Returns the functions that open the message before or after the selected one; undefined if there is none. */
export function stepsOf({ every, selected, change }: Pick<Event, 'every' | 'selected' | 'change'>) {
  const to = (number: number) => {
    const message = every[number - 1]
    return message ? () => change({ message: message.cdm.cdmId }) : undefined
  }
  return { previous: to(selected.number - 1), next: to(selected.number + 1) }
}
