import { NewProvider, type Provider } from '@apsis/contract/odt/provider/provider.ts'
import { textsOf } from '../../form/contract-texts.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import { PROVIDER_WRITES, writeProvider } from './provider-query.ts'
import { providerWords } from './words.data.ts'

type Props = {
  /** The provider to change; undefined to add one. */
  readonly provider: Provider | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

const SWITCHES = ['isTest', 'isEnabled'] as const
/** The words for the error of a field that is not empty. */
const FAULTS: Readonly<Record<string, 'idFault' | 'nameFault' | 'urlFault'>> = {
  providerId: 'idFault',
  name: 'nameFault',
  url: 'urlFault',
}

/** Adds a provider, or changes its name, address and switches. */
export function ProviderForm({ provider, onDone, onClose }: Props) {
  const t = useWords(providerWords)
  const form = useForm({
    initial: () => textsOf(NewProvider, provider),
    version: provider?.version,
    rules: {
      schema: NewProvider,
      faultOf: (field, _, values) => (values[field] === '' ? undefined : t(FAULTS[field] ?? 'nameFault')),
    },
    save: writeProvider,
    writes: PROVIDER_WRITES,
    onSaved: onDone,
  })
  const { values, field, set } = form
  return (
    <FormDialog
      form={form}
      title={provider ? t('editTitle', { id: provider.providerId }) : t('addTitle')}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('save')}
      saving={t('saving')}
      refused={{ what: t('notSaved'), stale: t('stale') }}
    >
      <TextField label={t('id')} help={t('idHelp')} isDisabled={provider !== undefined} {...field('providerId')} />
      <TextField label={t('name')} {...field('name')} />
      <TextField label={t('url')} help={t('urlHelp')} {...field('url')} />
      <CheckboxGroup
        label={t('kind')}
        help={provider ? t('isTestFixed') : undefined}
        value={SWITCHES.filter((one) => values[one])}
        options={[
          { value: 'isTest', label: t('isTest'), isDisabled: provider !== undefined },
          { value: 'isEnabled', label: t('isEnabled') },
        ]}
        onChange={(chosen) => set({ isTest: chosen.includes('isTest'), isEnabled: chosen.includes('isEnabled') })}
      />
    </FormDialog>
  )
}
