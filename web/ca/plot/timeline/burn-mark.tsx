import styles from './fleet.module.css'

/** A burn in the lane of its satellite. */
export type BurnMark = {
  readonly id: string
  readonly satelliteKey: string
  readonly atMs: number
  readonly name: string
  /** Approved or further; else it is only planned. */
  readonly isFirm: boolean
}

/** A pass that is ordered, in the lane of its satellite. */
export type PassTick = {
  readonly id: string
  readonly satelliteKey: string
  readonly atMs: number
  readonly name: string
}

/** Half the width and the height of a mark, as parts of its unit. */
const [HALF, HIGH] = [5, 9]

/** A triangle that stands at the foot of its lane, full where the burn is approved. Its name is read where the pointer rests. */
export function BurnTriangle({ burn, x, foot, unit = 1 }: BurnTriangleProps) {
  const [half, high] = [HALF * unit, HIGH * unit]
  return (
    <path
      d={`M${x - half} ${foot}h${2 * half}l${-half} ${-high}z`}
      className={`${styles.burn} ${burn.isFirm ? styles.firm : ''}`}
    >
      <title>{burn.name}</title>
    </path>
  )
}

type BurnTriangleProps = {
  readonly burn: BurnMark
  readonly x: number
  /** Where it stands. */
  readonly foot: number
  /** Pixels of a unit; a wall has larger ones. */
  readonly unit?: number
}

const [TICK_WIDE, TICK_HIGH] = [3, 8]

type PassBarProps = { readonly pass: PassTick; readonly x: number; readonly foot: number; readonly unit?: number }

/** A bar that stands at the foot of its lane. Its name is read where the pointer rests. */
export function PassBar({ pass, x, foot, unit = 1 }: PassBarProps) {
  const [wide, high] = [TICK_WIDE * unit, TICK_HIGH * unit]
  return (
    <rect x={x - wide / 2} y={foot - high} width={wide} height={high} className={styles.pass}>
      <title>{pass.name}</title>
    </rect>
  )
}
