import { epochOf } from '@apsis/astro/manoeuvre/own-path.ts'
import { type ReferenceOrbit, referenceOfEphemeris, referenceOfModel } from '@apsis/astro/manoeuvre/reference-orbit.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { unpackOrbit } from '../../ephemeris/record/packed-orbit.ts'

/** An orbit of a satellite without the planned burns, as a task receives it. */
export type OrbitToFly =
  | { readonly kind: 'set'; readonly elements: MeanElements }
  /** The usable span of an ephemeris; ISO 8601. */
  | { readonly kind: 'ephemeris'; readonly packed: Uint8Array; readonly from: string; readonly until: string }

/** Opens the orbit of a task. */
export async function openReference(orbit: OrbitToFly): Promise<ReferenceOrbit> {
  if (orbit.kind === 'set') return referenceOfModel(initSgp4(orbit.elements))
  return referenceOfEphemeris(await unpackOrbit(orbit.packed), [epochOf(orbit.from), epochOf(orbit.until)])
}
