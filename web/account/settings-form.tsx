import { NOTIFY_STATUSES } from '@apsis/contract/notifications/notify-status.ts'
import { useEffect, useRef } from 'react'
import type { ApiProblem } from '../api/problem.ts'
import { type KeptDraft, useForm } from '../form/use-form.ts'
import { Button } from '../ui/button/button.tsx'
import { CheckboxGroup } from '../ui/field/checkbox-group.tsx'
import { StatusSymbol } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import { ChannelFields } from './channel-fields.tsx'
import { CHANNELS as CHANNELS_KEY, DELIVERIES } from './delivery/delivery-query.ts'
import { draftOver } from './draft.ts'
import { accountWords } from './form/account-words.data.ts'
import { SaveFailure } from './form/save-failure.tsx'
import { channelOfPointer, differencesOf, isEmailAllowed, type SettingsValues, valuesOf } from './form/settings.ts'
import styles from './form/settings-form.module.css'
import { StaleNotice } from './form/stale-notice.tsx'
import { type SettingsService, type SettingsVersion, settingsQuery, settingsSaver } from './settings-query.ts'
import { useSentence } from './settings-sentence.ts'

type Props = {
  readonly service: SettingsService
  readonly subject: string
  readonly saved: SettingsVersion
  readonly kept: KeptDraft<SettingsValues, SettingsVersion>
}

/** The form for the notification settings of one service, with the stored or the entered values (spec §2, §5). */
export function SettingsForm({ service, subject, saved, kept: { entered, onEntered } }: Props) {
  const t = useWords(accountWords)
  const place = useRef<HTMLFormElement>(null)
  const draft = entered && draftOver(saved, entered)
  const form = useForm({
    initial: valuesOf(saved.settings),
    version: saved,
    kept: { entered: draft, onEntered },
    isSame: (stored, values) => differencesOf(stored, values).length === 0,
    check: ({ email }) => ({ email: isEmailAllowed(email) ? undefined : t('emailInvalid') }),
    save: settingsSaver(service, subject),
    // A test is sent to new addresses in the settings.
    writes: [settingsQuery(service, subject).queryKey, CHANNELS_KEY, DELIVERIES],
    refusedOf: refusedChannels,
  })
  const { values, field, faults, isSaving, isStale, attempts, answer } = form
  const base = draft?.version ?? saved
  const sentence = useSentence(service, base.settings, values)
  const isAtFields = faults.size > 0
  // The button may have lost the focus while it was disabled.
  useEffect(() => {
    if (attempts === 0 || isSaving) return
    if (isAtFields) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    else if (document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  }, [attempts, isSaving, isAtFields])
  const before = form.isSaved && answer?.version.version === saved.version ? answer?.before : undefined

  return (
    <form
      ref={place}
      noValidate
      className={`stack gap-16 ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <div>
        <p className="ink fs-14">{sentence}</p>
        <p className="muted fs-12">{t('channelRule')}</p>
      </div>
      <ChannelFields stored={base.settings} form={form} />
      <CheckboxGroup
        label={t('statuses')}
        options={NOTIFY_STATUSES.map((status) => ({ value: status, label: t(status) }))}
        {...field('statuses')}
      />
      <FaultList messages={[...faults.values()]} />
      {form.problem && !isStale ? <SaveFailure problem={form.problem} /> : null}
      {isStale ? (
        <StaleNotice
          theirs={base.version === saved.version ? undefined : valuesOf(saved.settings)}
          mine={values}
          wasRefused={form.problem !== null}
          onLoad={form.discard}
          onSave={form.overwrite}
        />
      ) : (
        <div className="row wrap gap-8">
          <Button type="submit" look="primary" disabled={isSaving}>
            {isSaving ? t('saving') : t('save')}
          </Button>
          {form.isDirty && !isSaving ? <Button onClick={form.discard}>{t('discard')}</Button> : null}
          {before && !isSaving ? (
            <span className={`soft fs-13 inline-row gap-8 ${styles.saved}`} role="status">
              <StatusSymbol level="ok" /> {t('saved')}
              <Button look="quiet" onClick={() => form.restore(before)}>
                {t('undo')}
              </Button>
            </span>
          ) : null}
        </div>
      )}
    </form>
  )
}

/** Lists all errors that keep the form from being saved, beside the save button (spec §5). */
function FaultList({ messages }: { readonly messages: readonly string[] }) {
  const t = useWords(accountWords)
  if (messages.length === 0) return null
  return (
    <div role="alert" className={`stack gap-4 fs-13 ${styles.notice}`}>
      <b>{t('notSaved')}</b>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the messages of the server about each input when it refused to save. */
const refusedChannels = ({ details }: ApiProblem) =>
  Object.fromEntries(
    details.flatMap(({ pointer, message }) => {
      const channel = channelOfPointer(pointer)
      return channel ? [[channel, message] as const] : []
    }),
  )
