import { epochOf } from '@apsis/astro/manoeuvre/own-path.ts'
import { type ReferenceOrbit, referenceOfEphemeris, referenceOfModel } from '@apsis/astro/manoeuvre/reference-orbit.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { unpackOrbit } from '../../ephemeris/record/packed-orbit.ts'

/** An orbit of a satellite without the burns that are planned, as a task is given it. */
export type OrbitToFly =
  | { readonly kind: 'set'; readonly elements: MeanElements }
  /** Of an ephemeris as much as is usable; ISO 8601. */
  | { readonly kind: 'ephemeris'; readonly packed: Uint8Array; readonly from: string; readonly until: string }

/** The same, opened. */
export async function openReference(orbit: OrbitToFly): Promise<ReferenceOrbit> {
  if (orbit.kind === 'set') return referenceOfModel(initSgp4(orbit.elements))
  return referenceOfEphemeris(await unpackOrbit(orbit.packed), [epochOf(orbit.from), epochOf(orbit.until)])
}
