import styles from './plan.module.css'

/** A table without anything to press, which scrolls sideways where it is wider than its place. */
export function Scroll({ children }: React.PropsWithChildren) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <div className={styles.scroll} tabIndex={0}>
      {children}
    </div>
  )
}
