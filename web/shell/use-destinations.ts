import { allows } from '@apsis/contract/roles.ts'
import { useSession } from '../session/session.ts'
import { DESTINATIONS, type Destination } from './destinations.ts'

/** Where whoever is signed in may go (spec §2); nowhere while nobody is. */
export function useDestinations(): readonly Destination[] {
  const session = useSession()
  if (session.status !== 'signed-in') return []
  return DESTINATIONS.filter(({ access }) => allows(access, session.who.roles))
}
