import { PROBABILITY_FLOOR } from '@apsis/contract/notice-text/written-number.ts'
import { scaleLinear } from 'd3-scale'
import { decadesOf } from '../../../chart/log-series.ts'
import type { TimeFrame } from '../time-ground.tsx'
import type { ProbabilityPoint } from './probability-series.ts'

export type ProbabilityScene = {
  readonly points: readonly ProbabilityPoint[]
  readonly threshold: number | undefined
  readonly selectedId: string | undefined
  readonly hoveredId: string | undefined
  readonly isPreview: boolean
}

/** Messages without a probability are half a decade below the smallest one. */
const FLOOR_DECADES = 0.5

/** Returns the scales of the values: powers of ten, with missing values at the bottom. */
export function probabilityScales({ points, threshold }: ProbabilityScene, { area, x }: TimeFrame) {
  const values = points
    .flatMap(({ probability, maximum, reported }) => [probability, maximum, reported, threshold])
    .filter((value) => value !== undefined)
  const hasGap = points.some(({ probability }) => probability === undefined)
  const [low, high] = decadesOf(values, PROBABILITY_FLOOR)
  const y = scaleLinear([low - (hasGap ? FLOOR_DECADES : 0), high], [area.bottom, area.top])
  const place = (atMs: number, value: number | undefined): readonly [number, number] => [
    x(atMs),
    value === undefined ? area.bottom - 5 : y(Math.log10(Math.max(value, PROBABILITY_FLOOR))),
  ]
  return { y, place }
}

export type ScaledScene = { readonly scene: ProbabilityScene; readonly frame: TimeFrame } & ReturnType<
  typeof probabilityScales
>

/** Returns the originators in the order of their first messages: each has its own mark and colour. */
export function originatorsOf(points: readonly ProbabilityPoint[]): readonly string[] {
  return [...new Set(points.map(({ originator }) => originator))]
}
