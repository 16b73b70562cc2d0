/** The notation of a shortcut: `g c` is g, then c; `Ctrl k` is Ctrl or ⌘ with k, `Ctrl Shift k` with Shift as well; `Space` is that key. */
export type Keys = string

/** The parts of a key press that shortcuts need. */
export type Press = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

export const [UNDO_KEYS, REDO_KEYS] = ['Ctrl z', 'Ctrl Shift z']

/** The time for which a first key waits for the second, ms. */
export const SEQUENCE_MS = 1_500

/** Returns a press in the notation of shortcuts; undefined for a press that cannot be one. */
export function pressOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): Keys | undefined {
  if (altKey || key.length !== 1) return undefined
  if (key === ' ') return ctrlKey || metaKey || shiftKey ? undefined : 'Space'
  return ctrlKey || metaKey ? `Ctrl ${shiftKey ? 'Shift ' : ''}${key.toLowerCase()}` : key
}

export type Step =
  /** The keys are a complete shortcut. */
  | { readonly kind: 'run'; readonly keys: Keys }
  /** The keys are the start of a shortcut. */
  | { readonly kind: 'wait'; readonly keys: Keys }
  | { readonly kind: 'none' }

/** Returns the result of a key press after earlier keys, for a list of all shortcuts. */
export function stepOf(before: Keys | undefined, press: Keys, all: readonly Keys[]): Step {
  const tries = before === undefined ? [press] : [`${before} ${press}`, press]
  for (const keys of tries) {
    if (all.includes(keys)) return { kind: 'run', keys }
    if (all.some((one) => one.startsWith(`${keys} `))) return { kind: 'wait', keys }
  }
  return { kind: 'none' }
}

/** True if a shortcut needs no modifier key and can therefore be switched off (WCAG 2.1.4). */
export function isSingleKey(keys: Keys): boolean {
  return !keys.startsWith('Ctrl ')
}

/** True for keys that a field uses for its own text: they act on the field while the user types. */
export function isOfText(keys: Keys): boolean {
  return keys === UNDO_KEYS || keys === REDO_KEYS
}
