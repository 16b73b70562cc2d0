import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant } from '../../page.ts'
import { CA_USER } from '../../roles.ts'

/** The longest span of a request, and the maximum number of objects of other operators in the answer. */
export const OPERATOR_PATH_LIMITS = { mostHours: 12, others: 40 } as const
/** The time between two states. A cubic polynomial through both is 0.3 m from a low orbit and 1.3 m from the perigee of a transfer orbit. */
export const OPERATOR_PATH_STEP_S = 60
/** The bound of the error of a cubic polynomial between two states, m. */
export const OPERATOR_PATH_BETWEEN_M = 2

const PathPiece = z
  .strictObject({
    seconds: z.array(z.number()).meta({ description: 'Of each state, after `from` of the answer' }),
    r: z.array(z.number()).meta({ description: 'x, y, z of each state, TEME of date, m' }),
    v: z.array(z.number()).meta({ description: 'x, y, z of each velocity, TEME of date, m/s' }),
  })
  .meta({ id: 'PathPiece', description: 'A part without a gap and without a burn inside' })

const OperatorPath = z
  .strictObject({
    noradId: z.int().min(1).meta({ description: 'Catalogue number' }),
    satelliteId: Id.nullable().meta({ description: 'A satellite of yours; null: of another operator' }),
    name: z.string().meta({ description: 'Of the file' }),
    publisher: z.string().nullable().meta({ description: 'The host that published it; null: your own file' }),
    madeAt: Instant,
    from: Instant.meta({ description: 'Start of its usable span' }),
    until: Instant.meta({ description: 'End of its usable span' }),
    isSimulated: z.boolean(),
    pieces: z.array(PathPiece).meta({ description: 'In order of time; empty: it has a gap for the whole span' }),
  })
  .meta({ id: 'OperatorPath', description: 'Where an operator itself expects its satellite' })
export type OperatorPath = z.output<typeof OperatorPath>

export const OperatorPaths = z
  .strictObject({
    from: Instant,
    to: Instant,
    paths: z.array(OperatorPath).meta({ description: 'Your own satellites first' }),
    isCut: z.boolean().meta({
      description: `More than ${OPERATOR_PATH_LIMITS.others} objects of other operators have a path: some are left out`,
    }),
  })
  .meta({
    id: 'OperatorPaths',
    description: 'The paths that operators expect their satellites to fly, in a span',
    examples: [
      {
        from: '2026-11-20T06:00:00.000Z',
        to: '2026-11-20T06:01:00.000Z',
        paths: [
          {
            noradId: 90_001,
            satelliteId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
            name: 'sat-1.oem',
            publisher: null,
            madeAt: '2026-11-20T05:00:00.000Z',
            from: '2026-11-20T05:00:00.000Z',
            until: '2026-11-25T05:00:00.000Z',
            isSimulated: true,
            pieces: [
              {
                seconds: [0, 60],
                r: [7_000_000, 0, 0, 6_985_285.31, 452_463.27, 0],
                v: [0, 7_546.05, 0, -487.76, 7_530.27, 0],
              },
            ],
          },
        ],
        isCut: false,
      },
    ],
  })
export type OperatorPaths = z.output<typeof OperatorPaths>

export const listOperatorPaths = endpoint({
  method: 'GET',
  path: '/api/v1/ca/operator-paths',
  summary: 'List the paths that operators expect',
  description: `The states of active operational ephemerides of your satellites, and of the newest published ephemerides of objects that come near them, each ${OPERATOR_PATH_STEP_S} seconds of a span of at most ${OPERATOR_PATH_LIMITS.mostHours} hours, interpolated as the file asks for. It is an answer for drawing. A satellite without an ephemeris in the span is not in it: its element sets are all that is known.`,
  tags: ['ephemeris'],
  access: [CA_USER],
  rate: 'write',
  query: z
    .strictObject({
      from: Instant.meta({ examples: ['2026-11-21T14:00:00.000Z'] }),
      to: Instant.meta({ examples: ['2026-11-21T15:00:00.000Z'] }),
      'satellite-id': Id.optional().meta({ description: 'Absent: all satellites, and the objects near them' }),
    })
    .refine(({ from, to }) => Date.parse(to) > Date.parse(from), { message: 'has to be after from', path: ['to'] })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= OPERATOR_PATH_LIMITS.mostHours * 3_600_000, {
      message: `has to be at most ${OPERATOR_PATH_LIMITS.mostHours} hours after from`,
      path: ['to'],
    }),
  response: OperatorPaths,
  errors: ['unprocessable'],
})
