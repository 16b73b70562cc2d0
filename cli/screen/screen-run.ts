import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { ThreadGroup } from '@apsis/engine/thread-group.ts'
import { type ExitCode, InputError, type Terminal, UsageError } from '../terminal/command.ts'
import { type RowForm, utc } from '../terminal/print.ts'
import { openAnswer } from './screen-answer.ts'
import type { NamedFlight } from './screen-elements.ts'
import { readScreenFile, type ScreenFile, type UnscreenedObject } from './screen-objects.ts'
import { type ScreeningQuestion, screenInRounds } from './screen-rounds.ts'

/** The burns of the primary, from the command line and from files. */
export interface BurnsAsked {
  readonly typed: readonly string[]
  readonly files: readonly string[]
}

/** The requests of a command line. */
export interface Request extends Pick<ScreeningQuestion, 'start' | 'durationS' | 'volume'> {
  readonly wanted: WantedFiles
  readonly radiusM: number
  readonly burns: BurnsAsked
  /** True if objects that stay together are counted and not listed. */
  readonly isWithoutEpisodes: boolean
  readonly form: RowForm
}

/** Reads the files, screens on these threads and writes the answer. */
export async function screenWith(
  threadGroup: ThreadGroup,
  { wanted, start, durationS, volume, radiusM, burns, isWithoutEpisodes, form }: Request,
  terminal: Terminal,
): Promise<ExitCode> {
  const { objects: known, primaries, unread, hasFaults } = await readParticipants(terminal, wanted)
  const objects = await burning(terminal, { objects: known, primaries }, { burns, span: { start, durationS }, form })
  const begun = terminal.now()
  const asked: ScreeningQuestion = { objects, primaries, start, durationS, volume }
  const answer = await openAnswer(form, terminal, {
    asked,
    flights: objects,
    end: addSeconds(start, durationS),
    radiusM,
    isWithoutEpisodes,
  })
  const episodes = new Set<number>()
  let minima = 0
  terminal.progress(`screening ${objects.length} objects`)
  const notScreened = await screenInRounds(asked, {
    threadGroup,
    onProgress: (done, total) => terminal.progress(`screening: ${done} of ${total}`),
    onEncounters: (found) => {
      const apart = found.filter(({ episode }) => episode === undefined)
      minima += found.length - apart.length
      for (const { episode } of found) if (episode !== undefined) episodes.add(episode)
      return answer.write(isWithoutEpisodes ? apart : found)
    },
  })
  const lost = notScreened.map(({ place, reason, untilS }): UnscreenedObject => {
    const since = untilS === undefined ? 'at the beginning' : `after ${Math.round(untilS)} s`
    return { objectId: objects[place]?.id ?? '', reason: `${reason}, ${since}` }
  })
  const elapsedS = (terminal.now().getTime() - begun.getTime()) / 1000
  const together = { episodes: episodes.size, minima }
  await answer.end({ notScreened: [...unread, ...lost], together, elapsedS })
  const isLost = notScreened.some(({ place }) => !wanted.all && primaries.has(place))
  return isLost || hasFaults ? 1 : 0
}

type Burning = {
  readonly burns: BurnsAsked
  readonly span: { readonly start: Epoch; readonly durationS: number }
  readonly form: RowForm
}

/** Returns the same objects, in which the only primary has its burns. */
async function burning(
  terminal: Terminal,
  { objects, primaries }: Pick<Participants, 'objects' | 'primaries'>,
  { burns: { typed, files }, span, form }: Burning,
): Promise<Participants['objects']> {
  if (typed.length === 0 && files.length === 0) return objects
  const [place, ...others] = primaries
  if (place === undefined || others.length > 0)
    throw new UsageError('--burn and --burns are of one primary: name one object')
  const { parseBurn, readBurns, sayBurns, withBurns } = await import('./screen-burns.ts')
  const burns = typed.map(parseBurn)
  for (const file of files) burns.push(...(await readBurns(terminal, file)))
  const primary = objects[place]
  if (primary === undefined) return objects
  const flown = withBurns(primary, burns, span)
  if (form === 'text') await terminal.write(`${sayBurns(primary, burns)}\n`)
  return objects.map((one, at) => (at === place ? flown : one))
}

/** The files of a screening, and which of their objects are primaries. */
interface WantedFiles {
  readonly catalogue: string
  /** Catalogue numbers and files. */
  readonly files: readonly string[]
  readonly all: boolean
  readonly start: Epoch
}

/** The objects of a screening, the indices of its primaries, and the unreadable objects. */
interface Participants {
  readonly objects: readonly NamedFlight[]
  readonly primaries: ReadonlySet<number>
  readonly unread: readonly UnscreenedObject[]
  readonly hasFaults: boolean
}

/** Reads the catalogue and the files of primaries. The primaries are first, and replace objects with the same number in the catalogue. */
async function readParticipants(
  terminal: Terminal,
  { catalogue, files, all, start }: WantedFiles,
): Promise<Participants> {
  const own: ScreenFile[] = []
  for (const file of files.filter((name) => !isNumber(name))) own.push(await readOne(terminal, file))
  const listed = await readOne(terminal, catalogue)
  const faults = [...own, listed].flatMap(({ unread }) => unread)
  const listedNames = own.length === 0 ? [] : listed.objects.filter(({ designator }) => designator !== '')
  const designators = new Map(listedNames.map((one) => [one.designator, one.id]))
  // An ephemeris may name its object by the international designator; it gets the number in the catalogue here.
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

/**
 * Keeps one orbit of each object, because two orbits of an object would be reported as an encounter. The kept orbit has the epoch that is
 * nearest to the start; among supplemental sets, it is the set that is valid at the start.
 */
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
      const [kept, left] = distanceS(one, start) < distanceS(known, start) ? [one, known] : [known, one]
      best.set(one.id, kept)
      const begin = left.isSupplemental === true && left.flight.kind === 'elements' ? left.flight.model.epoch : start
      const later = secondsBetween(start, begin) > 0 ? `, and this one holds from ${utc(begin, 0)} on` : ''
      older.push({ objectId: one.id, reason: `another set of the object is nearer to the beginning${later}` })
    }
  }
  return { chosen: [...best.values()], older }
}

/**
 * Returns the time between the epoch of elements and the start, s; 0 for an ephemeris, so that it is preferred to elements. A supplemental set is not
 * used before its epoch if there is another.
 */
function distanceS({ flight, isSupplemental }: NamedFlight, start: Epoch): number {
  if (flight.kind !== 'elements') return 0
  const ageS = secondsBetween(flight.model.epoch, start)
  return ageS < 0 && isSupplemental === true ? UNUSED_S - ageS : Math.abs(ageS)
}

/** A value, s, that is larger than the time between the epoch of any usable set and the start. */
const UNUSED_S = 1e12
