import { z } from 'zod'

/** The maximum number of corners of a horizon. */
const MOST_CORNERS = 360

export const Elevation = z.number().min(-10).max(90)

/** A corner of a horizon. */
const Corner = z
  .strictObject({
    azimuth: z.number().min(0).max(360).meta({ description: 'From north over east, deg' }),
    elevation: Elevation.meta({ description: 'Lowest elevation that is seen there, deg' }),
  })
  .meta({ id: 'HorizonCorner', description: 'A corner of a horizon; between corners it is straight' })

export const Horizon = z.array(Corner).max(MOST_CORNERS).default([])
export type Horizon = z.output<typeof Horizon>

/** Returns true if no azimuth occurs twice. */
export const isHorizon = (horizon: Horizon): boolean =>
  new Set(horizon.map(({ azimuth }) => azimuth % 360)).size === horizon.length
