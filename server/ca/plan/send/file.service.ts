import type { getManoeuvreFile as fileCall, Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { Plan as PlanOfApi } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { endedUnflown } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import type { ParsedRequest } from '@apsis/contract/endpoint.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import type { FileAnswer } from '../../../platform/http/answer-file.ts'
import { writeZip } from '../../../platform/http/write-zip.ts'
import { pool } from '../../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, SMALL_MEMORY_MIB, task } from '../../../platform/thread/task.ts'
import { reasonOf } from '../../../platform/thread/task-failure.ts'
import type { CaPlatform } from '../../ca-platform.ts'
import { findAnySatellite, type SatelliteRow } from '../../satellite/record/satellite.repository.ts'
import { type WantedPlan as Preview, planPreview } from '../life/plan.service.ts'
import { isForEvent, type ListedRow } from '../record/plan.repository.ts'
import { manoeuvresCsv, presentPlan } from '../record/present-plan.ts'
import { type Person, type PersonRequest, record, requireRow } from '../record/record-step.ts'
import { refuse, refuseCostly } from '../record/refuse.ts'
import { readFlight } from '../screen/orbit-of-plan.ts'
import { readMessageOf } from '../screen/plan-context.ts'
import { ascii, burnOf, type FiledPlan, ofSatellite } from '../write/file-input.ts'
import type { FileTask } from '../write/file-task.ts'

const WRITE = task<typeof import('../write/file-task.ts').writePlan>({
  module: new URL('../write/file-task.ts', import.meta.url),
  name: 'writePlan',
  limits: { seconds: 30, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 16 },
})

/** The limits for a change of area: its path is the difference of propagations over eight days with drag. */
const WRITE_DRAG = task<typeof import('../write/file-task.ts').writePlan>({
  module: new URL('../write/file-task.ts', import.meta.url),
  name: 'writePlan',
  limits: { seconds: 90, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 16 },
})

/** The limits for burns without an event: their path is the difference of propagations over a week. */
const WRITE_OWN = task<typeof import('../write/own-file-task.ts').writeOwnPlan>({
  module: new URL('../write/own-file-task.ts', import.meta.url),
  name: 'writeOwnPlan',
  limits: { seconds: 60, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 16 },
})

type FileQuery = ParsedRequest<typeof fileCall>['query']

/** Returns a plan as a file; every download is a step of the plan, and the file of an unapproved plan is a draft. */
export async function getFile(
  platform: CaPlatform,
  asked: PersonRequest,
  wanted: FileQuery & { readonly id: string },
): Promise<FileAnswer> {
  const { db } = platform
  const { tenantId } = asked.owner
  const at = new Date(platform.now())
  const { row, from, satellite } = await db.tenant(tenantId, async (tx) => {
    const found = await requireRow(tx, wanted.id)
    // A sent plan is withdrawn even if the satellite was removed since.
    const own = await findAnySatellite(tx, found.satellite_id)
    if (own === undefined) throw refuse('satellite-removed', {}, { as: 'conflict' })
    return { row: found, satellite: own, from: await originOf(tx, found, own, at) }
  })
  if (wanted.format === 'withdrawal' && (row.exported_at === null || !isTakenBack(row.state)))
    throw refuse('not-to-withdraw', {}, { as: 'conflict' })
  const isDraft = row.approved_at === null
  const making = { row, from, satellite, wanted, at }
  const file = await (wanted.format === 'zip' ? makeZip : makeFile)(tenantId, making)
  await db.tenant(tenantId, async (tx) => {
    const held = await requireRow(tx, row.id, true)
    const detail = { format: wanted.format, case: wanted.case, version: row.version, isDraft }
    await record(tx, asked, { id: row.id, at, action: 'DOWNLOAD', state: held.state, why: `${file.name}`, detail })
  })
  return file
}

/** The origin of a plan's path: its message, or the orbit of the satellite. */
export type Origin =
  | { readonly message: FileTask['message'] }
  | { readonly flight: Awaited<ReturnType<typeof readFlight>>['flight'] }

async function originOf(tx: TenantDb, row: ListedRow, satellite: SatelliteRow, now: Date): Promise<Origin> {
  if (isForEvent(row)) return { message: await readMessageOf(tx, satellite, row.cdm_id) }
  return { flight: (await readFlight(tx, satellite, { row, now })).flight }
}

const isTakenBack = (state: Plan['state']) => state === 'SUPERSEDED' || state === 'ABORTED'

type Making<Row extends FiledPlan = ListedRow> = {
  readonly row: Row
  readonly from: Origin
  readonly satellite: SatelliteRow
  readonly wanted: FileQuery
  readonly at: Date
}

/** Makes one of every file of a plan that is available now. */
async function makeZip(tenantId: string, making: Making): Promise<FileAnswer> {
  const { row, wanted } = making
  const cases = (['nominal', 'no-burn', 'hot', 'cold'] as const).map((one) => ({ format: 'oem', case: one }) as const)
  const all: readonly Partial<FileQuery>[] = [
    ...(row.exported_at !== null && isTakenBack(row.state) ? [{ format: 'withdrawal' } as const] : []),
    ...(['2.0', '3.0'] as const).map((version) => ({ format: 'opm', version }) as const),
    ...(wanted.notation === 'xml' ? [] : [{ format: 'opm', version: '2.0', notation: 'xml' } as const]),
    ...[...cases, { format: 'ocm' } as const, { format: 'json' } as const, { format: 'csv' } as const],
  ]
  // There is a path for each case; every other file is of the burn as planned.
  const files = await Promise.all(
    all.map((one) => makeFile(tenantId, { ...making, wanted: { ...wanted, case: 'nominal', ...one } })),
  )
  return { mediaType: 'application/zip', name: `${nameOf(row, wanted)}.zip`, bytes: writeZip(files) }
}

/** Returns the OPM of an unsaved burn: a draft, like the OPM of its plan would be. Nothing is recorded, as there is no plan. */
export async function previewOpm(platform: CaPlatform, person: Person, asked: Preview): Promise<FileAnswer> {
  const { context, planned, now: at } = await planPreview(platform, person, asked)
  const { message, satellite } = context
  const row: FiledPlan = {
    ...planned,
    approved_at: null,
    approved_by: null,
    newest_cdm_id: planned.cdm_id,
    state: 'DRAFT',
    screening: null,
  }
  return makeMessage(person.tenantId, {
    row,
    from: { message },
    satellite,
    wanted: { ...USUAL_OPM, format: 'opm' },
    at,
  })
}

const USUAL_OPM = { version: '2.0', notation: 'kvn', 'reference-frame': 'RSW_INERTIAL', case: 'nominal' } as const

async function makeFile(tenantId: string, making: Making): Promise<FileAnswer> {
  const { row, wanted } = making
  const { format } = wanted
  if (format === 'zip') throw new TypeError('a zip holds files')
  const base = nameOf(row, wanted)
  if (format === 'json' || format === 'csv') {
    const shown = presentPlan(row, [])
    const text = format === 'csv' ? manoeuvresCsv([shown]) : JSON.stringify(PlanOfApi.parse(shown), null, 2)
    return {
      mediaType: format === 'csv' ? 'text/csv' : 'application/json',
      name: `${base}.${format}`,
      bytes: Buffer.from(text),
    }
  }
  return makeMessage(tenantId, { ...making, wanted: { ...wanted, format } })
}

type MakingMessage = Omit<Making<FiledPlan>, 'wanted'> & {
  readonly wanted: FileQuery & { readonly format: FileTask['kind'] }
}

/** Makes a CCSDS message of a plan, or of a burn that is not stored yet. */
async function makeMessage(tenantId: string, { row, from, satellite, wanted, at }: MakingMessage) {
  const { format, notation, version } = wanted
  const base = nameOf(row, wanted)
  const common = {
    kind: format,
    version,
    notation,
    manFrame: wanted['reference-frame'],
    case: wanted.case,
    ...ofSatellite(row, satellite),
    name: base,
    comments: commentsOf(row, wanted),
    createdAt: at.toISOString(),
  }
  try {
    const text = await refuseCostly('file-too-costly', () => writeText(tenantId, { row, from, common }))
    const isXml = notation === 'xml'
    const ending = format === 'withdrawal' ? 'opm' : format
    const name = `${base}.${ending}${isXml ? '.xml' : ''}`
    return { mediaType: isXml ? 'application/xml' : 'text/plain', name, bytes: Buffer.from(text) }
  } catch (error) {
    throw refuse('file', { reason: reasonOf(error) }, { as: 'conflict' })
  }
}

type Common = Omit<FileTask, 'message' | 'burn' | 'deltaMassKg'>
type Texting = Pick<MakingMessage, 'row' | 'from'> & { readonly common: Common }

function writeText(tenantId: string, { row, from, common }: Texting): Promise<string> {
  if ('flight' in from) return pool.run(WRITE_OWN, tenantId, { ...common, ...from.flight })
  const input: FileTask = { ...common, message: from.message, ...burnOf(row) }
  return pool.run(input.burn.drag === null ? WRITE : WRITE_DRAG, tenantId, input)
}

/** Returns the file name: DRAFT or how the plan ended, the case of the burn, and the version if it is the newer of two. */
function nameOf({ name, approved_at, state }: FiledPlan, { format, version, case: which }: FileQuery): string {
  const hasCase = format === 'oem' || format === 'ocm' || (format === 'opm' && which !== 'nominal')
  const parts = [
    ...(approved_at === null ? ['DRAFT'] : endedUnflown(state) && format !== 'withdrawal' ? [state] : []),
    name,
    ...(format === 'withdrawal' ? ['WITHDRAWN'] : hasCase ? [which] : []),
    ...(format === 'opm' && version === '3.0' ? ['v3'] : []),
  ]
  return parts.join('_')
}

function commentsOf(
  { name, approved_at, approved_by, is_simulated, cdm_id, newest_cdm_id, burn, state, screening }: FiledPlan,
  { case: which }: FileQuery,
): string[] {
  return [
    ...(approved_at === null ? ['DRAFT. Nobody has approved this manoeuvre. DO NOT EXECUTE.'] : []),
    ...(endedUnflown(state) ? [`${state}. DO NOT EXECUTE.`] : []),
    ...(state === 'APPROVED' ? [NOT_RELEASED] : []),
    ...(is_simulated ? ['SIMULATED'] : []),
    cdm_id === null
      ? `Manoeuvre ${ascii(name)}, ${which}, of ${burn.burns?.length ?? 1} burns without an event, flown from ${orbitWords(burn)}`
      : `Manoeuvre ${ascii(name)}, ${which}, planned with ${burn.dynamics} dynamics on message ${cdm_id}`,
    ...(newest_cdm_id === cdm_id ? [] : [`A newer message counts: ${newest_cdm_id ?? 'none'}`]),
    ...(approved_by === null ? [] : [`Approved by ${ascii(approved_by)}`]),
    ...leftOutComments(screening),
  ]
}

const orbitWords = ({ orbit }: FiledPlan['burn']): string => {
  if (orbit === undefined) return 'an orbit of the satellite'
  return orbit.source === 'EPHEMERIS' ? `ephemeris ${ascii(orbit.name)}` : `the element set of ${orbit.at}`
}

const NOT_RELEASED = 'APPROVED, and not yet EXPORTED: do not command it before it is.'

/** Returns a line for each event that was left out of the screening, with its author (flight rule F10). */
function leftOutComments(screening: ListedRow['screening']): string[] {
  const claim = screening?.leftOut ?? null
  if (screening === null || claim === null) return []
  return [
    `Left out of its screening by ${ascii(claim.by)} at ${claim.at}, until ${claim.until}:`,
    ...screening.events.flatMap(({ leftOut, object, tca }) =>
      leftOut === undefined ? [] : [`- ${ascii(object)}, TCA ${tca} (${leftOut})`],
    ),
  ]
}

/** CCSDS messages contain only printable ASCII. */
