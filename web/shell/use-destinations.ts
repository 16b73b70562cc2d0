import { allows } from '@apsis/contract/roles.ts'
import { useSession } from '../session/session.ts'
import { DESTINATIONS, type Destination } from './destinations.ts'

/** Returns the destinations that the signed-in user may open (spec §2); none without a signed-in user. */
export function useDestinations(): readonly Destination[] {
  const session = useSession()
  if (session.status !== 'signed-in') return []
  return DESTINATIONS.filter(({ access }) => allows(access, session.who.roles))
}
