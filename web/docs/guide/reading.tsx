import { mayFetchAhead } from '../../site/line.ts'
import { useFetched } from '../../ui/page/fetched.ts'
import { Skeleton } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { arrive } from './arrive.ts'
import { Article } from './article.tsx'
import type { Entry } from './doc-page.ts'
import styles from './docs.module.css'
import { EVERY_GUIDE, type ListedGuide } from './guides.ts'
import { Neighbours } from './neighbours.tsx'
import { NotFetched } from './not-fetched.tsx'
import { OnThisPage, OnThisPageFolded } from './on-this-page.tsx'
import { sectionsOf } from './section.ts'
import { docsWords } from './words.data.ts'

/** Shows a guide with its contents, and the links to the previous and next entries. */
export function Reading({ listed, all }: { readonly listed: ListedGuide; readonly all: readonly Entry[] }) {
  const words = useWords(docsWords)
  const { whole, language, title } = listed
  const { value: guide, hasFailed } = useFetched(whole)
  // The other guides are fetched after this one: a link from here, and the search, then work at once, and also without the server.
  useFetched(EVERY_GUIDE[language], guide !== undefined && mayFetchAhead())
  if (!guide)
    return (
      <div className={`min-h-0 scroll relative line-left ${styles.reading}`}>
        <div className={styles.article}>
          <h1 className={`ink medium fs-28 lh-36 ${styles.title}`}>{title}</h1>
          <div className="bleed">
            {hasFailed ? <NotFetched title={words('guideFailed')} onAgain={whole.ask} /> : <Skeleton rows={12} />}
          </div>
          {hasFailed ? <Neighbours all={all} at={listed} /> : null}
        </div>
      </div>
    )
  const headings = sectionsOf(guide.body, guide.anchors).filter(({ depth }) => depth === 2 || depth === 3)
  return (
    <>
      <div className={`min-h-0 scroll relative line-left ${styles.reading}`}>
        <article ref={arrive} className={styles.article}>
          <h1 className={`ink medium fs-28 lh-36 ${styles.title}`}>{title}</h1>
          <OnThisPageFolded headings={headings} />
          <Article markdown={guide.body} anchors={guide.anchors} />
          <Neighbours all={all} at={guide} />
        </article>
      </div>
      <OnThisPage headings={headings} />
    </>
  )
}
