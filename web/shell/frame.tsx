import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'

/** What every screen lives in. */
export function Frame({ children }: React.PropsWithChildren) {
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Bar />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
