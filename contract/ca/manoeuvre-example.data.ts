import type { Burn, ManoeuvreScreening, Reached } from './manoeuvre-plan.ts'

export const EXAMPLE_MANOEUVRE_ID = '0d6f1f43-3a0e-4c8e-9a0b-6c1f2a7b9e55'
const EVENT_ID = '5b3f6a2e-8a53-4a3a-9a53-7f8f1f0e2d11'
const CDM_ID = 'c56a4180-65aa-42ec-a945-5fd21dec0538'

const BEFORE: Reached = {
  probability: 1.76e-3,
  maximumProbability: 2.1e-3,
  mahalanobis: 1.2,
  missM: 182,
  tca: '2026-11-21T14:13:07.000Z',
}

export const EXAMPLE_BURN: Burn = {
  manoeuvreType: 'IMPULSIVE',
  orbitsBeforeTca: 2.5,
  totalDeltaMass: 0.0104,
  totalDeltaVMagnitude: 0.0374,
  totalThrustingTime: 22.4,
  effectiveThrustMagnitude: 1,
  deltaMass: 0.0104,
  deltaVMagnitude: 0.0374,
  deltaVReferenceFrame: 'RTN',
  deltaVVector: [0.0002, 0.0374, 0],
  dragCrossSection: null,
  totalTimeInDifferentialDragConfiguration: null,
  totalTimeInNominalConfiguration: null,
  specificImpulse: 220,
  dutyCycle: null,
  spacecraftInitialMass: 600,
  manoeuvreDuration: 0,
  ignitionEpoch: '2026-11-21T10:10:12.123456Z',
  positionBefore: [7_000_000, 0, 0],
  velocityBefore: [0, 1_000, 7_480],
  positionAfter: [7_000_000, 0, 0],
  velocityAfter: [0.0002, 1_000.005, 7_480.037],
  smaChange: 69.4,
  referenceFrame: 'ECI',
  deltaVDirection: 'XYZ',
  azimuthDeg: 0,
  elevationDeg: 0.3,
  deltaVRtn: [0.0002, 0.0374, 0],
  dynamics: 'j2',
  target: { kind: 'PROBABILITY', value: 3e-6 },
  before: BEFORE,
  after: { ...BEFORE, probability: 2.9e-6, maximumProbability: 4e-5, mahalanobis: 5.1, missM: 1_480 },
  hotProbability: 4.1e-9,
  coldProbability: 6.2e-5,
  sensitivity: [
    { covarianceFactor: 0.5, probability: 1e-17 },
    { covarianceFactor: 2, probability: 4.1e-5 },
  ],
  meetsTarget: true,
  limit: null,
  isTrackingFirst: false,
  convention: 'Position and velocity by the two-body transition matrix from the TCA of the message',
}

export const EXAMPLE_SCREENING: ManoeuvreScreening = {
  type: 'MAN_VS_CDM',
  at: '2026-11-20T06:00:00.000Z',
  verdict: 'PASS',
  reasons: [],
  accepted: 1e-4,
  coverage: 1,
  pathUntil: '2026-11-28T10:10:12.123Z',
  events: [
    {
      conjunctionId: EVENT_ID,
      cdmId: CDM_ID,
      object: 'SIM DEB',
      grade: 'SPECIAL_PERTURBATIONS',
      isTarget: true,
      tca: '2026-11-21T14:13:07.000Z',
      before: 1.76e-3,
      maximumBefore: 2.1e-3,
      nominal: 2.9e-6,
      hot: 4.1e-9,
      cold: 6.2e-5,
      missBeforeM: 182,
      missM: 1_480,
    },
  ],
  notScreened: [],
  totalBefore: 1.76e-3,
  totalAfter: 2.9e-6,
}
