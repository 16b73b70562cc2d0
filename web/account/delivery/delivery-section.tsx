import { confirmChannel } from '@apsis/contract/notifications/channel.ts'
import type { Mail } from '@apsis/contract/notifications/mail.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { Instant } from '../../clock/instant.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { useFold } from '../../shell/page/use-fold.tsx'
import { paths } from '../../site/paths.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { ChannelsPane } from './channels-pane.tsx'
import styles from './delivery.module.css'
import { DeliveryLog } from './delivery-log.tsx'
import { channelsQuery, DELIVERY_WRITES, deliveriesQuery, isUnderWay, mailsCall, mailsQuery } from './delivery-query.ts'
import { deliveryWords } from './words.data.ts'

/** Shows the state of every channel, at the top because readers look for it first. */
export function ChannelsSection() {
  const { data } = useQuery(deliveriesQuery())
  return <ChannelsPane isSoon={isUnderWay(data)} />
}

/** Shows whether messages really arrive: the log of sent messages, and the simulated mailbox if there is one. */
export function DeliverySection() {
  const deliveries = useQuery(deliveriesQuery())
  const isSoon = isUnderWay(deliveries.data)
  return (
    <>
      <DeliveryLog />
      <MailboxPane isSoon={isSoon} />
      <ConfirmDialog />
    </>
  )
}

/** Shows the dialog that the link of a mail opens: it states what will be confirmed, and confirms it when its button is pressed. */
function ConfirmDialog() {
  const t = useWords(deliveryWords)
  const navigate = useNavigate()
  const { confirm: token } = useSearch({ strict: false }) as { readonly confirm?: unknown }
  const form = useForm({
    initial: {},
    save: () => call(confirmChannel, { body: { token: String(token) } }),
    writes: DELIVERY_WRITES,
  })
  const leave = () => void navigate({ to: paths.account, params: { page: 'notifications' }, search: {}, replace: true })
  if (typeof token !== 'string') return null
  const isDone = form.isSaved || form.problem !== null
  return (
    <FormDialog
      form={form}
      title={t('confirmTitle')}
      onClose={leave}
      close={t(isDone ? 'close' : 'cancel')}
      confirm={isDone ? undefined : t('confirm')}
    >
      {form.answer ? <Banner level="ok">{t('isConfirmed', { name: form.answer.target })}</Banner> : null}
      {isDone ? null : <p>{t('confirmHelp')}</p>}
    </FormDialog>
  )
}

/** Shows the mails of an installation without a mail server; nothing if mail is really sent. */
function MailboxPane({ isSoon }: { readonly isSoon: boolean }) {
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
    // The link that confirms an address is only in this mailbox.
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
    <Pane {...pane} exports={{ call: mailsCall }}>
      <Banner level="inactive">{t('mailboxHelp')}</Banner>
      {mails.map((mail) => (
        <details key={`${mail.at} ${mail.to}`} className={`pad-6 faint-bottom fs-13 ${styles.mail}`}>
          <summary>
            <Instant at={Date.parse(mail.at)} /> <b>{mail.subject}</b> <span className="mono muted">{mail.to}</span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line that is wider than the page is scrolled by keyboard as well. */}
          <pre tabIndex={0}>{linked(mail.text)}</pre>
        </details>
      ))}
    </Pane>
  )
}

/** Returns the text of a mail with working links to this application. */
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
