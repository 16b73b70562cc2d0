import { covarianceToRtn, rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { interpolateCovariance } from '@apsis/astro/ephemeris/covariance.ts'
import { makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { interpolateState } from '@apsis/astro/ephemeris/interpolate.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { transform } from '@apsis/astro/mat3.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import {
  interpolationOf,
  requireEarthFrame,
  resolveStates,
  spanOf,
  toTemeEphemeris,
} from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import type { OemSegment } from '@apsis/ccsds/oem/oem.ts'
import { readOem } from '@apsis/ccsds/oem/read-oem.ts'

type CdmObject = Cdm['objects'][number]

/** An object of a message with the state from our own ephemeris, or the reason why there is none. */
export type OwnState =
  | {
      readonly ok: true
      readonly object: CdmObject
      /** The position in the ephemeris minus the position in the message at TCA, along R, T, N of the message, m. */
      readonly apartM: Vec3
      /** False if the covariance still comes from the message, because the ephemeris has none at TCA. */
      readonly hasCovariance: boolean
    }
  | { readonly ok: false; readonly reason: 'ephemeris-unreadable' | 'ephemeris-outside' }

/** The ephemeris stays in the frame of the file: a conversion through TEME would add an error of some decimetres. */
function asWritten(segments: readonly OemSegment[]) {
  return makeEphemeris(
    segments.map(({ metadata, states }) => ({
      ...interpolationOf(metadata),
      ...spanOf(metadata),
      frame: requireEarthFrame(metadata),
      states: resolveStates(states),
    })),
  )
}

const HELD = { outside: 'hold' } as const

/** Returns the object with state and covariance at TCA from the text of an OEM, in the frame and the axes of the message. */
export function ownState(object: CdmObject, tca: Cdm['relative']['tca'], text: string): OwnState {
  try {
    return replaced(object, tca, text)
  } catch (failure) {
    // The spans of the file overlap, or its axes are unknown.
    if (failure instanceof RangeError) return { ok: false, reason: 'ephemeris-unreadable' }
    throw failure
  }
}

function replaced(object: CdmObject, tca: Cdm['relative']['tca'], text: string): OwnState {
  const reading = readOem(text, { strict: false })
  const frame = toFrame(object.metadata.refFrame)
  if (!reading.ok || frame === null) return { ok: false, reason: 'ephemeris-unreadable' }
  const { segments } = reading.message
  const found = interpolateState(asWritten(segments), tca)
  if (!found.ok) return { ok: false, reason: 'ephemeris-outside' }
  const written = { frame: toFrame(found.frame) ?? 'GCRF', epoch: tca, r: found.r, v: found.v }
  const { r, v } = transformState(written, frame, HELD)
  const inertial = (state: CartesianState) => transformState({ frame, epoch: tca, ...state }, 'GCRF', HELD)
  const [after, before] = [inertial({ r, v }), inertial({ r: object.state.r, v: object.state.v })]
  const apartM = transform(rtnAxes(before), subtract(after.r, before.r))
  const inTeme = toTemeEphemeris(segments)
  const covariance = interpolateCovariance(inTeme, tca)
  const orbit = interpolateState(inTeme, tca)
  const matrix = covariance.ok && orbit.ok ? covarianceToRtn(orbit, covariance.covariance) : object.covariance.matrix
  return {
    ok: true,
    object: { ...object, state: { ...object.state, r, v }, covariance: { ...object.covariance, matrix } },
    apartM,
    hasCovariance: matrix !== object.covariance.matrix,
  }
}
