import { signIn } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Message } from './message.tsx'

/** Shown where the session ended and the page was reloaded for it a moment ago: once more would be a circle. */
export function SignedOut() {
  return (
    <Message title="You are signed out">
      <p>Your session has ended. Log in to come back to this page.</p>
      <Button look="primary" onClick={() => void signIn()}>
        Login
      </Button>
    </Message>
  )
}
