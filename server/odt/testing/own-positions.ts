import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import type { Force } from '@apsis/astro/dynamics/force.ts'
import { numericalFlight } from '@apsis/astro/measurement/flight.ts'
import { orbitForces } from '@apsis/astro/measurement/orbit-forces.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, scale } from '@apsis/astro/vec3.ts'

const STEP_S = 60

type Series = {
  readonly tcaMs: number
  /** The span before closest approach, s. */
  readonly fromS: number
  readonly toS: number
  /** The stated accuracy of each position along each axis of the orbit, m; absent: none is stated. */
  readonly sigmaM?: number
  readonly objectId?: string
  readonly objectName?: string
  /** The errors of the positions, m, as a seeded sequence of numbers. */
  readonly noise?: () => number
  readonly comment?: string
  /** A constant drag against the velocity, m/s². */
  readonly dragMps2?: number
}

/** Writes the positions of a satellite's own receiver before closest approach, one each minute, as an OEM of its operator. */
export function positionsText(atTca: CartesianState, series: Series): string {
  const { tcaMs, fromS, toS, sigmaM, noise = () => 0, comment, dragMps2 = 0 } = series
  const time = (ms: number) => new Date(ms).toISOString().slice(0, 23)
  const epoch = parseTime(time(tcaMs))
  const sky = makeEnvironment(epoch, { outside: 'hold' })
  const drag: Force = ({ v }) => scale(v, -dragMps2 / norm(v))
  const { forces, transitionForces } = orbitForces(sky, null)
  const span = { epoch, first: addSeconds(epoch, -fromS), last: epoch }
  const path = numericalFlight({ ...span, forces: [...forces, drag], transitionForces })(atTca)
  if (path === null) throw new Error('the truth does not fly')
  const times = Array.from({ length: Math.floor((fromS - toS) / STEP_S) + 1 }, (_, k) => fromS - k * STEP_S)
  const rows = times.map((before) => {
    const { r, v } = path.stateAt(addSeconds(epoch, -before))
    const numbers = [...r.map((part) => part + noise()), ...v].map((part) => (part / 1_000).toFixed(9))
    return [time(tcaMs - before * 1_000), ...numbers].join(' ')
  })
  const variance = (sigmaM ?? 0) ** 2 * 1e-6
  const zeros = (count: number) => Array.from({ length: count }, () => '0')
  const matrix = [0, 1, 2, 3, 4, 5].map((i) => [...zeros(i), String(i < 3 ? variance : 1e-12)].join(' '))
  // Each position has an error of its own, and so has a covariance of its own.
  const each = times.flatMap((before) => [`EPOCH = ${time(tcaMs - before * 1_000)}`, 'COV_REF_FRAME = RTN', ...matrix])
  const covariance = ['COVARIANCE_START', ...each]
  return [
    ...['CCSDS_OEM_VERS = 2.0', ...(comment === undefined ? [] : [`COMMENT ${comment}`])],
    ...[`CREATION_DATE = ${time(tcaMs - toS * 1_000)}`, 'ORIGINATOR = OPERATOR', 'META_START'],
    ...[`OBJECT_NAME = ${series.objectName ?? 'ION SCV-008'}`, `OBJECT_ID = ${series.objectId ?? '2023-001AU'}`],
    ...['CENTER_NAME = EARTH', 'REF_FRAME = GCRF', 'TIME_SYSTEM = UTC', `START_TIME = ${time(tcaMs - fromS * 1_000)}`],
    ...[`STOP_TIME = ${time(tcaMs - toS * 1_000)}`, 'META_STOP', ...rows],
    ...(sigmaM === undefined ? [] : [...covariance, 'COVARIANCE_STOP']),
    '',
  ].join('\n')
}
