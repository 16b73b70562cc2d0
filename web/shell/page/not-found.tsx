import { allows, CA_USER, ODT_USER } from '@apsis/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../session/session.ts'
import { partOf } from '../../ui/page/part.tsx'
import { useWords } from '../../ui/text/language.ts'
import { useDestinations } from '../use-destinations.ts'
import { shellWords } from '../words.data.ts'
import styles from './message.module.css'
import { Message } from './message.tsx'

// This part is rarely needed, so it is not loaded with every screen.
const findHere = partOf(async () => (await import('./find-here.tsx')).FindHere)

/** Shows that an address leads nowhere, or that the user may not open it; it does not reveal which of the two is the case. */
export function NotFound({ children }: React.PropsWithChildren) {
  const t = useWords(shellWords)
  const destinations = useDestinations()
  const session = useSession()
  const roles = session.status === 'signed-in' ? session.who.roles : undefined
  const mayFind = roles !== undefined && allows([CA_USER], roles)
  // A user who has just got an account, and has no role yet, has not mistyped the address.
  const hasNoService = roles !== undefined && !mayFind && !allows([ODT_USER], roles)
  return (
    <Message title={t('notFound')}>
      <p>{t(hasNoService ? 'noService' : 'notFoundWhy')}</p>
      {children}
      {mayFind ? <findHere.Show /> : null}
      <nav aria-label={t('goTo')} className={`flex wrap gap-8-16 ${styles.ways}`}>
        {destinations.map(({ id, link }) => (
          <Link key={id} {...link}>
            {t(id)}
          </Link>
        ))}
      </nav>
    </Message>
  )
}
