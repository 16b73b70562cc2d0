import { deltaVFromAxes, vectorOf } from '@apsis/astro/manoeuvre/delta-v-frame.ts'
import type { EncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { trialOf } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { norm, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import type { PlanLine } from '@apsis/contract/ca/plan/request-parts.ts'

/** Returns the line of the wish, in R, T, N at the start. */
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
