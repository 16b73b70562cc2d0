import { DAY_MS, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import {
  type CatalogueContent,
  FIRST_SIX_DIGITS,
  LEFT_DAYS,
  type LeftObject,
  MOST_LACKED_OBJECTS,
  MOST_REENTRIES,
  type ObjectWithoutSet,
} from '@apsis/contract/tle/catalogue.ts'
import { holdingOf } from '@apsis/contract/tle/catalogue-holding.ts'
import { countKinds, kindOfObject, OBJECT_KINDS } from '@apsis/contract/tle/object-kind.ts'
import type { Database } from '../platform/database/database.ts'
import { type CatalogueRow, findActiveCatalogue, type LeftRow, listLeft } from './catalogue.repository.ts'
import { type CatalogueObject, readCatalogue } from './catalogue.service.ts'
import {
  countSatcat,
  type ExpectedReentry,
  listExpected,
  listWithoutSet,
  type WithoutSetRow,
} from './satcat.repository.ts'
import { SLOT_MS } from './simulated-catalogue.ts'
import { listSources, type SourceRow } from './source.repository.ts'

type Part = CatalogueContent['parts'][number]
type SourceState = CatalogueContent['sources'][number]

/**
 * Returns the content of the catalogue by kind, source and age of set, with the missing objects, the sources and the expected re-entries.
 */
export async function readCatalogueContent(db: Database, nowMs: number): Promise<CatalogueContent> {
  const catalogue = await readCatalogue(db)
  const since = new Date(nowMs - LEFT_DAYS * DAY_MS)
  const { active, left, sources, expected, satcat, withoutSet } = await db.shared(async (tx) => {
    const current = await findActiveCatalogue(tx)
    return {
      active: current,
      left: current === undefined ? [] : await listLeft(tx, current, { since, limit: MOST_LACKED_OBJECTS }),
      sources: await listSources(tx),
      expected: await listExpected(tx, { now: new Date(nowMs), limit: MOST_REENTRIES }),
      satcat: await countSatcat(tx),
      withoutSet: await listWithoutSet(tx),
    }
  })
  return {
    catalogue: catalogue.newestEpoch === null ? null : holdingOf(catalogue.kinds, catalogue),
    changedAt: time(active?.changed_at ?? null),
    sixDigits: catalogue.objects.filter(({ noradId }) => noradId >= FIRST_SIX_DIGITS).length,
    parts: partsOf(catalogue.objects, nowMs),
    sources: active?.name === 'simulated' ? [simulatedSource(active)] : sources.map(presentSource),
    withoutSet: active?.name === 'simulated' || satcat === 0 ? null : presentWithoutSet(withoutSet),
    left: { count: left[0]?.count ?? 0, objects: left.map(presentLeft) },
    reentries: active?.name === 'simulated' ? [] : expected.map(presentReentry),
  }
}

/** Returns the number of objects in orbit without a set; null if no source says which objects are in orbit. */
export async function countWithoutSet(
  db: Database,
  { isSimulated }: { readonly isSimulated: boolean },
): Promise<number | null> {
  if (isSimulated) return null
  return db.shared(async (tx) => ((await countSatcat(tx)) === 0 ? null : (await listWithoutSet(tx)).length))
}

function partsOf(objects: readonly CatalogueObject[], nowMs: number): Part[] {
  const now = parseTime(new Date(nowMs).toISOString())
  const parts = new Map<string, Part>()
  for (const { kind, source, epoch } of objects) {
    const key = `${kind} ${source}`
    const part = parts.get(key) ?? { kind, source, objects: 0, belowDay: 0, belowThreeDays: 0, belowWeek: 0, older: 0 }
    parts.set(key, part)
    part.objects += 1
    part[ageOf(secondsBetween(epoch, now) / SECONDS_PER_DAY)] += 1
  }
  return [...parts.values()].sort(
    (a, b) => OBJECT_KINDS.indexOf(a.kind) - OBJECT_KINDS.indexOf(b.kind) || b.objects - a.objects,
  )
}

function ageOf(days: number): 'belowDay' | 'belowThreeDays' | 'belowWeek' | 'older' {
  if (days < 1) return 'belowDay'
  if (days < 3) return 'belowThreeDays'
  return days < 7 ? 'belowWeek' : 'older'
}

const time = (at: Date | null) => at?.toISOString() ?? null
const KINDS = { SPACE_TRACK: 'CONNECTION', GENERAL: 'ADDRESS', SUPPLEMENTAL: 'SUPPLEMENTAL' } as const

const presentSource = (source: SourceRow): SourceState => ({
  name: source.name,
  kind: KINDS[source.kind],
  objects: source.objects,
  newestEpoch: time(source.newest_epoch),
  lastReadAt: time(source.last_success_at),
  lastNewAt: time(source.last_new_at),
  lastResult: source.last_result,
  lastDetail: source.last_detail,
  lastFailedAt: time(source.last_failed_at),
  nextAt: time(source.next_at),
  movedTo: source.moved_to,
  isStaging: source.is_staging,
})

/** SIMULATED: the product's own catalogue, which has new sets at the beginning of each slot. */
const simulatedSource = ({ objects, newest_epoch, changed_at: at }: CatalogueRow): SourceState => ({
  name: 'simulated catalogue',
  kind: 'SIMULATED',
  objects,
  newestEpoch: time(newest_epoch),
  lastReadAt: time(at),
  lastNewAt: time(at),
  lastResult: 'new',
  lastDetail: null,
  lastFailedAt: null,
  nextAt: at === null ? null : new Date(at.getTime() + SLOT_MS).toISOString(),
  movedTo: null,
  isStaging: false,
})

function presentWithoutSet(rows: readonly WithoutSetRow[]): CatalogueContent['withoutSet'] {
  const objects = rows.map(
    ({ launched_on: launchedOn, ...row }): ObjectWithoutSet => ({ ...describedObject(row), launchedOn }),
  )
  return { ...countKinds(objects.map(({ kind }) => kind)), objects: objects.slice(0, MOST_LACKED_OBJECTS) }
}

const presentLeft = ({ left_at: leftAt, has_come_down: hasComeDown, ...row }: LeftRow): LeftObject => ({
  ...describedObject(row),
  leftAt: leftAt.toISOString(),
  hasComeDown,
})

const describedObject = ({ norad_id: noradId, name, object_type: type }: Omit<WithoutSetRow, 'launched_on'>) => ({
  noradId,
  name,
  kind: kindOfObject({ name, ...(type === null ? {} : { objectType: type }) }),
})

const presentReentry = (expected: ExpectedReentry): CatalogueContent['reentries'][number] => ({
  noradId: expected.norad_id,
  name: expected.name,
  expectedAt: expected.expected_at.toISOString(),
  windowMinutes: expected.window_minutes,
  forecast: expected.source,
  statedAt: expected.stated_at.toISOString(),
})
