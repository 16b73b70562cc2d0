import styles from './parts.module.css'
import { VISION_MATRICES } from './vision.data.ts'

/** Defines the filters that show the page with other colour vision, in linear light. */
export function VisionFilters() {
  return (
    <svg className={`absolute ${styles.filters}`} aria-hidden="true">
      {Object.entries(VISION_MATRICES).map(([vision, rows]) => (
        <filter key={vision} id={`vision-${vision}`} colorInterpolationFilters="linearRGB">
          <feColorMatrix type="matrix" values={[...rows.map((row) => `${row.join(' ')} 0 0`), '0 0 0 1 0'].join(' ')} />
        </filter>
      ))}
    </svg>
  )
}
