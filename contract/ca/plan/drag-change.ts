import { z } from 'zod'
import { Instant } from '../../page.ts'

const share = (what: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${what}, 0 to 1; null: none` })

/** The space weather with which the orbit of a plan was propagated. */
export const DragWeather = z
  .strictObject({
    version: z.int().meta({ description: 'Of the source, as under space weather' }),
    receivedAt: Instant.nullable(),
    days: z.array(z.strictObject({ date: z.iso.date(), f107: z.number(), f107Average: z.number(), ap: z.number() })),
  })
  .meta({ id: 'ManoeuvreWeather', description: 'Activity of the Sun (of the day before) and of the magnetic field' })
export type DragWeather = z.output<typeof DragWeather>

/** A plan that uses drag: the area, its duration, the atmosphere, and the effect of an atmosphere that differs from the forecast. */
export const DragChange = z
  .strictObject({
    attitude: z.enum(['MOST_AREA', 'LEAST_AREA']),
    usualAreaM2: z.number().meta({ description: 'Against the flow as it usually is, m²' }),
    heldAreaM2: z.number().meta({ description: 'In that attitude, m²' }),
    usualM2PerKg: z.number().meta({ description: 'Drag coefficient × area / mass as it usually is, m²/kg' }),
    holdS: z.number().meta({ description: 'Time in that attitude, s' }),
    densitySigma: z.number().meta({ description: '1σ of the density over its forecast, as a share' }),
    densitySigmaFrom: z
      .enum(['MESSAGE', 'STORM', 'USUAL'])
      .meta({ description: 'STORM: a storm lies before the closest approach' }),
    densityFrom: z
      .enum(['MESSAGE', 'MODEL'])
      .meta({ description: 'MESSAGE: scaled to the energy that drag took (SEDR)' }),
    weather: DragWeather.nullable().meta({ description: 'Null: none is stored; mean activity' }),
    nominalProbability: share('With the density as forecast'),
    worstProbability: share('Largest for a density from the 5th to the 95th percentile'),
    highestOnTheWay: share('Largest for a shorter time, where that is worse than doing nothing'),
    displacementRtnM: z
      .tuple([z.number(), z.number(), z.number()])
      .meta({ description: 'At TCA from where it would have been, in R, T, N, m' }),
    curve: z
      .array(z.strictObject({ holdS: z.number(), probability: share('Mean over the density') }))
      .meta({ description: 'By the time in that attitude' }),
  })
  .meta({ id: 'ManoeuvreDrag', description: 'A change of area against the flow, and the air that it is flown in' })
export type DragChange = z.output<typeof DragChange>
