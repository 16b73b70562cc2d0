import { Navigate, useParams } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import type { SignedInPerson } from '../session/who.ts'
import { NotFound } from '../shell/page/not-found.tsx'
import { paths } from '../site/paths.ts'
import { Skeleton } from '../ui/page/pane-states.tsx'
import { partOf } from '../ui/page/part.tsx'
import { useLanguage, useWords } from '../ui/text/language.ts'
import { type DocPage, type Entry, entriesOf, offeredPages, REFERENCE } from './guide/doc-page.ts'
import styles from './guide/docs.module.css'
import { GUIDES, type ListedGuide } from './guide/guides.ts'
import { Missing } from './guide/missing.tsx'
import { Reading } from './guide/reading.tsx'
import { docsWords } from './guide/words.data.ts'
import { Contents } from './search/contents.tsx'

const referencePane = partOf(
  async () => (await import('./reference/reference-pane.tsx')).ReferencePane,
  <Skeleton rows={12} />,
)

/** Shows the guides and the API reference; the offered parts follow the roles (spec §2). */
export function DocsPage() {
  const guides = GUIDES[useLanguage()]
  const session = useSession()
  const words = useWords(docsWords)
  const { page, file } = useParams({ strict: false })
  if (session.status !== 'signed-in') return null
  const offered = offeredPages(session.who.roles)
  const shown = page === undefined ? offered[0] : offered.find(({ id }) => id === page)
  if (!shown) return <NotFound />
  const [first] = entriesOf(shown, guides)
  if (first && (page === undefined || file === undefined))
    return <Navigate to={paths.docs} params={{ page: first.page, file: first.file }} replace />
  const all = offered.flatMap((one) => entriesOf(one, guides))
  const entry = all.find((one) => one.page === page && one.file === file)
  const title = entry?.title ?? words('noSuchGuide')
  return (
    <>
      <title>{words('pageTitle', { title })}</title>
      <Breadcrumbs page={shown} title={title} />
      <div className={`grid grow min-h-0 block-phone block-print ${styles.grid}`}>
        <Contents offered={offered} page={shown} file={file} guides={guides} />
        {entry ? (
          <Reader entry={entry} page={shown} all={all} guides={guides} who={session.who} />
        ) : (
          <Missing page={shown} first={first} />
        )}
      </div>
    </>
  )
}

type ReaderProps = {
  readonly entry: Entry
  readonly page: DocPage
  readonly all: readonly Entry[]
  readonly guides: readonly ListedGuide[]
  readonly who: SignedInPerson
}

/** Shows the chosen entry; its key is its place, so that another entry starts at its top. */
function Reader({ entry, page, all, guides, who }: ReaderProps) {
  const key = `${entry.page}/${entry.file}`
  if (entry.file === REFERENCE && page.service)
    return <referencePane.Show key={key} page={page} service={page.service} all={all} who={who} />
  const listed = guides.find((one) => one.page === entry.page && one.file === entry.file)
  return listed ? <Reading key={key} listed={listed} all={all} /> : null
}

function Breadcrumbs({ page, title }: { readonly page: DocPage; readonly title: string }) {
  const words = useWords(docsWords)
  return (
    <nav className={`row flex-none pad-x line-bottom fs-15 head-h ${styles.head}`} aria-label={words('breadcrumbs')}>
      <ol className="flex min-w-0 nowrap">
        <li className="muted">{words('documentation')}</li>
        <li className="muted">{words(page.id)}</li>
        <li className="min-w-0 clip ink medium ellipsis" aria-current="page">
          {title}
        </li>
      </ol>
    </nav>
  )
}
