import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Elevation, Horizon, isHorizon } from '../../horizon.ts'
import { Id, PAGE_NOTE, pageOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'
import { SATELLITE_ID } from '../message/conjunction-example.data.ts'

/** The maximum number of an organisation's stations, and of satellites for each station. */
export const MOST_STATIONS = 50
const MOST_NAMED = 200

export const StationName = z.string().trim().min(1).max(60)

const EXAMPLE = {
  name: 'SIM North',
  latitude: 67.9,
  longitude: 21.1,
  altitude: 400,
  minimumElevation: 5,
  horizon: [],
  canCommand: true,
  satelliteIds: [],
}
const EXAMPLE_ID = 'b1a6f0d2-52c1-4c1e-9a55-0d9b1f7f7a01'

const fields = {
  name: StationName.meta({ description: 'Each name once' }),
  latitude: z.number().min(-90).max(90).meta({ description: 'Geodetic, WGS84, deg' }),
  longitude: z.number().min(-180).max(360).meta({ description: 'East of Greenwich, deg' }),
  altitude: z.number().min(-500).max(9_000).default(0).meta({ description: 'Above the ellipsoid of WGS84, m' }),
  minimumElevation: Elevation.default(5).meta({ description: 'Lowest elevation at which there is a link, deg' }),
  horizon: Horizon.meta({
    description: 'What stands around it, each azimuth once; the higher of this and minimumElevation counts',
  }),
  canCommand: z.boolean().default(true).meta({ description: 'Whether it sends commands; false: it only receives' }),
  satelliteIds: z
    .array(Id)
    .max(MOST_NAMED)
    .default([])
    .meta({ description: 'The satellites that it serves; empty: all of the organisation', examples: [[SATELLITE_ID]] }),
}

/** A ground station as an input. */
export const NewGroundStation = z
  .strictObject(fields)
  .refine(({ horizon }) => isHorizon(horizon), { path: ['horizon'], error: 'must have each azimuth once' })
  .meta({
    id: 'NewGroundStation',
    description: 'A place from which satellites are commanded or heard',
    examples: [EXAMPLE],
  })
export type NewGroundStation = z.output<typeof NewGroundStation>

export const GroundStation = z.strictObject({ stationId: Id, ...fields }).meta({
  id: 'GroundStation',
  description: 'A place from which the organisation commands or hears its satellites',
  examples: [{ stationId: EXAMPLE_ID, ...EXAMPLE }],
})
export type GroundStation = z.output<typeof GroundStation>

const common = { tags: ['contacts'], access: [CA_USER] } as const
const params = z.strictObject({ 'station-id': Id })

export const listGroundStations = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/ground-stations',
  summary: 'List ground stations',
  description: `The ground stations of the organisation, by name. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject(pageOf({ standard: 50, most: 50 })),
  response: z.array(GroundStation),
})

export const createGroundStation = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/ground-stations',
  summary: 'Add a ground station',
  description: `${MOST_STATIONS} at most, each name once (409). The contacts of satellites are computed from stations where none are entered.`,
  rate: 'write',
  body: NewGroundStation,
  response: GroundStation,
  status: 201,
  errors: ['conflict', 'unprocessable'],
})

export const updateGroundStation = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/v1/ca/ground-stations/{station-id}',
  summary: 'Change a ground station',
  description: 'Replaces all fields of a ground station. Plans keep the contact that they were made with.',
  rate: 'write',
  params,
  body: NewGroundStation,
  response: GroundStation,
  errors: ['conflict', 'unprocessable'],
})

export const removeGroundStation = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/ca/ground-stations/{station-id}',
  summary: 'Remove a ground station',
  description: 'Contacts that were entered stay: they have its name and nothing else of it.',
  rate: 'write',
  params,
})
