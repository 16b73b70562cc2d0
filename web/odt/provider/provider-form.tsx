import { NewProvider, type Provider } from '@apsis/contract/odt/provider.ts'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from './provider.module.css'
import { Fault } from './provider-fault.tsx'
import { useWriteProvider } from './provider-query.ts'
import { providerWords } from './words.data.ts'

type Props = {
  /** The one that is changed; without it one is added. */
  readonly provider: Provider | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** What is wrong with a field that is not empty. */
const FAULTS = { providerId: 'idFault', name: 'nameFault', url: 'urlFault' } as const

/** Adds a provider, or changes its name, address and switches. */
export function ProviderForm({ provider, onDone, onClose }: Props) {
  const t = useWords(providerWords)
  const [form, setForm] = useState(() => ({
    providerId: provider?.providerId ?? '',
    name: provider?.name ?? '',
    url: provider?.url ?? '',
    isTest: provider?.isTest ?? false,
    isEnabled: provider?.isEnabled ?? true,
  }))
  // Of the opening, as the fields are: what somebody else has saved since is not overwritten.
  const [version] = useState(provider?.version)
  const [isChecked, setChecked] = useState(false)
  const write = useWriteProvider()
  const read = NewProvider.safeParse(form)
  const faultOf = (field: 'providerId' | 'name' | 'url') =>
    isChecked && !read.success && read.error.issues.some(({ path }) => path[0] === field)
      ? t(form[field].trim() === '' ? 'needed' : FAULTS[field])
      : undefined
  const submit = () => {
    setChecked(true)
    if (!read.success || write.isPending) return
    write.mutate({ provider: read.data, version }, { onSuccess: onDone })
  }
  const set = (field: 'providerId' | 'name' | 'url') => (text: string) => setForm((all) => ({ ...all, [field]: text }))
  const switches = (['isTest', 'isEnabled'] as const).filter((one) => form[one])
  return (
    <Dialog
      isOpen
      title={provider ? t('editTitle', { id: provider.providerId }) : t('addTitle')}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t(write.isPending ? 'saving' : 'save'), onConfirm: submit }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          name="providerId"
          label={t('id')}
          help={t('idHelp')}
          isDisabled={provider !== undefined}
          value={form.providerId}
          onChange={set('providerId')}
          error={faultOf('providerId')}
        />
        <TextField name="name" label={t('name')} value={form.name} onChange={set('name')} error={faultOf('name')} />
        <TextField
          name="url"
          label={t('url')}
          help={t('urlHelp')}
          value={form.url}
          onChange={set('url')}
          error={faultOf('url')}
        />
        <CheckboxGroup
          label={t('kind')}
          help={provider ? t('isTestFixed') : undefined}
          value={switches}
          options={[
            { value: 'isTest', label: t('isTest'), isDisabled: provider !== undefined },
            { value: 'isEnabled', label: t('isEnabled') },
          ]}
          onChange={(values) =>
            setForm((all) => ({ ...all, isTest: values.includes('isTest'), isEnabled: values.includes('isEnabled') }))
          }
        />
        {write.error ? <Fault what={t('notSaved')} problem={write.error} /> : null}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}
