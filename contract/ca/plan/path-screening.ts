import { z } from 'zod'
import { Id, Instant } from '../../page.ts'
import { CatalogueHolding, EXAMPLE_HOLDING } from '../../tle/catalogue-holding.ts'
import { ScreeningCauses } from './screening-reason.ts'

/**
 * The objects with which the new path is compared: the catalogue, and the other satellites of the fleet by element sets or by ephemerides.
 */
export const PATH_TYPES = ['OPS_VS_CAT', 'OPS_VS_TLE', 'OPS_VS_OPS'] as const
/** The result of screening a path. It is never PASS: the catalogue consists of element sets, which alone give no assurance (flight rule F13). */
export const PATH_RESULTS = ['WAITING', 'CLEAR', 'WARN', 'FAIL', 'NOT_SCREENED'] as const
/** The computed paths: with the burn as planned, 3σ too strong, 3σ too weak, and without the burn. */
export const PATH_CASES = ['nominal', 'hot', 'cold', 'missed'] as const
export type PathCase = (typeof PATH_CASES)[number]

const Approach = z
  .strictObject({
    tca: Instant,
    missM: z.number().meta({ description: 'Miss distance, m' }),
    probability: z.number().nullable().meta({ description: 'Of collision, 0 to 1; null: see reason' }),
    maximumProbability: z.number().meta({
      description:
        'Largest over sizes and directions of a covariance with the ratio of axes of SOCRATES, 0 to 1; that of a class with another ratio may give more',
    }),
    reason: z.string().meta({ description: 'Where the covariance comes from, or why there is none' }),
  })
  .nullable()
  .meta({ id: 'PathApproach', description: 'A close approach of one path; null: that path does not come so near' })

/** An object that comes close to the satellite on at least one of the paths. */
const PathEncounter = z
  .strictObject({
    objectId: z.string(),
    object: z.string().meta({ description: 'Name of the other object' }),
    isOfMessage: z.boolean().meta({ description: 'An open event with a message: it is judged by that, and not here' }),
    nominal: Approach,
    hot: Approach,
    cold: Approach,
    missed: Approach,
  })
  .meta({ id: 'PathEncounter', description: 'An object near the new path, for each case of the burn' })
export type PathEncounter = z.output<typeof PathEncounter>

export const PathScreening = z
  .strictObject({
    type: z.enum(PATH_TYPES),
    result: z.enum(PATH_RESULTS),
    reasons: z.array(z.string()).meta({ description: 'Why it is not CLEAR, a sentence each' }),
    causes: ScreeningCauses,
    screeningId: Id.nullable().meta({ description: 'Of the screening that the result is from' }),
    runningId: Id.nullable().meta({ description: 'Of a screening on newer data that is under way' }),
    at: Instant.nullable().meta({ description: 'When the result was taken in' }),
    from: Instant.nullable(),
    to: Instant.nullable(),
    objects: z.int().meta({ description: 'Objects that were compared with' }),
    notScreened: z.int().meta({ description: 'Objects that could not be compared with, or not to the end' }),
    catalogueEpoch: Instant.nullable().meta({ description: 'Newest element set that was compared with' }),
    catalogue: CatalogueHolding.nullable().meta({
      description:
        'The objects of the catalogue that were compared with, by kind, and what it lacked; null: no catalogue was compared with',
    }),
    encounterCount: z.int().meta({ description: 'Objects near at least one of the paths' }),
    encounters: z.array(PathEncounter).meta({ description: 'The gravest of them' }),
  })
  .meta({
    id: 'PathScreening',
    description: 'The new path against the catalogue or the own fleet, with the burn as planned, off and missed',
  })
export type PathScreening = z.output<typeof PathScreening>

export const EXAMPLE_PATH: PathScreening = {
  type: 'OPS_VS_CAT',
  result: 'CLEAR',
  reasons: [],
  causes: [],
  screeningId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  runningId: null,
  at: '2026-11-20T06:00:20.000Z',
  from: '2026-11-21T10:10:12.123Z',
  to: '2026-11-28T10:10:12.123Z',
  objects: 5_000,
  notScreened: 0,
  catalogueEpoch: '2026-11-20T05:00:00.000Z',
  catalogue: EXAMPLE_HOLDING,
  encounterCount: 1,
  encounters: [
    {
      objectId: '90127',
      object: 'SIM DEB',
      isOfMessage: false,
      nominal: {
        tca: '2026-11-24T02:13:07.000Z',
        missM: 1_820,
        probability: 2e-9,
        maximumProbability: 4e-6,
        reason: 'class-covariance',
      },
      hot: null,
      cold: null,
      missed: null,
    },
  ],
}
