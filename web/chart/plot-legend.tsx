import styles from './plot.module.css'

/** A mark of a plot, drawn in 16 by 12 pixels, and its meaning. */
export type LegendItem = { readonly mark: React.ReactNode; readonly text: string }

/** Shows the meaning of the marks of a plot, below its drawing. */
export function PlotLegend({ items }: { readonly items: readonly LegendItem[] }) {
  return (
    <ul className={`flex wrap soft fs-12 lh-18 ${styles.legend}`}>
      {items.map(({ mark, text }) => (
        <li className="row gap-6" key={text}>
          <svg width="16" height="12" viewBox="0 0 16 12" aria-hidden="true">
            {mark}
          </svg>
          {text}
        </li>
      ))}
    </ul>
  )
}
