import type { Separation } from '@apsis/contract/ca/plan/confirmed.ts'
import { distanceVerdict } from '@apsis/contract/ca/plan/distance-verdict.ts'
import type { Manoeuvre } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { ManoeuvreScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { isOpen } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { PATH_CASES } from '@apsis/contract/ca/plan/path-screening.ts'
import type { Naming } from '../../../shell/status/people.ts'
import type { PlotTable } from '../../../ui/file/csv.ts'

/** What blackouts say against a plan, as a word for programs; undefined: nothing. */
function blackoutWord({ state, blackouts }: Pick<Manoeuvre, 'state' | 'blackouts'>): string | undefined {
  if (!isOpen(state) || blackouts === undefined) return undefined
  const { met, unknown } = blackouts
  if (met.length > 0) return met.some(({ isSure }) => isSure) ? 'IN_BLACKOUT' : 'NEAR_BLACKOUT'
  return unknown === null ? undefined : 'BLACKOUTS_UNKNOWN'
}

/** The planned burn that a plan moves; blank of a burn of its own. */
const movedOf = ({ plannedBurn: moved }: Pick<Manoeuvre, 'plannedBurn'>) => [
  ...[moved?.ignition, moved?.announcedBy, moved?.movedByS],
  ...[moved?.revolutions ?? undefined, moved?.extraDeltaVMps],
]

/** Plans as a file: a script reads it, so that its words are the same in every language. */
export const tableOfPlans = (
  plans: readonly Manoeuvre[],
  satelliteOf: (satelliteId: string) => string | undefined,
  nameOf: Naming['nameOf'],
): PlotTable => ({
  columns: [
    ...['satellite', 'plan', 'state', 'ignition, UTC', 'last command, UTC', 'Δv, m/s', 'Pc before', 'Pc after'],
    ...['miss after, m', 'screening', 'blackouts', 'evaluation', 'by', 'approved by'],
    ...['planned for, UTC', 'planned by', 'moved by, s', 'revolutions', 'extra Δv, m/s'],
  ],
  rows: plans.map((plan) => [
    ...[satelliteOf(plan.satelliteId), plan.name, plan.state, plan.ignitionEpoch, plan.commitAt],
    ...[
      plan.drag === null ? plan.totalDeltaVMagnitude : undefined,
      plan.before?.probability ?? undefined,
      plan.after?.probability ?? undefined,
    ],
    ...[
      plan.after?.missM,
      plan.screening?.verdict,
      blackoutWord(plan),
      plan.evaluation?.verdict,
      nameOf(plan.createdBy),
    ],
    ...[plan.approvedBy === null ? undefined : nameOf(plan.approvedBy), ...movedOf(plan)],
  ]),
})

/** The distances by which an event is judged, m, and what they say; blank of one that is judged by no distance. */
const DISTANCES = [
  ...['distance before, m', 'distance after, m', 'distance 3σ strong, m', 'distance 3σ weak, m'],
  ...['distance 1σ, m', 'distance planned, m', 'distance accepted, m', 'distance verdict'],
]
const distancesOf = (separation: Separation | undefined) =>
  separation === undefined
    ? DISTANCES.map(() => undefined)
    : [
        ...[separation.before, separation.nominal, separation.hot, separation.cold].map((near) => near?.missM),
        ...[separation.sigmaM, separation.targetM ?? undefined, separation.acceptedM, distanceVerdict(separation)],
      ]

/** What a burn does to each event, and which events could not be screened. */
export const tableOfScreening = ({ events, notScreened }: ManoeuvreScreening): PlotTable => ({
  columns: [
    ...['conjunction id', 'other object', 'TCA, UTC', 'Pc before', 'Pc after', 'Pc 3σ strong', 'Pc 3σ weak'],
    ...['miss before, m', 'miss after, m', ...DISTANCES, 'left out', 'not screened'],
  ],
  rows: [
    ...events.map((one) => [
      ...[one.conjunctionId, one.object, one.tca],
      ...[one.before, one.nominal, one.hot, one.cold].map((value) => value ?? undefined),
      ...[one.missBeforeM, one.missM, ...distancesOf(one.separation), one.leftOut ?? undefined, undefined],
    ]),
    ...notScreened.map(({ conjunctionId, reason, leftOut }) => [
      ...[conjunctionId, ...new Array<undefined>(8 + DISTANCES.length), leftOut ?? undefined, reason],
    ]),
  ],
})

/** What comes near the new path, of each comparison, with the burn as planned, 3σ off, and missed. */
export const tableOfPaths = ({ paths }: Pick<ManoeuvreScreening, 'paths'>): PlotTable => ({
  columns: [
    ...['screening', 'result', 'object id', 'object', 'of a message'],
    ...PATH_CASES.flatMap((which) => [`TCA ${which}, UTC`, `miss ${which}, m`, `Pc ${which}`]),
  ],
  rows: paths.flatMap(({ type, result, encounters }) =>
    encounters.map((one) => [
      ...[type, result, one.objectId, one.object, one.isOfMessage ? 'yes' : 'no'],
      ...PATH_CASES.flatMap((which) => [one[which]?.tca, one[which]?.missM, one[which]?.probability ?? undefined]),
    ]),
  ),
})

/** What was done to a plan, by whom and why. */
export const tableOfSteps = ({ steps }: Pick<Manoeuvre, 'steps'>, signed: Naming['signed']): PlotTable => ({
  columns: [
    ...['time, UTC', 'by', 'action', 'state', 'why'],
    ...['who moves', 'agreed with', 'agreed at, UTC', 'agreed by'],
  ],
  rows: steps.map(({ at, by, action, state, why, agreement }) => [
    ...[at, signed(by), action, state, why],
    ...[agreement?.mover, agreement?.with, agreement?.at, agreement?.channel],
  ]),
})
