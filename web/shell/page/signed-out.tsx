import { signIn } from '../../session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { useWords } from '../../ui/text/language.ts'
import { shellWords } from '../words.data.ts'
import { Message } from './message.tsx'

/** Shows that the session ended, if the page was already reloaded for this a moment ago: another reload would repeat without end. */
export function SignedOut() {
  const t = useWords(shellWords)
  return (
    <Message title={t('signedOutTitle')}>
      <p>{t('signedOutText')}</p>
      <Button look="primary" onClick={() => void signIn()}>
        {t('login')}
      </Button>
    </Message>
  )
}
