import { z } from 'zod'
import { blackoutFields } from './blackout.ts'
import { area, Propulsion } from './propulsion.ts'
import { Thresholds } from './thresholds.ts'

/** The shapes of spec §3. */
export const SHAPES = ['CANNONBALL', 'BOX', 'BOX_WING', 'WING_BOX_WING', 'OTHER'] as const
export const STRATEGIES = ['SHORT_TERM', 'LONG_TERM', 'SHORT_TERM_AND_LONG_TERM'] as const
export type Strategy = (typeof STRATEGIES)[number]
const length = (what: string) =>
  z
    .number()
    .min(0.01)
    .max(500)
    .meta({ description: `${what}, m; 0.01 to 500`, examples: [1.2] })

/** The box within which approaches to this satellite are reported; absent: the box of its orbit regime. */
export const ScreeningBox = z
  .strictObject({
    radialM: z.number().min(10).max(500_000).meta({ description: 'Half the size along R, m' }),
    alongTrackM: z.number().min(10).max(1_000_000).meta({ description: 'Half the size along T, m' }),
    crossTrackM: z.number().min(10).max(1_000_000).meta({ description: 'Half the size along N, m' }),
  })
  .meta({
    id: 'ScreeningBox',
    description: 'Half sizes along R, T and N, m',
    examples: [{ radialM: 2000, alongTrackM: 44_000, crossTrackM: 51_000 }],
  })

/** A satellite's construction and its accepted risk. */
const configuration = {
  shape: z.enum(SHAPES).default('OTHER').meta({ description: 'Which of the next fields count' }),
  hardBodyRadius: z
    .number()
    .min(0.05)
    .max(250)
    .optional()
    .meta({ description: 'Radius of the sphere around it, m; 0.05 to 250. Blank: from the shape', examples: [2.6] }),
  boxWidth: length('Box, along x').optional(),
  boxHeight: length('Box, along y').optional(),
  boxLength: length('Box, along z').optional(),
  wingLength: length('Wing, away from the box').optional(),
  wingWidth: length('Wing, across').optional(),
  dragArea: area('Area against the flow; blank: mean area of the shape').optional(),
  dragCoefficient: z.number().min(0.5).max(4).default(2.2).meta({ description: '0.5 to 4' }),
  solarRadiationPressureArea: area('Area towards the Sun; blank: mean area of the shape').optional(),
  reflectivityCoefficient: z.number().min(0).max(2).default(1.3).meta({ description: '0 to 2' }),
  wetMass: z
    .number()
    .min(0.05)
    .max(500_000)
    .optional()
    .meta({ description: 'Mass with propellant, kg', examples: [260] }),
  propulsion: Propulsion.default({ type: 'UNKNOWN' }),
  thresholds: Thresholds.default(Thresholds.parse({})),
  screeningBox: ScreeningBox.optional(),
  strategy: z.enum(STRATEGIES).default('SHORT_TERM_AND_LONG_TERM'),
  ...blackoutFields,
}

const BOX_FIELDS = ['boxWidth', 'boxHeight', 'boxLength'] as const
const WING_FIELDS = ['wingLength', 'wingWidth'] as const

/** The sizes that belong to each shape: either all of them or none must be given. */
export const SHAPE_FIELDS: Readonly<Record<(typeof SHAPES)[number], readonly (keyof typeof configuration)[]>> = {
  CANNONBALL: [],
  BOX: BOX_FIELDS,
  BOX_WING: [...BOX_FIELDS, ...WING_FIELDS],
  WING_BOX_WING: [...BOX_FIELDS, ...WING_FIELDS],
  OTHER: [],
}

/** Returns the fields that contradict the others, each with the reason. */
function misfits(given: z.output<z.ZodObject<typeof configuration>>): [path: string[], message: string][] {
  const { shape, propulsion } = given
  const own = SHAPE_FIELDS[shape]
  const sized = own.some((name) => given[name] !== undefined)
  const found = [...BOX_FIELDS, ...WING_FIELDS].flatMap((name): [string[], string][] => {
    if (own.includes(name)) {
      return sized && given[name] === undefined ? [[[name], `is missing: a ${shape} needs ${own.join(', ')}`]] : []
    }
    return given[name] === undefined ? [] : [[[name], `does not belong to the shape ${shape}`]]
  })
  if (propulsion.type === 'IMPULSIVE' && propulsion.minDeltaVMps > propulsion.maxDeltaVMps)
    found.push([['propulsion', 'maxDeltaVMps'], 'has to be at least minDeltaVMps'])
  if ('propellantKg' in propulsion && (propulsion.propellantKg ?? 0) >= (given.wetMass ?? Infinity))
    found.push([['propulsion', 'propellantKg'], 'has to be below wetMass'])
  if (propulsion.type === 'DIFFERENTIAL_DRAG' && propulsion.minAreaM2 >= propulsion.maxAreaM2)
    found.push([['propulsion', 'maxAreaM2'], 'has to be above minAreaM2'])
  return found
}

export const SatelliteConfiguration = z
  .strictObject(configuration)
  .superRefine((given, context) => {
    for (const [path, message] of misfits(given)) context.addIssue({ code: 'custom', path, message })
  })
  .meta({ id: 'SatelliteConfiguration', description: 'How the satellite is built, and when it is to move' })
export type SatelliteConfiguration = z.output<typeof SatelliteConfiguration>
