import { formatColumns } from '../../terminal/print.ts'
import type { DragFacts, LeftFacts, PlannedFile, PlanRow } from './plan-row.ts'

const LIMITS = {
  'delta-v': 'does not reach the target: more Δv is needed than the burn may have',
  time: 'does not reach the target: no burn at this time moves the encounter',
  method: 'does not reach the target: the method of the event has no value there, or it falls no further',
  passage: 'does not reach the target: the objects meet again at another passage',
  direction: 'does not reach the target: another direction than those of --cone or --thrusters would',
  'planned-burn': 'does not reach the target: the planned burn is too small or points elsewhere',
  'execution-error': 'does not reach the target: when it comes out too weak it leaves too much, however large it is',
  attitude: 'does not reach the target: there is not time enough',
} as const

const NOT_BACK = {
  'out-of-reach': 'does not come back: no pair of burns behind TCA takes back what is left',
  bent: 'does not come back: the burn is too large for a way back of two burns',
} as const

/** Writes the plans of one message for people. */
export function describePlans({ file, probability, plans }: PlannedFile): string {
  const before = `${file}: probability ${show(probability)} without a burn`
  const [first] = plans
  if (first?.kind === 'none' && first.left !== undefined) return `${before}\n${describeLeft(first.left)}`
  if (first?.drag !== undefined) return `${before}\n${describeDrag(plans)}`
  const head = ['  lead', 'burn at', 'Δv mm/s', 'R', 'T', 'N', 'probability', 'miss m', 'TCA', '']
  const rows = plans.map((plan) => [`  ${plan.leadOrbits.toFixed(3)}`, ...cellsOf(plan)])
  const track = first?.left === undefined ? '' : `\n${trackFirst(first.left)}`
  return `${before}\n${formatColumns([head, ...rows])}${track}`
}

/** Writes the advice for a diluted event: its probability may be small only because the orbits are poorly known (flight rule F3). */
function trackFirst({ maximumProbability, missSigmas }: LeftFacts): string {
  return `  track first: the covariance is too large for this miss of ${missSigmas?.toFixed(2)} σ; with better tracking it may be up to ${show(maximumProbability)}`
}

/** Writes the attitudes with their results for the forecast density and its range. */
function describeDrag(plans: readonly PlanRow[]): string {
  const head = ['  lead', 'from', 'hours', 'area', 'probability', 'as forecast', 'worst', 'miss m', 'Δa m', 'TCA', '']
  const rows = plans.map((plan) => [`  ${plan.leadOrbits.toFixed(3)}`, ...dragCells(plan, plan.drag)])
  const [facts] = plans.map(({ drag }) => drag)
  const from =
    facts?.densityFrom === 'message' ? 'the energy that the message says drag took' : 'a model of mean activity'
  const sigma = ((facts?.densitySigma ?? Number.NaN) * 100).toFixed(0)
  return `${formatColumns([head, ...rows])}\n  density from ${from}, σ ${sigma} %; worst: of its 5th to 95th percentile`
}

function dragCells(plan: PlanRow, facts: DragFacts | undefined): string[] {
  const { burnTime, durationS = 0, probability, missM, tca, limit } = plan
  if (facts === undefined) return [LIMITS.attitude]
  const { radiusOnlyProbability: ofRadius, highestOnTheWay, nominalProbability } = facts
  const notes = [
    ...(limit === null ? (durationS === 0 ? ['nothing is needed'] : []) : [LIMITS.attitude]),
    ...(highestOnTheWay !== null && limit === null ? [`up to ${show(highestOnTheWay)} for who turns back early`] : []),
    ...(ofRadius === undefined || ofRadius === null ? [] : [`the radius by itself ${show(ofRadius)}`]),
  ]
  return [
    shortTime(burnTime),
    (durationS / 3600).toFixed(2),
    `× ${facts.areaFactor.toFixed(2)}`,
    show(probability),
    show(nominalProbability),
    show(facts.worstProbability),
    missM.toFixed(1),
    facts.smaChangeM.toFixed(1),
    shortTime(tca),
    notes.join('; '),
  ]
}

/** Writes the options of a craft that cannot manoeuvre. */
function describeLeft({ maximumProbability, missSigmas, isDiluted }: LeftFacts): string {
  const most = `  at most ${show(maximumProbability)} whatever the size of the covariance; the miss is ${missSigmas?.toFixed(2) ?? 'no'} σ`
  const track = isDiluted
    ? '  the covariance is too large for this miss: better tracking of either object may raise the probability or end the event'
    : '  better tracking may lower the probability: the covariance is not too large for this miss'
  return `${most}\n${track}\n  left are tracking, an agreement with the operator of object 2, and the attitude of least area (--kind attitude)`
}

function cellsOf({ burnTime, deltaVRtnMps, deltaVMps, probability, missM, tca, limit, ...row }: PlanRow): string[] {
  const notes = [
    ...(limit === null
      ? deltaVMps === 0
        ? [row.left === undefined ? 'no burn needed' : 'track first']
        : []
      : [LIMITS[limit]]),
    ...(row.by === undefined
      ? []
      : [
          `they fly along together: planned by separation, nearest of all passages ${row.nearestM?.toFixed(1) ?? 'unknown'} m`,
        ]),
    ...(row.counted === undefined
      ? []
      : [`by counting: ${row.counted.hits} of ${row.counted.trials} flown pairs, upper 95 % bound`]),
    ...(row.plannedBurn === undefined ? [] : [movedText(row.plannedBurn)]),
    ...(row.notBack === undefined ? [] : [`${NOT_BACK[row.notBack]} (${row.returnErrorM?.toFixed(0)} m)`]),
  ]
  return [
    shortTime(burnTime),
    (deltaVMps * 1000).toFixed(3),
    ...deltaVRtnMps.map((value) => (value * 1000).toFixed(3)),
    show(probability),
    missM.toFixed(1),
    shortTime(tca),
    notes.join('; '),
  ]
}

/** Writes which planned burn is moved, and by how much. */
function movedText({ ignition, movedByS, revolutions }: NonNullable<PlanRow['plannedBurn']>): string {
  const by =
    revolutions === null
      ? `${(movedByS / 3600).toFixed(2)} h`
      : `${revolutions} ${revolutions === 1 ? 'revolution' : 'revolutions'}`
  return `the planned burn of ${shortTime(ignition)}, ${by} earlier: no Δv beside it`
}

/** Returns a time to the millisecond. */
function shortTime(text: string): string {
  return text.replace(/(\.\d{3})\d*Z$/, '$1Z')
}

function show(value: number | null): string {
  return value === null ? 'none' : value === 0 ? '0' : value.toExponential(4)
}
