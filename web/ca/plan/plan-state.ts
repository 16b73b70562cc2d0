import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { isOpen, type PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import type { SpaceWeather } from '@apsis/contract/ca/space-weather.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { StatusMeaning } from '../../ui/status/status-meaning.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'
import type { NumberedMessage } from '../event/messages.ts'
import { satelliteWords } from '../satellite/words.data.ts'
import { planWords } from './words.data.ts'

const LEVELS: Readonly<Record<PlanState, Level>> = {
  DRAFT: 'inactive',
  SCREENED: 'pending',
  APPROVED: 'pending',
  EXPORTED: 'pending',
  EXECUTED: 'pending',
  VERIFIED: 'ok',
  REJECTED: 'inactive',
  SUPERSEDED: 'serious',
  EXPIRED: 'caution',
  ABORTED: 'caution',
  PARTIAL: 'caution',
}
const VERDICTS: Readonly<Record<PlanScreening['verdict'], Level>> = {
  PASS: 'ok',
  WARN: 'caution',
  FAIL: 'serious',
  NOT_ASSESSED: 'caution',
}

/** Returns the state of a plan, as shape and word. */
export const stateMeaning = (state: PlanState): StatusMeaning => ({ level: LEVELS[state], word: planWords(state) })

/** Returns the result of a screening as a status; a plan without a screening has no positive status. */
export function verdictMeaning(screening: Plan['screening']): StatusMeaning {
  if (screening === null) return { level: 'inactive', word: planWords('notScreened') }
  return { level: VERDICTS[screening.verdict], word: planWords(`verdict-${screening.verdict}`) }
}

/** Returns the message that a plan is based on, with its number; undefined if the event does not have this message. */
export function messageOf(
  { cdmId }: Pick<Plan, 'cdmId'>,
  messages: readonly NumberedMessage[],
): NumberedMessage | undefined {
  return messages.find(({ cdm }) => cdm.cdmId === cdmId)
}

/** True if a plan that may still lead to a burn is based on a message that does not count any more. */
export function standsOnOlder({ state, cdmId, newestCdmId }: Plan): boolean {
  return isOpen(state) && newestCdmId !== cdmId
}

/** Returns the text on the changes of the satellite since an open plan was made; undefined if none is known. */
export function satelliteNote({ state, satelliteChanges = [] }: Plan): string | undefined {
  if (!isOpen(state) || satelliteChanges.length === 0) return undefined
  return satelliteChanges.map((field) => satelliteWords(field)).join(', ')
}

/**
 * Returns a short text on the conflict of a plan that may still lead to a burn with the currently known blackouts; undefined if there is
 * none.
 */
export function blackoutNote({ state, blackouts }: Pick<Plan, 'state' | 'blackouts'>): string | undefined {
  if (!isOpen(state) || blackouts === undefined) return undefined
  const { met, unknown } = blackouts
  if (met.length > 0) return planWords(met.some(({ isSure }) => isSure) ? 'inBlackout' : 'nearBlackout')
  return unknown === null ? undefined : planWords('blackoutsUnknown')
}

/**
 * True if a plan is outdated by a newer message and may be made anew: it is open and based on an older message, or a newer message
 * superseded it, and there is no later plan.
 */
export function isOvertaken(plan: Plan, plans: readonly Plan[]): boolean {
  if (standsOnOlder(plan)) return true
  const isNewer = (other: Plan) => isOpen(other.state) && other.cdmId === plan.newestCdmId
  return plan.state === 'SUPERSEDED' && plan.newestCdmId !== plan.cdmId && !plans.some(isNewer)
}

/** Returns the selected plan: the requested one, else the most advanced, else the newest. */
export function chosenPlan<P extends Plan>(plans: readonly P[], wanted: string | undefined): P | undefined {
  const underWay = (['EXPORTED', 'EXECUTED', 'APPROVED', 'SCREENED', 'DRAFT'] as const).flatMap((state) =>
    plans.filter((plan) => plan.state === state),
  )
  return plans.find(({ manoeuvreId }) => manoeuvreId === wanted) ?? underWay[0] ?? plans[0]
}

/** Returns `0.0374 m/s`; for a plan by drag, which has no Δv, `drag, 12.5 h`. */
export const sizeText = ({ drag, totalDeltaVMagnitude }: Plan): string =>
  drag === null
    ? planWords('sizeBurn', { size: formatNumber(totalDeltaVMagnitude, { decimals: 4 }) })
    : planWords('sizeDrag', { hours: formatNumber(drag.holdS / SECONDS_PER_HOUR, { decimals: 1 }) })

/**
 * Returns the first storm between ignition and closest approach that became known after the weather of a plan by drag; undefined if there
 * is none, if the plan cannot lead to a change any more, or if the displayed weather is a sample.
 */
export function newerStorm(
  { drag, state, ignitionEpoch, after, createdAt }: Plan,
  { isSample, storms }: Pick<SpaceWeather, 'isSample' | 'storms'>,
): SpaceWeather['storms'][number] | undefined {
  if (drag === null || !isOpen(state) || isSample) return undefined
  const flownMs = Date.parse(drag.weather?.receivedAt ?? createdAt)
  const [first, last] = [ignitionEpoch.slice(0, 10), (after?.tca ?? ignitionEpoch).slice(0, 10)]
  return storms.find(({ date, knownAt }) => date >= first && date <= last && Date.parse(knownAt) > flownMs)
}
