import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { problemInWords } from '../../api/problem-in-words.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { ChannelsPane } from './channels-pane.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { deliveriesQuery, isUnderWay, useConfirm } from './delivery-query.ts'
import { MailboxPane } from './mailbox-pane.tsx'
import { deliveryWords } from './words.data.ts'

/** How every channel stands: the first that a reader looks for here. */
export function ChannelsSection() {
  const { data } = useQuery(deliveriesQuery())
  return <ChannelsPane isSoon={isUnderWay(data)} />
}

/** Whether what is sent really arrives: what was sent, and the simulated mailbox where there is one. */
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

/** The dialog that the link of a mail opens: it says what will be confirmed, and confirms it when its button is pressed. */
function ConfirmDialog() {
  const t = useWords(deliveryWords)
  const navigate = useNavigate()
  const { confirm: token } = useSearch({ strict: false }) as { readonly confirm?: unknown }
  const confirm = useConfirm()
  const leave = () => void navigate({ to: paths.account, params: { page: 'notifications' }, search: {}, replace: true })
  if (typeof token !== 'string') return null
  const isDone = confirm.isSuccess || confirm.isError
  return (
    <Dialog
      isOpen
      title={t('confirmTitle')}
      onClose={leave}
      close={t(isDone ? 'close' : 'cancel')}
      {...(isDone ? {} : { confirm: { label: t('confirm'), onConfirm: () => confirm.mutate(token) } })}
    >
      {confirm.isSuccess ? (
        <Strip level="ok">{t('isConfirmed', { name: confirm.data.target })}</Strip>
      ) : confirm.isError ? (
        <Strip level="caution" isUrgent>
          {problemInWords(confirm.error).message}
        </Strip>
      ) : (
        <p>{t('confirmHelp')}</p>
      )}
    </Dialog>
  )
}
