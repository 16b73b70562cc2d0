import type { ObservationRequest } from '@apsis/contract/odt/request.ts'
import { ODT_ADMIN } from '@apsis/contract/roles.ts'
import { useState } from 'react'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { useSession } from '../../session/session.ts'
import { useNaming } from '../../shell/status/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { useCancelRequest } from './queries.ts'
import { cancelling } from './status.ts'
import { lifeWords } from './words.data.ts'

/** Cancels a request where its state allows it, and says before what that gives back and what it does not (ux.md R14). */
export function CancelRequest({ request }: { readonly request: ObservationRequest }) {
  const t = useWords(lifeWords)
  const session = useSession()
  const { nameOf } = useNaming()
  const [isAsking, setAsking] = useState(false)
  const cancel = useCancelRequest()
  const effect = cancelling(request)
  if (effect === undefined || session.status !== 'signed-in') return null
  const { who } = session
  const isAllowed = request.createdBy === who.userName || who.roles.has(ODT_ADMIN as 'odt:admin')
  const close = () => {
    setAsking(false)
    cancel.reset()
  }
  const confirm = () => cancel.mutate(request.observationRequestId, { onSuccess: close })
  return (
    <>
      <Button
        disabledReason={isAllowed ? undefined : t('notYours', { name: nameOf(request.createdBy) })}
        onClick={() => setAsking(true)}
      >
        {t('cancel')}
      </Button>
      {isAsking ? (
        <Dialog
          isOpen
          onClose={close}
          title={t('cancelOf', { name: request.objectName })}
          close={t('keep')}
          confirm={{ label: t('cancel'), onConfirm: confirm }}
        >
          {cancel.error ? (
            <Strip level="serious" isUrgent>
              {t('cancelFailed')} ({codeInWords(cancel.error)}): {problemInWords(cancel.error).message}
            </Strip>
          ) : null}
          <Consequences request={request} />
        </Dialog>
      ) : null}
    </>
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
