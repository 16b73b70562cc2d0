import { allows } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import type { KeptDraft } from '../form/use-form.ts'
import type { SignedInPerson } from '../session/who.ts'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { shellWords } from '../shell/words.data.ts'
import { Empty } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import { ChannelsSection, DeliverySection } from './delivery/delivery-section.tsx'
import { PagingPane } from './delivery/paging-pane.tsx'
import { ReachLead } from './delivery/reach-lead.tsx'
import type { Drafts } from './draft.ts'
import { DutyPane } from './duty/duty-pane.tsx'
import { ExamplePane } from './example/example-pane.tsx'
import { accountWords } from './form/account-words.data.ts'
import type { SettingsValues } from './form/settings.ts'
import styles from './notifications-tab.module.css'
import { RulesPane } from './rules/rules-pane.tsx'
import { rulesQuery } from './rules/rules-query.ts'
import { SettingsForm } from './settings-form.tsx'
import {
  SETTINGS_SERVICES,
  type SettingsService,
  type SettingsVersion,
  settingsCall,
  settingsQuery,
} from './settings-query.ts'
import { TelephoneSection } from './telephone/telephone-pane.tsx'

type Props = {
  readonly who: SignedInPerson
  readonly drafts: Drafts
  readonly onDrafts: (change: (drafts: Drafts) => Drafts) => void
}

/** Shows how the user is notified, with one section for each service that they may use (spec §2). */
export function NotificationsTab({ who, drafts, onDrafts }: Props) {
  const t = useWords(accountWords)
  const { data: rules } = useQuery(rulesQuery(who.subject))
  const offered = SETTINGS_SERVICES.filter(({ requirement }) => allows([requirement], who.roles))
  return (
    <>
      <h2 className="flex-none pad-10 fs-20 medium">{t('settings')}</h2>
      {offered.length === 0 ? null : <ReachLead who={who} rules={rules?.answer.rules} />}
      {offered.length === 0 ? (
        <Empty title={t('noService')}>{t('noServiceHelp')}</Empty>
      ) : (
        <>
          <ChannelsSection />
          <div className={`flex-none ${styles.room}`}>
            <div className={`stack min-w-0 ${styles.panes}`}>
              <div className={`flex-none flex ${styles.grid}`}>
                {offered.map(({ service }) => (
                  <SettingsSection
                    key={service}
                    service={service}
                    subject={who.subject}
                    kept={{
                      entered: drafts[service],
                      onEntered: (change) => onDrafts((all) => ({ ...all, [service]: change(all[service]) })),
                    }}
                  />
                ))}
              </div>
              <DutyPane
                who={who}
                kept={{
                  entered: drafts.duty,
                  onEntered: (change) => onDrafts((all) => ({ ...all, duty: change(all.duty) })),
                }}
              />
              <div className={`min-w-0 line-top ${styles.folds}`}>
                <RulesPane
                  who={who}
                  kept={{
                    entered: drafts.rules,
                    onEntered: (change) => onDrafts((all) => ({ ...all, rules: change(all.rules) })),
                  }}
                />
                <TelephoneSection who={who} />
                <PagingPane who={who} />
                <DeliverySection />
                <ExamplePane written={rules?.answer.language ?? 'en'} />
              </div>
            </div>
          </div>
        </>
      )}
    </>
  )
}

type SettingsSectionProps = {
  readonly service: SettingsService
  readonly subject: string
  readonly kept: KeptDraft<SettingsValues, SettingsVersion>
}

/** Shows the settings of one service; they are read and saved separately, so that a failure does not affect the others. */
function SettingsSection(props: SettingsSectionProps) {
  const t = useWords(accountWords)
  const shell = useWords(shellWords)
  const query = useQuery(settingsQuery(props.service, props.subject))
  return (
    <QueryPane
      title={shell(props.service)}
      query={query}
      skeletonRows={8}
      failed={t('settingsFailed')}
      exports={{ call: settingsCall(props.service, props.subject) }}
    >
      {(saved) => <SettingsForm {...props} saved={saved} />}
    </QueryPane>
  )
}
