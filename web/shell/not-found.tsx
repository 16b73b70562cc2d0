import { allows, CA_USER, ODT_USER } from '@apsis/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Message } from './message.tsx'

/** For every address that leads nowhere, and for those that the user may not open: no hint which of the two it is. */
export function NotFound() {
  const session = useSession()
  const roles = session.status === 'signed-in' ? session.who.roles : new Set<string>()
  const isMember = allows([CA_USER], roles) || allows([ODT_USER], roles)
  return (
    <Message title="Page not found">
      <p>The address may be mistyped, or the page may be gone.</p>
      <p>
        <Link to={paths.home}>{isMember ? 'Go to your services' : 'Go to the start'}</Link>
      </p>
    </Message>
  )
}
