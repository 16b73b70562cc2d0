import {
  CO_ORBITING,
  type Confirmation,
  confirmationOf,
  isPlannedBySeparation,
} from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import { directionsAt, sensesWithin } from '@apsis/astro/manoeuvre/allowed-directions.ts'
import { type BurnSpan, findBurnTime } from '@apsis/astro/manoeuvre/burn-time.ts'
import { type Dynamics, type DynamicsName, J2, TWO_BODY } from '@apsis/astro/manoeuvre/dynamics.ts'
import { type EncounterModel, makeEncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { makeFullDynamics } from '@apsis/astro/manoeuvre/full-dynamics.ts'
import { type AssessedOptions, REMEDIATION } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { planReturn, type ReturnPlan } from '@apsis/astro/manoeuvre/plan-return.ts'
import { planToTarget, type TargetPlan } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import type { PlannedBurn } from '@apsis/astro/manoeuvre/planned-burn.ts'
import type { Separation } from '@apsis/astro/manoeuvre/separation.ts'
import { ALONG_TRACK_RTN } from '@apsis/astro/manoeuvre/strategy.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import type { Cdm, CdmObject } from '@apsis/ccsds/cdm/cdm.ts'
import { assessCdm, encounterOfCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { type Craft, DEFAULT_FORCES, makeForces } from '../../input/force-model.ts'
import { leftOf, planByDrag, planNothing } from './plan-drag.ts'
import { type Kind, type PlannedEvent, type PlanOptions, type PlanRow, planTime } from './plan-row.ts'
import { flyPlanned, movedRow, moveWithin, plannedIn } from './planned-burn.ts'
import { ARC_PERIODS, noTimeIn, requireBefore, shutBefore, spanAhead, spanOf, startsOf } from './starts.ts'

/** Returns the plans for a message. Throws RangeError if it has no probability that can be used, or if its orbits cannot be propagated. */
export function planMessage(cdm: Cdm, asked: PlanOptions): Omit<PlannedEvent, 'messageId'> {
  const given = asked.radiusM === null ? {} : { radius: { radiusM: asked.radiusM, from: '--hbr' } }
  const { radius, assessment, error } = assessCdm(cdm, given)
  if (radius === null) throw new RangeError(`${error}: give it with --hbr METRES`)
  if (assessment === null) throw new RangeError(error ?? 'there is no assessment')
  const { method, reason, encounter: met } = assessment
  const isBySeparation = isPlannedBySeparation(assessment)
  const said = isBySeparation ? { method: null, reason: CO_ORBITING } : { method, reason }
  const confirmation = confirmationOf({ ...said, relativeSpeedMps: met.relativeSpeedMps })
  if (isBySeparation && asked.target.kind !== 'miss')
    throw new RangeError(
      'the objects fly along together, and no method has a probability for them: plan by separation, with --target-miss METRES',
    )
  const probability = isBySeparation ? null : assessment.probability
  if (confirmation === null || (probability === null && !isBySeparation))
    throw new RangeError(`there is no probability: ${reason}`)
  const [primary, secondary] = encounterOfCdm(cdm)
  const encounter = { primary, secondary, radiusM: radius.radiusM }
  if (asked.kind === 'none' || asked.kind === 'drag' || asked.kind === 'attitude') {
    if (probability === null) throw new RangeError('the objects fly along together: only a burn plans their separation')
    // The propagation from the burn to TCA includes drag. For the minutes around TCA two-body motion is accurate enough.
    const still = makeEncounterModel(encounter, TWO_BODY)
    const { target } = asked
    if (asked.kind === 'none')
      return { probability, plans: [planNothing(cdm, still, { probability, target })], error: null }
    const starts = startsOf(still, cdm, asked.when)
    return { probability, plans: planByDrag(cdm, still, { asked, starts }), error: null }
  }
  const model = makeEncounterModel(encounter, dynamicsOf(cdm, asked.dynamics))
  const { plans, refused, planned } = plansFor(model, cdm, { asked, confirmation })
  const left = leftOf(model)
  return {
    probability,
    error: refused.length === 0 ? null : refused.join('; '),
    plans: plans.map((plan) => ({
      ...toRow(plan, model, { tca: cdm.relative.tca, kind: asked.kind }),
      ...movedOf(asked, planned, { burnS: plan.burnS, periodS: model.periodS }),
      limit: planned !== null && plan.limit === 'delta-v' ? 'planned-burn' : plan.limit,
      ...(left.isDiluted && !isBySeparation ? { left } : {}),
      ...(isBySeparation ? { by: 'separation' as const } : {}),
    })),
  }
}

/** A target of 3e-6 with two hits takes about a minute. Because of the seed every run of one file gives the same. */
const [MOST_TRIALS, SEED] = [2_500_000, 16]

interface Request {
  readonly asked: PlanOptions
  readonly confirmation: Confirmation
}

/** The plans, and the starts that are refused because they are in the shadow. */
interface Plans {
  readonly plans: readonly (TargetPlan | ReturnPlan)[]
  readonly refused: readonly string[]
  /** The planned burn that the plans move; null: the plans have their own burns. */
  readonly planned: PlannedBurn | null
}

/** Returns the options that apply to every burn. */
function optionsFor({ periodS }: EncounterModel, { asked, confirmation }: Request) {
  const { target, executionError, directionRtn, allowed } = asked
  return {
    target,
    method: confirmation.confirmedBy,
    counting: { random: seededRandom(SEED), mostTrials: MOST_TRIALS },
    ...(asked.kind === 'arc' ? { arcS: ARC_PERIODS * periodS } : {}),
    ...(directionRtn === null ? {} : { directionRtn }),
    ...(allowed === null ? {} : { allowed }),
    ...(executionError === null ? {} : { executionError }),
    ...(executionError === null || target.kind === 'miss'
      ? {}
      : { acceptedProbability: target.probability / REMEDIATION }),
  }
}

function plansFor(model: EncounterModel, cdm: Cdm, request: Request): Plans {
  const { asked, confirmation } = request
  const { tca } = cdm.relative
  const { meetsAgain } = confirmation
  const options = optionsFor(model, request)
  const planned = asked.planned === null ? null : plannedIn(model, tca, asked.planned)
  /** Returns the smallest burn at a time, or the planned one. The only accepted distance that is known here is the target itself. */
  const planAt =
    planned === null
      ? (at: AssessedOptions) => planToTarget(model, at, { ofSatelliteM: 0, meetsAgain })
      : flyPlanned(model, planned, meetsAgain)
  const span = searchedSpan(model, cdm, asked)
  if (span !== null) {
    const plan = bestIn(model, cdm, { asked, options, planned, planAt, span })
    return { plans: [plan], refused: [], planned }
  }
  const refused: string[] = []
  const plans = startsOf(model, cdm, asked.when).flatMap((burnS) => {
    const at = `a burn at ${planTime(addSeconds(tca, burnS))}`
    const dark = shutBefore(model, cdm, { asked, fromS: burnS }).find(({ toS }) => toS > burnS)
    if (dark !== undefined && dark.fromS <= burnS) {
      refused.push(`${at} meets the shadow of the Earth: give a --window`)
      return []
    }
    const timed = { ...options, burnS }
    try {
      return [asked.kind === 'return' ? planReturn(model, timed) : planAt(timed)]
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // The other requested starts still have their plans.
      refused.push(`${at}: ${error.message}`)
      return []
    }
  })
  // If no start is left, the message has no plan at all.
  if (plans.length === 0 && refused.length > 0) throw new RangeError(refused.join('; '))
  return { plans, refused, planned }
}

/**
 * Returns the span in which a start is searched for; null if starts are given. Without a span, a planned burn is moved within all the available time.
 */
function searchedSpan(model: EncounterModel, cdm: Cdm, { when, planned }: PlanOptions): BurnSpan | null {
  if ('from' in when || 'strategy' in when) return spanOf(model, cdm, when)
  return planned !== null && 'usual' in when ? spanAhead(cdm) : null
}

interface BurnSearch {
  readonly asked: PlanOptions
  readonly options: ReturnType<typeof optionsFor>
  readonly planned: PlannedBurn | null
  readonly planAt: (at: AssessedOptions) => TargetPlan
  readonly span: BurnSpan
}

/** Returns the best burn between two starts. Throws RangeError if there is no time for one. */
function bestIn(model: EncounterModel, cdm: Cdm, { asked, options, planned, planAt, span }: BurnSearch) {
  const { tca } = cdm.relative
  const { fromS } = span
  requireBefore(span.toS)
  // An arc must end before TCA, so it begins at least its length before TCA, to the microsecond.
  const toS = Math.min(span.toS, -Math.ceil((options.arcS ?? 0) * 1e6) / 1e6)
  const window = { fromS, toS, blackouts: shutBefore(model, cdm, { asked, fromS }) }
  const lined = planned === null ? { ...options, ...lineOf(model, asked, fromS) } : options
  const plan =
    planned === null
      ? findBurnTime(model, window, lined, planAt)
      : moveWithin(model, planned, { window, options, planAt })
  if (plan === null)
    throw new RangeError(
      noTimeIn({ from: addSeconds(tca, fromS), to: addSeconds(tca, span.toS) }, fromS <= span.toS && toS < fromS),
    )
  return asked.kind === 'return' ? planReturn(model, { ...lined, burnS: plan.burnS }) : plan
}

/** Returns the line of a burn: a long-term burn is along the track if no other line is requested and object 1 can thrust along it. */
function lineOf(model: EncounterModel, { when, allowed, directionRtn }: PlanOptions, burnS: number) {
  if (!('strategy' in when) || when.strategy !== 'long-term' || directionRtn !== null) return {}
  const canPush =
    allowed === null ||
    sensesWithin(directionsAt(allowed, trialOf(model, { burnS }).state), ALONG_TRACK_RTN).thrusters.length > 0
  return canPush ? { directionRtn: ALONG_TRACK_RTN } : {}
}

function toRow(
  plan: TargetPlan | ReturnPlan,
  model: EncounterModel,
  { tca, kind }: { readonly tca: Epoch; readonly kind: Kind },
): Omit<PlanRow, 'limit'> {
  const back = 'burns' in plan ? plan : null
  return {
    kind,
    leadOrbits: Number((-plan.burnS / model.periodS).toFixed(9)),
    burnTime: planTime(addSeconds(tca, plan.burnS)),
    deltaVRtnMps: plan.deltaVRtnMps,
    deltaVMps: 'totalDeltaVMps' in plan ? plan.totalDeltaVMps : plan.deltaVMps,
    probability: plan.confirmedProbability,
    missM: plan.after.missDistanceM,
    tca: planTime(addSeconds(tca, plan.after.tcaS)),
    // The plan is confirmed only if the requested return is complete, too.
    confirmed: plan.meetsTarget && (back?.isBack ?? true),
    ...(kind === 'arc' ? { durationS: ARC_PERIODS * model.periodS } : {}),
    ...(back === null
      ? {}
      : {
          burns: back.burns.map(({ burnS, ...burn }) => ({ burnTime: planTime(addSeconds(tca, burnS)), ...burn })),
          returnErrorM: back.returnErrorM,
          returnErrorMps: back.returnErrorMps,
          ...(back.notBack === null ? {} : { notBack: back.notBack }),
        }),
    ...(plan.counted === null ? {} : { counted: plan.counted }),
    ...('separation' in plan && plan.separation !== undefined ? nearestOf(plan.separation) : {}),
  }
}

/** Returns the planned burn that a plan moves; undefined for a new burn. */
function movedOf(
  { planned: asked }: PlanOptions,
  planned: PlannedBurn | null,
  at: { readonly burnS: number; readonly periodS: number },
): Pick<PlanRow, 'plannedBurn'> {
  return asked === null || planned === null ? {} : { plannedBurn: movedRow(asked, planned, at) }
}

const nearestOf = ({ nominal, cold }: Separation) => ({
  nearestM: nominal.distanceM,
  ...(cold === null ? {} : { coldNearestM: cold.distanceM }),
})

function dynamicsOf(cdm: Cdm, name: DynamicsName): Dynamics {
  if (name === 'two-body') return TWO_BODY
  if (name === 'j2') return J2
  const origin = cdm.relative.tca
  const forcesOf = (object: CdmObject) => {
    const craft = craftOf(object)
    const model = { ...DEFAULT_FORCES, drag: craft.dragAreaM2 !== undefined, srp: craft.solarRadAreaM2 !== undefined }
    return makeForces(model, craft, origin)
  }
  return makeFullDynamics({ origin, primary: forcesOf(cdm.objects[0]), secondary: forcesOf(cdm.objects[1]) })
}

/** Returns a craft of 1 kg with coefficients of 1, so that its areas equal CD_AREA_OVER_MASS and CR_AREA_OVER_MASS of the message. */
function craftOf({ additional }: CdmObject): Craft {
  const [drag, light] = [additional?.cdAreaOverMassM2PerKg, additional?.crAreaOverMassM2PerKg]
  return {
    massKg: 1,
    ...(drag === undefined || !(drag > 0) ? {} : { dragAreaM2: drag, dragCoeff: 1 }),
    ...(light === undefined || !(light > 0) ? {} : { solarRadAreaM2: light, solarRadCoeff: 1 }),
  }
}
