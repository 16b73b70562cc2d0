import { formatProbabilityLine } from '../ui/format/probability.ts'
import { formatQuantity } from '../ui/format/quantity.ts'
import { type Covariance, type Extent, mahalanobis, reachOfEllipse } from './ellipse.ts'
import { chartWords } from './words.data.ts'

type Point = readonly [xM: number, yM: number]

/** The uncertainty around a point of the plane. */
export type Uncertainty = {
  readonly name: string
  readonly centre: Point
  readonly covariance: Covariance
  readonly sigmas: readonly number[]
  /** Series colours for object 1 and object 2; ink for both together. */
  readonly colour: 'ink' | 1 | 2
  /** True for a state that was not measured: the state after a manoeuvre. */
  readonly isHypothetical?: boolean
}
export type Plane = {
  /** The position of object 2 relative to object 1, which is at the origin. */
  readonly missM: Point
  readonly combined: Covariance
  readonly hardBodyRadiusM: number
  readonly probability: number | undefined
  readonly method: string
  readonly uncertainties: readonly Uncertainty[]
  /** Misses of earlier messages, oldest first. */
  readonly trail: readonly Point[]
}

/** Returns the extent that shows every ellipse, the trail, and the origin, with a margin of a tenth. */
export function extentOf({ uncertainties, trail, missM }: Plane): Extent {
  const corners = uncertainties.flatMap(({ centre: [x, y], covariance, sigmas }) => {
    const [reachX, reachY] = reachOfEllipse(covariance, Math.max(...sigmas))
    return [[x - reachX, y - reachY] as const, [x + reachX, y + reachY] as const]
  })
  const all: readonly Point[] = [[0, 0], missM, ...trail, ...corners]
  return { x: around(all.map(([x]) => x)), y: around(all.map(([, y]) => y)) }
}

const MARGIN_SHARE = 0.1

function around(values: readonly number[]): readonly [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const margin = (high - low || 1) * MARGIN_SHARE
  return [low - margin, high + margin]
}

/** Returns the content of the plane as a sentence. */
export function planeCaption({ missM, combined, hardBodyRadiusM, probability, method }: Plane): string {
  const miss = formatQuantity('missDistance', Math.hypot(...missM))
  const body = formatQuantity('hardBodyRadius', hardBodyRadiusM)
  const sigmas = formatQuantity('sigma', mahalanobis(missM, combined))
  return chartWords('planeCaption', {
    miss: `${miss.number} ${miss.unit}`,
    sigmas: `${sigmas.number} ${sigmas.unit}`,
    body: `${body.number} ${body.unit}`,
    pc: formatProbabilityLine(probability),
    method,
  })
}
