import { BLANKET_RADIUS_M, encounterProbability } from '@apsis/astro/screening/encounter-probability.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { type ScreeningCrew, startCrew } from '@apsis/engine/crew.ts'
import { type Command, type ExitCode, parseCommandLine, type Terminal, UsageError } from './command.ts'
import { requireInstant, requirePositive } from './options.ts'
import { ROW_FORM_OPTIONS, type RowForm, rowForm } from './print.ts'
import { openAnswer } from './screen-answer.ts'
import { readCast, type Wanted } from './screen-cast.ts'
import type { Unscreened } from './screen-objects.ts'
import { type Asked, screenInRounds } from './screen-rounds.ts'
import { readVolume } from './screen-volume.ts'

// No element set says anything of an object a year from now; a longer span is a slip of the hand that would run for days.
const MOST_DAYS = 366

export const screenCommand: Command = {
  help: `Usage: apsis screen PRIMARY... --catalogue FILE --from TIME --hours N|--days N [options]
       apsis screen --all --catalogue FILE --from TIME --hours N|--days N [options]

  PRIMARY           a number of the catalogue, or a file (TLE, OMM, OEM, OCM) whose objects take the place of those in
                    the catalogue; - for standard input
  --all             every object against every other
  --catalogue FILE  what is screened against: element sets (TLE, OMM in any notation), ephemerides
  --from TIME       the beginning in UTC; --hours, --days: how long, at most ${MOST_DAYS} days
  --threshold 5km   encounters nearer than this; 5km when left out
  --box R,T,N       instead: half sides of a box about the primary, radial, transverse, normal: 2,44,51km; auto: the box
                    of its regime. An encounter is one where the closest approach is inside
  --hbr METRES      combined hard-body radius of the probabilities; ${BLANKET_RADIUS_M} when left out
  --threads N       worker threads; as many as the machine has processors when left out
  --json            for programs: { "from", "to", "objects", "notScreened", "encounters", "elapsedS" }; an encounter has
                    "primary", "secondary", "tca", "missM", "relativeSpeedMps", "missRtnM", "relativeVelocityRtnMps",
                    and more; ids are catalogue numbers; elapsedS is without the reading of files
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
  const { threads, ...request } = readRequest(args)
  // They load their code while the catalogue is read.
  const crew = await startCrew(threads === undefined ? {} : { threads })
  try {
    return await screenWith(crew, request, terminal)
  } finally {
    await crew.close()
  }
}

async function screenWith(
  crew: ScreeningCrew,
  { wanted, start, durationS, volume, radiusM, form }: Omit<Request, 'threads'>,
  terminal: Terminal,
): Promise<ExitCode> {
  const { objects, primaries, unread, hasFaults } = await readCast(terminal, wanted)
  const begun = terminal.now()
  const asked: Asked = { objects, primaries, start, durationS, volume }
  const answer = openAnswer(form, terminal, { asked, flights: objects, end: addSeconds(start, durationS), radiusM })
  terminal.progress(`screening ${objects.length} objects`)
  const notScreened = await screenInRounds(asked, {
    crew,
    onProgress: (done, total) => terminal.progress(`screening: ${done} of ${total}`),
    take: (found) =>
      answer.take(found.map((encounter) => ({ encounter, probability: encounterProbability(encounter, { radiusM }) }))),
  })
  const lost = notScreened.map(({ place, reason, untilS }): Unscreened => {
    const since = untilS === undefined ? 'at the beginning' : `after ${Math.round(untilS)} s`
    return { objectId: objects[place]?.id ?? '', reason: `${reason}, ${since}` }
  })
  const elapsedS = (terminal.now().getTime() - begun.getTime()) / 1000
  await answer.end({ notScreened: [...unread, ...lost], elapsedS })
  const isLost = notScreened.some(({ place }) => !wanted.all && primaries.has(place))
  return isLost || hasFaults ? 1 : 0
}

interface Request extends Pick<Asked, 'start' | 'durationS' | 'volume'> {
  readonly wanted: Wanted
  readonly radiusM: number
  readonly threads: number | undefined
  readonly form: RowForm
}

function readRequest(args: readonly string[]): Request {
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
    ...ROW_FORM_OPTIONS,
  })
  const form = rowForm(values)
  const volume = readVolume(values.threshold, values.box)
  const start = requireInstant(values.from, '--from')
  const durationS = readDuration(values.hours, values.days)
  const radiusM = values.hbr === undefined ? BLANKET_RADIUS_M : requirePositive(values.hbr, '--hbr')
  const threads = values.threads === undefined ? undefined : readThreads(values.threads)
  const { catalogue, all } = values
  if (catalogue === undefined) throw new UsageError('--catalogue is missing')
  requirePrimaries(positionals, all, catalogue)
  return { wanted: { catalogue, files: positionals, all, start }, start, durationS, volume, radiusM, threads, form }
}

function readDuration(hours: string | undefined, days: string | undefined): number {
  if (hours !== undefined && days !== undefined) throw new UsageError('give one of --hours and --days')
  if (hours === undefined && days === undefined) throw new UsageError('--hours or --days is missing')
  const durationS =
    hours === undefined ? requirePositive(days ?? '', '--days') * 86_400 : requirePositive(hours, '--hours') * 3600
  if (durationS > MOST_DAYS * 86_400) throw new UsageError(`a screening is at most ${MOST_DAYS} days long`)
  return durationS
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
