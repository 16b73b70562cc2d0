import type { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { pairOf } from '@apsis/contract/ca/plan/repeated-pairs.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useStore } from '../../../ui/store/store.ts'
import type { EventAfter } from './collected.ts'
import type { BurnSettings, Candidate, TradeSpace } from './design.ts'
import { type DesignSearch, designOf, ignitionOf, requestOf } from './design-address.ts'
import {
  candidateQuery,
  eventsAfterQuery,
  keepOfSame,
  orbitQuery,
  planeQuery,
  safeBurnsQuery,
  suggestionsQuery,
  tradeSpaceQuery,
} from './design-query.ts'
import { useDesign, useDesignedEvent, useDesignerState, useSearchPart } from './designer-state.tsx'
import { ownEventOf, useLeftOut, useOtherEvents } from './other-events.tsx'
import { type Pin, pinned } from './pins.ts'

const useSettings = () => useDesign(({ settings }) => settings)

function useTradeSpaceQuery() {
  const { designCase } = useDesignedEvent()
  const { counted, isReady } = useOtherEvents()
  const query = tradeSpaceQuery(designCase, useSettings(), counted)
  return { ...query, enabled: isReady, placeholderData: keepOfSame(query.queryKey, 0) }
}

/** Reads the map; the map of earlier settings stays until it is there. */
export const useTradeSpace = () => useQuery(useTradeSpaceQuery())

const axisOf = ({ tcaMs, periodS }: TradeSpace) => ({ tcaMs, periodS })

/** Returns the closest approach and the period of the orbit; undefined while there is no map. */
export const useMapAxis = () => useQuery({ ...useTradeSpaceQuery(), select: axisOf }).data

/** Returns the time of the chosen burn or, during a drag, of the dragged burn. */
function useBurnTime() {
  const axis = useMapAxis()
  const unit = useDesign((design) => design.unit)
  const chosenMs = useSearchPart((search) => axis && ignitionOf(search, { unit }, axis))
  const draggedLead = useStore(useDesignerState().draggedLead)
  const draggedMs =
    axis && draggedLead !== undefined ? Math.round(axis.tcaMs - 1_000 * draggedLead * axis.periodS) : undefined
  const ignitionMs = draggedMs ?? chosenMs
  return {
    axis,
    chosenMs,
    isDragged: draggedLead !== undefined,
    ignitionMs,
    /** True if the typed text is not a time before closest approach. */
    isStartWrong: axis !== undefined && ignitionMs === undefined,
  }
}

/**
 * Reads the burn that is chosen or dragged. During a drag the last burn is shown until the next one is computed, without an empty state in
 * between.
 */
export function useChosenBurn() {
  const { designCase } = useDesignedEvent()
  const time = useBurnTime()
  const { ignitionMs } = time
  const query = candidateQuery(designCase, useSettings(), ignitionMs ?? 0)
  const burn = useQuery({
    ...query,
    enabled: ignitionMs !== undefined,
    placeholderData: keepOfSame(query.queryKey, 1),
  })
  return { ...time, burn }
}

export const useIsStartWrong = () => useBurnTime().isStartWrong
export const useIgnition = () => useBurnTime().ignitionMs

/** Reads the burn that was chosen before another one is dragged; undefined while none is dragged. */
export function useBurnBeforeDrag(): Candidate | undefined {
  const { designCase } = useDesignedEvent()
  const { chosenMs, isDragged } = useBurnTime()
  const query = candidateQuery(designCase, useSettings(), chosenMs ?? 0)
  const { data } = useQuery({ ...query, enabled: chosenMs !== undefined && isDragged })
  return isDragged ? data : undefined
}

/**
 * Returns the chosen burn once its numbers are computed; undefined before that and during a drag, because the displayed numbers then belong
 * to another burn than the one that would be saved.
 */
export function useSettledBurn(): Candidate | undefined {
  const { burn, isDragged } = useChosenBurn()
  return isDragged || burn.isPlaceholderData ? undefined : burn.data
}

/** Returns the chosen burn as it can be saved; also undefined if the time until which events are left out cannot be read. */
export function useSavableBurn(): Candidate | undefined {
  const burn = useSettledBurn()
  return useLeftOut().isUntilWrong ? undefined : burn
}

/** Reads the suggestions, once there is a map. */
export function useSuggestions() {
  const { designCase } = useDesignedEvent()
  const hasMap = useMapAxis() !== undefined
  return useQuery({ ...suggestionsQuery(designCase, useSettings()), enabled: hasMap })
}

/** Returns the reason why there is no map, no burn or no suggestion; null if none of them failed. */
export function useDesignFailure(): Error | null {
  const { error: ofMap } = useTradeSpace()
  const { error: ofBurn } = useChosenBurn().burn
  const { error: ofSuggestions } = useSuggestions()
  return ofMap ?? ofBurn ?? ofSuggestions
}

/** True if nothing is computed, because the map failed or the time of the burn cannot be read. */
export function useIsHeld(): boolean {
  const { error } = useTradeSpace()
  return useIsStartWrong() || error !== null
}

/** Returns revolutions and eclipses on the axis of the map; undefined until they are computed. */
export function useRevolutions() {
  const { designCase } = useDesignedEvent()
  const firstLead = useQuery({ ...useTradeSpaceQuery(), select: firstLeadOf }).data
  return useQuery(orbitQuery(designCase, firstLead)).data
}

const firstLeadOf = ({ leads }: TradeSpace) => leads[0]

/** Returns the conjunction plane without and with the chosen burn; undefined until it is computed, or if there is none. */
export function usePlaneAfter() {
  const { designCase } = useDesignedEvent()
  const { data: burn } = useChosenBurn().burn
  const query = planeQuery(designCase, useSettings(), burn)
  return useQuery({ ...query, placeholderData: keepOfSame(query.queryKey, 1) }).data ?? undefined
}

/** Returns the safe sizes at the time of the chosen burn; undefined while another one is dragged. */
export function useSafeBurns() {
  const { conjunction, designCase } = useDesignedEvent()
  const { counted } = useOtherEvents()
  const { chosenMs, isDragged } = useBurnTime()
  const { data: space, isPlaceholderData } = useTradeSpace()
  const query = safeBurnsQuery(designCase, useSettings(), {
    ignitionMs: chosenMs ?? 0,
    reachMps: space?.deltaVs.at(-1) ?? 0,
    pair: pairOf(conjunction.conjunctionId, conjunction.object2.designator),
    others: counted,
  })
  const { data } = useQuery({ ...query, enabled: chosenMs !== undefined && !isPlaceholderData && !isDragged })
  return isDragged ? undefined : (data ?? undefined)
}

/** A burn of the comparison, with its values as far as they are computed. */
export type PinnedBurn = {
  readonly pin: Pin
  readonly asked: DesignSearch
  readonly text: string
  readonly settings: BurnSettings
  readonly burn: Candidate | undefined
  readonly failure: Error | null
  /** True if its start is not before the closest approach, which an old address may contain. */
  readonly isUnfit: boolean
}

/** Returns the compared burns, each with its own settings, propagated like the chosen one. */
export function usePinnedBurns(): readonly PinnedBurn[] {
  const { designCase } = useDesignedEvent()
  const tcaMs = useMapAxis()?.tcaMs
  const all = useSearchPart(pinned).map((one) => {
    const { settings, unit } = designOf(one.asked, designCase.acceptedProbability, designCase)
    // The start is an instant, so that the period of the orbit is not needed.
    const ignitionMs = tcaMs === undefined ? undefined : ignitionOf(one.asked, { unit }, { tcaMs, periodS: 0 })
    return { ...one, settings, ignitionMs }
  })
  const burns = useQueries({
    queries: all.map(({ settings, ignitionMs }) => {
      const asked = candidateQuery(designCase, settings, ignitionMs ?? 0)
      return { ...asked, enabled: ignitionMs !== undefined, placeholderData: keepOfSame(asked.queryKey, 2) }
    }),
  })
  return all.map(({ ignitionMs, ...one }, place) => ({
    ...one,
    burn: burns[place]?.data,
    failure: burns[place]?.error ?? null,
    isUnfit: tcaMs !== undefined && ignitionMs === undefined,
  }))
}

/** A burn of the comparison, with its result for this event and for the others. */
export type ComparedBurn = PinnedBurn & { readonly events: readonly EventAfter[] | undefined }

/** Returns the compared burns with their effect on all events that count. */
export function useComparedBurns(): readonly ComparedBurn[] {
  const event = useDesignedEvent()
  const { isReady, others } = useOtherEvents().messages
  const events = isReady ? [ownEventOf(event), ...others] : []
  const pins = usePinnedBurns()
  const results = useQueries({
    queries: pins.map(({ settings, burn }) => {
      const { ignitionMs = 0, deltaVRtn = [0, 0, 0] as const, arcS } = burn ?? {}
      const asked = eventsAfterQuery(event.designCase, settings, { events, burn: { ignitionMs, deltaVRtn, arcS } })
      return { ...asked, enabled: events.length > 0 && burn !== undefined }
    }),
  })
  return pins.map((one, place) => ({
    ...one,
    events: results[place]?.data,
    failure: one.failure ?? results[place]?.error ?? null,
  }))
}

/** Returns a function that writes the request to the server for a burn of this design. */
export function usePlanRequest(): (burn: Candidate) => Partial<PlanRequest> {
  const { designCase } = useDesignedEvent()
  const { settings, referenceFrame } = useDesign((design) => ({
    settings: design.settings,
    referenceFrame: design.referenceFrame,
  }))
  const { leftOut } = useLeftOut()
  const isArc = designCase.propulsion.type === 'CONTINUOUS'
  return (burn) => requestOf(burn, settings, { referenceFrame, isArc, leftOut })
}
