import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { InputError, type Terminal } from '../terminal/command.ts'
import { type NamedFlight, readScreenFile, type ScreenFile, type Unscreened } from './screen-objects.ts'

/** What is wanted of which files. */
export interface Wanted {
  readonly catalogue: string
  /** Catalogue numbers and files. */
  readonly files: readonly string[]
  readonly all: boolean
  readonly start: Epoch
}

/** All that takes part in a screening. */
export interface Cast {
  readonly objects: readonly NamedFlight[]
  readonly primaries: ReadonlySet<number>
  readonly unread: readonly Unscreened[]
  readonly hasFaults: boolean
}

/** Reads the catalogue and the files of primaries, which stand first and take the place of their like in the catalogue. */
export async function readCast(terminal: Terminal, { catalogue, files, all, start }: Wanted): Promise<Cast> {
  const own: ScreenFile[] = []
  for (const file of files.filter((name) => !isNumber(name))) own.push(await readOne(terminal, file))
  const listed = await readOne(terminal, catalogue)
  const faults = [...own, listed].flatMap(({ unread }) => unread)
  const designators = new Map(
    listed.objects.filter(({ designator }) => designator !== '').map((one) => [one.designator, one.id]),
  )
  // An ephemeris knows its object by the international designator: here it has the number of the catalogue.
  const given = own.flatMap(({ objects }) => objects)
  const named = given.map((one) => ({
    ...one,
    id: /^\d+$/.test(one.id) ? one.id : (designators.get(one.id) ?? one.id),
  }))
  const mine = chooseNearest(named, start)
  const ownIds = new Set(mine.chosen.map(({ id }) => id))
  const others = chooseNearest(
    listed.objects.filter(({ id }) => !ownIds.has(id)),
    start,
  )
  const objects = [...mine.chosen, ...others.chosen]
  const places = new Map(objects.map(({ id }, place) => [id, place]))
  const primaries = new Set(all ? objects.keys() : mine.chosen.keys())
  for (const number of files.filter(isNumber)) {
    const place = places.get(String(Number(number)))
    if (place === undefined) throw new InputError(`${catalogue} has no object ${number}`)
    primaries.add(place)
  }
  const unread = [...faults, ...mine.older, ...others.older]
  return { objects, primaries, unread, hasFaults: faults.length > 0 }
}

async function readOne(terminal: Terminal, file: string): Promise<ScreenFile> {
  terminal.progress(`reading ${file}`)
  const found = await readScreenFile(terminal, file)
  if (found.objects.length === 0) throw new InputError(found.unread[0]?.reason ?? `${file} has no objects`)
  return found
}

function isNumber(text: string): boolean {
  return /^\d{1,9}$/.test(text)
}

/** Of several flights of one object, that whose elements are nearest to the beginning; two of them would meet each other. */
function chooseNearest(flights: readonly NamedFlight[], start: Epoch): { chosen: NamedFlight[]; older: Unscreened[] } {
  const best = new Map<string, NamedFlight>()
  const older: Unscreened[] = []
  for (const one of flights) {
    const known = best.get(one.id)
    if (known === undefined) best.set(one.id, one)
    else {
      older.push({ objectId: one.id, reason: 'another set of the object is nearer to the beginning' })
      if (distanceS(one, start) < distanceS(known, start)) best.set(one.id, one)
    }
  }
  return { chosen: [...best.values()], older }
}

/** How far the epoch of an object is from the beginning, s; an ephemeris goes before elements. */
function distanceS({ flight }: NamedFlight, start: Epoch): number {
  return flight.kind === 'elements' ? Math.abs(secondsBetween(flight.model.epoch, start)) : 0
}
