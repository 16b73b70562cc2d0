import { useIsConducted, useShownMs, useShownTime } from '../clock/shown-time.ts'

type Props = {
  /** The scale of time. */
  readonly x: (ms: number) => number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** True where time runs down and not across; `x` is then the scale of the heights. */
  readonly isDown?: boolean
}

/** The interval between two moves of the line while time runs, ms. */
const MOVE_MS = 40

/**
 * Draws the cross-hair of a plot over time: the instant that the conductor of the page shows, the same in all of its plots. There is none
 * while the page shows the clock's time, which has a line of its own.
 */
export function ShownLine(props: Props) {
  const isConducted = useIsConducted()
  const { kind } = useShownTime()
  return isConducted && kind !== 'live' ? <Line {...props} /> : null
}

function Line({ x, left, right, top, bottom, isDown = false }: Props) {
  const at = x(useShownMs(MOVE_MS))
  const [first, last] = isDown ? [top, bottom] : [left, right]
  if (at < first || at > last) return null
  return (
    <line
      {...(isDown ? { x1: left, x2: right, y1: at, y2: at } : { x1: at, x2: at, y1: top, y2: bottom })}
      className="stroke-accent stroke-w-1-5 dash-4-3"
      data-shown-time
      pointerEvents="none"
    />
  )
}
