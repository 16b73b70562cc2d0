import type { ServiceAccountRole, ServiceAccountSecret } from '@apsis/contract/service-accounts/service-account.ts'
import { useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import type { Who } from '../../session/who.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Strip } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { CustomerField, NO_CUSTOMER } from './customer-field.tsx'
import { DaysField, isGoodLife, STANDARD_DAYS } from './days-field.tsx'
import { RoleChoice } from './role-choice.tsx'
import { rolesToGive, useCreate } from './service-account-query.ts'
import styles from './service-accounts.module.css'
import { serviceAccountWords } from './words.data.ts'

type Props = {
  readonly who: Who
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
        className={styles.form}
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
