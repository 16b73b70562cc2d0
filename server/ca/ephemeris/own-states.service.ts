import type { Ephemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import type { OwnEphemeris } from './own-orbit.service.ts'
import { unpackOrbit } from './record/packed-orbit.ts'

/** The states of an ephemeris that is stored, in TEME. Apart from what reads the database: the pool asks for it, too. */
export const statesOfOwn = ({ packed }: Pick<OwnEphemeris, 'packed'>): Promise<Ephemeris> => unpackOrbit(packed)
