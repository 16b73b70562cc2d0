import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import type { EarthModel } from '@apsis/astro/frames/earth.ts'
import { type Association, associate, type Candidate, type Fit } from '@apsis/astro/measurement/associate.ts'
import { REDUCTIONS, type Reduction } from '@apsis/astro/measurement/sight-line.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import type { Tdm } from '@apsis/ccsds/tdm/tdm.ts'
import { readEop } from '../input/eop-file.ts'
import type { FlyingObject } from '../input/flying-object.ts'
import { readObjects } from '../input/read-objects.ts'
import { readSites } from '../input/site.ts'
import { openSource, readWhole } from '../input/source.ts'
import {
  type Command,
  type ExitCode,
  InputError,
  parseCommandLine,
  requireFiles,
  type Terminal,
  UsageError,
} from '../terminal/command.ts'
import { requirePositive } from '../terminal/options.ts'
import { formatColumns, ROW_FORM_OPTIONS, rowForm, utc, writeForPrograms } from '../terminal/print.ts'
import { gcrfMotion, makeTrack, type Observing, type Track } from './track.ts'

const ARCSEC_PER_DEG = 3600

export const associateCommand: Command = {
  help: `Usage: apsis associate TDM... --catalogue FILE --site LAT,LON,ALT|SENSORS.json [options]
       apsis associate TDM... --catalogue FILE --observer FILE [options]

  TDM               tracking data messages with angles: right ascension and declination, or azimuth and elevation. Each
                    segment is a track. - is standard input.
  --catalogue FILE  the objects to compare with: element sets (TLE, OMM), states (OPM), ephemerides (OEM, OCM)
  --site            the place of the sensor, as for apsis passes; in a file of sensors, the one whose code is
                    PARTICIPANT_1 of the track
  --observer FILE   the orbit of a sensor in space: a file as for --catalogue, with one object
  --sigma ARCSEC    the noise of an angle, one sigma; 1.5 if it is not given
  --threshold ARCSEC  do not associate a track that is further away than this; if it is not given, the larger of 60 and
                    3 sigma combined with 1 km across the line of sight
  --reduction KIND  ${REDUCTIONS.join(', ')}; which effects the
                    measured directions still contain; light-time if it is not given (annual aberration was removed)
  --eop FILE        Earth orientation parameters in place of the built-in ones
  --json, --ndjson, --csv
                    for programs, an array of { "file", "trackId", "participant1", "participant2", "start", "end",
                    "measurements", "metric", "criterion", "association", "isAmbiguous", "candidates", "error" }; an
                    association or candidate has { "noradId", "objectId", "objectName", "medianArcsec",
                    "medianAfterBiasArcsec", "timeBiasS", "rmsArcsec", "thresholdArcsec" }

Apsis estimates one time offset of the track along the motion of each object, up to 1 s, and takes the object with the
smallest median angular distance. In one track an error of the clock cannot be told from an error along the orbit.
The answer is ambiguous if the next object is less than twice as far away. The exit code is 1
if a track belongs to no object.

Examples:
  apsis associate track.tdm --catalogue catalogue.tle --site 48.2,16.37,171
  apsis associate track.tdm --catalogue catalogue.tle --site sensors.json --json`,
  run: runAssociate,
}

async function runAssociate(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    catalogue: { type: 'string' },
    site: { type: 'string' },
    observer: { type: 'string' },
    sigma: { type: 'string', default: '1.5' },
    threshold: { type: 'string' },
    reduction: { type: 'string', default: 'light-time' },
    eop: { type: 'string' },
    ...ROW_FORM_OPTIONS,
  })
  const form = rowForm(values)
  const files = requireFiles(positionals)
  const { catalogue } = values
  if (catalogue === undefined) throw new UsageError('--catalogue is missing')
  if ((values.site === undefined) === (values.observer === undefined)) throw new UsageError('give --site or --observer')
  const model: EarthModel = values.eop === undefined ? {} : { eop: await readEop(terminal, values.eop) }
  const observing: Observing = {
    sites: values.site === undefined ? [] : await readSites(terminal, values.site),
    observer: values.observer === undefined ? null : await readObserver(terminal, values.observer),
    sigmaRad: toRad(requirePositive(values.sigma, '--sigma')),
    reduction: toReduction(values.reduction),
    model,
  }
  const tracks = await readTracks(terminal, files, observing)
  const objects = await readCatalogue(terminal, catalogue)
  const thresholdRad = values.threshold === undefined ? null : toRad(requirePositive(values.threshold, '--threshold'))
  const answers = tracks.map((track) => {
    terminal.progress(`${track.file}: ${track.trackId ?? 'track'} among ${objects.length} objects`)
    return answerOf(track, objects, { thresholdRad, model })
  })
  for (const { file, trackId, error } of answers)
    if (error !== null) terminal.note(`${file}: ${trackId ?? 'track'}: ${error}`)
  if (form !== 'text') await writeForPrograms(terminal, form, answers)
  else await terminal.write(`${answers.map(describe).join('\n\n')}\n`)
  return answers.every(({ association }) => association !== null) ? 0 : 1
}

function toRad(arcsec: number): number {
  return degToRad(arcsec / ARCSEC_PER_DEG)
}

function toReduction(text: string): Reduction {
  const reduction = REDUCTIONS.find((known) => known === text)
  if (reduction === undefined) throw new UsageError(`--reduction is ${REDUCTIONS.join(', ')}, not ${text}`)
  return reduction
}

const FAR_S = 40 * SECONDS_PER_DAY

/**
 * Returns the options for the motion of objects: the models of their files are used, and a single state is integrated over at most 40 days.
 */
function flightOf() {
  const reach = (epoch: Epoch) => ({ first: addSeconds(epoch, -FAR_S), last: addSeconds(epoch, FAR_S) })
  return { forces: null, craft: {}, reach }
}

async function readCatalogue(terminal: Terminal, file: string): Promise<FlyingObject[]> {
  const objects: FlyingObject[] = []
  for await (const object of readObjects(terminal, file, flightOf())) {
    if (object.ok) objects.push(object)
    else terminal.note(`${file}: ${object.reason}`)
  }
  if (objects.length === 0) throw new InputError(`${file} has no objects`)
  return objects
}

async function readObserver(terminal: Terminal, file: string): Promise<FlyingObject> {
  const [object, ...more] = await readCatalogue(terminal, file)
  if (object === undefined || more.length > 0) throw new InputError(`${file} has ${1 + more.length} objects, not one`)
  return object
}

async function readTracks(terminal: Terminal, files: readonly string[], observing: Observing): Promise<Track[]> {
  const tracks: Track[] = []
  for (const file of files) {
    const { messages, faults } = readMessages(await readWhole(await openSource(terminal, file)), { strict: false })
    for (const fault of faults) throw new InputError(`${file}: ${describeFault(fault)}`)
    for (const { kind, reading } of messages) {
      if (!reading.ok) throw new InputError(`${file}: ${reading.errors.map(describeFault).join(`\n${file}: `)}`)
      if (reading.message.kind !== 'TDM') throw new InputError(`${file}: this is an ${kind}, not a TDM`)
      tracks.push(...tracksOf(reading.message.message, file, observing))
    }
  }
  if (tracks.length === 0) throw new InputError(`${files.join(', ')}: there are no tracks`)
  return tracks
}

function tracksOf({ segments }: Tdm, file: string, observing: Observing): Track[] {
  return segments.map((segment) => makeTrack(segment, file, observing))
}

interface Judging {
  readonly thresholdRad: number | null
  readonly model: EarthModel
}

type FitRow = ReturnType<typeof fitRow>

interface Answer {
  readonly file: string
  readonly trackId: string | null
  readonly participant1: string
  readonly participant2: string | null
  readonly start: string | null
  readonly end: string | null
  readonly measurements: number
  readonly metric: 'ANGULAR_DISTANCE'
  readonly criterion: 'MEDIAN'
  readonly association: FitRow | null
  readonly isAmbiguous: boolean
  readonly candidates: readonly FitRow[]
  readonly error: string | null
}

const MOST_CANDIDATES = 10

function answerOf(track: Track, objects: readonly FlyingObject[], { thresholdRad, model }: Judging): Answer {
  const { file, trackId, participant1, participant2, measurements, origin, end } = track
  const head = {
    file,
    trackId,
    participant1,
    participant2,
    start: origin === null ? null : utc(origin),
    end: end === null ? null : utc(end),
    measurements: measurements.length,
    metric: 'ANGULAR_DISTANCE',
    criterion: 'MEDIAN',
  } as const
  const none = { ...head, association: null, isAmbiguous: false, candidates: [] }
  if (origin === null) return { ...none, error: track.error ?? 'there are no angles' }
  const candidates = objects.map((object, index): Candidate => {
    return { id: String(index), at: gcrfMotion(object, origin, model) }
  })
  const options = thresholdRad === null ? {} : { threshold: thresholdRad }
  const found: Association = associate(measurements, candidates, { metric: 'ANGULAR_DISTANCE', ...options })
  const { best, isAmbiguous, fits } = found
  return {
    ...head,
    association: best === null ? null : fitRow(best, objects),
    isAmbiguous,
    candidates: fits.slice(0, MOST_CANDIDATES).map((fit) => fitRow(fit, objects)),
    error: best === null ? 'no object of the catalogue is near enough' : null,
  }
}

function fitRow({ id, median, medianAfterBias, timeBiasS, rmsRad, threshold }: Fit, objects: readonly FlyingObject[]) {
  const object = objects[Number(id)]
  const arcsec = (rad: number) => radToDeg(rad) * ARCSEC_PER_DEG
  return {
    noradId: object?.noradId ?? null,
    objectId: object?.objectId ?? null,
    objectName: object?.objectName ?? null,
    medianArcsec: arcsec(median),
    medianAfterBiasArcsec: arcsec(medianAfterBias),
    timeBiasS,
    rmsArcsec: arcsec(rmsRad),
    thresholdArcsec: arcsec(threshold),
  }
}

function describe({
  file,
  trackId,
  participant1,
  start,
  measurements,
  association,
  isAmbiguous,
  candidates,
  error,
}: Answer) {
  const name = ({ noradId, objectId, objectName }: FitRow) => [noradId, objectId, objectName].filter(Boolean).join(', ')
  const verdict =
    association === null ? `of no object: ${error}` : `of ${name(association)}${isAmbiguous ? ', AMBIGUOUS' : ''}`
  const head = `${file}, ${trackId ?? 'track'} by ${participant1} from ${start ?? 'never'}, ${measurements} measurements: ${verdict}`
  if (candidates.length === 0) return head
  const rows = candidates.map((fit) => [
    `  ${name(fit)}`,
    fit.medianAfterBiasArcsec.toPrecision(4),
    fit.medianArcsec.toPrecision(4),
    fit.timeBiasS.toFixed(4),
    fit.thresholdArcsec.toPrecision(4),
  ])
  const titles = [
    '  object',
    'median (arcsec)',
    'without offset (arcsec)',
    'along-track time offset (s)',
    'threshold (arcsec)',
  ]
  return `${head}\n${formatColumns([titles, ...rows])}`
}
