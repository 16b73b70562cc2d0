import { Navigate, useParams } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import type { Who } from '../session/who.ts'
import { NotFound } from '../shell/not-found.tsx'
import { Contents } from './contents.tsx'
import { type DocPage, type Entry, entriesOf, offeredPages, REFERENCE } from './doc-page.ts'
import styles from './docs.module.css'
import { GUIDES } from './guides.ts'
import { Missing } from './missing.tsx'
import { Reading } from './reading.tsx'
import { ReferencePane } from './reference-pane.tsx'

/** The guides and the API reference; what is offered follows the roles (spec §2). */
export function DocsPage() {
  const session = useSession()
  const { page, file } = useParams({ strict: false })
  if (session.status !== 'signed-in') return null
  const offered = offeredPages(session.who.roles)
  const shown = page === undefined ? offered[0] : offered.find(({ id }) => id === page)
  if (!shown) return <NotFound />
  const [first] = entriesOf(shown, GUIDES)
  if (first && (page === undefined || file === undefined))
    return <Navigate to={paths.docs} params={{ page: first.page, file: first.file }} replace />
  const all = offered.flatMap((one) => entriesOf(one, GUIDES))
  const entry = all.find((one) => one.page === page && one.file === file)
  return (
    <>
      <title>{`${entry?.title ?? 'No such guide'} · Documentation · Apsis`}</title>
      <Breadcrumbs page={shown} title={entry?.title ?? 'No such guide'} />
      <div className={styles.grid}>
        <Contents offered={offered} page={shown} file={file} />
        {entry ? (
          <Reader entry={entry} page={shown} all={all} who={session.who} />
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
  readonly who: Who
}

/** What is read: keyed by its place, so that another one begins at its top. */
function Reader({ entry, page, all, who }: ReaderProps) {
  const key = `${entry.page}/${entry.file}`
  if (entry.file === REFERENCE && page.service)
    return <ReferencePane key={key} page={page} service={page.service} all={all} subject={who.subject} />
  const guide = GUIDES.find((one) => one.page === entry.page && one.file === entry.file)
  return guide ? <Reading key={key} guide={guide} all={all} /> : null
}

function Breadcrumbs({ page, title }: { readonly page: DocPage; readonly title: string }) {
  return (
    <nav className={styles.head} aria-label="Breadcrumbs">
      <ol>
        <li>Documentation</li>
        <li>{page.name}</li>
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}
