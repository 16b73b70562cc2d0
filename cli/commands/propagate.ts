import { type EarthModel, earthAt } from '@apsis/astro/frames/earth.ts'
import { type Frame, isTerrestrial, rotationBetween } from '@apsis/astro/frames/frame.ts'
import { rotateState } from '@apsis/astro/frames/rotation.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { type Choice, chooseObject } from '../input/chosen-object.ts'
import { readEop } from '../input/eop-file.ts'
import type { AnyObject, FlyingObject, Motion } from '../input/flying-object.ts'
import { type Flight, readObjects } from '../input/read-objects.ts'
import {
  type Command,
  type ExitCode,
  parseCommandLine,
  requireFiles,
  type Terminal,
  UsageError,
} from '../terminal/command.ts'
import { requireFrame } from '../terminal/frame-name.ts'
import { requireNumber, requirePositive, requireSpan, timesBetween } from '../terminal/options.ts'
import { formatColumns, ROW_FORM_OPTIONS, type Row, type RowForm, rowForm, rowWriter, utc } from '../terminal/print.ts'

export const propagateCommand: Command = {
  help: `Usage: apsis propagate FILE... --from TIME --to TIME --step SECONDS [options]
       apsis propagate FILE... --minutes 0,360,720 [options]

  FILE                 element sets (TLE, 2LE, 3LE, OMM; a file may hold many), a state (OPM), or an ephemeris (OEM,
                       OCM, MEME, STK). - is standard input. Of several supplemental sets of one object (CelesTrak,
                       classification C) the one holds that has the last epoch before the time.
  --object OBJECT      only this object of the files: its catalogue number, international designator or name
  --from, --to         the first and the last time in UTC: 2026-11-20T09:30:00 or 2026-11-20
  --step SECONDS       the time between two states; 60 if it is not given
  --minutes LIST       minutes after the epoch of each object, or after the first state of an ephemeris; they may be
                       negative
  --frame FRAME        TEME, GCRF, EME2000, ITRF, MOD, TOD, CIRF, TIRF or PEF; if it is not given: TEME for SGP4,
                       the frame of an ephemeris, and GCRF for states that are integrated
  --force-model MODEL  sgp4 (the default for element sets), two-body, or forces with commas between them: gravity:DEGREE
                       (EGM2008, up to 50), sun, moon, drag (Harris-Priester), srp (radiation pressure). An OPM is
                       integrated with gravity:36,sun,moon and its manoeuvres, and with drag and srp if it gives mass
                       and area. With forces, an element set is integrated from the state of SGP4 at its epoch.
  --mass KG --area M2 --cd CD --cr CR   mass, area and coefficients for drag and srp, if the message does not give them
  --eop FILE           Earth orientation parameters (finals2000A, C04 or CelesTrak) in place of the built-in ones
  --ignore-checksums   accept a TLE whose checksum is wrong
  --json, --ndjson, --csv
                       for programs: a row for each object and time, { "noradId", "objectId", "objectName", "epoch",
                       "time", "minutesSinceEpoch", "frame", "positionM", "velocityMps", "error" }; where there is no
                       state, position and velocity are null, and "error" says why

If an object has no state at some time, the exit code is 1; the other objects and times are answered.

Examples:
  apsis propagate iss.tle --minutes 0,360,720
  apsis propagate catalogue.csv --object 90001 --from 2026-11-20 --to 2026-11-21
  apsis propagate catalogue.csv --from 2026-11-20 --to 2026-11-21 --step 600 --frame ITRF --csv
  apsis propagate satellite.opm --from 2026-11-20 --to 2026-11-23 --step 3600 --force-model gravity:50,sun,moon --json`,
  run: runPropagate,
}

interface Times {
  /** Returns the instants for one object. */
  readonly of: (epoch: Epoch) => readonly Epoch[]
}

interface Answer {
  readonly times: Times
  readonly frame: Frame | null
  readonly model: EarthModel
}

async function runPropagate(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    object: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    step: { type: 'string', default: '60' },
    minutes: { type: 'string' },
    frame: { type: 'string' },
    'force-model': { type: 'string', default: '' },
    mass: { type: 'string' },
    area: { type: 'string' },
    cd: { type: 'string' },
    cr: { type: 'string' },
    eop: { type: 'string' },
    'ignore-checksums': { type: 'boolean', default: false },
    ...ROW_FORM_OPTIONS,
  })
  const form = rowForm(values)
  const times = toTimes(values)
  const frame = values.frame === undefined ? null : requireFrame(values.frame, '--frame')
  const files = requireFiles(positionals)
  const flight: Flight = {
    forces: await toForces(values['force-model']),
    craft: toCraft(values),
    reach: (epoch) => reachOf(times.of(epoch), epoch),
    ignoreChecksums: values['ignore-checksums'],
  }
  const model: EarthModel = values.eop === undefined ? {} : { eop: await readEop(terminal, values.eop) }
  const choice = chooseObject(values.object)
  const rows = propagateFiles(terminal, { files, flight, choice, answer: { times, frame, model } })
  return form === 'text' ? writeText(terminal, rows) : writeRows(terminal, rows, form)
}

interface TimeOptions {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly step: string
  readonly minutes?: string | undefined
}

function toTimes({ from, to, step, minutes }: TimeOptions): Times {
  if (minutes !== undefined) {
    if (from !== undefined || to !== undefined) throw new UsageError('give --minutes, or --from and --to')
    const offsets = minutes.split(',').map((text) => requireNumber(text, '--minutes'))
    return { of: (epoch) => offsets.map((offset) => addSeconds(epoch, 60 * offset)) }
  }
  if (from === undefined && to === undefined) throw new UsageError('give --from and --to, or --minutes')
  const { start, end } = requireSpan(from, to)
  const instants = timesBetween(start, end, requirePositive(step, '--step'))
  return { of: () => instants }
}

async function toForces(text: string): Promise<Flight['forces']> {
  if (text === '' || text === 'sgp4') return null
  return (await import('../input/force-model.ts')).parseForceModel(text)
}

function toCraft(values: Partial<Record<'mass' | 'area' | 'cd' | 'cr', string | undefined>>): Flight['craft'] {
  const read = (name: 'mass' | 'area' | 'cd' | 'cr') => {
    const text = values[name]
    return text === undefined ? undefined : requirePositive(text, `--${name}`)
  }
  const area = read('area')
  return {
    massKg: read('mass'),
    dragAreaM2: area,
    solarRadAreaM2: area,
    dragCoeff: read('cd'),
    solarRadCoeff: read('cr'),
  }
}

function reachOf(times: readonly Epoch[], epoch: Epoch): { first: Epoch; last: Epoch } {
  let [first, last] = [epoch, epoch]
  for (const time of times) {
    if (secondsBetween(first, time) < 0) first = time
    if (secondsBetween(last, time) > 0) last = time
  }
  return { first, last }
}

interface StateRow extends Row {
  readonly noradId: number | null
  readonly objectId: string | null
  readonly objectName: string | null
  readonly epoch: string | null
  readonly time: string | null
  readonly minutesSinceEpoch: number | null
  readonly frame: Frame | null
  readonly positionM: Vec3 | null
  readonly velocityMps: Vec3 | null
  readonly error: string | null
}

interface Work {
  readonly files: readonly string[]
  readonly flight: Flight
  readonly choice: Choice
  readonly answer: Answer
}

async function* propagateFiles(terminal: Terminal, { files, flight, choice, answer }: Work): AsyncGenerator<StateRow> {
  const rotations = rotationCache(answer.model)
  let count = 0
  for (const file of files) {
    for await (const object of readObjects(terminal, file, flight)) {
      count += 1
      if (count % 100 === 0) terminal.progress(`${file}: object ${count}`)
      if (!choice.takes(object)) continue
      yield* object.ok ? rowsOf(object, answer, rotations) : [groundedRow(object, answer.frame)]
      if (!object.ok) terminal.note(`${file}: ${nameOf(object)}${object.reason}`)
    }
  }
  choice.requireFound()
}

function nameOf({ noradId, objectId }: AnyObject): string {
  const name = noradId === null ? objectId : String(noradId)
  return name === '' ? '' : `${name}: `
}

function groundedRow(object: Extract<AnyObject, { ok: false }>, frame: Frame | null): StateRow {
  const { noradId, objectId, objectName, reason } = object
  const nothing = { epoch: null, time: null, minutesSinceEpoch: null, frame, positionM: null, velocityMps: null }
  return { noradId, objectId: objectId || null, objectName: objectName || null, ...nothing, error: reason }
}

type Rotate = (from: Frame, to: Frame, epoch: Epoch) => ReturnType<typeof rotationBetween>

/** Returns rotations from a cache, because many objects have the same instants. */
function rotationCache(model: EarthModel): Rotate {
  const known = new Map<string, ReturnType<typeof rotationBetween>>()
  return (from, to, epoch) => {
    const key = `${from} ${to} ${epoch.taiS} ${epoch.taiFs}`
    const found = known.get(key)
    if (found !== undefined) return found
    // Between celestial frames the orientation of the Earth changes a result by only a milliarcsecond.
    const outside = isTerrestrial(from) || isTerrestrial(to) ? 'refuse' : 'hold'
    const rotation = rotationBetween(from, to, earthAt(epoch, { outside, ...model }))
    if (known.size >= 100_000) known.clear()
    known.set(key, rotation)
    return rotation
  }
}

function* rowsOf(object: FlyingObject, { times, frame }: Answer, rotate: Rotate): Generator<StateRow> {
  const { noradId, objectId } = object
  const shown = frame ?? object.frame
  for (const time of times.of(object.epoch)) {
    const { objectName, epoch } = object.setAt?.(time) ?? object
    const head = { noradId, objectId: objectId || null, objectName: objectName || null, epoch: utc(epoch) }
    const motion = turned(object.stateAt(time), () => rotate(object.frame, shown, time))
    const minutesSinceEpoch = secondsBetween(epoch, time) / 60
    yield {
      ...head,
      time: utc(time),
      minutesSinceEpoch,
      frame: shown,
      positionM: motion.ok ? motion.r : null,
      velocityMps: motion.ok ? motion.v : null,
      error: motion.ok ? null : motion.reason,
    }
  }
}

function turned(motion: Motion, rotation: () => ReturnType<typeof rotationBetween>): Motion {
  if (!motion.ok) return motion
  try {
    return { ok: true, ...rotateState(rotation(), motion) }
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, reason: `${error.message}: give a table with --eop` }
    throw error
  }
}

async function writeRows(
  terminal: Terminal,
  rows: AsyncIterable<StateRow>,
  form: Exclude<RowForm, 'text'>,
): Promise<ExitCode> {
  const writer = rowWriter(terminal, form)
  let failures = 0
  for await (const row of rows) {
    if (row.error !== null) failures += 1
    await writer.write(row)
  }
  await writer.end()
  return failures > 0 ? 1 : 0
}

/** Writes a table for each object. */
async function writeText(terminal: Terminal, rows: AsyncIterable<StateRow>): Promise<ExitCode> {
  let failures = 0
  let head = ''
  let table: string[][] = []
  const flush = async () => {
    if (table.length > 0) await terminal.write(`${head}\n${formatColumns([TITLES, ...table])}\n\n`)
    table = []
  }
  for await (const row of rows) {
    const { noradId, objectId, objectName, epoch, frame } = row
    const names = [objectName, noradId, noradId === null || String(noradId) !== objectId ? objectId : null]
    const title = `${names.filter(Boolean).join(', ') || 'unknown object'}: epoch ${epoch ?? 'unknown'}, ${frame ?? ''}`
    if (title !== head) await flush()
    head = title
    if (row.error !== null) failures += 1
    table.push(cellsOf(row))
  }
  await flush()
  return failures > 0 ? 1 : 0
}

const TITLES = ['  time', 'x (km)', 'y (km)', 'z (km)', 'vx (km/s)', 'vy (km/s)', 'vz (km/s)']

function cellsOf({ time, positionM, velocityMps, error }: StateRow): string[] {
  const at = `  ${time ?? ''}`
  if (positionM === null || velocityMps === null) return [at, error ?? '']
  return [
    at,
    ...positionM.map((part) => (part / 1000).toFixed(6)),
    ...velocityMps.map((part) => (part / 1000).toFixed(9)),
  ]
}
