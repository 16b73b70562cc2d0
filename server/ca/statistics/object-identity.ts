import { GM_EARTH, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import { osculatingOrbit } from '@apsis/ccsds/cdm/orbit-determination.ts'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import type { DerivedCdm } from '../message/record/derive-cdm.ts'
import { type ClassMember, classOf, placesInClass } from './class-members.ts'
import type { ObjectContext } from './object-context.ts'

type ObjectIdentity = EventContext['object1']

/** The data of an object from directories and the organisation's own satellites; a member without data is null. */
export type KnownObject = Pick<
  ObjectIdentity,
  'operator' | 'operatorFrom' | 'country' | 'countryFrom' | 'coreRadiusM'
> & {
  /** True if the messages of its event are simulated. */
  readonly isSimulated: boolean
  readonly massKg: number | null
  /** The value in the organisation's loaded table. */
  readonly tableMassKg: number | null
}

type Newest = { readonly message: Message; readonly derived: Pick<DerivedCdm, 'object1' | 'object2'> }
type About = {
  readonly context: ObjectContext
  readonly known: KnownObject
  readonly members: ReadonlyMap<string, ClassMember>
}

const [M_PER_KM, S_PER_MINUTE] = [1_000, 60]

/** Returns one object of the newest message: its identity, its orbit, and the percentiles of its values in its class. */
export function identityOfObject(
  { message, derived }: Newest,
  index: 0 | 1,
  { context, known, members }: About,
): ObjectIdentity {
  const { metadata } = message.objects[index]
  const { designator, name, internationalDesignator, operatorOrganization, hardBodyRadius, hardBodyRadiusFrom } =
    index === 0 ? derived.object1 : derived.object2
  const kind = classOf(message, index)
  return {
    designator,
    name,
    internationalDesignator,
    kind,
    operator: operatorOrganization ?? known.operator,
    operatorFrom: operatorOrganization === null ? known.operatorFrom : saidBy(message, known),
    country: known.country,
    countryFrom: known.countryFrom,
    orbit: kind === null ? null : orbitOf(message, index),
    // 0 marks a message with only a combined radius (choose-radii.ts).
    radiusM: hardBodyRadius === 0 ? null : hardBodyRadius,
    radiusFrom: hardBodyRadiusFrom,
    coreRadiusM: known.coreRadiusM,
    models: {
      gravity: metadata.gravityModel ?? null,
      atmosphere: metadata.atmosphericModel ?? null,
      bodies: metadata.nBodyPerturbations ?? null,
      radiation: metadata.solarRadPressure ?? null,
      tides: metadata.earthTides ?? null,
      thrust: metadata.intrackThrust ?? null,
    },
    inClass: kind === null ? [] : placesInClass({ designator, kind, context }, members),
  }
}

const saidBy = ({ header }: Message, { isSimulated }: KnownObject): ObjectIdentity['operatorFrom'] => ({
  source: header.originator,
  at: formatTime(header.creationDate, { digits: 3, zulu: true }),
  isSimulated,
})

function orbitOf({ objects, relative: { tca } }: Message, index: 0 | 1): NonNullable<ObjectIdentity['orbit']> {
  const { semiMajorAxisM: a, eccentricity: e, incRad } = osculatingOrbit(objects[index], tca)
  const heightKm = (radiusM: number) => (radiusM - WGS84_RADIUS_M) / M_PER_KM
  return {
    perigeeKm: heightKm(a * (1 - e)),
    apogeeKm: heightKm(a * (1 + e)),
    inclinationDeg: radToDeg(incRad),
    periodMinutes: (2 * Math.PI * Math.sqrt(a ** 3 / GM_EARTH)) / S_PER_MINUTE,
  }
}
