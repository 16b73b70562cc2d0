import type { Mail } from '@apsis/contract/notifications/mail.ts'
import { useQuery } from '@tanstack/react-query'
import { Instant } from '../../clock/instant.tsx'
import { useFold } from '../../shell/page/use-fold.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './delivery.module.css'
import { channelsQuery, mailsCall, mailsQuery } from './delivery-query.ts'
import { deliveryWords } from './words.data.ts'

/** The mails of an installation without a mail server; nothing where mail is really sent. */
export function MailboxPane({ isSoon }: { readonly isSoon: boolean }) {
  const { data } = useQuery(mailsQuery(isSoon))
  return data?.isSimulated === true ? <Mailbox mails={data.mails} /> : null
}

function Mailbox({ mails }: { readonly mails: readonly Mail[] }) {
  const t = useWords(deliveryWords)
  const { data: channels = [] } = useQuery(channelsQuery(false))
  const [newest] = mails
  const { pane } = useFold({
    id: 'mailbox',
    title: t('mailbox'),
    status: { level: 'inactive', word: t('simulated') },
    // The link that confirms an address is here, and nowhere else.
    isUrgent: channels.some(({ channel, isConfirmed }) => channel === 'email' && !isConfirmed),
    holds:
      newest === undefined ? (
        t('noMail')
      ) : (
        <>
          {t('mails', { count: mails.length })} <Instant at={Date.parse(newest.at)} isStop={false} />
        </>
      ),
  })
  return (
    <Pane {...pane} exits={{ call: mailsCall }}>
      <Strip level="inactive">{t('mailboxHelp')}</Strip>
      {mails.map((mail) => (
        <details key={`${mail.at} ${mail.to}`} className={styles.mail}>
          <summary>
            <Instant at={Date.parse(mail.at)} /> <b>{mail.subject}</b>{' '}
            <span className={`mono ${styles.soft}`}>{mail.to}</span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line that is wider than the page is scrolled by keyboard as well. */}
          <pre tabIndex={0}>{linked(mail.text)}</pre>
        </details>
      ))}
    </Pane>
  )
}

/** The text of a mail, with links to this application that can be followed. */
function linked(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((piece, at) => {
    if (at % 2 === 0 || !URL.canParse(piece)) return piece
    const { pathname, search, hash } = new URL(piece)
    return (
      <a key={piece} href={`${pathname}${search}${hash}`}>
        {piece}
      </a>
    )
  })
}
