import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../session/session.ts'
import { partOf } from '../../ui/page/part.tsx'
import { useWords } from '../../ui/text/language.ts'
import { useDestinations } from '../use-destinations.ts'
import { shellWords } from '../words.data.ts'
import styles from './message.module.css'
import { Message } from './message.tsx'

// Seldom needed: it does not burden every screen.
const findHere = partOf(async () => (await import('./find-here.tsx')).FindHere)

/** For every address that leads nowhere, and for those that the user may not open: no hint which of the two it is. */
export function NotFound({ children }: React.PropsWithChildren) {
  const t = useWords(shellWords)
  const destinations = useDestinations()
  const session = useSession()
  const mayFind = session.status === 'signed-in' && allows([CA_USER], session.who.roles)
  return (
    <Message title={t('notFound')}>
      <p>{t('notFoundWhy')}</p>
      {children}
      {mayFind ? <findHere.Show /> : null}
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
