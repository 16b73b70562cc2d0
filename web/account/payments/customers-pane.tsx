import { type Customer, createCustomer } from '@apsis/contract/payments/customer.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Empty } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { InvoicesPane } from './invoices-pane.tsx'
import { customersQuery, PAYMENTS_WRITES } from './payments-query.ts'
import { paymentsWords } from './words.data.ts'

/** Lists the customers of the organisation and the invoices to book, for administrators. */
export function CustomersPane() {
  const t = useWords(paymentsWords)
  const query = useQuery(customersQuery())
  const [isCreating, setIsCreating] = useState(false)
  const [chosen, setChosen] = useState<Customer>()
  return (
    <>
      <QueryPane
        id="customers"
        title={t('customers')}
        query={query}
        skeletonRows={3}
        failed={t('failed')}
        actions={<Button onClick={() => setIsCreating(true)}>{t('newCustomer')}</Button>}
        exports={{ call: { method: 'GET', path: '/api/v1/payments/customers' } }}
        className="flex-none"
      >
        {(customers) =>
          customers.length === 0 ? (
            <Empty title={t('noCustomers')} />
          ) : (
            <ul>
              {customers.map((one) => (
                <li className="row wrap gap-4-16 pad-6 faint-bottom fs-13" key={one.customerId}>
                  <b>{one.name}</b>
                  <span className="mono">{one.userId}</span>
                  <span>
                    {t('standing', {
                      available: formatMoney(one.balance.available, one.balance.currency),
                      limit: formatMoney(one.balance.limit, one.balance.currency),
                    })}
                  </span>
                  <Button look="quiet" onClick={() => setChosen(one)}>
                    {t('showInvoices', { name: one.name })}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryPane>
      {chosen ? (
        <InvoicesPane
          key={chosen.customerId}
          customerId={chosen.customerId}
          currency={chosen.balance.currency}
          name={chosen.name}
          mayBook
        />
      ) : null}
      {isCreating ? <NewCustomerDialog onClose={() => setIsCreating(false)} /> : null}
    </>
  )
}

function NewCustomerDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(paymentsWords)
  const form = useForm({
    initial: { userId: '', name: '' },
    save: (body) => call(createCustomer, { body }),
    writes: PAYMENTS_WRITES,
    onSaved: onClose,
  })
  const { field } = form
  return (
    <FormDialog form={form} title={t('newCustomer')} onClose={onClose} close={t('cancel')} confirm={t('create')}>
      <TextField label={t('userId')} maxLength={255} autoFocus help={t('userIdHelp')} {...field('userId')} />
      <TextField label={t('name')} maxLength={200} {...field('name')} />
    </FormDialog>
  )
}
