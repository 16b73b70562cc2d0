import { arrive } from './arrive.ts'
import { Article } from './article.tsx'
import type { Entry } from './doc-page.ts'
import styles from './docs.module.css'
import type { Guide } from './guide.ts'
import { Neighbours } from './neighbours.tsx'
import { OnThisPage, OnThisPageFolded } from './on-this-page.tsx'
import { sectionsOf } from './section.ts'

/** A guide with its own contents, and the ways on. */
export function Reading({ guide, all }: { readonly guide: Guide; readonly all: readonly Entry[] }) {
  const headings = sectionsOf(guide.body, guide.anchors).filter(({ depth }) => depth === 2 || depth === 3)
  return (
    <>
      <div className={styles.reading}>
        <article ref={arrive} className={styles.article}>
          <h1 className={styles.title}>{guide.title}</h1>
          <OnThisPageFolded headings={headings} />
          <Article markdown={guide.body} anchors={guide.anchors} />
          <Neighbours all={all} at={guide} />
        </article>
      </div>
      <OnThisPage headings={headings} />
    </>
  )
}
