import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { paths } from '../site/paths.ts'

/** Matches a catalogue number. Other designators have no page, for example in a message about an object without a catalogue number. */
const CATALOGUE_NUMBER = /^[1-9]\d{0,8}$/

type Props = { readonly number: number | string; readonly className?: string }

/** Shows the number of an object as a link to its page, for users who may open it. */
export function ObjectNumber({ number, className = 'mono muted' }: Props) {
  const session = useSession()
  const text = String(number)
  const mayOpen = session.status === 'signed-in' && allows([CA_USER], session.who.roles)
  if (!mayOpen || !CATALOGUE_NUMBER.test(text)) return <span className={className}>{text}</span>
  return (
    <Link to={paths.object} params={{ number: text }} className={className}>
      {text}
    </Link>
  )
}
