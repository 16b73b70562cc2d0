import { BLANKET_RADIUS_M, encounterProbability } from '@apsis/astro/screening/encounter-probability.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { type Command, type ExitCode, InputError, parseCommandLine, type Terminal, UsageError } from './command.ts'
import { requireInstant, requirePositive } from './options.ts'
import { rowForm } from './print.ts'
import { type Answer, writeCsv, writeJson, writeText } from './screen-answer.ts'
import { type NamedFlight, readScreenFile, type Unscreened } from './screen-objects.ts'
import { type Asked, screenInRounds } from './screen-rounds.ts'
import { readVolume } from './screen-volume.ts'

export const screenCommand: Command = {
  help: `Usage: apsis screen PRIMARY... --catalogue FILE --from TIME --hours N|--days N [options]
       apsis screen --all --catalogue FILE --from TIME --hours N|--days N [options]

  PRIMARY           a number of the catalogue, or a file (TLE, OMM, OEM, OCM) whose objects take the place of those in
                    the catalogue; - for standard input
  --all             every object against every other
  --catalogue FILE  what is screened against: element sets (TLE, OMM in any notation), ephemerides
  --from TIME       the beginning in UTC; --hours, --days: how long
  --threshold 5km   encounters nearer than this; 5km when left out
  --box R,T,N       instead: half sides of a box about the primary, radial, transverse, normal: 2,44,51km; auto: the box
                    of its regime. An encounter is one where the closest approach is inside
  --hbr METRES      combined hard-body radius of the probabilities; ${BLANKET_RADIUS_M} when left out
  --threads N       worker threads; as many as the machine has processors when left out
  --json            for programs: { "from", "to", "objects", "notScreened", "encounters", "elapsedS" }; an encounter has
                    "primary", "secondary", "tca", "missM", "relativeSpeedMps", "missRtnM", "relativeVelocityRtnMps",
                    and more; ids are catalogue numbers
  --csv             the columns of SOCRATES; what was not screened goes to standard error

Every minimum of every pair within the threshold is listed, and pairs that are near at either end of the time. Objects
that stay together (docked, in formation) are one episode, with all its minima. Element sets are kilometres wrong after
days: their probabilities, by a table of classes of orbits, sort the list and decide nothing. What could not be screened
is always said. Exit code 1 if that is a primary, or if a file has faults.

Examples:
  apsis screen 90001 --catalogue catalogue.csv --from 2026-11-20 --hours 1
  apsis screen satellite.oem --catalogue catalogue.tle --from 2026-11-20 --hours 1 --box auto --json
  apsis screen --all --catalogue catalogue.csv --from 2026-11-20 --hours 1 --threshold 10km --csv`,
  run: runScreen,
}

async function runScreen(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const begun = terminal.now()
  const { values, positionals } = parseCommandLine(args, {
    all: { type: 'boolean', default: false },
    catalogue: { type: 'string' },
    from: { type: 'string' },
    hours: { type: 'string' },
    days: { type: 'string' },
    threshold: { type: 'string' },
    box: { type: 'string' },
    hbr: { type: 'string' },
    threads: { type: 'string' },
    json: { type: 'boolean', default: false },
    csv: { type: 'boolean', default: false },
  })
  const form = rowForm(values)
  const volume = readVolume(values.threshold, values.box)
  const start = requireInstant(values.from, '--from')
  const durationS = readDuration(values.hours, values.days)
  const radiusM = values.hbr === undefined ? BLANKET_RADIUS_M : requirePositive(values.hbr, '--hbr')
  const threads = values.threads === undefined ? undefined : readThreads(values.threads)
  const { catalogue } = values
  if (catalogue === undefined) throw new UsageError('--catalogue is missing')
  requirePrimaries(positionals, values.all, catalogue)

  const cast = await readCast(terminal, { catalogue, wanted: positionals, all: values.all, start })
  const asked: Asked = { objects: cast.objects, primaries: cast.primaries, start, durationS, volume }
  terminal.progress(`screening ${cast.objects.length} objects`)
  const screened = await screenInRounds(asked, {
    ...(threads === undefined ? {} : { threads }),
    onProgress: (done, total) => terminal.progress(`screening: ${done} of ${total}`),
  })
  const end = addSeconds(start, durationS)
  const lost = screened.notScreened.map(({ place, reason, untilS }): Unscreened => {
    const since = untilS === undefined ? 'at the beginning' : `after ${Math.round(untilS)} s`
    return { objectId: cast.objects[place]?.id ?? '', reason: `${reason}, ${since}` }
  })
  const answer: Answer = {
    asked,
    flights: cast.objects,
    end,
    radiusM,
    notScreened: [...cast.unread, ...lost],
    encounters: screened.encounters.map((encounter) => ({
      encounter,
      probability: encounterProbability(encounter, { radiusM }),
    })),
    elapsedS: (terminal.now().getTime() - begun.getTime()) / 1000,
  }
  if (form === 'json') await writeJson(terminal, answer)
  else if (form === 'csv') await writeCsv(terminal, answer)
  else await writeText(terminal, answer)
  const isLost = screened.notScreened.some(({ place }) => !values.all && cast.primaries.has(place))
  return isLost || cast.hasFaults ? 1 : 0
}

function readDuration(hours: string | undefined, days: string | undefined): number {
  if (hours !== undefined && days !== undefined) throw new UsageError('give one of --hours and --days')
  if (hours !== undefined) return requirePositive(hours, '--hours') * 3600
  if (days !== undefined) return requirePositive(days, '--days') * 86_400
  throw new UsageError('--hours or --days is missing')
}

function readThreads(text: string): number {
  const threads = requirePositive(text, '--threads')
  if (!Number.isInteger(threads)) throw new UsageError(`--threads is a whole number, not ${JSON.stringify(text)}`)
  return threads
}

function requirePrimaries(wanted: readonly string[], all: boolean, catalogue: string): void {
  if (all && wanted.length > 0) throw new UsageError('give PRIMARY or --all, not both')
  if (!all && wanted.length === 0) throw new UsageError('the primary is missing: a catalogue number, a file, or --all')
  if ([...wanted, catalogue].filter((name) => name === '-').length > 1) {
    throw new UsageError('standard input is named twice')
  }
}

interface Wanted {
  readonly catalogue: string
  readonly wanted: readonly string[]
  readonly all: boolean
  readonly start: Epoch
}

/** All that takes part in a screening. */
interface Cast {
  readonly objects: readonly NamedFlight[]
  readonly primaries: ReadonlySet<number>
  readonly unread: readonly Unscreened[]
  readonly hasFaults: boolean
}

/** Reads the catalogue and the files of primaries, which stand first and take the place of their like in the catalogue. */
async function readCast(terminal: Terminal, { catalogue, wanted, all, start }: Wanted): Promise<Cast> {
  const numbers = wanted.filter(isNumber)
  const own: NamedFlight[] = []
  const unread: Unscreened[] = []
  for (const file of wanted.filter((name) => !isNumber(name))) {
    terminal.progress(`reading ${file}`)
    const found = await readScreenFile(terminal, file)
    if (found.objects.length === 0) throw new InputError(found.unread[0]?.reason ?? `${file} has no objects`)
    own.push(...found.objects)
    unread.push(...found.unread)
  }
  terminal.progress(`reading ${catalogue}`)
  const listed = await readScreenFile(terminal, catalogue)
  if (listed.objects.length === 0) throw new InputError(listed.unread[0]?.reason ?? `${catalogue} has no objects`)
  unread.push(...listed.unread)
  const hasFaults = unread.length > 0
  const designators = new Map(listed.objects.map(({ id, designator }) => [designator, id]))
  // An ephemeris knows its object by the international designator: here it has the number of the catalogue.
  const named = own.map((one) => ({ ...one, id: /^\d+$/.test(one.id) ? one.id : (designators.get(one.id) ?? one.id) }))
  const mine = chooseNearest(named, start)
  const ownIds = new Set(mine.chosen.map(({ id }) => id))
  const others = chooseNearest(
    listed.objects.filter(({ id }) => !ownIds.has(id)),
    start,
  )
  unread.push(...mine.older, ...others.older)
  const objects = [...mine.chosen, ...others.chosen]
  const places = new Map(objects.map(({ id }, place) => [id, place]))
  const primaries = new Set(all ? objects.keys() : mine.chosen.keys())
  for (const number of numbers) {
    const place = places.get(String(Number(number)))
    if (place === undefined) throw new InputError(`${catalogue} has no object ${number}`)
    primaries.add(place)
  }
  return { objects, primaries, unread, hasFaults }
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
      older.push({ objectId: one.id, reason: 'another element set of the object is nearer to the beginning' })
      if (distanceS(one, start) < distanceS(known, start)) best.set(one.id, one)
    }
  }
  return { chosen: [...best.values()], older }
}

/** How far the epoch of an object is from the beginning, s; an ephemeris goes before elements. */
function distanceS({ flight }: NamedFlight, start: Epoch): number {
  return flight.kind === 'elements' ? Math.abs(secondsBetween(flight.model.epoch, start)) : 0
}
