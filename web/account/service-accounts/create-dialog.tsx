import type { Resource } from '@apsis/contract/roles.ts'
import type { ServiceAccountRole, ServiceAccountSecret } from '@apsis/contract/service-accounts/service-account.ts'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { shellWords } from '../../shell/words.data.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { roleLines } from '../role-words.ts'
import { accountWords } from '../words.data.ts'
import { CustomerField, NO_CUSTOMER } from './customer-field.tsx'
import { DaysField, isGoodLife, STANDARD_DAYS } from './days-field.tsx'
import { rolesToGive, useCreate } from './service-account-query.ts'
import styles from './service-accounts.module.css'
import { serviceAccountWords } from './words.data.ts'

type Props = {
  readonly who: SignedInPerson
  readonly onClose: () => void
  readonly onMade: (made: ServiceAccountSecret) => void
}

/** Asks what the account is called, what it may do and for how long. */
export function CreateDialog({ who, onClose, onMade }: Props) {
  const t = useWords(serviceAccountWords)
  const offered = rolesToGive(who.roles)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  // One role alone is no choice.
  const [roles, setRoles] = useState<readonly ServiceAccountRole[]>(offered.length === 1 ? offered : [])
  const [days, setDays] = useState(STANDARD_DAYS)
  const [customerId, setCustomerId] = useState(NO_CUSTOMER)
  const [wasAsked, setWasAsked] = useState(false)
  const create = useCreate()
  const confirm = () => {
    setWasAsked(true)
    if (create.isPending || name.trim() === '' || roles.length === 0 || !isGoodLife(days)) return
    const wish = {
      name,
      description,
      roles: [...roles],
      expiresInDays: days,
      ...(customerId === NO_CUSTOMER ? {} : { customerId }),
    }
    create.mutate(wish, { onSuccess: onMade })
  }
  return (
    <Dialog
      isOpen
      title={t('create')}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('confirmCreate'), onConfirm: confirm }}
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
          label={t('name')}
          value={name}
          onChange={setName}
          maxLength={80}
          autoFocus
          help={t('nameHelp')}
          error={wasAsked && name.trim() === '' ? t('nameMissing') : undefined}
        />
        <TextField
          label={t('description')}
          value={description}
          onChange={setDescription}
          maxLength={500}
          help={t('descriptionHelp')}
        />
        <RoleChoice offered={offered} value={roles} onChange={setRoles} isMissing={wasAsked && roles.length === 0} />
        <DaysField value={days} onChange={setDays} />
        <CustomerField who={who} value={customerId} onChange={setCustomerId} />
        {/* Enter in a field confirms. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}

type RoleChoiceProps = {
  readonly offered: readonly ServiceAccountRole[]
  readonly value: readonly ServiceAccountRole[]
  readonly onChange: (roles: readonly ServiceAccountRole[]) => void
  readonly isMissing: boolean
}

/** The roles of a service account, by the service that they open. */
function RoleChoice({ offered, value, onChange, isMissing }: RoleChoiceProps) {
  const t = useWords(serviceAccountWords)
  const shell = useWords(shellWords)
  const account = useWords(accountWords)
  const services = [...new Set(offered.map((role) => resourceOf(role)))]
  return (
    <fieldset className={styles.roles}>
      <legend>{t('roles')}</legend>
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
