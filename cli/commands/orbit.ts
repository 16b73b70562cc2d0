import { GM_EARTH } from '@apsis/astro/constants.ts'
import { meanFromTrue } from '@apsis/astro/orbit/anomaly.ts'
import { type CartesianState, type KeplerianElements, toCartesian, toKeplerian } from '@apsis/astro/orbit/elements.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import {
  type Command,
  type ExitCode,
  InputError,
  parseCommandLine,
  type Terminal,
  UsageError,
} from '../terminal/command.ts'
import { requireSix } from '../terminal/options.ts'
import { formatTable, ROW_FORM_OPTIONS, rowForm, writeForPrograms } from '../terminal/print.ts'

export const orbitCommand: Command = {
  help: `Usage: apsis orbit --state=X,Y,Z,VX,VY,VZ [--gm GM] [--json|--ndjson|--csv]
       apsis orbit --elements=A,E,I,RAAN,ARGP,NU [--gm GM] [--json|--ndjson|--csv]

  --state      position (m) and velocity (m/s) in an inertial frame; the elements are in the same frame
  --elements   semi-major axis (m; negative for a hyperbola), eccentricity, inclination, right ascension of the
               ascending node, argument of periapsis, true anomaly (deg)
  --gm         gravitational parameter of the body, m3/s2; that of the Earth, ${GM_EARTH}, if it is not given
  --json, --ndjson, --csv
               for programs: { "positionM", "velocityMps", "elements", "meanAnomalyDeg", "periodS" }

Examples:
  apsis orbit --state=7000000,0,0,0,5335.9,5335.9
  apsis orbit --elements=42164000,0.0001,0.05,270,0,90 --json`,
  run: runOrbit,
}

async function runOrbit(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    state: { type: 'string' },
    elements: { type: 'string' },
    gm: { type: 'string', default: String(GM_EARTH) },
    ...ROW_FORM_OPTIONS,
  })
  if (positionals.length > 0) throw new UsageError(`${JSON.stringify(positionals[0])} is one argument too many`)
  if ((values.state === undefined) === (values.elements === undefined)) {
    throw new UsageError('give one of --state and --elements')
  }
  const form = rowForm(values)
  const gm = Number(values.gm)
  if (!(gm > 0 && gm < Infinity)) throw new UsageError(`--gm is a positive number, not ${JSON.stringify(values.gm)}`)
  try {
    const orbit = orbitOf(values.state, values.elements ?? '', gm)
    if (form === 'text') await terminal.write(`${describe(orbit)}\n`)
    else await writeForPrograms(terminal, form, orbit)
    return 0
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(error.message)
    throw error
  }
}

function orbitOf(stateText: string | undefined, elementsText: string, gm: number) {
  const state = stateText === undefined ? toCartesian(readElements(elementsText), gm) : readState(stateText)
  const elements = stateText === undefined ? readElements(elementsText) : toKeplerian(state, gm)
  const { semiMajorAxisM, eccentricity } = elements
  const meanAnomalyDeg = radToDeg(meanFromTrue(elements.trueAnomalyRad, eccentricity))
  // This is Kepler's third law; a hyperbola has no period.
  const periodS = eccentricity < 1 ? 2 * Math.PI * Math.sqrt(semiMajorAxisM ** 3 / gm) : null
  const inDegrees = {
    semiMajorAxisM,
    eccentricity,
    incDeg: radToDeg(elements.incRad),
    raanDeg: radToDeg(elements.raanRad),
    argPeriapsisDeg: radToDeg(elements.argPeriapsisRad),
    trueAnomalyDeg: radToDeg(elements.trueAnomalyRad),
  }
  return { positionM: state.r, velocityMps: state.v, elements: inDegrees, meanAnomalyDeg, periodS }
}

function describe({ positionM, velocityMps, elements, meanAnomalyDeg, periodS }: ReturnType<typeof orbitOf>): string {
  return formatTable([
    ['position', `${positionM.map((x) => x.toFixed(3)).join(', ')} m`],
    ['velocity', `${velocityMps.map((x) => x.toFixed(6)).join(', ')} m/s`],
    ['semi-major axis', `${elements.semiMajorAxisM.toFixed(3)} m`],
    ['eccentricity', elements.eccentricity.toFixed(9)],
    ['inclination', `${elements.incDeg.toFixed(7)} deg`],
    ['right ascension of the ascending node', `${elements.raanDeg.toFixed(7)} deg`],
    ['argument of periapsis', `${elements.argPeriapsisDeg.toFixed(7)} deg`],
    ['true anomaly', `${elements.trueAnomalyDeg.toFixed(7)} deg`],
    ['mean anomaly', `${meanAnomalyDeg.toFixed(7)} deg`],
    ['period', periodS === null ? 'none (hyperbola)' : `${periodS.toFixed(3)} s`],
  ])
}

function readState(text: string): CartesianState {
  const [x, y, z, vx, vy, vz] = requireSix(text, '--state')
  return { r: [x, y, z], v: [vx, vy, vz] }
}

function readElements(text: string): KeplerianElements {
  const [semiMajorAxisM, eccentricity, inc, raan, argp, nu] = requireSix(text, '--elements')
  return {
    semiMajorAxisM,
    eccentricity,
    incRad: degToRad(inc),
    raanRad: degToRad(raan),
    argPeriapsisRad: degToRad(argp),
    trueAnomalyRad: degToRad(nu),
  }
}
