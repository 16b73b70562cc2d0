import { type Provider, removeProvider, rotateProviderSecret } from '@apsis/contract/odt/provider/provider.ts'
import { call } from '../../api/call.ts'
import { formatInstant } from '../../clock/format.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Select } from '../../ui/field/select.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { PROVIDER_WRITES } from './provider-query.ts'
import { providerWords } from './words.data.ts'

type Props = { readonly provider: Provider; readonly onClose: () => void }

/** Asks for confirmation before a provider is removed permanently. */
export function RemoveProvider({ provider: { providerId, name }, onClose }: Props) {
  const t = useWords(providerWords)
  const form = useForm({
    initial: {},
    save: () => call(removeProvider, { query: { 'provider-id': providerId } }),
    writes: PROVIDER_WRITES,
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('removeTitle', { name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('remove')}
      refused={{ what: t('notRemoved'), stale: t('stale') }}
    >
      <p>{t('removeText')}</p>
    </FormDialog>
  )
}

const OVERLAPS = ['24', '0'] as const

/** Creates a signing secret and shows it once; asks when the previous secret ends. */
export function NewSecret({ provider: { providerId: id, name, hasSecret, oldSecretEndsAt }, onClose }: Props) {
  const t = useWords(providerWords)
  const hasTwo = oldSecretEndsAt !== null
  const form = useForm({
    initial: { overlap: OVERLAPS[0] as string },
    save: ({ overlap }) =>
      call(rotateProviderSecret, { query: { 'provider-id': id, 'old-secret-hours': hasTwo ? 0 : Number(overlap) } }),
    writes: PROVIDER_WRITES,
  })
  const secret = form.answer?.secret
  return (
    <FormDialog
      form={form}
      isWide
      title={t('secretTitle', { name })}
      onClose={onClose}
      close={t(secret === undefined ? 'cancel' : 'kept')}
      confirm={secret === undefined ? t('newSecret') : undefined}
      refused={{ what: t('noNewSecret'), stale: t('stale') }}
    >
      <p>{t('secretOnce')}</p>
      {hasTwo && secret === undefined ? (
        <Banner level="caution">{t('twoSecrets', { time: formatInstant(Date.parse(oldSecretEndsAt)) })}</Banner>
      ) : null}
      {hasSecret && !hasTwo && secret === undefined ? (
        <Select
          label={t('before')}
          options={OVERLAPS.map((hours) => ({ value: hours, label: t(`before${hours}`) }))}
          help={form.values.overlap === '0' ? t('beforeHelp') : undefined}
          {...form.field('overlap')}
        />
      ) : null}
      {secret === undefined ? null : (
        <p className="my-6 break-anywhere">
          <code className="mono">{secret}</code> <CopyButton what={t('secret')} text={() => secret} />
        </p>
      )}
    </FormDialog>
  )
}
