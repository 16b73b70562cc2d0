import { z } from 'zod'
import { Id, Instant } from '../../page.ts'
import { REPORT_EXAMPLE } from './report-example.data.ts'

const metres = (description: string) => z.number().meta({ description: `${description}, m` })
export const PositionResidual = z
  .strictObject({
    epoch: Instant,
    radial: metres('Outward from the centre of the Earth'),
    inTrack: metres('In the plane of the orbit, forward'),
    crossTrack: metres('Along position × velocity'),
    isRangeMeasured: z.boolean().meta({
      description: 'false: a direction alone; what lies along the line of sight is not measured and counts as 0',
    }),
  })
  .meta({
    id: 'PositionResidual',
    description: 'Measured minus computed position, along the axes of the computed orbit',
  })
export type PositionResidual = z.output<typeof PositionResidual>

export const PositionResiduals = z
  .strictObject({
    fileId: Id,
    catalogueId: z.int().nullable().meta({
      description: 'The object whose orbit is meant: the best one, else the nearest; null: there is none',
    }),
    alongTrackOffset: z.number().nullable().meta({
      description: 'What the time offset of the report comes to along the track, m; it is taken off the residuals',
    }),
    measurements: z.array(PositionResidual).meta({
      description: 'As the measurements of the report; empty: no object',
    }),
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'PositionResiduals',
    description: 'The residuals of a file as displacements of the object',
    examples: [
      {
        fileId: REPORT_EXAMPLE['file-id'],
        catalogueId: 99_901,
        alongTrackOffset: 98.1,
        measurements: [
          {
            epoch: '2026-11-22T18:15:03.000Z',
            radial: -1.9,
            inTrack: 3.2,
            crossTrack: -2.4,
            isRangeMeasured: false,
          },
        ],
        isSimulated: true,
      },
    ],
  })
export type PositionResiduals = z.output<typeof PositionResiduals>
