import { z } from 'zod'
import { Instant } from '../../page.ts'
import { CORRECTION_FIELDS } from './correction-fields.ts'

export const LINE_QUANTITIES = ['range', 'range-rate'] as const

const LineMeasurement = z
  .strictObject({
    epoch: Instant,
    quantity: z.enum(LINE_QUANTITIES),
    measured: z.number().meta({ description: 'range: m, half of the way there and back; range-rate: m/s' }),
    before: z.number().meta({ description: 'Measured minus computed by the orbit that was known before, m or m/s' }),
    after: z.number().nullable().meta({
      description: 'Measured minus computed by the corrected orbit, m or m/s; null where no orbit came of the track',
    }),
    sigma: z.number().meta({ description: 'Noise of the sensor, 1 sigma, m or m/s' }),
    isEdited: z.boolean().meta({ description: 'It was left out of the fit' }),
  })
  .meta({ id: 'LineMeasurement', description: 'A range or a range rate beside the orbits of before and after' })

/** A range or a range rate that was measured in addition to directions. */
export const LineResidual = LineMeasurement.extend({
  before: z.number().nullable().meta({
    description:
      'Measured minus computed by the orbit that the report compares with, its time offset taken off as from the directions, m or m/s; null where there is no such orbit',
  }),
}).meta({
  id: 'LineResidual',
  description: 'A range or a range rate of a track with directions beside the orbits of before and after',
})
export type LineResidual = z.output<typeof LineResidual>

/** The results that a track without directions gives for the orbit of its named object. */
export const RangeReport = z
  .strictObject({
    catalogueId: z.int().meta({ description: 'The object that PARTICIPANT_2 names' }),
    ...CORRECTION_FIELDS,
    measurements: z.array(LineMeasurement),
  })
  .meta({
    id: 'RangeReport',
    description: 'What ranges and range rates without directions say of the object that their message names',
    examples: [
      {
        catalogueId: 22_195,
        objectName: 'LAGEOS 2',
        isAssociated: true,
        alongTrackTimeOffset: -0.05,
        across: 12.4,
        mostTimeOffset: 1,
        mostAcross: 3_000,
        measurements: [
          {
            epoch: '2016-02-14T21:53:14.000Z',
            quantity: 'range',
            measured: 7_000_123.4,
            before: -212.6,
            after: 0.2,
            sigma: 0.5,
            isEdited: false,
          },
        ],
      },
    ],
  })
export type RangeReport = z.output<typeof RangeReport>
