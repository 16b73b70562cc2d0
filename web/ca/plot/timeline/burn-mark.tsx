/** A burn in the lane of its satellite. */
export type BurnMark = {
  readonly id: string
  readonly satelliteKey: string
  readonly atMs: number
  readonly name: string
  /** True if the burn is approved or in a later state; otherwise it is only planned. */
  readonly isFirm: boolean
}

/** An ordered pass, in the lane of its satellite. */
export type PassTick = {
  readonly id: string
  readonly satelliteKey: string
  readonly atMs: number
  readonly name: string
}

/** Half the width, and the height, of a mark in its unit. */
const [HALF, HIGH] = [5, 9]

/** Draws a triangle at the foot of its lane, filled if the burn is approved. Its name appears under the pointer. */
export function BurnTriangle({ burn, x, foot, unit = 1 }: BurnTriangleProps) {
  const [half, high] = [HALF * unit, HIGH * unit]
  return (
    <path
      d={`M${x - half} ${foot}h${2 * half}l${-half} ${-high}z`}
      className={`stroke-accent stroke-w-1-5 ${burn.isFirm ? 'fill-accent' : 'fill-page'}`}
    >
      <title>{burn.name}</title>
    </path>
  )
}

type BurnTriangleProps = {
  readonly burn: BurnMark
  readonly x: number
  /** The height of the mark's foot. */
  readonly foot: number
  /** The number of pixels of a unit; a wall display has larger ones. */
  readonly unit?: number
}

const [TICK_WIDE, TICK_HIGH] = [3, 8]

type PassBarProps = { readonly pass: PassTick; readonly x: number; readonly foot: number; readonly unit?: number }

/** Draws a bar at the foot of its lane. Its name appears under the pointer. */
export function PassBar({ pass, x, foot, unit = 1 }: PassBarProps) {
  const [wide, high] = [TICK_WIDE * unit, TICK_HIGH * unit]
  return (
    <rect x={x - wide / 2} y={foot - high} width={wide} height={high} className="fill-series-1">
      <title>{pass.name}</title>
    </rect>
  )
}
