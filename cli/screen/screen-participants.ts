import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { InputError, type Terminal } from '../terminal/command.ts'
import type { NamedFlight } from './screen-elements.ts'
import { readScreenFile, type ScreenFile, type UnscreenedObject } from './screen-objects.ts'

/** The files of a screening, and the primaries among their objects. */
export interface WantedFiles {
  readonly catalogue: string
  /** Catalogue numbers and files. */
  readonly files: readonly string[]
  readonly all: boolean
  readonly start: Epoch
}

/** The objects of a screening, the places of its primaries, and the unreadable ones. */
export interface Participants {
  readonly objects: readonly NamedFlight[]
  readonly primaries: ReadonlySet<number>
  readonly unread: readonly UnscreenedObject[]
  readonly hasFaults: boolean
}

/** Reads the catalogue and the files of primaries. Those come first, and replace objects of the same number in the catalogue. */
export async function readParticipants(
  terminal: Terminal,
  { catalogue, files, all, start }: WantedFiles,
): Promise<Participants> {
  const own: ScreenFile[] = []
  for (const file of files.filter((name) => !isNumber(name))) own.push(await readOne(terminal, file))
  const listed = await readOne(terminal, catalogue)
  const faults = [...own, listed].flatMap(({ unread }) => unread)
  const listedNames = own.length === 0 ? [] : listed.objects.filter(({ designator }) => designator !== '')
  const designators = new Map(listedNames.map((one) => [one.designator, one.id]))
  // An ephemeris may name its object by the international designator; here it gets the number of the catalogue.
  const given = own.flatMap(({ objects }) => objects)
  const named = given.map((one) => ({
    ...one,
    id: /^\d+$/.test(one.id) ? one.id : (designators.get(one.id) ?? one.id),
  }))
  const ownNearest = chooseNearest(named, start)
  const ownIds = new Set(ownNearest.chosen.map(({ id }) => id))
  const unowned = ownIds.size === 0 ? listed.objects : listed.objects.filter(({ id }) => !ownIds.has(id))
  const others = chooseNearest(unowned, start)
  const objects = [...ownNearest.chosen, ...others.chosen]
  const numbers = files.filter(isNumber)
  const places = new Map(numbers.length === 0 ? [] : objects.map(({ id }, place) => [id, place]))
  const primaries = new Set(all ? objects.keys() : ownNearest.chosen.keys())
  for (const number of numbers) {
    const place = places.get(String(Number(number)))
    if (place === undefined) throw new InputError(`${catalogue} has no object ${number}`)
    primaries.add(place)
  }
  const unread = [...faults, ...ownNearest.older, ...others.older]
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

/** Keeps one orbit of each object, the one with its epoch nearest to the start: two of them would be an encounter. */
function chooseNearest(
  flights: readonly NamedFlight[],
  start: Epoch,
): { chosen: NamedFlight[]; older: UnscreenedObject[] } {
  const best = new Map<string, NamedFlight>()
  const older: UnscreenedObject[] = []
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

/** Returns the time between the epoch of elements and the start, s; 0 for an ephemeris, so that it is preferred to elements. */
function distanceS({ flight }: NamedFlight, start: Epoch): number {
  return flight.kind === 'elements' ? Math.abs(secondsBetween(flight.model.epoch, start)) : 0
}
