import { distanceVerdict } from '@apsis/contract/ca/plan/distance-verdict.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { isOpen } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { PATH_CASES } from '@apsis/contract/ca/plan/path-screening.ts'
import type { Naming } from '../../shell/status/people.ts'
import type { PlotTable } from '../../ui/file/csv.ts'
import { fileTable } from '../../ui/table/column.ts'

/** Returns the conflict of a plan with blackouts, as a value for programs; undefined if there is none. */
function blackoutWord({ state, blackouts }: Pick<Plan, 'state' | 'blackouts'>): string | undefined {
  if (!isOpen(state) || blackouts === undefined) return undefined
  const { met, unknown } = blackouts
  if (met.length > 0) return met.some(({ isSure }) => isSure) ? 'IN_BLACKOUT' : 'NEAR_BLACKOUT'
  return unknown === null ? undefined : 'BLACKOUTS_UNKNOWN'
}

/** Returns plans as a file. Scripts read it, so its texts are the same in every language. */
export const tableOfPlans = (
  plans: readonly Plan[],
  satelliteOf: (satelliteId: string) => string | undefined,
  nameOf: Naming['nameOf'],
): PlotTable =>
  fileTable(plans, {
    satellite: ({ satelliteId }) => satelliteOf(satelliteId),
    plan: 'name',
    state: 'state',
    'ignition, UTC': 'ignitionEpoch',
    'last command, UTC': 'commitAt',
    'Δv, m/s': ({ drag, totalDeltaVMagnitude }) => (drag === null ? totalDeltaVMagnitude : undefined),
    'Pc before': ({ before }) => before?.probability,
    'Pc after': ({ after }) => after?.probability,
    'miss after, m': ({ after }) => after?.missM,
    screening: ({ screening }) => screening?.verdict,
    blackouts: blackoutWord,
    evaluation: ({ evaluation }) => evaluation?.verdict,
    by: ({ createdBy }) => nameOf(createdBy),
    'approved by': ({ approvedBy }) => approvedBy && nameOf(approvedBy),
    // The planned burn that a plan moves; blank for a new burn.
    'planned for, UTC': ({ plannedBurn }) => plannedBurn?.ignition,
    'planned by': ({ plannedBurn }) => plannedBurn?.announcedBy,
    'moved by, s': ({ plannedBurn }) => plannedBurn?.movedByS,
    revolutions: ({ plannedBurn }) => plannedBurn?.revolutions,
    'extra Δv, m/s': ({ plannedBurn }) => plannedBurn?.extraDeltaVMps,
  })

/** Returns the effect of a burn on each event, with the distances by which it is judged, and the events that could not be screened. */
export function tableOfScreening({ events, notScreened }: PlanScreening): PlotTable {
  type Event = (typeof events)[number]
  type Line = Partial<Omit<Event, 'leftOut'>> & Pick<Event, 'conjunctionId' | 'leftOut'> & { readonly reason?: string }
  const near = (name: 'before' | 'nominal' | 'hot' | 'cold') => (one: Line) => one.separation?.[name]?.missM
  return fileTable([...events, ...notScreened] as readonly Line[], {
    'conjunction id': 'conjunctionId',
    'other object': 'object',
    'TCA, UTC': 'tca',
    'Pc before': 'before',
    'Pc after': 'nominal',
    'Pc 3σ strong': 'hot',
    'Pc 3σ weak': 'cold',
    'miss before, m': 'missBeforeM',
    'miss after, m': 'missM',
    'distance before, m': near('before'),
    'distance after, m': near('nominal'),
    'distance 3σ strong, m': near('hot'),
    'distance 3σ weak, m': near('cold'),
    'distance 1σ, m': ({ separation }) => separation?.sigmaM,
    'distance planned, m': ({ separation }) => separation?.targetM,
    'distance accepted, m': ({ separation }) => separation?.acceptedM,
    'distance verdict': ({ separation }) => separation && distanceVerdict(separation),
    'left out': 'leftOut',
    'not screened': 'reason',
  })
}

/** Returns the objects near the new path, for each comparison, with the burn as planned, 3σ off, and missed. */
export const tableOfPaths = ({ paths }: Pick<PlanScreening, 'paths'>): PlotTable => ({
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

/** Returns the steps of a plan, with person and reason. */
export const tableOfSteps = ({ steps }: Pick<Plan, 'steps'>, signed: Naming['signed']): PlotTable =>
  fileTable(steps, {
    'time, UTC': 'at',
    by: ({ by }) => signed(by),
    action: 'action',
    state: 'state',
    why: 'why',
    'who moves': ({ agreement }) => agreement?.mover,
    'agreed with': ({ agreement }) => agreement?.with,
    'agreed at, UTC': ({ agreement }) => agreement?.at,
    'agreed by': ({ agreement }) => agreement?.channel,
  })
