import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { ALONG_TRACK_RTN, strategySpan } from '@apsis/astro/manoeuvre/strategy/strategy.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { canPushAlong } from './allowed-directions.ts'
import type { Engine } from './describe-burn.ts'
import { atSecond, noWindow, Refusal } from './plan-parts.ts'
import type { PlannedEvent } from './planned-event.ts'

const NAMES = { SHORT_TERM: 'short-term', LONG_TERM: 'long-term' } as const

type StrategyBasis = { readonly event: PlannedEvent; readonly engine: Engine; readonly earliestS: number }

/** The request as a search where it has a strategy: from when, until when, and along which line. Throws Refusal where it is too late for one. */
export function searchOf(
  request: PlanRequest,
  { event: { model, tca }, engine, earliestS }: StrategyBasis,
): PlanRequest {
  const { strategy, until, direction } = request
  if (strategy === undefined) return request
  const { periodS } = model
  const { fromS, toS } = strategySpan(NAMES[strategy], { periodS, earliestS })
  if (fromS >= toS) {
    const [earliest, latest] = [earliestS, toS].map((atS) => atSecond(addSeconds(tca, atS))) as [string, string]
    throw new Refusal('strategy', { case: strategy, earliestAt: earliest, latestAt: latest })
  }
  const lastS = until === undefined ? toS : Math.min(toS, secondsBetween(tca, parseTime(until)))
  if (fromS >= lastS) throw noWindow({ blackouts: [] })
  const [from, last] = [addSeconds(tca, fromS), addSeconds(tca, lastS)]
  const isAlong =
    strategy === 'LONG_TERM' &&
    direction === undefined &&
    canPushAlong(engine, ALONG_TRACK_RTN, trialOf(model, { burnS: fromS }).state)
  return {
    ...request,
    start: { unit: 'DATE', value: formatTime(from, { digits: 3, zulu: true }) },
    until: formatTime(last, { digits: 3, zulu: true }),
    ...(isAlong
      ? { direction: { deltaVReferenceFrame: 'RTN', deltaVDirection: 'XYZ', vector: [...ALONG_TRACK_RTN] } }
      : {}),
  }
}
