import { formatTime } from '@apsis/astro/time/format-time.ts'
import { TIME_SCALES } from '@apsis/astro/time/scales.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { isResolved, type MessageTime } from '@apsis/ccsds/block.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { type Opm, readOpm } from '@apsis/ccsds/opm.ts'
import { type Command, done, formatJson, formatTable, type Outcome, onlyArgument, parseCommandLine } from './command.ts'
import { readSource } from './read-source.ts'

export const opmReadCommand: Command = {
  name: 'opm read',
  summary: 'an Orbit Parameter Message, checked and shown',
  help: `Usage: apsis opm read FILE [--lenient] [--json]

  FILE         an OPM in KVN (CCSDS 502.0-B), or - for standard input
  --lenient    what real messages do against the standard gives warnings, and the message is read
  --json       for programs: { "file", "kind", "version", "valid", "errors", "warnings", "truncated", "message" };
               faults as { "line", "column", "keyword", "code", "message", "found", "expected" };
               the message in m, m/s, rad, kg, m2, s, with times in its time system

Faults go to standard error, one in a line. Exit code 0: read; 1: something is wrong with it; 2: wrong usage.

Examples:
  apsis opm read satellite.opm
  cat satellite.opm | apsis opm read - --lenient --json`,
  run: runOpmRead,
}

async function runOpmRead(args: readonly string[]): Promise<Outcome> {
  const { values, positionals } = parseCommandLine(args, {
    lenient: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  })
  const file = onlyArgument(positionals, 'the file')
  const reading = readOpm(await readSource(file), { strict: !values.lenient })
  const { warnings } = reading
  const notes = warnings.map((fault) => `${file}: warning: ${describeFault(fault)}`)
  if (reading.ok) {
    const { message } = reading
    const { version } = message.header
    const answer = {
      file,
      kind: 'OPM',
      version,
      valid: true,
      errors: [],
      warnings,
      truncated: false,
      message: toPlain(message),
    }
    return done(values.json ? formatJson(answer) : describeOpm(message), notes.join('\n'))
  }
  const { errors, truncated } = reading
  const faults = errors.map((fault) => `${file}: ${describeFault(fault)}`)
  const more = truncated ? [`${file}: more faults are not listed`] : []
  const answer = { file, kind: 'OPM', version: null, valid: false, errors, warnings, truncated, message: null }
  return {
    exitCode: 1,
    output: values.json ? formatJson(answer) : '',
    diagnostics: [...faults, ...more, ...notes].join('\n'),
  }
}

/** The message as JSON has it: vectors with their units in the name, times as text in the message's time system. */
function toPlain(opm: Opm): object {
  const { header, metadata, state, manoeuvres, ...rest } = opm
  const { refFrameEpoch, ...names } = metadata
  const show = (time: MessageTime) => showTime(time, metadata.timeSystem)
  return {
    header: { ...header, creationDate: showTime(header.creationDate, 'UTC') },
    metadata: { ...names, ...(refFrameEpoch === undefined ? {} : { refFrameEpoch: show(refFrameEpoch) }) },
    state: { comments: state.comments, epoch: show(state.epoch), positionM: state.r, velocityMps: state.v },
    ...rest,
    manoeuvres: manoeuvres.map((manoeuvre) => ({ ...manoeuvre, ignition: show(manoeuvre.ignition) })),
  }
}

function showTime(time: MessageTime, timeSystem: string): string {
  const scale = TIME_SCALES.find((candidate) => candidate === timeSystem)
  if (!isResolved(time) || scale === undefined) return 'text' in time ? time.text : formatTime(time)
  return formatTime(time, { scale, digits: 'exact' })
}

function describeOpm(opm: Opm): string {
  const { header, metadata, state, keplerian, spacecraft, covariance, manoeuvres } = opm
  const { timeSystem } = metadata
  return formatTable([
    ['object', `${metadata.objectName} (${metadata.objectId})`],
    ['originator', `${header.originator}, ${showTime(header.creationDate, 'UTC')} UTC, OPM ${header.version}`],
    ['centre, frame', `${metadata.centreName}, ${metadata.refFrame}`],
    ['epoch', `${showTime(state.epoch, timeSystem)} ${timeSystem}`],
    ['position', `${inUnit(state.r)} m`],
    ['velocity', `${inUnit(state.v)} m/s`],
    ...(keplerian === undefined ? [] : [describeElements(keplerian)]),
    ...(spacecraft?.massKg === undefined ? [] : [['mass', `${spacecraft.massKg} kg`] as const]),
    ...(covariance === undefined ? [] : [['position sigma', describeSigma(covariance.matrix)] as const]),
    ...manoeuvres.map(({ ignition, durationS, deltaVMps, refFrame }, index) => {
      const duration = durationS === undefined ? '' : ` for ${durationS} s`
      const what = `${showTime(ignition, timeSystem)} ${timeSystem}${duration}, ${inUnit(deltaVMps)} m/s in ${refFrame}`
      return [`manoeuvre ${index + 1}`, what] as const
    }),
  ])
}

function describeElements({ semiMajorAxisM, eccentricity, incRad }: NonNullable<Opm['keplerian']>) {
  const inclination = `i ${radToDeg(incRad).toFixed(6)} deg`
  return ['elements', `a ${semiMajorAxisM} m, e ${eccentricity}, ${inclination}`] as const
}

function describeSigma(matrix: readonly (readonly number[])[]): string {
  return `${[0, 1, 2].map((axis) => Math.sqrt(matrix[axis]?.[axis] ?? 0).toPrecision(6)).join(', ')} m`
}

function inUnit(vector: Vec3): string {
  return vector.join(', ')
}
