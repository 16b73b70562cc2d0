import { transformState } from '@apsis/astro/frames/frame.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import { type KnownOrbit, STATES_BESIDE_S } from '../object/known-orbit.ts'

/** The step of the states, and their margin before and after the pass, s: a polynomial of degree 7 through them has an error of less than a metre. */
const STEP_S = 20
const MARGIN_S = STATES_BESIDE_S - STEP_S
/** Fewer states than this are not an ephemeris. */
const LEAST_STATES = 2

type PointingSpan = {
  readonly orbit: KnownOrbit
  readonly name: string
  readonly noradId: number
  readonly startMs: number
  readonly endMs: number
  readonly now: Date
}

/** Writes the object's path during a pass, for the times that its orbit covers; undefined if the orbit ends before. */
export function pointingMessage({ orbit, name, noradId, startMs, endMs, now }: PointingSpan): string | undefined {
  const first = parseTime(new Date(startMs - MARGIN_S * 1000).toISOString())
  const count = Math.ceil(((endMs - startMs) / 1000 + 2 * MARGIN_S) / STEP_S)
  const epochs = Array.from({ length: count + 1 }, (_, k) => addSeconds(first, k * STEP_S))
  const states = epochs.flatMap((epoch) => {
    const state = orbit.at(epoch)
    if (state === null) return []
    const { r, v } = transformState({ frame: 'TEME', epoch, ...state }, 'GCRF', { outside: 'hold' })
    return [{ epoch, r: rounded(r, 3), v: rounded(v, 6) }]
  })
  const [start, stop] = [states.at(0)?.epoch, states.at(-1)?.epoch]
  if (start === undefined || stop === undefined || states.length < LEAST_STATES) return undefined
  const creationDate = parseTime(new Date(Math.floor(now.getTime() / 1000) * 1000).toISOString())
  const metadata = {
    comments: [],
    objectName: name,
    objectId: String(noradId),
    centreName: 'EARTH',
    refFrame: 'GCRF',
    timeSystem: 'UTC',
    startTime: start,
    stopTime: stop,
    interpolation: 'HERMITE',
    interpolationDegree: 7,
  }
  return formatOem(
    {
      header: { comments: [`ORBIT: ${orbit.type}`], version: '2.0', creationDate, originator: 'APSIS' },
      segments: [{ metadata, comments: [], states, covariances: [] }],
    },
    { strict: false },
  )
}

const rounded = (v: Vec3, digits: number): Vec3 => v.map((one) => Number(one.toFixed(digits))) as unknown as Vec3
