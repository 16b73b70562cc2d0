import type { Customer } from '@apsis/contract/payments/customer.ts'
import { useQuery } from '@tanstack/react-query'
import { problemInWords } from '../../api/problem-in-words.ts'
import { paymentsDemoQuery, useOpenDemo } from '../../price/simulated-account.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Banner, Empty } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { customersQuery } from './payments-query.ts'
import { paymentsWords } from './words.data.ts'

type Props = { readonly who: SignedInPerson; readonly children: (own: Customer) => React.ReactNode }

/** Shows the data of the customer; without a customer it names the person to ask, and offers a simulated account if that is allowed. */
export function CustomerGate({ who, children }: Props) {
  const t = useWords(paymentsWords)
  const query = useQuery(customersQuery())
  const own = query.data?.find(({ userId }) => userId === who.subject)
  if (own) return children(own)
  return (
    <QueryPane title={t('customer')} query={query} skeletonRows={4} failed={t('failed')} className="flex-none">
      {() => <NoCustomer />}
    </QueryPane>
  )
}

function NoCustomer() {
  const t = useWords(paymentsWords)
  const { data: demo } = useQuery(paymentsDemoQuery())
  const open = useOpenDemo()
  return (
    <>
      {open.error ? (
        <Banner level="caution" isUrgent>
          {problemInWords(open.error).message}
        </Banner>
      ) : null}
      <Empty title={t('noCustomer')}>{t('noCustomerHelp')}</Empty>
      {demo?.isAllowed ? (
        <p className="row wrap pad-6 soft fs-13 gap-4-16">
          <Button look="primary" onClick={() => open.mutate()}>
            {t('openDemo')}
          </Button>
          <span>{t('openDemoHelp')}</span>
        </p>
      ) : null}
    </>
  )
}
