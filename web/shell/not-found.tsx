import { Link } from '@tanstack/react-router'
import { useWords } from '../ui/language.ts'
import styles from './message.module.css'
import { Message } from './message.tsx'
import { useDestinations } from './use-destinations.ts'
import { shellWords } from './words.data.ts'

/** For every address that leads nowhere, and for those that the user may not open: no hint which of the two it is. */
export function NotFound() {
  const t = useWords(shellWords)
  const destinations = useDestinations()
  return (
    <Message title={t('notFound')}>
      <p>{t('notFoundWhy')}</p>
      <nav aria-label={t('goTo')} className={styles.ways}>
        {destinations.map(({ id, link }) => (
          <Link key={id} {...link}>
            {t(id)}
          </Link>
        ))}
      </nav>
    </Message>
  )
}
