import { type BurnSpan, findBurnTime } from '@apsis/astro/manoeuvre/burn-time.ts'
import { type EncounterModel, makeEncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { startWithin } from '@apsis/astro/manoeuvre/engine-steps.ts'
import type { AssessedOptions } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { planToTarget } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import { STRATEGIES, strategySpan } from '@apsis/astro/manoeuvre/strategy.ts'
import { norm } from '@apsis/astro/vec3.ts'
import { blackoutOver } from './blackouts.ts'
import { lastsOf, unlessImpossible } from './burn-size.ts'
import {
  type BurnSettings,
  burnAt,
  type Candidate,
  type CandidateName,
  type DesignCase,
  DYNAMICS,
  describe,
  LEAST_LEAD_REVOLUTIONS,
  MOST_LEAD,
  needsNoBurn,
  type OpenDesign,
  optionsAt,
  planAt,
} from './design.ts'
import { ALONG_TRACK, mapLineOf } from './map-line.ts'
import { arcOfPlanned, movedStart, plannedIn, settingsOfPlanned } from './planned-burn.ts'

/** The maximum number of searches for a start outside the blackouts; and how much longer, s, the burn may become at another start. */
const [MOST_SEARCHES, LONGER_S] = [6, 1]
/** A target smaller by this factor leaves a margin for a wrong covariance. */
const MARGIN = 10

/** Plans a burn at a time, as the chosen burn is planned: by the distance of every passage if the objects meet again. */
const planBy =
  ({ designCase: { acceptedDistanceM = 0, meetsAgain = false } }: OpenDesign, model: EncounterModel) =>
  (at: AssessedOptions) =>
    planToTarget(model, at, { ofSatelliteM: acceptedDistanceM, meetsAgain })

const startsOf = ({ tca, designCase: { propulsion } }: OpenDesign) => startWithin(tca, propulsion.startStepS)

/** Commands have whole milliseconds, so a burn starts at the next one, unless the engine has its own steps. */
const atMillisecond = (open: OpenDesign, burnS: number) =>
  open.designCase.propulsion.startStepS > 0 ? burnS : burnAt(open, Math.ceil(open.tcaMs + burnS * 1_000))

/** Returns the suggestions, the smallest burn first; a kind is left out if it has no result or needs no burn. */
export function suggest(open: OpenDesign, { isPlannedBurn: _, ...settings }: BurnSettings): Candidate[] {
  const model = makeEncounterModel(open.encounter, DYNAMICS[settings.dynamics])
  const { periodS } = model
  const { designCase, tcaMs, earliestS } = open
  const planOf = planBy(open, model)
  const window = { fromS: Math.max(earliestS, -MOST_LEAD * periodS), toS: -LEAST_LEAD_REVOLUTIONS * 2 * periodS }
  // The length of a burn depends on its start: if a burn crosses a blackout, its start is searched again with its length.
  const best = (one: BurnSettings, within: BurnSpan = window) => {
    if (within.fromS >= within.toS) return undefined
    for (let lengthS = 0, round = 0; round < MOST_SEARCHES; round += 1) {
      // A burn that starts before a blackout by less than its length crosses the blackout.
      const blackouts = designCase.blackouts.map(({ fromMs, toMs }) => ({
        fromS: (fromMs - tcaMs) / 1_000 - lengthS,
        toS: (toMs - tcaMs) / 1_000,
      }))
      const searched = { ...within, blackouts, startAt: startsOf(open) }
      const plan = findBurnTime(model, searched, optionsAt(open, model, one, within.fromS), planOf)
      if (plan === null) return undefined
      const made = unlessImpossible(() => planAt(open, model, one, plan.burnS))
      if (made === undefined) return undefined
      const neededS = lastsOf(designCase, made)
      if (blackoutOver(designCase, tcaMs + plan.burnS * 1_000, neededS) === undefined) return plan.burnS
      lengthS = Math.max(lengthS, neededS) + LONGER_S
    }
    return undefined
  }
  // If the thrusters do not push along the track, no burn along it is suggested.
  const canPushAlong = mapLineOf(open, model, ALONG_TRACK, -periodS).senses.length > 0
  const along: BurnSettings = canPushAlong ? { ...settings, direction: ALONG_TRACK } : settings
  const margin: BurnSettings =
    settings.target.kind === 'probability'
      ? { ...settings, target: { kind: 'probability', probability: settings.target.probability / MARGIN } }
      : settings
  const cheapest = best(settings)
  const alongS = canPushAlong ? best(along) : undefined
  const lateS = latestOf(open, model, settings)
  const keeping: BurnSettings = { ...settings, ...settingsOfPlanned(designCase.nextBurn) }
  const keptS = startOfPlanned(open, model, keeping)
  const found: Candidate[] = []
  const add = (name: CandidateName, one: BurnSettings, burnS: number | undefined) => {
    if (burnS === undefined) return
    const made = unlessImpossible(() => describe(open, model, one, { name, burnS: atMillisecond(open, burnS) }))
    if (made !== undefined) found.push(made)
  }
  add('cheapest', settings, cheapest)
  add('along', along, alongS)
  add('late', settings, lateS)
  // A larger burn takes longer: with the start of the cheapest one it may cross a blackout.
  if (margin !== settings) add('margin', margin, designCase.blackouts.length === 0 ? cheapest : best(margin))
  for (const { name, one, within } of byStrategy(open, { settings, along, periodS })) add(name, one, best(one, within))
  add('keeping', keeping, keptS)
  return found.filter((one) => !needsNoBurn(one)).toSorted(rankFor(designCase))
}

/**
 * Returns the latest of the usual start times that is outside blackouts and before which a command can still be sent; undefined if there is
 * none.
 */
function latestOf(open: OpenDesign, model: EncounterModel, settings: BurnSettings): number | undefined {
  const { designCase, tcaMs, earliestS } = open
  return [0.5, 1.5, 2.5]
    .map((lead) => -lead * model.periodS)
    .filter((burnS) => burnS >= earliestS)
    .find((burnS) => {
      const made = unlessImpossible(() => planAt(open, model, settings, burnS))
      if (made === undefined) return false
      return blackoutOver(designCase, tcaMs + made.plan.burnS * 1_000, lastsOf(designCase, made)) === undefined
    })
}

/** Returns the time to which the next planned burn is moved; undefined if none is announced, or if there is no time for it. */
function startOfPlanned(open: OpenDesign, model: EncounterModel, keeping: BurnSettings): number | undefined {
  const { designCase, earliestS, tcaMs } = open
  const planned = plannedIn(open, model)
  if (planned === undefined) return undefined
  const { periodS } = model
  const arcS = arcOfPlanned(designCase, { ...planned, arcS: keeping.arcS })
  const lengthS = lastsOf(designCase, { plan: { deltaVMps: norm(planned.deltaVRtnMps) }, arcS })
  const blackouts = designCase.blackouts.map(({ fromMs, toMs }) => ({
    fromS: (fromMs - tcaMs) / 1_000 - lengthS,
    toS: (toMs - tcaMs) / 1_000,
  }))
  const toS = Math.min(-LEAST_LEAD_REVOLUTIONS * 2 * periodS, -arcS)
  const window = { fromS: earliestS, toS, blackouts, startAt: startsOf(open) }
  const fly = (burnS: number) => planAt(open, model, keeping, burnS).plan
  return movedStart(open, model, { window, fly }) ?? undefined
}

/** Returns the extra cost of a burn, which is zero for a burn that is planned anyway. */
const extraMps = ({ moved, deltaVMps }: Candidate) => (moved === undefined ? deltaVMps : 0)

/**
 * Returns the order of the suggestions: those that reach the target first; then the kind that the satellite prefers, if any; then by Δv.
 */
function rankFor({ strategy }: DesignCase): (a: Candidate, b: Candidate) => number {
  const asked = strategy === 'SHORT_TERM' ? 'short' : strategy === 'LONG_TERM' ? 'long' : undefined
  return (a, b) =>
    Number(b.meetsTarget) - Number(a.meetsTarget) ||
    Number(b.name === asked) - Number(a.name === asked) ||
    extraMps(a) - extraMps(b)
}

type SuggestionSettings = { readonly settings: BurnSettings; readonly along: BurnSettings; readonly periodS: number }

/** Returns the burns that the strategy of the satellite names, with the range of their starts. */
function byStrategy(
  { designCase: { strategy }, earliestS }: OpenDesign,
  { settings, along, periodS }: SuggestionSettings,
): readonly { readonly name: CandidateName; readonly one: BurnSettings; readonly within: BurnSpan }[] {
  if (strategy === undefined) return []
  const [short, long] = STRATEGIES.map((one) => strategySpan(one, { periodS, earliestS })) as [BurnSpan, BurnSpan]
  return [
    ...(strategy === 'LONG_TERM' ? [] : [{ name: 'short' as const, one: settings, within: short }]),
    ...(strategy === 'SHORT_TERM' ? [] : [{ name: 'long' as const, one: along, within: long }]),
  ]
}
