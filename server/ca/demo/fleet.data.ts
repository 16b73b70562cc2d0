// The simulated fleet: six satellites that do not exist. No real launch has their launch numbers, from 901 on.
import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import type { SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'

/** The originator of the demo's messages. */
export const DEMO_ORIGINATOR = 'APSIS-SIM'
/** The default seed. */
export const DEMO_SEED = 20_261_120

/** Mean elements in the units of an element set, at DEMO_EPOCH. */
export interface DemoOrbit {
  readonly meanMotionRevPerDay: number
  readonly eccentricity: number
  readonly inclinationDeg: number
  readonly raanDeg: number
  readonly argPeriapsisDeg: number
  readonly meanAnomalyDeg: number
}

/** The accuracy of an orbit, as 1σ: the semi-major axis, the eccentricity and the plane, m; drag, m per day². */
export interface OrbitQuality {
  readonly semiMajorAxisM: number
  readonly eccentricityM: number
  readonly normalM: number
  readonly dragMPerDay2: number
}

export interface DemoSatellite {
  readonly input: Pick<SatelliteInput, 'name' | 'noradId'> & {
    readonly cosparId: string
    readonly group: string
    readonly configuration: Partial<SatelliteInput['configuration']> & { readonly hardBodyRadius: number }
  }
  readonly regime: 'LEO' | 'MEO' | 'GEO'
  readonly orbit: DemoOrbit
  readonly quality: OrbitQuality
  /** Half the lengths of the edges of the screening box, along R, T and N, m. */
  readonly boxM: readonly [r: number, t: number, n: number]
  readonly isManoeuvrable: boolean
}

/** The epoch of all elements of the fleet. */
export const DEMO_EPOCH = '2026-01-01T00:00:00'

const impulsive = (thrustN: number) =>
  Propulsion.parse({
    type: 'IMPULSIVE',
    thrustN,
    ispS: 220,
    minDeltaVMps: 0.005,
    maxDeltaVMps: 2,
    maxBurnS: 600,
    sigmaMagnitude: 0.05,
    sigmaPointingDeg: 2,
    deltaVReferenceFrame: 'RTN',
    deltaVDirection: 'XYZ',
    leadTimeH: 6,
  })

const operatorGrade: OrbitQuality = { semiMajorAxisM: 0.25, eccentricityM: 3, normalM: 3, dragMPerDay2: 8 }
const LEO_BOX = [500, 28_000, 29_000] as const

// Each radius is half the diagonal of the box with its wings (domain.md C8), and each area is the mean area of that shape.
export const DEMO_FLEET: readonly DemoSatellite[] = [
  {
    input: {
      name: 'SAT-1',
      noradId: 90_001,
      cosparId: '2024-901A',
      group: 'Demo',
      configuration: {
        shape: 'BOX_WING',
        boxWidth: 1.2,
        boxHeight: 1,
        boxLength: 1.4,
        wingLength: 2.4,
        wingWidth: 1,
        hardBodyRadius: 1.995,
        dragArea: 3.14,
        solarRadiationPressureArea: 3.14,
        wetMass: 310,
        propulsion: impulsive(1),
      },
    },
    regime: 'LEO',
    orbit: {
      meanMotionRevPerDay: 15.05,
      eccentricity: 0.0009,
      inclinationDeg: 53.05,
      raanDeg: 84.2,
      argPeriapsisDeg: 92,
      meanAnomalyDeg: 12,
    },
    quality: operatorGrade,
    boxM: LEO_BOX,
    isManoeuvrable: true,
  },
  {
    input: {
      name: 'SAT-2',
      noradId: 90_002,
      cosparId: '2024-902A',
      group: 'Demo',
      configuration: {
        shape: 'WING_BOX_WING',
        boxWidth: 1.1,
        boxHeight: 1.1,
        boxLength: 1.6,
        wingLength: 2.1,
        wingWidth: 0.9,
        hardBodyRadius: 2.822,
        dragArea: 3.85,
        solarRadiationPressureArea: 3.85,
        wetMass: 260,
        propulsion: Propulsion.parse({
          type: 'CONTINUOUS',
          thrustN: 0.012,
          ispS: 1500,
          dutyCycle: 0.6,
          maxThrustPerOrbitS: 1800,
          warmUpS: 300,
          sigmaMagnitude: 0.05,
          sigmaPointingDeg: 1.5,
          deltaVReferenceFrame: 'RTN',
          deltaVDirection: 'XYZ',
          leadTimeH: 8,
        }),
        // The solar panels of this satellite power its thruster. Its dawn-dusk orbit is in shadow from May to August
        // only.
        blackoutInEclipse: 'PENUMBRA',
        blackoutInContacts: true,
      },
    },
    regime: 'LEO',
    orbit: {
      meanMotionRevPerDay: 14.85,
      eccentricity: 0.0012,
      inclinationDeg: 97.93,
      raanDeg: 12.7,
      argPeriapsisDeg: 75,
      meanAnomalyDeg: 201,
    },
    quality: { ...operatorGrade, semiMajorAxisM: 0.5, dragMPerDay2: 12 },
    boxM: LEO_BOX,
    isManoeuvrable: true,
  },
  {
    input: {
      name: 'SAT-3',
      noradId: 90_003,
      cosparId: '2024-903A',
      group: 'Demo',
      configuration: {
        shape: 'WING_BOX_WING',
        boxWidth: 0.6,
        boxHeight: 0.6,
        boxLength: 1.2,
        wingLength: 1.5,
        wingWidth: 0.7,
        hardBodyRadius: 1.929,
        dragArea: 1.76,
        solarRadiationPressureArea: 1.76,
        wetMass: 95,
        propulsion: {
          type: 'DIFFERENTIAL_DRAG',
          minAreaM2: 0.7,
          maxAreaM2: 3,
          slewS: 300,
          maxDurationH: 48,
          leadTimeH: 6,
        },
      },
    },
    regime: 'LEO',
    orbit: {
      meanMotionRevPerDay: 15.18,
      eccentricity: 0.0008,
      inclinationDeg: 97.46,
      raanDeg: 251.3,
      argPeriapsisDeg: 110,
      meanAnomalyDeg: 318,
    },
    quality: { ...operatorGrade, dragMPerDay2: 15 },
    boxM: LEO_BOX,
    isManoeuvrable: true,
  },
  {
    input: {
      name: 'SAT-4',
      noradId: 90_004,
      cosparId: '2024-904A',
      group: 'Demo',
      configuration: {
        shape: 'BOX',
        boxWidth: 0.1,
        boxHeight: 0.1,
        boxLength: 0.34,
        hardBodyRadius: 0.184,
        dragArea: 0.039,
        solarRadiationPressureArea: 0.039,
        wetMass: 4.6,
        propulsion: { type: 'NONE' },
      },
    },
    regime: 'LEO',
    orbit: {
      meanMotionRevPerDay: 15.29,
      eccentricity: 0.0011,
      inclinationDeg: 97.31,
      raanDeg: 160.8,
      argPeriapsisDeg: 64,
      meanAnomalyDeg: 77,
    },
    quality: { semiMajorAxisM: 0.8, eccentricityM: 9, normalM: 8, dragMPerDay2: 45 },
    boxM: LEO_BOX,
    isManoeuvrable: false,
  },
  {
    input: {
      name: 'SAT-5',
      noradId: 90_005,
      cosparId: '2023-905A',
      group: 'Demo',
      configuration: {
        shape: 'WING_BOX_WING',
        boxWidth: 1.4,
        boxHeight: 1.3,
        boxLength: 2.6,
        wingLength: 6,
        wingWidth: 1.5,
        hardBodyRadius: 6.866,
        dragArea: 12.5,
        solarRadiationPressureArea: 12.5,
        wetMass: 720,
        propulsion: impulsive(5),
      },
    },
    regime: 'MEO',
    orbit: {
      meanMotionRevPerDay: 1.704,
      eccentricity: 0.0004,
      inclinationDeg: 56.1,
      raanDeg: 31.4,
      argPeriapsisDeg: 20,
      meanAnomalyDeg: 140,
    },
    quality: { semiMajorAxisM: 2.5, eccentricityM: 15, normalM: 15, dragMPerDay2: 0.5 },
    boxM: [2_200, 17_000, 21_000],
    isManoeuvrable: true,
  },
  {
    input: {
      name: 'SAT-6',
      noradId: 90_006,
      cosparId: '2022-906A',
      group: 'Demo',
      configuration: {
        shape: 'WING_BOX_WING',
        boxWidth: 2.4,
        boxHeight: 2.2,
        boxLength: 4,
        wingLength: 12,
        wingWidth: 2.4,
        hardBodyRadius: 13.405,
        dragArea: 38.2,
        solarRadiationPressureArea: 38.2,
        wetMass: 3_100,
        propulsion: impulsive(22),
      },
    },
    regime: 'GEO',
    orbit: {
      meanMotionRevPerDay: 1.002_73,
      eccentricity: 0.000_2,
      inclinationDeg: 0.06,
      raanDeg: 88,
      argPeriapsisDeg: 210,
      meanAnomalyDeg: 33,
    },
    quality: { semiMajorAxisM: 6, eccentricityM: 25, normalM: 25, dragMPerDay2: 0.5 },
    boxM: [12_000, 364_000, 30_000],
    isManoeuvrable: true,
  },
]
