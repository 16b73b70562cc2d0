import { scaledMaximum } from '@apsis/astro/conjunction/probability/maximum.ts'
import { makeDragAir, USUAL_DENSITY_SIGMA } from '@apsis/astro/manoeuvre/drag-air.ts'
import type { EncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import type { Target } from '@apsis/astro/manoeuvre/local-risk.ts'
import { REMEDIATION } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { type DragPlan, planDrag, planLeastArea } from '@apsis/astro/manoeuvre/plan-drag.ts'
import { MARGIN } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import { findDensitySigma } from '@apsis/ccsds/cdm/density-forecast.ts'
import { type DragFacts, type LeftFacts, type PlanOptions, type PlanRow, planTime } from './plan-row.ts'

/** Plans by drag for the requested starts, s after TCA. Throws RangeError if the message has no CD_AREA_OVER_MASS. */
export function planByDrag(
  cdm: Cdm,
  model: EncounterModel,
  { asked, starts }: { readonly asked: PlanOptions; readonly starts: readonly number[] },
): PlanRow[] {
  const { additional } = cdm.objects[0]
  const usualM2PerKg = additional?.cdAreaOverMassM2PerKg ?? 0
  if (!(usualM2PerKg > 0)) throw new RangeError('object 1 has no CD_AREA_OVER_MASS: nothing is known of its drag')
  const origin = cdm.relative.tca
  const wattsPerKg = additional?.sedrWPerKg
  const air = makeDragAir(model.encounter.primary, origin, {
    dynamics: asked.dynamics,
    dissipation: wattsPerKg === undefined ? null : { wattsPerKg, usualM2PerKg },
  })
  const { areas, attitudeRadiusM } = asked.drag
  const densitySigma = asked.drag.densitySigma ?? findDensitySigma(cdm) ?? USUAL_DENSITY_SIGMA
  return starts.map((startS) => {
    const options = {
      origin,
      startS,
      forces: air.forces,
      craft: { usualM2PerKg, leastM2PerKg: areas[0] * usualM2PerKg, mostM2PerKg: areas[1] * usualM2PerKg },
      target: asked.target,
      densitySigma,
      ...(asked.target.kind === 'miss' ? {} : { acceptedProbability: asked.target.probability / REMEDIATION }),
    }
    const attitude = asked.kind === 'attitude' ? planLeastArea(model, options, attitudeRadiusM) : null
    const plan = attitude ?? planDrag(model, options)
    const facts = {
      areaFactor: plan.heldM2PerKg / usualM2PerKg,
      smaChangeM: plan.smaChangeM,
      nominalProbability: plan.nominalProbability,
      worstProbability: plan.worstProbability,
      densitySigma,
      densityFrom: air.from,
      highestOnTheWay: highestBefore(plan),
      ...(attitude === null ? {} : { radiusOnlyProbability: attitude.radiusOnlyProbability }),
    }
    return { ...rowOf(plan, model, { tca: origin, kind: asked.kind }), drag: facts }
  })
}

function highestBefore({ curve, holdS }: DragPlan): DragFacts['highestOnTheWay'] {
  const start = curve[0]?.probability ?? 1
  const before = curve.flatMap((point) =>
    point.holdS <= holdS && point.probability !== null ? [point.probability] : [],
  )
  const highest = Math.max(0, ...before)
  return highest > start ? highest : null
}

function rowOf(
  plan: DragPlan,
  model: EncounterModel,
  { tca, kind }: { readonly tca: Cdm['relative']['tca']; readonly kind: PlanOptions['kind'] },
): PlanRow {
  return {
    kind,
    leadOrbits: Number((-plan.startS / model.periodS).toFixed(9)),
    burnTime: planTime(addSeconds(tca, plan.startS)),
    // A plan that uses drag has no velocity increment and uses no propellant.
    deltaVRtnMps: [0, 0, 0],
    deltaVMps: 0,
    probability: plan.probability,
    missM: plan.after.missDistanceM,
    tca: planTime(addSeconds(tca, plan.after.tcaS)),
    confirmed: plan.meetsTarget,
    durationS: plan.holdS,
    limit: plan.limit,
  }
}

/** Returns the plan without an action: the present risk, and whether better tracking could show a higher one (flight rule F3). */
export function planNothing(
  cdm: Cdm,
  model: EncounterModel,
  { probability, target }: { readonly probability: number; readonly target: Target },
): PlanRow {
  const after = model.after({ state: model.encounter.primary })
  return {
    kind: 'none',
    leadOrbits: 0,
    burnTime: planTime(cdm.relative.tca),
    deltaVRtnMps: [0, 0, 0],
    deltaVMps: 0,
    probability,
    missM: after.missDistanceM,
    tca: planTime(addSeconds(cdm.relative.tca, after.tcaS)),
    confirmed:
      target.kind === 'miss' ? after.missDistanceM >= target.missM : probability <= MARGIN * target.probability,
    limit: null,
    left: leftOf(model),
  }
}

/** Returns the highest probability that better tracking could show for an event without a burn. */
export function leftOf(model: EncounterModel): LeftFacts {
  const { planar } = model.after({ state: model.encounter.primary })
  if (planar === null) return { maximumProbability: null, missSigmas: null, isDiluted: null }
  const { miss } = planar
  const most = scaledMaximum(miss, model.encounter.radiusM)
  return {
    maximumProbability: most.probability,
    missSigmas: Math.hypot(miss.xM / miss.sigmaXM, miss.yM / miss.sigmaYM),
    isDiluted: most.covarianceFactor < 1,
  }
}
