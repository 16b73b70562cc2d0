import { allows, PAYMENTS_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import type { SignedInPerson } from '../../session/who.ts'
import { Select } from '../../ui/field/select.tsx'
import { useWords } from '../../ui/text/language.ts'
import { customersQuery } from '../payments/payments-query.ts'
import { serviceAccountWords } from './words.data.ts'

/** The value of the field if the program orders nothing. */
export const NO_CUSTOMER = 'none'

type Props = { readonly who: SignedInPerson; readonly value: string; readonly onChange: (customerId: string) => void }

/** Asks for the customer account on which a program orders; it is empty for a user who sees no customer. */
export function CustomerField({ who, value, onChange }: Props) {
  const t = useWords(serviceAccountWords)
  const { data: customers = [] } = useQuery({ ...customersQuery(), enabled: allows([PAYMENTS_USER], who.roles) })
  if (customers.length === 0) return null
  const options = customers.map(({ customerId, name }) => ({ value: customerId, label: name }))
  return (
    <Select
      label={t('customer')}
      help={t('customerHelp')}
      options={[{ value: NO_CUSTOMER, label: t('noCustomer') }, ...options]}
      value={value}
      onChange={onChange}
    />
  )
}

type NameProps = { readonly who: SignedInPerson; readonly customerId: string }

/** Shows the name of a customer, or its ID if the reader may not see the name. */
export function CustomerName({ who, customerId }: NameProps) {
  const { data: customers = [] } = useQuery({ ...customersQuery(), enabled: allows([PAYMENTS_USER], who.roles) })
  return <>{customers.find((customer) => customer.customerId === customerId)?.name ?? customerId}</>
}
