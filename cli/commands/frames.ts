import { EARTH_THEORIES, type Earth, type EarthModel, earthAt } from '@apsis/astro/frames/earth.ts'
import { FRAMES, type Frame, isTerrestrial, rotationBetween } from '@apsis/astro/frames/frame.ts'
import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { rotateState } from '@apsis/astro/frames/rotation.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { readEop } from '../input/eop-file.ts'
import { openSource } from '../input/source.ts'
import {
  type Command,
  type ExitCode,
  InputError,
  parseCommandLine,
  type Terminal,
  UsageError,
} from '../terminal/command.ts'
import { requireFrame } from '../terminal/frame-name.ts'
import { requireInstant, requireSix } from '../terminal/options.ts'
import { formatTable, ROW_FORM_OPTIONS, type Row, type RowForm, rowForm, rowWriter, utc } from '../terminal/print.ts'

export const framesCommand: Command = {
  help: `Usage: apsis frames --from FRAME --to FRAME --at TIME --state=X,Y,Z,VX,VY,VZ [options]
       apsis frames FILE --from FRAME --to FRAME [options]

  --from, --to   ${FRAMES.join(', ')}, or a name that
                 messages use (J2000, ICRF, ITRF2014, …)
  --at, --state  the time in UTC, and position (m) and velocity (m/s) in the first frame
  FILE           lines of TIME,X,Y,Z,VX,VY,VZ. Empty lines and a first line of names are skipped. - is standard input.
  --theory       IAU2006 (the default: CIO based, with IAU 2000A nutation) or IAU1980 (with IAU 1976 precession)
  --eop FILE     Earth orientation parameters (finals2000A, C04 or CelesTrak) in place of the built-in ones
  --json, --ndjson, --csv
                 for programs: a row for each state, { "time", "from", "to", "positionM", "velocityMps", "latDeg",
                 "lonDeg", "heightM", "earthOrientation" }; latitude, longitude and height above WGS 84 are null
                 unless the second frame is ITRF; "earthOrientation" is measured, predicted, before-span or after-span

A velocity is the velocity that is seen in its frame; ITRF, TIRF and PEF turn with the Earth. Between celestial frames
no Earth orientation is needed. For the other frames, an instant outside the table of Earth orientation is an error.

Examples:
  apsis frames --from TEME --to GCRF --at 2026-11-20T09:30:00 --state=7000000,0,0,0,5335.9,5335.9
  apsis frames states.csv --from ITRF --to EME2000 --csv`,
  run: runFrames,
}

interface Change {
  readonly from: Frame
  readonly to: Frame
  readonly model: EarthModel
}

interface TimedState {
  readonly epoch: Epoch
  readonly r: Vec3
  readonly v: Vec3
}

async function runFrames(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    from: { type: 'string', default: '' },
    to: { type: 'string', default: '' },
    at: { type: 'string' },
    state: { type: 'string' },
    theory: { type: 'string', default: 'IAU2006' },
    eop: { type: 'string' },
    ...ROW_FORM_OPTIONS,
  })
  const form = rowForm(values)
  const theory = EARTH_THEORIES.find((known) => known === values.theory.toUpperCase())
  if (theory === undefined) throw new UsageError(`--theory is ${EARTH_THEORIES.join(' or ')}, not ${values.theory}`)
  const [from, to] = [requireFrame(values.from, '--from'), requireFrame(values.to, '--to')]
  const table = values.eop === undefined ? {} : { eop: await readEop(terminal, values.eop) }
  const outside = isTerrestrial(from) || isTerrestrial(to) ? 'refuse' : 'hold'
  const change = { from, to, model: { theory, outside, ...table } } as const
  const [file, ...more] = positionals
  if (more.length > 0) throw new UsageError(`${JSON.stringify(more[0])} is one argument too many`)
  if ((file === undefined) === (values.state === undefined)) throw new UsageError('give a FILE, or --at and --state')
  const states = file === undefined ? [readState(values.at, values.state ?? '')] : readStates(terminal, file)
  try {
    return form === 'text'
      ? await writeText(terminal, states, change)
      : await writeRows(terminal, { states, change, form })
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(error.message)
    throw error
  }
}

function readState(at: string | undefined, text: string): TimedState {
  const [x, y, z, vx, vy, vz] = requireSix(text, '--state')
  return { epoch: requireInstant(at, '--at'), r: [x, y, z], v: [vx, vy, vz] }
}

async function* readStates(terminal: Terminal, file: string): AsyncGenerator<TimedState> {
  const { text } = await openSource(terminal, file)
  let rest = ''
  let line = 0
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const one of lines) {
      line += 1
      yield* parseLine(one, file, line)
    }
  }
  yield* parseLine(rest, file, line + 1)
}

/** Returns the state in a line; none if the line is empty or contains column names. */
function parseLine(text: string, file: string, line: number): TimedState[] {
  if (text.trim() === '' || (line === 1 && !/^\s*\d/.test(text))) return []
  const [time = '', ...numbers] = text.split(',').map((cell) => cell.trim())
  const column = (index: number) => text.split(',').slice(0, index).join(',').length + (index === 0 ? 1 : 2)
  const values = numbers.map((cell) => (cell === '' ? Number.NaN : Number(cell)))
  const wrong = values.findIndex((value) => !Number.isFinite(value))
  if (wrong >= 0) {
    throw new InputError(
      `${file}: line ${line}, column ${column(wrong + 1)}: ${JSON.stringify(numbers[wrong])} is not a number`,
    )
  }
  const [x, y, z, vx, vy, vz, ...more] = values
  if (
    x === undefined ||
    y === undefined ||
    z === undefined ||
    vx === undefined ||
    vy === undefined ||
    vz === undefined ||
    more.length > 0
  ) {
    throw new InputError(
      `${file}: line ${line}, column 1: there are ${values.length} numbers; expected TIME,X,Y,Z,VX,VY,VZ`,
    )
  }
  try {
    return [{ epoch: parseTime(time), r: [x, y, z], v: [vx, vy, vz] }]
  } catch (error) {
    if (error instanceof SyntaxError) throw new InputError(`${file}: line ${line}, column 1: ${error.message}`)
    throw error
  }
}

interface ChangedState extends Row {
  readonly time: string
  readonly positionM: Vec3
  readonly velocityMps: Vec3
  readonly latDeg: number | null
  readonly lonDeg: number | null
  readonly heightM: number | null
  readonly earthOrientation: Earth['orientation']['quality']
}

function changed({ epoch, r, v }: TimedState, { from, to, model }: Change): ChangedState {
  const earth = earthAt(epoch, model)
  const state = rotateState(rotationBetween(from, to, earth), { r, v })
  const place = to === 'ITRF' ? toGeodetic(state.r) : null
  return {
    time: utc(epoch),
    from,
    to,
    positionM: state.r,
    velocityMps: state.v,
    latDeg: place === null ? null : radToDeg(place.latRad),
    lonDeg: place === null ? null : radToDeg(place.lonRad),
    heightM: place?.heightM ?? null,
    earthOrientation: earth.orientation.quality,
  }
}

type States = Iterable<TimedState> | AsyncIterable<TimedState>

interface Writing {
  readonly states: States
  readonly change: Change
  readonly form: Exclude<RowForm, 'text'>
}

async function writeRows(terminal: Terminal, { states, change, form }: Writing): Promise<ExitCode> {
  const writer = rowWriter(terminal, form)
  for await (const state of states) await writer.write(changed(state, change))
  await writer.end()
  return 0
}

async function writeText(terminal: Terminal, states: States, change: Change): Promise<ExitCode> {
  let isFirst = true
  for await (const state of states) {
    const { time, positionM, velocityMps, latDeg, lonDeg, heightM, earthOrientation } = changed(state, change)
    const text = formatTable([
      ['time', time],
      [`position in ${change.to}`, `${positionM.map((part) => part.toFixed(4)).join(', ')} m`],
      [`velocity in ${change.to}`, `${velocityMps.map((part) => part.toFixed(7)).join(', ')} m/s`],
      ...(latDeg === null || lonDeg === null || heightM === null
        ? []
        : [
            ['over', `${latDeg.toFixed(7)} deg north, ${lonDeg.toFixed(7)} deg east, ${heightM.toFixed(3)} m`] as const,
          ]),
      ['Earth orientation', earthOrientation],
    ])
    await terminal.write(`${isFirst ? '' : '\n'}${text}\n`)
    isFirst = false
  }
  return 0
}
