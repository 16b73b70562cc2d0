import type { Customer } from '@apsis/contract/payments/customer.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { Empty, Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { customersQuery } from '../customers-query.ts'
import { InvoicesPane } from './invoices-pane.tsx'
import styles from './payments.module.css'
import { useCreateCustomer } from './payments-query.ts'
import { paymentsWords } from './words.data.ts'

/** For administrators: the customers of the organisation, and the invoices to book. */
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
        exits={{ call: { method: 'GET', path: '/api/v1/payments/customers' } }}
        className={styles.pane}
      >
        {(customers) =>
          customers.length === 0 ? (
            <Empty title={t('noCustomers')}>{t('noCustomersHelp')}</Empty>
          ) : (
            <ul className={styles.list}>
              {customers.map((one) => (
                <li key={one.customerId}>
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
  const [userId, setUserId] = useState('')
  const [name, setName] = useState('')
  const create = useCreateCustomer()
  const confirm = () => {
    if (!create.isPending) create.mutate({ userId, name }, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      title={t('newCustomer')}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('create'), onConfirm: confirm }}
    >
      <form
        className={`stack gap-10 ${styles.form}`}
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        {create.error ? (
          <Strip level="caution" isUrgent>
            {problemInWords(create.error).message}
          </Strip>
        ) : null}
        <TextField
          label={t('userId')}
          value={userId}
          onChange={setUserId}
          maxLength={255}
          autoFocus
          help={t('userIdHelp')}
        />
        <TextField label={t('name')} value={name} onChange={setName} maxLength={200} />
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}
