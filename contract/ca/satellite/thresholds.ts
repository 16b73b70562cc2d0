import { z } from 'zod'

/** The thresholds for a critical, high or medium event of this satellite, and how long before TCA a decision is needed. */
export const Thresholds = z
  .strictObject({
    acceptedCollisionProbability: z
      .number()
      .min(1e-10)
      .max(0.1)
      .default(1e-4)
      .meta({ description: 'CRITICAL from here on' }),
    highCollisionProbability: z.number().min(1e-12).max(0.1).default(1e-5).meta({ description: 'HIGH from here on' }),
    mediumCollisionProbability: z
      .number()
      .min(1e-14)
      .max(0.1)
      .default(1e-7)
      .meta({ description: 'MEDIUM from here on' }),
    acceptedMinimumDistanceM: z
      .number()
      .min(0)
      .max(100_000)
      .default(100)
      .meta({ description: 'CRITICAL when closer, m; 0 switches it off' }),
    acceptedRadialDistanceM: z
      .number()
      .min(0)
      .max(100_000)
      .default(0)
      .meta({ description: 'HIGH when radially closer, m; 0 switches it off' }),
    commitHours: z.number().min(0.5).max(240).default(24).meta({ description: 'Decide so many hours before TCA' }),
    considerHours: z
      .number()
      .min(0.5)
      .max(480)
      .default(84)
      .meta({ description: 'Consider from so many hours before TCA' }),
  })
  .refine(
    (t) =>
      t.acceptedCollisionProbability > t.highCollisionProbability &&
      t.highCollisionProbability > t.mediumCollisionProbability,
    { message: 'has to fall from critical over high to medium', path: ['highCollisionProbability'] },
  )
  .refine((t) => t.considerHours >= t.commitHours, {
    message: 'has to be at least commitHours',
    path: ['considerHours'],
  })
  .meta({ id: 'Thresholds', description: 'Levels and deadlines of a satellite' })
export type Thresholds = z.output<typeof Thresholds>
