import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { HoldingSource } from '@apsis/contract/tle/catalogue-holding.ts'
import {
  countKinds,
  type KindCounts,
  kindOfObject,
  type ObjectKind,
  objectsIn,
} from '@apsis/contract/tle/object-kind.ts'
import type { Database } from '../platform/database/database.ts'
import * as repository from './catalogue.repository.ts'
import { readMeanElements } from './element-set-columns.ts'

/** An object in the public catalogue with its newest elements. */
export type CatalogueObject = {
  readonly noradId: number
  readonly name: string
  readonly internationalDesignator: string
  readonly elements: MeanElements
  readonly epoch: Epoch
  readonly kind: ObjectKind
  readonly rcs?: string
  /** The owner of the object, as the catalogue's code. */
  readonly country?: string
  /** The source of its set. */
  readonly source: string
}

export type Catalogue = {
  /** The objects, sorted by catalogue number. */
  readonly objects: readonly CatalogueObject[]
  /** The number of its objects of each kind. */
  readonly kinds: KindCounts
  /** The sources of its sets; the one with the most objects is first. */
  readonly sources: readonly HoldingSource[]
  readonly newestEpoch: Date | null
  readonly isSimulated: boolean
  /** A text that is different after every change. */
  readonly version: string
}

const NONE: Catalogue = {
  objects: [],
  kinds: countKinds([]),
  sources: [],
  newestEpoch: null,
  isSimulated: false,
  version: 'none',
}

let kept: { readonly version: string; readonly reading: Promise<Catalogue>; readonly db: Database } | undefined

/**
 * Returns the complete current catalogue. It is cached by version: later calls are answered from memory, and callers that come while it is being read
 * wait for the same result. The result must not be changed.
 */
export async function readCatalogue(db: Database): Promise<Catalogue> {
  const active = await db.shared(repository.findActiveCatalogue)
  if (active === undefined) return NONE
  const version = versionOf(active)
  if (kept?.version === version && kept.db === db) return kept.reading
  const reading = load(db)
  kept = { version, reading, db }
  reading.catch(() => {
    if (kept?.reading === reading) kept = undefined
  })
  return reading
}

async function load(db: Database): Promise<Catalogue> {
  return db.shared(async (tx) => {
    for (;;) {
      const before = await repository.findActiveCatalogue(tx)
      if (before === undefined) return NONE
      const rows = await repository.listObjects(tx, before)
      const after = await repository.findActiveCatalogue(tx)
      // If a new version was stored in between, the objects are read again, because the rows may be from either version.
      if (after === undefined || versionOf(after) !== versionOf(before)) continue
      // Many sets have the same source, so each source's text is kept in memory only once.
      const sources = new Map<string, string>()
      for (const { source } of rows) if (!sources.has(source)) sources.set(source, source)
      const objects = rows.map((row) => readObject(row, sources.get(row.source) ?? row.source))
      return {
        objects,
        kinds: countKinds(objects.map(({ kind }) => kind)),
        sources: sourcesOf(objects),
        newestEpoch: before.newest_epoch,
        isSimulated: before.is_simulated,
        version: versionOf(before),
      }
    }
  })
}

/** Returns the sources of objects; the one with the most objects is first. */
export function sourcesOf(objects: Iterable<Pick<CatalogueObject, 'source' | 'epoch' | 'kind'>>): HoldingSource[] {
  const found = new Map<string, { kinds: Record<ObjectKind, number>; newest: Epoch }>()
  for (const { source, epoch, kind } of objects) {
    const known = found.get(source) ?? { kinds: { ...countKinds([]) }, newest: epoch }
    known.kinds[kind] += 1
    if (compareEpochs(epoch, known.newest) > 0) known.newest = epoch
    found.set(source, known)
  }
  return [...found]
    .map(([source, { kinds, newest }]) => ({
      source,
      objects: objectsIn(kinds),
      payloads: kinds.payloads,
      rocketBodies: kinds.rocketBodies,
      debris: kinds.debris,
      unknown: kinds.unknown,
      newestEpoch: formatTime(newest, { digits: 3, zulu: true }),
    }))
    .sort((a, b) => b.objects - a.objects)
}

const versionOf = ({ name, version }: repository.CatalogueRow) => `${name}-${version}`

function readObject(row: repository.CatalogueObjectRow, source: string): CatalogueObject {
  const elements = readMeanElements(row)
  return {
    noradId: row.norad_id,
    name: row.name,
    internationalDesignator: row.international_designator,
    elements,
    epoch: elements.epoch,
    source,
    kind: kindOfObject({ name: row.name, ...(row.object_type === null ? {} : { objectType: row.object_type }) }),
    ...(row.rcs === null ? {} : { rcs: row.rcs }),
    ...(row.country === null ? {} : { country: row.country }),
  }
}
