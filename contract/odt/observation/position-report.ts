import { z } from 'zod'
import { Instant } from '../../page.ts'
import { CORRECTION_FIELDS } from './correction-fields.ts'

const metres = (description: string) => z.number().meta({ description: `${description}, m` })

export const OrbitOffset = z
  .strictObject({
    radial: metres('Outward from the centre of the Earth'),
    inTrack: metres('In the plane of the orbit, forward'),
    crossTrack: metres('Along position × velocity'),
  })
  .meta({ id: 'OrbitOffset', description: 'Along the axes of the computed orbit, m' })
export type OrbitOffset = z.output<typeof OrbitOffset>

const MeasuredPosition = z
  .strictObject({
    epoch: Instant,
    before: OrbitOffset.meta({ description: 'Measured minus computed by the orbit that was known before, m' }),
    after: OrbitOffset.nullable().meta({
      description: 'Measured minus computed by the corrected orbit, m; null where no orbit came of the track',
    }),
    sigma: OrbitOffset.meta({ description: 'How well the position is known, 1 sigma, m' }),
    isEdited: z.boolean().meta({ description: 'It was left out of the fit' }),
  })
  .meta({ id: 'MeasuredPosition', description: 'A position beside the orbits of before and after' })

/** The results that positions of an object, from its own receiver or precise orbit, give for its orbit. */
export const PositionReport = z
  .strictObject({
    catalogueId: z.int().meta({ description: 'The satellite that the message names' }),
    ...CORRECTION_FIELDS,
    nearer: z
      .strictObject({ catalogueId: z.int(), objectName: z.string(), distance: metres('Median of all positions') })
      .nullable()
      .meta({
        description: 'Another object whose known orbit is much nearer to the positions: the track is ambiguous',
      }),
    burn: z
      .strictObject({
        at: Instant,
        deltaVMps: z.number().nullable().meta({ description: 'As it was told, m/s; null: it was not' }),
      })
      .nullable()
      .meta({
        description:
          'A burn since the orbit that was known, by a plan or a notice: the orbit is by the positions alone',
      }),
    statedSigma: z.number().nullable().meta({
      description: 'What position-sigma said, m; null: the covariance of the message counts',
    }),
    positionsInMessage: z.int().meta({
      description:
        'How many the segment has; of more than three hours the last ones are used, and of a dense series every few seconds',
    }),
    measurements: z.array(MeasuredPosition),
  })
  .meta({
    id: 'PositionReport',
    description: 'What positions say of the orbit of the satellite that their message names',
    examples: [
      {
        catalogueId: 99_901,
        objectName: 'DEMO-1',
        isAssociated: true,
        alongTrackTimeOffset: -0.05,
        across: 12.4,
        mostTimeOffset: 1,
        mostAcross: 3_000,
        nearer: null,
        burn: null,
        statedSigma: 5,
        positionsInMessage: 180,
        measurements: [
          {
            epoch: '2026-11-22T18:15:03.000Z',
            before: { radial: 12.1, inTrack: -380.4, crossTrack: 3.2 },
            after: { radial: 0.4, inTrack: -1.9, crossTrack: 0.8 },
            sigma: { radial: 5, inTrack: 5, crossTrack: 5 },
            isEdited: false,
          },
        ],
      },
    ],
  })
export type PositionReport = z.output<typeof PositionReport>
