import type { Resource } from '@apsis/contract/roles.ts'
import {
  createServiceAccount,
  type ServiceAccountRole,
  type ServiceAccountSecret,
} from '@apsis/contract/service-accounts/service-account.ts'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { shellWords } from '../../shell/words.data.ts'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import { accountWords } from '../form/account-words.data.ts'
import { CustomerField, NO_CUSTOMER } from './customer-field.tsx'
import { DaysField, STANDARD_DAYS } from './days-field.tsx'
import { roleLines } from './role-words.ts'
import { rolesToGive, SERVICE_ACCOUNTS } from './service-account-query.ts'
import styles from './service-accounts.module.css'
import { serviceAccountWords } from './words.data.ts'

type Props = {
  readonly who: SignedInPerson
  readonly onClose: () => void
  readonly onMade: (made: ServiceAccountSecret) => void
}

/** Asks for the name of the account, its roles and its lifetime. */
export function CreateDialog({ who, onClose, onMade }: Props) {
  const t = useWords(serviceAccountWords)
  const offered = rolesToGive(who.roles)
  const form = useForm({
    initial: () => ({
      name: '',
      description: '',
      // A single role is selected already.
      roles: offered.length === 1 ? offered : [],
      expiresInDays: STANDARD_DAYS,
      customerId: NO_CUSTOMER,
    }),
    rules: {
      schema: createServiceAccount.body,
      body: ({ customerId, ...wish }) => ({ ...wish, ...(customerId === NO_CUSTOMER ? {} : { customerId }) }),
      faultOf: (field, _, { name }) =>
        field === 'roles' ? t('roleMissing') : field === 'name' && name.trim() === '' ? t('nameMissing') : undefined,
    },
    save: (body) => call(createServiceAccount, { body }),
    writes: [SERVICE_ACCOUNTS],
    onSaved: onMade,
  })
  const { field, faults } = form
  return (
    <FormDialog form={form} title={t('create')} onClose={onClose} close={t('cancel')} confirm={t('confirmCreate')}>
      <TextField label={t('name')} maxLength={80} autoFocus help={t('nameHelp')} {...field('name')} />
      <TextField label={t('description')} maxLength={500} {...field('description')} />
      <RoleChoice offered={offered} {...field('roles')} isMissing={faults.has('roles')} />
      <DaysField {...field('expiresInDays')} />
      <CustomerField who={who} {...field('customerId')} />
    </FormDialog>
  )
}

type RoleChoiceProps = {
  readonly offered: readonly ServiceAccountRole[]
  readonly value: readonly ServiceAccountRole[]
  readonly onChange: (roles: readonly ServiceAccountRole[]) => void
  readonly isMissing: boolean
}

/** Offers the roles of a service account, by the service that they open. */
function RoleChoice({ offered, value, onChange, isMissing }: RoleChoiceProps) {
  const t = useWords(serviceAccountWords)
  const shell = useWords(shellWords)
  const account = useWords(accountWords)
  const services = [...new Set(offered.map((role) => resourceOf(role)))]
  return (
    <fieldset className={`pad-0 m-0 no-frame ${styles.roles}`}>
      <legend className="pad-0 fs-13 medium">{t('roles')}</legend>
      {services.map((service, place) => {
        const own = offered.filter((role) => resourceOf(role) === service)
        const isLast = place === services.length - 1
        return (
          <CheckboxGroup
            key={service}
            label={shell(service)}
            options={own.map((role) => ({
              value: role,
              label: wordsOf(role)
                .map((word) => account(word))
                .join(', '),
            }))}
            value={value.filter((role) => own.includes(role))}
            onChange={(chosen) =>
              onChange(offered.filter((role) => (own.includes(role) ? chosen : value).includes(role)))
            }
            help={isLast ? t('rolesHelp') : undefined}
            error={isLast && isMissing ? t('roleMissing') : undefined}
          />
        )
      })}
    </fieldset>
  )
}

const lineOf = (role: ServiceAccountRole) => roleLines(new Set([role])).filter(({ words }) => words.length > 0)
const resourceOf = (role: ServiceAccountRole): Resource => lineOf(role)[0]?.resource ?? 'ca'
const wordsOf = (role: ServiceAccountRole) => lineOf(role).flatMap(({ words }) => words)
