import { oemText } from '@apsis/tools/services/ephemeris-texts.ts'
import { type ObjectPath, pathOfTwoBody } from '@apsis/tools/services/simulated-paths.ts'

const HOUR_MS = 3_600_000
const STEP_MS = 60_000
/** 1σ of 10 m up and across, and 20 m along the track, as an operator knows its own satellite; km². */
const COVARIANCE = ['1e-4', '0 4e-4', '0 0 1e-4', '0 0 0 1e-10', '0 0 0 0 1e-10', '0 0 0 0 0 1e-10']

type Crossing = { readonly tcaMs: number; readonly belowM: number }

/** Returns the path of a satellite that crosses another path at right angles, some metres below it. */
function crossingOf(other: ObjectPath, { tcaMs, belowM }: Crossing): ObjectPath {
  const { r, v } = other(tcaMs)
  const radius = Math.hypot(...r)
  const [x, y, z] = [r[0] / radius, r[1] / radius, r[2] / radius]
  return pathOfTwoBody({
    atMs: tcaMs,
    r: [r[0] - belowM * x, r[1] - belowM * y, r[2] - belowM * z],
    v: [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]],
  })
}

type OwnSatellite = { readonly noradId: number; readonly name: string }

/** Returns an operator's ephemeris, with covariances, of a satellite that crosses another path; it ends four hours after the crossing. */
export function crossingText(
  { noradId, name }: OwnSatellite,
  other: ObjectPath,
  { fromMs, ...crossing }: Crossing & { readonly fromMs: number },
): string {
  const path = crossingOf(other, crossing)
  const stopMs = crossing.tcaMs + 4 * HOUR_MS
  const text = oemText(
    { noradId, name, path, createdMs: fromMs, startMs: fromMs, stopMs },
    { objectName: name, objectId: String(noradId), originator: 'OPERATOR', stepMs: STEP_MS, comments: [] },
  )
  const blocks = [fromMs, stopMs].flatMap((ms) => [
    `EPOCH = ${new Date(ms).toISOString().slice(0, 19)}`,
    'COV_REF_FRAME = RTN',
    ...COVARIANCE,
  ])
  return [`${text.trimEnd()}`, 'COVARIANCE_START', ...blocks, 'COVARIANCE_STOP', ''].join('\n')
}
