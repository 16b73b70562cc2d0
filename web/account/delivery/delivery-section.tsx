import { useQuery } from '@tanstack/react-query'
import { ChannelsPane } from './channels-pane.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { deliveriesQuery, isUnderWay } from './delivery-query.ts'
import { MailboxPane } from './mailbox-pane.tsx'

/** Whether what is sent really arrives: channels, what was sent, and the simulated mailbox where there is one. */
export function DeliverySection() {
  const deliveries = useQuery(deliveriesQuery())
  const isSoon = isUnderWay(deliveries.data)
  return (
    <>
      <ChannelsPane isSoon={isSoon} />
      <DeliveryLog query={deliveries} />
      <MailboxPane isSoon={isSoon} />
      <ConfirmDialog />
    </>
  )
}
