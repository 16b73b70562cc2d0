import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { BLANKET_RADIUS_M } from '@apsis/astro/screening/hard-body-radius.data.ts'
import { startThreads } from '@apsis/engine/thread-group.ts'
import { type Command, type ExitCode, parseCommandLine, type Terminal, UsageError } from '../terminal/command.ts'
import { requireInstant, requirePositive } from '../terminal/options.ts'
import { ROW_FORM_OPTIONS, rowForm } from '../terminal/print.ts'
import type { Request } from './screen-run.ts'
import { readVolume } from './screen-volume.ts'

// An element set predicts nothing a year after its epoch. A longer span is a typing error, and would run for days.
const MOST_DAYS = 366

export const screenCommand: Command = {
  help: `Usage: apsis screen PRIMARY... --catalogue FILE --from TIME --hours N|--days N [options]
       apsis screen --all --catalogue FILE --from TIME --hours N|--days N [options]

  PRIMARY           a catalogue number, or a file (TLE, OMM, OEM, OCM) whose objects replace those of the same number in
                    the catalogue. - is standard input.
  --all             screen every object against every other object
  --catalogue FILE  the objects to screen against: element sets (TLE, or OMM in any notation) or ephemerides
  --from TIME       the first instant, in UTC
  --hours, --days   the length of the interval, at most ${MOST_DAYS} days
  --threshold 5km   list encounters whose closest approach is below this distance; 5km if it is not given
  --box R,T,N       list encounters whose closest approach is inside a box about the primary, in place of a distance.
                    The numbers are half sides in the radial, transverse and normal direction: 2,44,51km. auto takes the
                    box of the orbital regime of each primary.
  --without-episodes
                    leave out objects that stay together, docked or in formation; how many were left out is said
  --burn TIME,X,Y,Z,AXES,SECONDS
                    a burn of the one primary, as often as there are burns: its ignition in UTC, its Δv in m/s, the axes
                    (RTN if they are not given, VNB, TNW, EME2000), and how long it lasts (0 if it is not given: an
                    impulse). Each is in the axes where the burns before it have brought the object; under one of some
                    length they stay where they are at ignition. The object flies its own orbit before the first burn;
                    behind it, the orbit is moved by what the burns change (J2), as a plan of the server is
  --burns FILE      the burns of an OPM (manoeuvre blocks) or OCM (MAN sections), in KVN or XML
  --hbr METRES      combined hard-body radius for the probabilities; ${BLANKET_RADIUS_M} if it is not given
  --threads N       number of worker threads; one per processor if it is not given
  --json            for programs: { "from", "to", "objects", "catalogue", "encounters", "notScreened", "elapsedS" };
                    "catalogue" has the objects compared with by kind, and what it "lacks"; an encounter has "primary",
                    "secondary", "tca", "missM", "relativeSpeedMps", "missRtnM", "relativeVelocityRtnMps", and more (see
                    the guide); an object is named by its catalogue number; "elapsedS" leaves out the reading of files
  --ndjson          for programs: one encounter per line, written as soon as it is found
  --csv             for programs: the columns of SOCRATES

With --ndjson and --csv, the objects that could not be screened, what the catalogue lacks, and how many rows are of
objects that stay together are on standard error. With --json and --without-episodes, "leftOut" counts those.

Nothing found means: nothing among these objects. They are counted by kind: what OBJECT_TYPE of an element set says,
else the ending of its name (DEB, R/B), else unknown. A catalogue of active objects lacks debris and rocket bodies,
and that is said.

Apsis lists every minimum of the distance of every pair inside the threshold or box, and the pairs that are that near at
the first or last instant. Objects that stay together (docked or in formation) form one episode, which has all their
minima. Element sets are wrong by kilometres after some days. Probabilities of element sets come from a table of typical
errors: use them to sort the list, not to decide. The exit code is 1 if a primary could not be screened or a file has
faults.

Examples:
  apsis screen 90001 --catalogue catalogue.csv --from 2026-11-20 --hours 1
  apsis screen satellite.oem --catalogue catalogue.tle --from 2026-11-20 --hours 1 --box auto --json
  apsis screen --all --catalogue catalogue.csv --from 2026-11-20 --hours 1 --threshold 10km --csv
  apsis screen 90001 --burn 2026-11-20T00:10:00,0,0.05,0 --catalogue catalogue.csv --from 2026-11-20 --hours 2
  apsis screen 90001 --burns burns.opm --catalogue catalogue.csv --from 2026-11-21 --days 2`,
  run: runScreen,
}

async function runScreen(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { threads, ...request } = readRequest(args)
  // The threads load their code while this thread loads its own and reads the catalogue.
  const threadGroup = await startThreads(threads === undefined ? {} : { threads })
  try {
    const { screenWith } = await import('./screen-run.ts')
    return await screenWith(threadGroup, request, terminal)
  } finally {
    await threadGroup.close()
  }
}

function readRequest(args: readonly string[]): Request & { readonly threads: number | undefined } {
  const { values, positionals } = parseCommandLine(args, {
    all: { type: 'boolean', default: false },
    catalogue: { type: 'string' },
    from: { type: 'string' },
    hours: { type: 'string' },
    days: { type: 'string' },
    threshold: { type: 'string' },
    box: { type: 'string' },
    burn: { type: 'string', multiple: true, default: [] },
    burns: { type: 'string', multiple: true, default: [] },
    'without-episodes': { type: 'boolean', default: false },
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
  const { catalogue, all, 'without-episodes': isWithoutEpisodes } = values
  if (catalogue === undefined) throw new UsageError('--catalogue is missing')
  requirePrimaries(positionals, all, catalogue)
  const wanted = { catalogue, files: positionals, all, start }
  const burns = { typed: values.burn, files: values.burns }
  return { wanted, start, durationS, volume, radiusM, burns, isWithoutEpisodes, threads, form }
}

function readDuration(hours: string | undefined, days: string | undefined): number {
  if (hours !== undefined && days !== undefined) throw new UsageError('give one of --hours and --days')
  if (hours === undefined && days === undefined) throw new UsageError('--hours or --days is missing')
  const durationS =
    hours === undefined
      ? requirePositive(days ?? '', '--days') * SECONDS_PER_DAY
      : requirePositive(hours, '--hours') * 3600
  if (durationS > MOST_DAYS * SECONDS_PER_DAY) throw new UsageError(`a screening is at most ${MOST_DAYS} days long`)
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
