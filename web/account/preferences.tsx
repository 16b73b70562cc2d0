import { useId } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { Pane } from '../ui/page/pane.tsx'
import { choose, PREFERENCES, type Preference } from '../ui/preference/preference.ts'
import { usePreference } from '../ui/preference/use-preference.ts'
import { useWords } from '../ui/text/language.ts'
import { accountWords } from './form/account-words.data.ts'
import styles from './preferences.module.css'

/** Shows the settings of the screens in this browser; every choice takes effect at once. */
export function Preferences() {
  const t = useWords(accountWords)
  const onOff = { on: t('on'), off: t('off') }
  return (
    <Pane title={t('preferences')} note={t('keptHere')}>
      <div className={`pad-end-16 ${styles.list}`}>
        <Choice
          name="theme"
          label={t('theme')}
          words={{
            system: t('themeSystem'),
            dark: t('themeDark'),
            light: t('themeLight'),
            contrast: t('themeContrast'),
          }}
        />
        <Choice
          name="density"
          label={t('density')}
          words={{ compact: t('densityCompact'), comfortable: t('densityComfortable') }}
        />
        <Choice
          name="language"
          label={t('language')}
          help={t('languageHelp')}
          words={{ en: <span lang="en">English</span>, de: <span lang="de">Deutsch</span> }}
        />
        <Choice name="localTime" label={t('localTime')} help={t('localTimeHelp')} words={onOff} />
        <Choice name="shortcuts" label={t('shortcuts')} help={t('shortcutsHelp')} words={onOff} />
      </div>
    </Pane>
  )
}

type Name = 'theme' | 'density' | 'language' | 'localTime' | 'shortcuts'
type Props<N extends Name> = {
  readonly name: N
  readonly label: string
  readonly help?: string
  readonly words: Readonly<Record<Preference<N>, React.ReactNode>>
}

function Choice<N extends Name>({ name, label, help, words }: Props<N>) {
  const chosen = usePreference(name)
  const ids = { label: useId(), help: useId() }
  const values: readonly Preference<N>[] = PREFERENCES[name]
  return (
    <RadioGroup
      className={`faint-top grid items-center ${styles.row}`}
      orientation="horizontal"
      aria-labelledby={ids.label}
      {...(help === undefined ? {} : { 'aria-describedby': ids.help })}
      value={chosen}
      onChange={(value) => choose(name, value as Preference<N>)}
    >
      <span className="stack gap-2">
        <span id={ids.label} className="ink fs-14">
          {label}
        </span>
        {help === undefined ? null : (
          <span id={ids.help} className="muted fs-12">
            {help}
          </span>
        )}
      </span>
      <span className="flex wrap gap-4-16">
        {values.map((value) => (
          <Radio key={value} value={value} className={`row gap-8 soft fs-13 min-h-24 pointer ${styles.option}`}>
            <span className={`flex-none inset control-frame ${styles.ring}`} />
            {words[value]}
          </Radio>
        ))}
      </span>
    </RadioGroup>
  )
}
