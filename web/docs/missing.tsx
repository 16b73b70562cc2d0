import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { Empty } from '../ui/pane-states.tsx'
import type { DocPage, Entry } from './doc-page.ts'
import styles from './docs.module.css'

/** For an address that names no guide; the contents beside it still hold. */
export function Missing({ page, first }: { readonly page: DocPage; readonly first: Entry | undefined }) {
  return (
    <div className={styles.missing}>
      <h1 className={styles.title}>No such guide</h1>
      <Empty title={`${page.name} has no guide at this address.`}>
        It may have been renamed. Choose one from the contents
        {first ? (
          <>
            {', or begin with '}
            <Link to={paths.docs} params={{ page: first.page, file: first.file }}>
              {first.title}
            </Link>
          </>
        ) : null}
        .
      </Empty>
    </div>
  )
}
