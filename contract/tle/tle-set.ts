import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../page.ts'
import { TLE_USER } from '../roles.ts'
import { Tle } from './tle.ts'

const LINES =
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927\n2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537'

export const createTleSet = endpoint({
  method: 'POST',
  path: '/api/v1/tle/tle-set',
  summary: 'Read or store many element sets',
  description:
    'A list of up to 500 items. A catalogue number (with an epoch) asks for the nearest set; an item with two lines, or two lines as text (with the name before them or without), stores that set for the organisation; so does, as an addition, an OMM as text (KVN, XML or JSON), which can name objects of up to nine digits. Of sets that cannot be read none is stored, and 422 says where each of them is wrong. The answer tells by catalogue number what is now known, and null where nothing is.',
  tags: ['element sets'],
  access: [TLE_USER],
  rate: 'write',
  body: z
    .array(
      z.union([
        z.int().min(1).max(999_999_999),
        z.string().max(300),
        z.strictObject({
          noradId: z.int().min(1).max(999_999_999),
          epoch: Instant.optional(),
          tle: z.string().max(300).optional(),
        }),
        z.strictObject({ omm: z.string().max(20_000) }),
      ]),
    )
    .min(1)
    .max(500)
    .meta({ examples: [[25_544, LINES]] }),
  response: z.strictObject({ tle_set: z.record(z.string(), Tle.nullable()) }).meta({
    id: 'TleSet',
    description: 'Element sets by catalogue number',
    examples: [{ tle_set: { '25544': null } }],
  }),
  errors: ['unprocessable'],
})
