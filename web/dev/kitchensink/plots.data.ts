import type { Series, Threshold } from '../../chart/log-series.ts'
import type { Plane } from '../../chart/plane.ts'

const at = (time: string) => Date.parse(`2026-11-${time}:00Z`)

/** A made-up event: a probability that rises, and one message without a covariance. */
export const DEMO_SERIES: readonly Series[] = [
  {
    name: 'reported',
    colour: 'ink',
    points: [
      { atMs: at('18T13:40'), value: 2.6e-6 },
      { atMs: at('18T21:41'), value: 1.6e-6 },
      { atMs: at('19T05:41'), value: 1.5e-5 },
      { atMs: at('19T13:40'), value: 4.8e-5 },
      { atMs: at('19T17:20'), value: undefined },
      { atMs: at('19T21:41'), value: 1.02e-4 },
      { atMs: at('20T05:41'), value: 2.12e-4 },
    ],
  },
  {
    name: 'maximum',
    colour: 'ink',
    isGuide: true,
    points: [
      { atMs: at('18T13:40'), value: 2e-5 },
      { atMs: at('19T05:41'), value: 4.5e-5 },
      { atMs: at('20T05:41'), value: 2.95e-4 },
    ],
  },
  {
    name: 'own screening',
    colour: 1,
    isLoose: true,
    points: [
      { atMs: at('19T08:10'), value: 8e-6 },
      { atMs: at('19T18:20'), value: 7.2e-5 },
      { atMs: at('20T06:12'), value: 1.62e-4 },
    ],
  },
]
export const DEMO_THRESHOLDS: readonly Threshold[] = [{ value: 1e-4, owner: 'own threshold', level: 'critical' }]
export const DEMO_TIMES = {
  fromMs: at('18T07:00'),
  decideMs: at('21T10:00'),
  end: { atMs: at('21T14:13'), label: 'TCA' },
}

/** The same event in its conjunction plane, with the state after a burn. */
export const DEMO_PLANE: Plane = {
  missM: [171, -62],
  combined: { xx: 20_000, yx: -1_600, yy: 2_500 },
  hardBodyRadiusM: 4.6,
  probability: 2.12e-4,
  method: '2D, recomputed',
  uncertainties: [
    {
      name: 'combined',
      centre: [171, -62],
      covariance: { xx: 20_000, yx: -1_600, yy: 2_500 },
      sigmas: [1, 2, 3],
      colour: 'ink',
    },
    { name: 'SAT-3', centre: [0, 0], covariance: { xx: 700, yx: 60, yy: 200 }, sigmas: [1, 3], colour: 1 },
    {
      name: 'after +0.022 m/s',
      centre: [548, 24],
      covariance: { xx: 20_000, yx: -1_600, yy: 2_500 },
      sigmas: [1],
      colour: 'ink',
      isHypothetical: true,
    },
  ],
  trail: [
    [640, -212],
    [560, -190],
    [402, -130],
    [300, -90],
    [214, -76],
  ],
}
