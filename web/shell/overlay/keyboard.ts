import { now } from '../../clock/clock.ts'
import { preference } from '../../ui/preference/preference.ts'
import { isOfText, isSingleKey, type Keys, pressOf, SEQUENCE_MS, stepOf } from '../key/shortcut.ts'
import { fetchPalette } from './overlays.tsx'

/** The effect of every shortcut, by its keys. */
export type Bindings = Readonly<Record<Keys, () => void>>

/**
 * Listens for shortcuts on the complete page. Keys typed into a field are text, and while a dialog waits for an answer only its own keys
 * work. `bindings` is called at each press, because the available shortcuts depend on the signed-in user.
 */
export function listenForShortcuts(bindings: () => Bindings): void {
  let before: { readonly keys: Keys; readonly at: number } | undefined
  document.addEventListener('keydown', (event) => {
    // The Control key is pressed before the letter: that leaves enough time to fetch the palette, which Ctrl K opens.
    if (event.key === 'Control' || event.key === 'Meta') fetchPalette()
    const press = pressOf(event)
    if (press === undefined || event.defaultPrevented || event.repeat) return
    if (isSingleKey(press) && preference('shortcuts') === 'off') return
    if (isTyping(event.target) && (isSingleKey(press) || isOfText(press))) return
    if (press === 'Space' && isPressedBySpace(event.target)) return
    if (document.querySelector('[aria-modal="true"], [role="dialog"], [role="menu"]')) return
    const known = bindings()
    const waiting = before && now() - before.at < SEQUENCE_MS ? before.keys : undefined
    const step = stepOf(waiting, press, Object.keys(known))
    before = step.kind === 'wait' ? { keys: step.keys, at: now() } : undefined
    if (step.kind !== 'run') return
    event.preventDefault()
    known[step.keys]?.()
  })
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
}

/** True for a control that the space bar presses as a click does. */
function isPressedBySpace(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('button, summary, input, select, textarea, [role]')
}
