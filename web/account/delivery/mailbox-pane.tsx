import { useQuery } from '@tanstack/react-query'
import { Instant } from '../../clock/instant.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './delivery.module.css'
import { mailsQuery } from './delivery-query.ts'
import { deliveryWords } from './words.data.ts'

/** The mails of an installation without a mail server; nothing where mail is really sent. */
export function MailboxPane({ isSoon }: { readonly isSoon: boolean }) {
  const t = useWords(deliveryWords)
  const { data } = useQuery(mailsQuery(isSoon))
  if (data?.isSimulated !== true) return null
  return (
    <section className={styles.mailbox} aria-label={t('mailbox')}>
      <h3>{t('mailbox')}</h3>
      <Strip level="inactive">{t('mailboxHelp')}</Strip>
      {data.mails.map((mail) => (
        <details key={`${mail.at} ${mail.to}`} className={styles.mail}>
          <summary>
            <Instant at={Date.parse(mail.at)} /> <b>{mail.subject}</b>{' '}
            <span className={`mono ${styles.soft}`}>{mail.to}</span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line that is wider than the page is scrolled by keyboard as well. */}
          <pre tabIndex={0}>{linked(mail.text)}</pre>
        </details>
      ))}
    </section>
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
