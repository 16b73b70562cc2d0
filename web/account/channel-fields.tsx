import type { NotificationSettings } from '@apsis/contract/userconfig/userconfig.ts'
import type { Form } from '../form/use-form.ts'
import { TextField } from '../ui/field/text-field.tsx'
import { StatusSymbol } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import { accountWords } from './form/account-words.data.ts'
import { type Channel, type SettingsValues, targetsOf, type UrlHint, urlHint } from './form/settings.ts'
import styles from './form/settings-form.module.css'

type Props = {
  readonly stored: NotificationSettings
  readonly form: Pick<Form<SettingsValues>, 'field' | 'values'>
}

/** Shows an input for each channel that has one. Further stored targets are only named, because they stay stored (decisions.md 8). */
export function ChannelFields({ stored, form: { field, values } }: Props) {
  const t = useWords(accountWords)
  const slack = targetsOf(stored, 'slack')
  const slackHint = slack.map(urlHint).find((hint) => hint !== undefined)
  const moreOf = (channel: Channel) => {
    const more = targetsOf(stored, channel).slice(1)
    return more.length > 0 ? t('more', { count: more.length, targets: more.join(', ') }) : undefined
  }
  const fieldOf = (channel: Channel) => ({
    ...field(channel),
    help: moreOf(channel),
    autoComplete: channel === 'email' ? 'email' : 'off',
    spellCheck: 'false' as const,
  })
  const hintOf = (channel: 'msteams' | 'webhook') => {
    const hint = urlHint(values[channel])
    return hint
      ? [t('hintSaves', { hint: t(wordOf(hint, channel)) }), moreOf(channel)].filter(Boolean).join(' ')
      : undefined
  }
  return (
    <>
      <TextField {...fieldOf('email')} label={t('emailLabel')} inputMode="email" />
      <TextField {...fieldOf('msteams')} label={t('teams')} unit={t('beta')} inputMode="url" hint={hintOf('msteams')} />
      <TextField
        {...fieldOf('webhook')}
        label={t('webhook')}
        unit={t('beta')}
        inputMode="url"
        hint={hintOf('webhook')}
      />
      {slack.length > 0 ? (
        <div className="stack gap-4">
          <span className="soft fs-13">{t('slack')}</span>
          <span className="mono break-anywhere">{slack.join(', ')}</span>
          {slackHint ? (
            <span className={`flex items-baseline gap-8 fs-12 ${styles.slackHint}`}>
              <StatusSymbol level="caution" /> {t(wordOf(slackHint, 'slack'))}
            </span>
          ) : null}
          <span className="muted fs-12">{t('slackSet')}</span>
        </div>
      ) : null}
    </>
  )
}

/** The texts of spec §5. */
const UNUSABLE = { msteams: 'teamsUnusable', webhook: 'webhookUnusable', slack: 'slackUnusable' } as const

function wordOf(hint: UrlHint, channel: 'msteams' | 'webhook' | 'slack') {
  if (hint === 'retired') return 'urlRetired'
  if (hint === 'not-https') return 'urlNotHttps'
  if (hint === 'own-machine') return 'urlOwnMachine'
  return UNUSABLE[channel]
}
