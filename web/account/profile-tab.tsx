import { accountAddress } from '../session/session.ts'
import type { SignedInPerson } from '../session/who.ts'
import { shellWords } from '../shell/words.data.ts'
import { ExternalLink } from '../ui/button/external-link.tsx'
import { Pane } from '../ui/page/pane.tsx'
import { useWords } from '../ui/text/language.ts'
import { KeyValues } from '../ui/value/key-values.tsx'
import { accountWords } from './form/account-words.data.ts'
import { Preferences } from './preferences.tsx'
import styles from './profile-tab.module.css'
import { roleLines } from './service-accounts/role-words.ts'

/** Shows the signed-in user, the roles, and the settings of the screens. */
export function ProfileTab({ who }: { readonly who: SignedInPerson }) {
  const t = useWords(accountWords)
  const shell = useWords(shellWords)
  const account = accountAddress()
  return (
    <>
      <h2 className="flex-none pad-10 line-bottom fs-20 medium">{who.name}</h2>
      <div className={`grid grow ${styles.grid}`}>
        <div className={`line-right ${styles.who}`}>
          <Pane title={t('user')}>
            <KeyValues
              rows={[
                [
                  t('userName'),
                  <span key="u" className="mono">
                    {who.userName}
                  </span>,
                ],
                [t('displayName'), who.name],
                [t('email'), who.email],
                [t('organisation'), who.organisation],
              ]}
            />
            {account ? (
              <p className="stack gap-2 fs-13 pad-end-16">
                <ExternalLink href={account}>{t('manageAccount')}</ExternalLink>
                <span className="muted fs-12">{t('manageAccountHelp')}</span>
              </p>
            ) : null}
          </Pane>
          <Pane title={t('roles')} className="line-top" provenance={t('rolesHelp')}>
            <KeyValues
              rows={roleLines(who.roles).map(({ resource, words }) => [
                shell(resource),
                sentenceCase(words.map((word) => t(word)).join(', ')) || <span className="muted">{t('noRole')}</span>,
              ])}
            />
          </Pane>
        </div>
        <Preferences />
      </div>
    </>
  )
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
