import type { EarthModel } from '@apsis/astro/frames/earth.ts'
import { earthAt } from '@apsis/astro/frames/earth.ts'
import { compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { type Bodies, bodiesOver } from '@apsis/astro/visibility/bodies-over.ts'
import { type ElevationMask, flatMask } from '@apsis/astro/visibility/mask.ts'
import { type OpticalConditions, opticalSight, opticalVisibility } from '@apsis/astro/visibility/optical.ts'
import type { Pass, PassMoment } from '@apsis/astro/visibility/passes.ts'
import { earthTurns, type Path, pathOfOrbit, trajectoryOf } from '@apsis/astro/visibility/path.ts'
import { passesOnPath } from '@apsis/astro/visibility/path-passes.ts'
import { type Choice, chooseObject } from '../input/chosen-object.ts'
import { readEop } from '../input/eop-file.ts'
import type { FlyingObject } from '../input/flying-object.ts'
import { readObjects } from '../input/read-objects.ts'
import { readSites, type Site } from '../input/site.ts'
import { type Command, type ExitCode, parseCommandLine, requireFiles, type Terminal } from '../terminal/command.ts'
import { requireNumber, requireSpan } from '../terminal/options.ts'
import { formatColumns, ROW_FORM_OPTIONS, type Row, type RowForm, rowForm, rowWriter, utc } from '../terminal/print.ts'

export const passesCommand: Command = {
  help: `Usage: apsis passes FILE... --site LAT,LON,ALT|SENSORS.json --from TIME --to TIME [options]

  FILE                element sets (TLE, OMM; a file may hold many), a state (OPM), or an ephemeris (OEM, OCM, MEME,
                      STK). - is standard input.
  --object OBJECT     only this object of the files: its catalogue number, international designator or name
  --site              latitude and longitude in degrees (north and east), height in metres above WGS 84; or a file with
                      a JSON array of sensors { "sensorCode", "lat", "lon", "altM", "minElDeg",
                      "mask": [[azimuthDeg, elevationDeg], …], "limitingMag", "sunMaxElDeg", "moonMinSepDeg" }, or
                      GeoJSON points with such properties
  --from, --to        the interval in UTC: 2026-11-20T09:30:00 or 2026-11-20
  --mask DEG          the lowest elevation, if the sensor does not give one; 0 if it is not given
  --optical           also say when the object can be seen by reflected sunlight: the object is lit, the site is dark
                      (Sun below -12 deg), and the Moon is at least 20 deg away; with --magnitude and a
                      limiting magnitude, the object must also be bright enough
  --magnitude M       magnitude of the objects at a distance of 1000 km and full phase
  --limiting M        the faintest magnitude that the site can see, if the sensor does not give one
  --ignore-checksums  accept a TLE whose checksum is wrong
  --eop FILE          Earth orientation parameters in place of the built-in ones
  --json, --ndjson, --csv
                      for programs: a row for each pass, { "objectId", "noradId", "objectName", "site", "start",
                      "startAzimuthDeg", "startElevationDeg", "end", "endAzimuthDeg", "endElevationDeg", "durationS",
                      "maxElevationDeg", "maxElevationAt", "maxElevationAzimuthDeg", "rangeAtMaxM", "startsBefore",
                      "endsAfter" }, with --optical also { "visible": [{ "start", "end" }], "reasons",
                      "sunElevationDeg", "moonElevationDeg", "moonSeparationDeg", "phaseAngleDeg", "litFraction",
                      "magnitude" } at the highest elevation

Elevations are geometric, without refraction. With --optical every pass is listed; "visible" is empty for a pass that
cannot be seen, and "reasons" says why: object-in-shadow, station-not-dark, moon-too-near, too-faint, never-together. If
an object has no state in a part of the interval, its passes in the rest are listed, and the exit code is 1.

Examples:
  apsis passes iss.tle --site 48.2,16.37,171 --from 2026-11-20 --to 2026-11-21 --mask 10
  apsis passes catalogue.csv --object 90001 --site 48.2,16.37,171 --from 2026-11-20 --to 2026-11-21
  apsis passes catalogue.csv --site sensors.json --from 2026-11-20T17:00:00 --to 2026-11-21T05:00:00 --optical --json`,
  run: runPasses,
}

async function runPasses(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    object: { type: 'string' },
    site: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    mask: { type: 'string', default: '0' },
    optical: { type: 'boolean', default: false },
    magnitude: { type: 'string' },
    limiting: { type: 'string' },
    eop: { type: 'string' },
    'ignore-checksums': { type: 'boolean', default: false },
    ...ROW_FORM_OPTIONS,
  })
  const form = rowForm(values)
  const files = requireFiles(positionals)
  const { start, end } = requireSpan(values.from, values.to)
  const asNumber = (text: string | undefined, option: string) =>
    text === undefined ? null : requireNumber(text, option)
  const search: Search = {
    choice: chooseObject(values.object),
    start,
    end,
    sites: await readSites(terminal, values.site),
    mask: flatMask(degToRad(requireNumber(values.mask, '--mask'))),
    optical: values.optical,
    magnitude: asNumber(values.magnitude, '--magnitude'),
    limiting: asNumber(values.limiting, '--limiting'),
    model: { outside: 'hold', ...(values.eop === undefined ? {} : { eop: await readEop(terminal, values.eop) }) },
    ignoreChecksums: values['ignore-checksums'],
  }
  warnOfEarth(terminal, search)
  return form === 'text' ? writeText(terminal, files, search) : writeRows(terminal, { files, search, form })
}

interface Search {
  readonly choice: Choice
  readonly start: Epoch
  readonly end: Epoch
  readonly sites: readonly Site[]
  readonly mask: ElevationMask
  readonly optical: boolean
  readonly magnitude: number | null
  readonly limiting: number | null
  readonly model: EarthModel
  readonly ignoreChecksums: boolean
}

/** Warns that UT1 is extrapolated after the end of the table of Earth orientation, which shifts the times of passes. */
function warnOfEarth(terminal: Terminal, { start, end, model }: Search): void {
  for (const epoch of [start, end]) {
    const { quality, ut1SigmaS } = earthAt(epoch, model).orientation
    if (quality !== 'before-span' && quality !== 'after-span') continue
    const off = `passes may be off by ${ut1SigmaS.toPrecision(2)} s`
    terminal.note(`${utc(epoch, 0)} is outside the Earth orientation parameters: ${off}; --eop takes a newer table`)
    return
  }
}

interface PassRow extends Row {
  readonly objectId: string
  readonly start: string
  readonly visible?: readonly { readonly start: string; readonly end: string }[]
}

interface ObjectPasses {
  readonly title: string
  readonly rows: readonly (PassRow & ReturnType<typeof rowOf>)[]
  readonly error: string | null
}

async function* searchFiles(
  terminal: Terminal,
  files: readonly string[],
  search: Search,
): AsyncGenerator<ObjectPasses> {
  const reach = { first: search.start, last: search.end }
  let count = 0
  for (const file of files) {
    const flight = { forces: null, craft: {}, reach: () => reach, ignoreChecksums: search.ignoreChecksums }
    for await (const object of readObjects(terminal, file, flight)) {
      count += 1
      terminal.progress(`${file}: object ${count}`)
      if (!search.choice.takes(object)) continue
      const title = [object.objectName, object.noradId, object.objectId].filter(Boolean).join(', ') || file
      const sky = object.ok ? skyOf(object, search) : { error: object.reason }
      for (const site of search.sites) {
        const found =
          object.ok && 'path' in sky ? searchOne(object, site, { ...search, sky }) : { rows: [], error: sky.error }
        if (found.error !== null) terminal.note(`${file}: ${title}: ${found.error}`)
        yield { title: `${title} over ${site.name}`, ...found }
        if (!object.ok) break
      }
    }
  }
  search.choice.requireFound()
}

/** Thrown if an object leaves its ephemeris or decays within the span. */
class NoState extends Error {}

/** The data about one object that the searches of all sites share: its path over the Earth, and the Sun and the Moon. */
interface Sky {
  readonly path: Path
  readonly bodies: (epoch: Epoch) => Bodies
  /** The parts of the span in which the object has no state. */
  readonly error: string | null
}

function skyOf(object: FlyingObject, search: Search): Sky | { readonly error: string } {
  const { model } = search
  const { start, end, isCut } = spanWithin(object, search)
  const lengthS = secondsBetween(start, end)
  if (lengthS <= 0) return { error: 'the ephemeris has no states in the span' }
  const stateAt = (epoch: Epoch) => {
    // The last step of the path may end some nanoseconds too late.
    const at = compareEpochs(epoch, end) > 0 ? end : epoch
    const motion = object.stateAt(at)
    if (!motion.ok) throw new NoState(`${motion.reason} at ${utc(at, 3)}`)
    return motion
  }
  try {
    const path = pathOfOrbit({ frame: object.frame, stateAt }, earthTurns(object.frame, start, lengthS, model))
    const error = isCut ? `the ephemeris has states only from ${utc(start, 0)} to ${utc(end, 0)}` : null
    return { path, bodies: bodiesOver(start, lengthS, model), error }
  } catch (error) {
    if (error instanceof NoState || error instanceof RangeError) return { error: error.message }
    throw error
  }
}

function searchOne(
  object: FlyingObject,
  site: Site,
  search: Search & { readonly sky: Sky },
): Pick<ObjectPasses, 'rows' | 'error'> {
  const { path, error } = search.sky
  const passes = passesOnPath(path, { station: site.station, mask: site.mask ?? search.mask })
  const rows = passes.map((pass) => ({ ...rowOf(object, site, pass), ...opticalRow(search, site, pass) }))
  return { rows, error }
}

/** Returns the part of the span in which an ephemeris has states. */
function spanWithin({ span }: FlyingObject, { start, end }: Search) {
  if (span === undefined) return { start, end, isCut: false }
  const [late, early] = [compareEpochs(span.start, start) > 0, compareEpochs(span.end, end) < 0]
  return { start: late ? span.start : start, end: early ? span.end : end, isCut: late || early }
}

function rowOf({ objectId, noradId, objectName }: FlyingObject, site: Site, pass: Pass) {
  const { start, end, culmination } = pass
  const azimuth = ({ look }: PassMoment) => radToDeg(look.azimuthRad)
  const elevation = ({ look }: PassMoment) => radToDeg(look.elevationRad)
  return {
    objectId,
    noradId,
    objectName,
    site: site.name,
    start: utc(start.epoch),
    startAzimuthDeg: azimuth(start),
    startElevationDeg: elevation(start),
    end: utc(end.epoch),
    endAzimuthDeg: azimuth(end),
    endElevationDeg: elevation(end),
    durationS: secondsBetween(start.epoch, end.epoch),
    maxElevationDeg: elevation(culmination),
    maxElevationAt: utc(culmination.epoch),
    maxElevationAzimuthDeg: azimuth(culmination),
    rangeAtMaxM: culmination.look.rangeM,
    startsBefore: pass.startsBefore,
    endsAfter: pass.endsAfter,
  }
}

function opticalRow(search: Search & { readonly sky: Sky }, site: Site, pass: Pass) {
  if (!search.optical) return {}
  const { path, bodies } = search.sky
  const target = {
    trajectory: trajectoryOf(path),
    station: site.station,
    bodies,
    conditions: conditionsOf(site, search),
  }
  const span = { start: pass.start.epoch, end: pass.end.epoch }
  const { visible, reasons } = opticalVisibility(target, span)
  const sight = opticalSight(target, pass.culmination.epoch)
  return {
    visible: visible.map(({ start, end }) => ({ start: utc(start), end: utc(end) })),
    reasons,
    sunElevationDeg: radToDeg(sight.sunElevationRad),
    moonElevationDeg: radToDeg(sight.moonElevationRad),
    moonSeparationDeg: radToDeg(sight.moonSeparationRad),
    phaseAngleDeg: radToDeg(sight.phaseAngleRad),
    litFraction: sight.litFraction,
    magnitude: sight.magnitude ?? null,
  }
}

function conditionsOf(site: Site, { magnitude, limiting }: Search): OpticalConditions {
  const limitingMagnitude = site.limitingMag ?? limiting
  const { sunMaxElDeg, moonMinSepDeg } = site
  return {
    ...(sunMaxElDeg === null ? {} : { maxSunElevationRad: degToRad(sunMaxElDeg) }),
    ...(moonMinSepDeg === null ? {} : { minMoonSeparationRad: degToRad(moonMinSepDeg) }),
    ...(magnitude === null ? {} : { standardMagnitude: magnitude }),
    ...(magnitude === null || limitingMagnitude === null ? {} : { limitingMagnitude }),
  }
}

interface Writing {
  readonly files: readonly string[]
  readonly search: Search
  readonly form: Exclude<RowForm, 'text'>
}

async function writeRows(terminal: Terminal, { files, search, form }: Writing): Promise<ExitCode> {
  const writer = rowWriter(terminal, form)
  let failures = 0
  for await (const { rows, error } of searchFiles(terminal, files, search)) {
    if (error !== null) failures += 1
    for (const row of rows) await writer.write(row)
  }
  await writer.end()
  return failures > 0 ? 1 : 0
}

async function writeText(terminal: Terminal, files: readonly string[], search: Search): Promise<ExitCode> {
  let failures = 0
  for await (const { title, rows, error } of searchFiles(terminal, files, search)) {
    if (error !== null) failures += 1
    if (rows.length === 0) {
      if (error === null) await terminal.write(`${title}: no passes\n\n`)
    } else await terminal.write(`${title}\n${formatColumns([titles(search.optical), ...rows.map(cellsOf)])}\n\n`)
  }
  return failures > 0 ? 1 : 0
}

function titles(optical: boolean): string[] {
  const always = ['  start', 'az (deg)', 'highest', 'el (deg)', 'end', 'az (deg)', 'range (km)']
  return optical ? [...always, 'seen'] : always
}

/** Returns a time rounded to a tenth of a second. */
function shortTime(text: string): string {
  return utc(parseTime(text), 1).replace('Z', '')
}

function cellsOf(row: PassRow & ReturnType<typeof rowOf>): string[] {
  const clock = (text: string) => shortTime(text).slice(11)
  const seen = row.visible?.map(({ start, end }) => `${clock(start)} to ${clock(end)}`).join(', ')
  const reasons = Array.isArray(row.reasons) ? row.reasons.join(', ') : ''
  return [
    `  ${row.startsBefore ? 'before ' : ''}${shortTime(row.start)}Z`,
    row.startAzimuthDeg.toFixed(1),
    `${clock(row.maxElevationAt)}`,
    row.maxElevationDeg.toFixed(2),
    `${clock(row.end)}${row.endsAfter ? ' and after' : ''}`,
    row.endAzimuthDeg.toFixed(1),
    (row.rangeAtMaxM / 1000).toFixed(1),
    ...(seen === undefined ? [] : [seen === '' ? `not: ${reasons}` : seen]),
  ]
}
