import { Link } from '@tanstack/react-router'
import { paths } from '../../site/paths.ts'
import { Empty } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { DocPage, Entry } from './doc-page.ts'
import styles from './docs.module.css'
import { docsWords } from './words.data.ts'

/** Shows that the address names no guide; the contents beside it still work. */
export function Missing({ page, first }: { readonly page: DocPage; readonly first: Entry | undefined }) {
  const words = useWords(docsWords)
  return (
    <div className={`min-h-0 scroll relative line-left ${styles.missing}`}>
      <h1 className={`ink medium fs-28 lh-36 ${styles.title}`}>{words('noSuchGuide')}</h1>
      <Empty title={words('noGuideHere', { page: words(page.id) })}>
        {words('chooseAnother')}{' '}
        {first ? (
          <Link to={paths.docs} params={{ page: first.page, file: first.file }}>
            {words('beginWith', { title: first.title })}
          </Link>
        ) : null}
      </Empty>
    </div>
  )
}
