import { NO_STATE, PLACE_UNIT_M } from '@apsis/astro/space/state-set.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { OBJECT_KINDS } from '@apsis/contract/tle/object-kind.ts'
import { useEffect, useState } from 'react'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { onShownTime, readShownTime } from '../../clock/shown-time.ts'
import { writeFlatPlaces } from '../../space/flat-places.ts'
import { latitudeText, longitudeText } from '../../space/map/place-text.ts'
import type { FilterResult, SpaceCatalogue } from '../../space/space-catalogue.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { type Column, tableOf } from '../../ui/table/column.ts'
import { LongName } from '../../ui/value/long-name.tsx'
import type { EventRow } from '../event/event-row.ts'
import type { Space } from './use-space.ts'
import type { spaceWords } from './words.data.ts'

/** An object with its place at an instant. */
type ObjectRow = {
  readonly k: number
  readonly number: number
  readonly name: string
  readonly kind: string
  readonly latitude: number
  readonly longitude: number
  readonly heightKm: number
  /** The distance to the nearest own satellite other than itself; undefined without a fleet. */
  readonly nearestKm: number | undefined
  readonly nearestName: string | undefined
  readonly nextMs: number | undefined
}

export type TableRows = { readonly atMs: number; readonly rows: readonly ObjectRow[] }

type RowInput = {
  readonly space: Space
  readonly catalogue: SpaceCatalogue
  readonly filter: FilterResult
}

/** Distances are computed again after this real time while time runs, ms: thirty thousand of them to each own satellite. */
const AGAIN_MS = 5_000

/** Returns what is drawn at the shown time, computed again every few seconds while it runs; undefined until the first states arrive. */
export function useObjectRows({ space, catalogue, filter }: RowInput): TableRows | undefined {
  const { thread, own, ahead } = space
  const [found, setFound] = useState<TableRows>()
  useEffect(() => {
    if (thread.kind !== 'ready') return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const time = readShownTime()
      const at = thread.clock.placesAt(time, now())
      if (at) setFound({ atMs: at.atMs, rows: rowsAt({ catalogue, filter, own, ahead }, at.places, at.atMs) })
      if (time.kind !== 'paused' || !at) timer = setTimeout(look, at ? AGAIN_MS : 50)
    }
    look()
    const leave = onShownTime(look)
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [thread, catalogue, filter, own, ahead])
  return found
}

type RowsAt = Pick<RowInput, 'catalogue' | 'filter'> & Pick<Space, 'own' | 'ahead'>

const EQUATOR_M = 6_378_137

/** Returns places in which objects with a path of their operator are on it, as they are drawn. */
function onPaths(catalogue: SpaceCatalogue, bySets: Int32Array<ArrayBuffer>, atMs: number): Int32Array<ArrayBuffer> {
  if (catalogue.paths.size === 0) return bySets
  const places = bySets.slice()
  for (const [number, path] of catalogue.paths) {
    const k = catalogue.placeOf.get(number)
    const place = path.stateAt(atMs)?.r
    if (k !== undefined && place)
      places.set(
        place.map((part) => Math.round(part / PLACE_UNIT_M)),
        3 * k,
      )
  }
  return places
}

/** Returns a row for each drawn object that has a place. */
function rowsAt(
  { catalogue, filter, own, ahead }: RowsAt,
  bySets: Int32Array<ArrayBuffer>,
  atMs: number,
): readonly ObjectRow[] {
  const places = onPaths(catalogue, bySets, atMs)
  const { columns, size, kind } = catalogue
  const flat = new Float32Array(2 * size)
  writeFlatPlaces(places, atMs, flat)
  const next = nextTcas(ahead)
  const rows: ObjectRow[] = []
  for (let k = 0; k < size; k += 1) {
    if (filter.mask[k] === 0 || places[3 * k] === NO_STATE) continue
    const [x, y, z] = [places[3 * k] as number, places[3 * k + 1] as number, places[3 * k + 2] as number]
    let [nearest, nearestName] = [Number.POSITIVE_INFINITY, undefined as string | undefined]
    for (const { k: other, name } of own) {
      if (other === k || places[3 * other] === NO_STATE) continue
      const [dx, dy, dz] = [
        x - (places[3 * other] as number),
        y - (places[3 * other + 1] as number),
        z - (places[3 * other + 2] as number),
      ]
      const away = dx * dx + dy * dy + dz * dz
      if (away < nearest) {
        nearest = away
        nearestName = name
      }
    }
    const number = columns.noradId[k] as number
    const latitude = flat[2 * k + 1] as number
    rows.push({
      k,
      number,
      name: columns.name[k] || String(number),
      kind: OBJECT_KINDS[kind[k] as number] ?? 'unknown',
      latitude,
      longitude: flat[2 * k] as number,
      heightKm: (Math.sqrt(x * x + y * y + z * z) * PLACE_UNIT_M - surfaceRadiusM(latitude)) / 1_000,
      nearestKm: nearestName === undefined ? undefined : (Math.sqrt(nearest) * PLACE_UNIT_M) / 1_000,
      nearestName,
      nextMs: next.get(number),
    })
  }
  return rows.sort((a, b) => (a.nearestKm ?? Infinity) - (b.nearestKm ?? Infinity))
}

/** Returns the distance of the ellipsoid of WGS 84 from the centre at a latitude, m: the height above it is right to 0.2 km. */
const surfaceRadiusM = (latitude: number) => EQUATOR_M * (1 - Math.sin(degToRad(latitude)) ** 2 / 298.257)

/** Returns the next closest approach of each object with the fleet. */
function nextTcas(ahead: readonly EventRow[]): ReadonlyMap<number, number> {
  const next = new Map<number, number>()
  for (const { tcaMs, event } of ahead)
    for (const { designator } of [event.object1, event.object2]) {
      const number = Number(designator)
      if (!next.has(number) || tcaMs < (next.get(number) ?? 0)) next.set(number, tcaMs)
    }
  return next
}

/** Returns what is drawn as a file. */
export const objectsFile = (found: TableRows | undefined, say: typeof spaceWords) =>
  tableOf(objectColumns(say), found?.rows ?? [])

export function objectColumns(say: typeof spaceWords): readonly Column<ObjectRow>[] {
  return [
    {
      id: 'name',
      title: say('name'),
      value: ({ name }) => name,
      cell: ({ name }) => <LongName text={name} />,
      widthPx: 180,
      isYielding: true,
      priority: 1,
      narrow: 'identity',
    },
    {
      id: 'number',
      title: say('number'),
      align: 'end',
      value: ({ number }) => number,
      cell: ({ number }) => <span className="mono">{number}</span>,
      widthPx: 90,
      priority: 2,
    },
    {
      id: 'kind',
      title: say('kind'),
      value: ({ kind }) => kind,
      cell: ({ kind }) => say(kind as (typeof OBJECT_KINDS)[number]),
      widthPx: 110,
      priority: 3,
      narrow: 'status',
    },
    {
      id: 'nearest',
      title: say('nearestKm'),
      unit: 'km',
      align: 'end',
      value: ({ nearestKm }) => nearestKm,
      cell: ({ nearestKm }) => (nearestKm === undefined ? '–' : formatNumber(nearestKm, { decimals: 0 })),
      widthPx: 130,
      priority: 1,
      narrow: 'main',
    },
    {
      id: 'own',
      title: say('nearestName'),
      value: ({ nearestName }) => nearestName,
      cell: ({ nearestName }) => nearestName ?? '–',
      widthPx: 120,
      priority: 4,
    },
    {
      id: 'latitude',
      title: say('latitude'),
      align: 'end',
      value: ({ latitude }) => latitude,
      cell: ({ latitude }) => latitudeText(latitude, 1),
      widthPx: 90,
      priority: 4,
    },
    {
      id: 'longitude',
      title: say('longitude'),
      align: 'end',
      value: ({ longitude }) => longitude,
      cell: ({ longitude }) => longitudeText(longitude, 1),
      widthPx: 100,
      priority: 4,
    },
    {
      id: 'height',
      title: say('height'),
      unit: 'km',
      align: 'end',
      value: ({ heightKm }) => heightKm,
      cell: ({ heightKm }) => formatNumber(heightKm, { decimals: 0 }),
      widthPx: 90,
      priority: 2,
    },
    {
      id: 'next',
      title: say('nextApproach'),
      align: 'end',
      value: ({ nextMs }) => nextMs,
      plain: ({ nextMs }) => (nextMs === undefined ? undefined : formatInstant(nextMs)),
      cell: ({ nextMs }) =>
        nextMs === undefined ? '–' : <span className="mono">{formatInstant(nextMs).slice(5)}</span>,
      widthPx: 140,
      priority: 3,
      narrow: 'time',
    },
  ]
}
