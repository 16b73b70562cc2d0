import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { choose } from '../../ui/preference/preference.ts'
import { usePreference } from '../../ui/preference/use-preference.ts'
import { useWords } from '../../ui/text/language.ts'
import { COMMANDS } from '../key/commands.ts'
import { closeOverlay } from '../key/overlay.ts'
import { usePageShortcuts } from '../key/page-keys.tsx'
import type { Keys } from '../key/shortcut.ts'
import { useDestinations } from '../use-destinations.ts'
import { shellWords } from '../words.data.ts'
import styles from './shortcut-sheet.module.css'

/** Lists every shortcut when `?` is pressed; each shortcut also has a control or an entry in the palette. */
export function ShortcutSheet() {
  const t = useWords(shellWords)
  const destinations = useDestinations()
  const isOn = usePreference('shortcuts') === 'on'
  const here = usePageShortcuts()
  return (
    <Dialog isOpen title={t('shortcuts')} onClose={closeOverlay}>
      {here.length > 0 ? (
        <section aria-label={t('onThisScreen')}>
          <h3 className={`muted fs-12 regular ${styles.part}`}>{t('onThisScreen')}</h3>
          <dl>
            {here.map(({ keys, label }) => (
              <div className="row justify-between min-h-28 gap-24 faint-bottom ink fs-13" key={keys}>
                <dt>{label}</dt>
                <dd>
                  <KeyCaps keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      <section aria-label={t('everywhere')}>
        <h3 className={`muted fs-12 regular ${styles.part}`}>{t('everywhere')}</h3>
        <dl>
          {COMMANDS.map((command) =>
            'keys' in command ? (
              <div className="row justify-between min-h-28 gap-24 faint-bottom ink fs-13" key={command.id}>
                <dt>{t(command.id)}</dt>
                <dd>
                  <KeyCaps keys={command.keys} />
                </dd>
              </div>
            ) : null,
          )}
        </dl>
      </section>
      <section aria-label={t('goto')}>
        <h3 className={`muted fs-12 regular ${styles.part}`}>{t('goto')}</h3>
        <dl>
          {destinations.map(({ id, keys }) => (
            <div className="row justify-between min-h-28 gap-24 faint-bottom ink fs-13" key={id}>
              <dt>{t(id)}</dt>
              <dd>
                <KeyCaps keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <p className="row justify-between gap-12 muted fs-13 mt-16">
        {t(isOn ? 'shortcutsOn' : 'shortcutsOff')}
        <Button look="quiet" onClick={() => choose('shortcuts', isOn ? 'off' : 'on')}>
          {t(isOn ? 'switchOff' : 'switchOn')}
        </Button>
      </p>
    </Dialog>
  )
}

/** Shows keys as they are printed on a keyboard. */
export function KeyCaps({ keys }: { readonly keys: Keys }) {
  const t = useWords(shellWords)
  const [first = '', second] = keys.split(' ')
  if (second === undefined) return <kbd className={`h-20 soft ${styles.key}`}>{first}</kbd>
  const isSequence = first !== 'Ctrl'
  return (
    <span className="inline-row gap-4">
      <kbd className={`h-20 soft ${styles.key}`}>{first}</kbd>
      {isSequence ? <span className="muted fs-12">{t('afterwards')}</span> : null}
      <kbd className={`h-20 soft ${styles.key}`}>{isSequence ? second : second.toUpperCase()}</kbd>
    </span>
  )
}
