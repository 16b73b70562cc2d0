import type { Ephemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import type { OwnEphemeris } from './own-orbit.service.ts'
import { unpackOrbit } from './record/packed-orbit.ts'

/** Returns the states of a stored ephemeris, in TEME. It is separate from the code that reads the database, because the pool also needs it. */
export const statesOfOwn = ({ packed }: Pick<OwnEphemeris, 'packed'>): Promise<Ephemeris> => unpackOrbit(packed)
