import { z } from 'zod'

/** The axes of a satellite in its nominal attitude: aligned with its position or with its velocity. */
export const ATTITUDE_FRAMES = ['RTN', 'TNW'] as const
export const DIRECTION_KINDS = ['THRUSTERS', 'CONE'] as const
/** The maximum number of thrusters of one satellite; a cone describes the directions of more thrusters. */
const MOST_THRUSTERS = 24
const MOST_HALF_ANGLE_DEG = 180

const Axis = z
  .tuple([z.number(), z.number(), z.number()])
  .refine((v) => v.every(Number.isFinite) && Math.hypot(...v) > 0, { message: 'has to have a length' })
const frame = z.enum(ATTITUDE_FRAMES).default('RTN').meta({
  description: 'Axes of the nominal attitude at the start of a burn: RTN, of its place, or TNW, of its velocity',
})

/** The directions in which a satellite can thrust: those of its thrusters while it keeps its attitude, or those to which it can turn for a burn. */
export const ThrustDirections = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal(DIRECTION_KINDS[0]),
      frame,
      vectors: z.array(Axis).min(1).max(MOST_THRUSTERS).meta({
        description: 'Where each thruster pushes the satellite to, of any length; one of them burns at a time',
      }),
    }),
    z.strictObject({
      kind: z.literal(DIRECTION_KINDS[1]),
      frame,
      axis: Axis.meta({ description: 'The middle of the cone, of any length' }),
      halfAngleDeg: z.number().min(0).max(MOST_HALF_ANGLE_DEG).meta({ description: 'From the axis to the edge, deg' }),
    }),
  ])
  .meta({
    id: 'ThrustDirections',
    description:
      'Which way the satellite can burn in its nominal attitude: the Δv itself, which is against the plume. Plans are searched within it alone. Absent: any way',
    examples: [{ kind: 'CONE', frame: 'RTN', axis: [0, 1, 0], halfAngleDeg: 30 }],
  })
export type ThrustDirections = z.output<typeof ThrustDirections>
