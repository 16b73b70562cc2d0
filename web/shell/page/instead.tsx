import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../site/paths.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { shellWords } from '../words.data.ts'
import styles from './instead.module.css'

type Props = {
  readonly title: string
  readonly verdict: string
  readonly children: ReactNode
  readonly ways?: ReactNode
}

/** Shows the reason why a page has no content, and links to other pages. */
export function Instead({ title, verdict, children, ways }: Props) {
  const t = useWords(shellWords)
  return (
    <section className={`soft ${styles.panel}`} aria-label={title}>
      <p className="flex items-baseline gap-12 ink fs-20">
        <StatusSymbol level="inactive" size={14} />
        {verdict}
      </p>
      {children}
      <ul className={`flex wrap line-top gap-4-24 ${styles.ways}`} aria-label={t('meanwhile')}>
        {ways}
        <li>
          <Link to={paths.docs} params={{ page: undefined, file: undefined }}>
            {t('readGuides')}
          </Link>
        </li>
        <li>
          <Link to={paths.services}>{t('seeServices')}</Link>
        </li>
      </ul>
    </section>
  )
}
