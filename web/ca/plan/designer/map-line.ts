import { allowedBy, directionsAt, sensesWithin } from '@apsis/astro/manoeuvre/allowed-directions.ts'
import { deltaVFromAxes, vectorOf } from '@apsis/astro/manoeuvre/delta-v-frame.ts'
import type { EncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { dot, norm, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import type { PlanLine } from '@apsis/contract/ca/plan/request-parts.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'

export const ALONG_TRACK: PlanLine = { deltaVReferenceFrame: 'RTN', deltaVDirection: 'XYZ', vector: [0, 1, 0] }

export const isAlongTrack = (line: PlanLine | null) =>
  line?.deltaVDirection === 'XYZ' &&
  line.deltaVReferenceFrame === ALONG_TRACK.deltaVReferenceFrame &&
  line.vector[0] === 0 &&
  line.vector[2] === 0

type Open = {
  readonly tca: Epoch
  readonly designCase: { readonly propulsion: Extract<Propulsion, { type: 'IMPULSIVE' | 'CONTINUOUS' }> }
}

/** A line for a map, and the directions in which the thrusters can push along it: 1, −1. */
export type MapLine = { readonly line: PlanLine; readonly senses: readonly number[] }

/**
 * Returns the line along which sizes are shown at a time: the line of the settings, else along the track. If the thrusters do not push
 * along the track, it is the axis of their cone, or the first of their directions.
 */
export function mapLineOf(open: Open, model: EncounterModel, asked: PlanLine | null, burnS: number): MapLine {
  const { thrustDirections } = open.designCase.propulsion
  const { allowed } = allowedBy(thrustDirections)
  if (allowed === undefined || thrustDirections === undefined) return { line: asked ?? ALONG_TRACK, senses: [1, -1] }
  const set = directionsAt(allowed, trialOf(model, { burnS }).state)
  const sensesOf = (line: PlanLine) => {
    const along = lineAt(open, model, line, burnS)
    return sensesWithin(set, along).thrusters.map((one: Vec3) => Math.sign(dot(one, along)))
  }
  if (asked !== null) return { line: asked, senses: sensesOf(asked) }
  const own: PlanLine = {
    deltaVReferenceFrame: thrustDirections.frame,
    deltaVDirection: 'XYZ',
    vector: thrustDirections.kind === 'CONE' ? thrustDirections.axis : (thrustDirections.vectors[0] ?? [0, 1, 0]),
  }
  const lines = [ALONG_TRACK, own].map((line) => ({ line, senses: sensesOf(line) }))
  return lines.find(({ senses }) => senses.length > 0) ?? { line: own, senses: [1] }
}

/** Returns the range of sizes along the line: for a single direction the sizes from zero up, with a positive size in that direction. */
export function sizesOf({ senses }: MapLine): { readonly least: -1 | 0; readonly turned: 1 | -1 } {
  const isOneWay = senses.length === 1
  return { least: isOneWay ? 0 : -1, turned: isOneWay && senses[0] === -1 ? -1 : 1 }
}

/** Returns the line of the settings, in R, T, N at the start. */
export function lineAt({ tca }: { readonly tca: Epoch }, model: EncounterModel, line: PlanLine, burnS: number): Vec3 {
  const { state, rtn } = trialOf(model, { burnS })
  const vector =
    line.deltaVDirection === 'XYZ'
      ? line.vector
      : vectorOf({ azimuthRad: degToRad(line.azimuthDeg), elevationRad: degToRad(line.elevationDeg) })
  const at = { frame: 'GCRF', epoch: addSeconds(tca, burnS), ...state } as const
  return transform(rtn, deltaVFromAxes(line.deltaVReferenceFrame, at, vector))
}

/** Returns the same line with length 1. */
export function unitLineAt(...asked: Parameters<typeof lineAt>): Vec3 {
  const line = lineAt(...asked)
  return scale(line, 1 / norm(line))
}
