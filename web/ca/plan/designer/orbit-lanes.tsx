import { formatNumber } from '../../../ui/format/number.ts'
import styles from './orbit.module.css'
import type { OrbitAround } from './orbit-around.ts'
import { designWords } from './words.data.ts'

type Props = {
  /** Undefined while it is being computed. */
  readonly orbit: OrbitAround | undefined
  readonly x: (lead: number) => number
  /** The places of the lane of revolutions, and of that of eclipses. */
  readonly y: readonly [number, number]
}

/** The width that the number of a revolution needs. */
const NUMBER_PX = 28
/** The gap between two revolutions. */
const GAP_PX = 2

/** Draws the revolutions, from node to node, and the shadow of the Earth. */
export function OrbitLanes({ orbit, x, y: [revolution, eclipse] }: Props) {
  if (orbit === undefined) return null
  return (
    <>
      {orbit.revolutions.map(({ from, to, before }) => {
        const [left, right] = [x(from), x(to)]
        const name = before === 0 ? 'TCA' : formatNumber(-before, { signed: true })
        return (
          <g key={before}>
            <rect
              x={left}
              y={revolution - 7}
              width={Math.max(0, right - left - GAP_PX)}
              height="13"
              className={styles.revolution}
            >
              <title>{designWords('revolution', { name })}</title>
            </rect>
            {right - left > NUMBER_PX ? (
              <text x={(left + right) / 2} y={revolution + 4} textAnchor="middle">
                {name}
              </text>
            ) : null}
          </g>
        )
      })}
      {orbit.shadows.map(({ from, to }) => (
        <rect
          key={from}
          x={x(from)}
          y={eclipse - 5}
          width={Math.max(2, x(to) - x(from))}
          height="10"
          className={styles.shadow}
        >
          <title>{designWords('shadow')}</title>
        </rect>
      ))}
    </>
  )
}
