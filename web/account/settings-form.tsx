import { NOTIFY_STATUSES, type NotifyStatus } from '@apsis/contract/notifications/notify-status.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ApiProblem, STALE_STATUS } from '../api/problem.ts'
import { Button } from '../ui/button/button.tsx'
import { CheckboxGroup } from '../ui/field/checkbox-group.tsx'
import { StatusSymbol } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import { ChannelFields } from './channel-fields.tsx'
import { type Draft, draftOf, draftOver } from './draft.ts'
import { SaveFailure } from './save-failure.tsx'
import { CHANNELS, type Channel, channelOfPointer, isEmailAllowed, type SettingsValues, valuesOf } from './settings.ts'
import styles from './settings-form.module.css'
import type { SettingsService, SettingsVersion } from './settings-query.ts'
import { useSentence } from './settings-sentence.ts'
import { StaleNotice } from './stale-notice.tsx'
import { useSave } from './use-save.ts'
import { accountWords } from './words.data.ts'

type Props = {
  readonly service: SettingsService
  readonly subject: string
  readonly saved: SettingsVersion
  readonly draft: Draft | undefined
  readonly onDraft: (change: (draft: Draft | undefined) => Draft | undefined) => void
}

/** The notification settings of one service, as they are stored or as they were entered (spec §2, §5). */
export function SettingsForm({ service, subject, saved, draft: entered, onDraft }: Props) {
  const t = useWords(accountWords)
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isSaving, setSaving] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const save = useSave({ service, subject, onDraft })
  const draft = entered && draftOver(saved, entered)
  const { base, values } = draft ?? { base: saved, values: valuesOf(saved.settings) }
  const sentence = useSentence(service, base.settings, values)
  const refused = save.variables?.values === values ? refusedChannels(save.error) : {}
  const faults = { ...refused, ...(isChecked && !isEmailAllowed(values.email) ? { email: t('emailInvalid') } : {}) }
  const isStale = !isSaving && draft !== undefined && (draft.base.version !== saved.version || isStaleError(save.error))

  const focusOn = (channel: Channel | undefined) => {
    const input = channel && form.current?.elements.namedItem(channel)
    if (input instanceof HTMLElement) input.focus()
  }
  const submit = async (what: Draft, overwrite = false) => {
    if (isSaving) return
    if (!isEmailAllowed(what.values.email)) {
      flushSync(() => setChecked(true))
      return focusOn('email')
    }
    setChecked(false)
    setSaving(true)
    const problem = await save.mutateAsync({ ...what, overwrite }).then(
      () => undefined,
      (failure: ApiProblem) => failure,
    )
    flushSync(() => setSaving(false))
    const [first] = CHANNELS.filter((channel) => channel in refusedChannels(problem ?? null))
    if (first) focusOn(first)
    // While it could not be pressed, the button may have lost the focus.
    else if (document.activeElement === document.body) button.current?.focus()
  }
  const undo = (before: SettingsValues) => {
    const draft = { base: saved, values: before }
    onDraft(() => draft)
    void submit(draft)
  }
  const discard = () => {
    setChecked(false)
    save.reset()
    onDraft(() => undefined)
  }
  const before = save.isSuccess && !draft && save.data.saved.version === saved.version ? save.data.before : undefined

  return (
    <form
      ref={form}
      noValidate
      className={`stack gap-16 ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        void submit({ base, values })
      }}
    >
      <div>
        <p className={`ink fs-14 ${styles.sentence}`}>{sentence}</p>
        <p className={`muted fs-12 ${styles.rule}`}>{t('channelRule')}</p>
      </div>
      <ChannelFields
        stored={base.settings}
        values={values}
        faults={faults}
        onChange={(channel, text) => onDraft(() => draftOf(base, { ...values, [channel]: text }))}
      />
      <StatusChoice
        value={values.statuses}
        onChange={(statuses) => onDraft(() => draftOf(base, { ...values, statuses }))}
      />
      <Faults messages={Object.values(faults)} />
      {save.isError && !isStaleError(save.error) && !isSaving ? <SaveFailure problem={save.error} /> : null}
      {isStale ? (
        <StaleNotice
          theirs={draft.base.version === saved.version ? undefined : valuesOf(saved.settings)}
          mine={values}
          wasRefused={save.isError}
          onLoad={discard}
          onSave={() => void submit({ base, values }, true)}
        />
      ) : (
        <div className="row wrap gap-8">
          <Button ref={button} type="submit" look="primary" disabled={isSaving}>
            {isSaving ? t('saving') : t('save')}
          </Button>
          {draft && !isSaving ? <Button onClick={discard}>{t('discard')}</Button> : null}
          {before && !isSaving ? (
            <span className={`soft fs-13 ${styles.saved}`} role="status">
              <StatusSymbol level="ok" /> {t('saved')}
              <Button look="quiet" onClick={() => undo(before)}>
                {t('undo')}
              </Button>
            </span>
          ) : null}
        </div>
      )}
    </form>
  )
}

/** Everything that keeps the form from being saved, beside the button that was pressed (spec §5). */
function Faults({ messages }: { readonly messages: readonly string[] }) {
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

function isStaleError(problem: ApiProblem | null): boolean {
  return problem?.code === STALE_STATUS
}

/** What the server said of an input when it refused the save. */
function refusedChannels(problem: ApiProblem | null): Partial<Record<Channel, string>> {
  const said = (problem?.details ?? []).flatMap(({ pointer, message }) => {
    const channel = channelOfPointer(pointer)
    return channel ? [[channel, message] as const] : []
  })
  return Object.fromEntries(said)
}

type StatusChoiceProps = {
  readonly value: readonly NotifyStatus[]
  readonly onChange: (statuses: NotifyStatus[]) => void
}

/** Of which statuses somebody is told, by the labels of decisions.md 7. */
function StatusChoice({ value, onChange }: StatusChoiceProps) {
  const t = useWords(accountWords)
  return (
    <CheckboxGroup
      label={t('statuses')}
      options={NOTIFY_STATUSES.map((status) => ({ value: status, label: t(status) }))}
      value={value}
      onChange={(chosen) => onChange(NOTIFY_STATUSES.filter((status) => chosen.includes(status)))}
    />
  )
}
