import { cancelRequest, type ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { ODT_ADMIN } from '@apsis/contract/roles.ts'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { FormDialog } from '../../../form/form-dialog.tsx'
import { useForm } from '../../../form/use-form.ts'
import { useSession } from '../../../session/session.ts'
import { useNaming } from '../../../shell/status/people.ts'
import { Button } from '../../../ui/button/button.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { useWords } from '../../../ui/text/language.ts'
import { OBSERVATION_WRITES } from './queries.ts'
import { cancelling } from './status.ts'
import { lifeWords } from './words.data.ts'

/** Shows the button that cancels a request if its state allows it, and states first how much of the price is returned (ux.md R14). */
export function CancelRequest({ request }: { readonly request: ObservationRequest }) {
  const t = useWords(lifeWords)
  const session = useSession()
  const { nameOf } = useNaming()
  const [isAsking, setAsking] = useState(false)
  if (cancelling(request) === undefined || session.status !== 'signed-in') return null
  const { who } = session
  const isAllowed = request.createdBy === who.userName || who.roles.has(ODT_ADMIN as 'odt:admin')
  return (
    <>
      <Button
        disabledReason={isAllowed ? undefined : t('notYours', { name: nameOf(request.createdBy) })}
        onClick={() => setAsking(true)}
      >
        {t('cancel')}
      </Button>
      {isAsking ? <Asking request={request} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

function Asking({ request, onClose }: { readonly request: ObservationRequest; readonly onClose: () => void }) {
  const t = useWords(lifeWords)
  const form = useForm({
    initial: {},
    save: () => call(cancelRequest, { query: { 'observation-request-id': request.observationRequestId } }),
    writes: OBSERVATION_WRITES,
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('cancelOf', { name: request.objectName })}
      close={t('keep')}
      confirm={t('cancel')}
      refused={{ what: t('cancelFailed'), hasCode: true }}
    >
      <Consequences request={request} />
    </FormDialog>
  )
}

function Consequences({ request }: { readonly request: ObservationRequest }) {
  const t = useWords(lifeWords)
  const { pending = 0, running = 0 } = cancelling(request) ?? {}
  const { currency, held, captured } = request
  const money = (amount: number) => (currency === null ? '' : formatMoney(amount, currency))
  const said = [
    ...(pending > 0 ? [t('cancelPending', { count: pending })] : []),
    ...(running > 0 ? [t('cancelRunning', { count: running })] : []),
    ...(pending + running === 0 ? [t('cancelPlan')] : []),
    ...(held > 0 ? [t(running > 0 ? 'cancelPart' : 'cancelAll', { amount: money(held) })] : []),
    ...(captured > 0 ? [t('cancelPaid', { amount: money(captured) })] : []),
    t('cancelForever'),
  ]
  return <p>{said.join(' ')}</p>
}
