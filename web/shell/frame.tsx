import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'

type Props = React.PropsWithChildren<{
  /** Ways to other pages; only below the router, so none while the page starts. */
  readonly links?: React.ReactNode
}>

/** What every screen lives in. */
export function Frame({ links, children }: Props) {
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Bar links={links} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
