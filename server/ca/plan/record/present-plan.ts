import { formatCsvRow } from '@apsis/ccsds/notation/csv.ts'
import type { Plan, PlanPreview } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Burn } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { isOpen } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import type { ListedRow, PlannedFields, StepRow } from './plan.repository.ts'
import { changedSince } from './satellite-basis.ts'

/** Returns a plan in the form of the API. */
export function presentPlan(row: ListedRow, steps: readonly StepRow[]): Plan {
  return {
    ...row.burn,
    blackouts: row.screening?.blackouts ?? row.burn.blackouts,
    manoeuvreId: row.id,
    conjunctionId: row.conjunction_id,
    satelliteId: row.satellite_id,
    object: row.object,
    objectId: row.object_id,
    cdmId: row.cdm_id,
    name: row.name,
    state: row.state,
    version: row.version,
    isSimulated: row.is_simulated,
    createdAt: row.created_at.toISOString(),
    createdBy: row.editors[0]?.name ?? '',
    editors: row.editors.map(({ name }) => name),
    approvedAt: row.approved_at?.toISOString() ?? null,
    approvedBy: row.approved_by,
    exportedAt: row.exported_at?.toISOString() ?? null,
    commitAt: row.commit_at.toISOString(),
    command: row.command,
    newestCdmId: row.newest_cdm_id,
    ...changesOf(row),
    groupId: row.group_id,
    groupRank: row.group_rank,
    request: row.request,
    screening: row.screening,
    evaluation: row.evaluation,
    found: row.found,
    awaited: row.awaited,
    checks: [...row.checks],
    steps: steps
      .filter(({ manoeuvre_id }) => manoeuvre_id === row.id)
      .map(({ at, by_name: by, action, state, why, cause, agreement }) => ({
        at: at.toISOString(),
        by,
        action,
        state,
        why,
        ...(cause === null ? {} : { cause }),
        ...(agreement === null ? {} : { agreement }),
      })),
  }
}

/** Returns the changes of the satellite of a plan that may still lead to a burn. */
function changesOf({ state, burn, satellite_now: now }: ListedRow): Pick<Plan, 'satelliteChanges'> {
  if (now === null) return {}
  return { satelliteChanges: isOpen(state) ? changedSince(burn.satelliteBasis, now) : [] }
}

/** Returns a preview of a plan in the form of the API. */
export function presentPreview({
  burn,
  cdm_id,
  is_simulated,
  commit_at,
  command,
}: PlannedFields & { readonly burn: Burn; readonly cdm_id: string }): PlanPreview {
  return { ...burn, cdmId: cdm_id, isSimulated: is_simulated, commitAt: commit_at.toISOString(), command }
}

/** Columns of the table of plans: names as in JSON, SI units. */
const COLUMNS = [
  ...(['manoeuvreId', 'name', 'state', 'conjunctionId', 'satelliteId', 'cdmId', 'manoeuvreType'] as const),
  ...(['ignitionEpoch', 'orbitsBeforeTca', 'manoeuvreDuration', 'totalDeltaVMagnitude', 'totalDeltaMass'] as const),
  ...([
    'smaChange',
    'meetsTarget',
    'limit',
    'commitAt',
    'createdAt',
    'createdBy',
    'approvedBy',
    'isSimulated',
  ] as const),
] as const

/** Columns of the planned burn that a plan moves; blank if the plan moves no announced burn. */
const MOVED = ['ignition', 'announcedBy', 'movedByS', 'revolutions', 'extraDeltaVMps'] as const

/** Returns plans as a table of comma-separated values (RFC 4180). */
export function manoeuvresCsv(plans: readonly Plan[]): string {
  const head = [
    ...COLUMNS,
    ...[
      'deltaVRtn_r',
      'deltaVRtn_t',
      'deltaVRtn_n',
      'probabilityBefore',
      'probabilityAfter',
      'missBefore',
      'missAfter',
    ],
    ...MOVED.map((part) => `plannedBurn_${part}`),
    ...['verdict', 'evaluation', 'blackouts', 'object', 'objectId', 'leftOut', 'leftOutBy', 'satelliteChanges'],
  ]
  const rows = plans.map((plan) => [
    ...COLUMNS.map((column) => plan[column]),
    ...[...plan.deltaVRtn, plan.before?.probability, plan.after?.probability, plan.before?.missM, plan.after?.missM],
    ...MOVED.map((part) => plan.plannedBurn?.[part]),
    ...[plan.screening?.verdict ?? null, plan.evaluation?.verdict ?? null, blackoutWord(plan)],
    ...[plan.object, plan.objectId, leftOutText(plan), plan.screening?.leftOut?.by, plan.satelliteChanges?.join(' ')],
  ])
  return [head, ...rows].map((row) => `${formatCsvRow(row.map((value) => String(value ?? '')))}\r\n`).join('')
}

/** Returns a word if a burn meets a blackout, may meet one, or if blackouts are not known; null if it meets none. */
function blackoutWord({ blackouts }: Plan): 'MET' | 'MAY_MEET' | 'NOT_KNOWN' | null {
  if (blackouts === undefined) return null
  if (blackouts.met.length > 0) return blackouts.met.some(({ isSure }) => isSure) ? 'MET' : 'MAY_MEET'
  return blackouts.unknown === null ? null : 'NOT_KNOWN'
}

/** Returns the kinds and events that a plan leaves out, separated by blanks. */
const leftOutText = ({ request: { leftOut } }: Plan) =>
  leftOut === undefined ? null : [...leftOut.kinds, ...leftOut.conjunctionIds].join(' ')
