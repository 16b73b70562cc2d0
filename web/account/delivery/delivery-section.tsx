import { useQuery } from '@tanstack/react-query'
import { ChannelsPane } from './channels-pane.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { deliveriesQuery, isUnderWay } from './delivery-query.ts'
import { MailboxPane } from './mailbox-pane.tsx'

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
