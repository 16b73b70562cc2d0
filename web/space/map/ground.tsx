import { useId } from 'react'
import { areaOf, coastRings } from './coast.ts'
import styles from './map.module.css'
import { NIGHT_STEPS_DEG, nightArea, sunsetLine } from './night.ts'
import { areaPath, linePath, type MapScale, multiples } from './scale.ts'

type Props = {
  readonly scale: MapScale
  /** The moment for which the night is drawn. */
  readonly atMs: number
}

/**
 * Draws the ground of a flat map: sea and land, the graticule, the night in three steps of twilight, and sunset as a dotted line. It lies
 * below everything else; between it and the marks (`marks.tsx`) there can be a canvas with many objects.
 */
export function MapGround({ scale, atMs }: Props) {
  const clipId = useId()
  const { box, west, east, south, north, gridDeg } = scale
  const frame = { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }
  const coast = coastRings()
  return (
    <g>
      <clipPath id={clipId}>
        <rect {...frame} />
      </clipPath>
      <rect {...frame} className={styles.sea} />
      <g clipPath={`url(#${clipId})`}>
        <path
          d={coast.map((ring) => areaPath(scale, areaOf(ring))).join('')}
          fillRule="evenodd"
          className={styles.land}
        />
        <path
          d={coast.map(({ places }) => linePath(scale, places)).join('')}
          className={`fill-none stroke-control ${styles.coast}`}
        />
        <path
          d={[
            ...multiples(west, east, gridDeg).map((at) => `M${scale.x(at)} ${box.top}V${box.bottom}`),
            ...multiples(south, north, gridDeg).map((at) => `M${box.left} ${scale.y(at)}H${box.right}`),
          ].join('')}
          className={`fill-none stroke-line-3 ${styles.graticule}`}
        />
        {NIGHT_STEPS_DEG.map((belowDeg) => (
          <path key={belowDeg} d={areaPath(scale, nightArea(atMs, belowDeg))} className={styles.night} />
        ))}
        <path d={linePath(scale, sunsetLine(atMs))} className={`fill-none stroke-muted ${styles.sunset}`} />
      </g>
      <rect {...frame} className="fill-none stroke-line-3" />
    </g>
  )
}
