// The example of the statistics in the description of the calls.
/** The worked example of the closed form: R = 5 m, errors of 60 × 200 m, a flux of 1e-5 a square metre and year. */
const EXAMPLE_RATES = {
  threshold: 1e-4,
  manoeuvresPerYear: 1.77,
  riskPerYear: 7.85e-4,
  avoidedPerYear: 7.05e-4,
  residualPerYear: 8.1e-5,
  falseAlarmsPerYear: 1.77,
  manoeuvresPerCollisionAvoided: 2507,
  residualIfGoalIsStatedPerYear: 8.1e-5,
}
const EXAMPLE_PART = {
  name: 'debris',
  events: 540,
  fluxPerM2Year: 1e-5,
  medianSigmaMinorM: 60,
  medianSigmaMajorM: 200,
  rates: EXAMPLE_RATES,
}
const EXAMPLE_FLUX = { count: 540, perM2Year: 1e-5, lower: 9.2e-6, upper: 1.09e-5 }
const EXAMPLE_COSTS = { manoeuvres: 1.77, deltaVMps: 0.089, propellantKg: 0.0107, outageHours: 5.3 }
const EXAMPLE_VARIED = [{ value: 1, rates: EXAMPLE_RATES }]
export const ANNUAL_EXAMPLE = {
  satelliteId: '0d9a3c0e-54a1-4b8f-9f3f-0a5b6f1d2c11',
  satelliteName: 'SAT-3',
  computedAt: '2026-11-20T05:00:01.000Z',
  newestMessageAt: '2026-11-20T04:41:00.000Z',
  isSimulated: true,
  conventions: { daysPerMonth: 30, daysPerYear: 365.25, confidence: 0.95 },
  assumptions: {
    threshold: 1e-4,
    commitHours: 24,
    considerHours: 84,
    from: '2026-10-21T05:00:00.000Z',
    to: '2026-11-20T05:00:00.000Z',
    years: 5,
    limit: 1e-3,
    growth: 1,
    radiusFactor: 1,
    sigmaFactor: 1,
    errorFactor: 1,
    deltaVMps: 0.05,
    outageHours: 3,
    massKg: 260,
    specificImpulseS: 220,
    box: { radialM: 2000, alongTrackM: 44_000, crossTrackM: 51_000 },
  },
  counts: { messages: 3200, events: 540, decidable: 410, withErrors: 410, rough: 0 },
  isShort: false,
  loaded: null,
  longer: [],
  flux: {
    discs: [{ withinM: 5000, ...EXAMPLE_FLUX }],
    slices: [{ fromM: 0, toM: 250, ...EXAMPLE_FLUX }],
    chosenM: 5000,
    doDisagree: false,
  },
  closed: {
    curve: [EXAMPLE_RATES],
    own: EXAMPLE_RATES,
    riskOverLife: 3.92e-3,
    residualOverLife: 4.03e-4,
    byKind: [EXAMPLE_PART],
    bySize: [{ ...EXAMPLE_PART, name: 'below-10-cm' }],
    sensitivity: {
      radius: EXAMPLE_VARIED,
      errors: EXAMPLE_VARIED,
      sigmas: EXAMPLE_VARIED,
      growth: EXAMPLE_VARIED,
      commit: [{ value: 24, rates: EXAMPLE_RATES }],
    },
    solved: { kind: 'threshold' as const, threshold: 2.5e-4 },
    solvedAround: [{ limit: 1e-3, kind: 'threshold' as const, threshold: 2.5e-4, rates: EXAMPLE_RATES }],
    agreement: { predictedPerYear: 1.77, observed: 0, lower: 0, upper: 45, verdict: 'inside' as const },
  },
  bootstrap: {
    rates: [
      {
        threshold: 1e-4,
        observed: 0,
        manoeuvresPerYear: { median: 0, lower: 0, upper: 0 },
        residualOverLife: { median: 9e-4, lower: 3e-4, upper: 2e-3 },
      },
    ],
    riskOverLife: { median: 9e-4, lower: 3e-4, upper: 2e-3 },
    solved: null,
  },
  costs: { perYear: EXAMPLE_COSTS, overLife: { ...EXAMPLE_COSTS, manoeuvres: 8.83, deltaVMps: 0.44 } },
  months: [
    {
      from: '2026-10-21T05:00:00.000Z',
      to: '2026-11-20T05:00:00.000Z',
      events: 540,
      decidable: 410,
      reached: 0,
      largestProbability: 4.1e-5,
    },
  ],
  limits: ['untracked-objects' as const, 'simulated-messages' as const],
}
