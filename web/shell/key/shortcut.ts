/** Keys of a shortcut as they are written: `g c` is g, then c; `Ctrl k` is either Ctrl or ⌘ with k, `Ctrl Shift k` with Shift as well. */
export type Keys = string

/** What a key press is to shortcuts. */
export type Press = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

export const [UNDO_KEYS, REDO_KEYS] = ['Ctrl z', 'Ctrl Shift z']

/** How long a first key waits for its second. */
export const SEQUENCE_MS = 1_500

/** A press in the notation of shortcuts; undefined for what can be none. */
export function pressOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): Keys | undefined {
  if (altKey || key.length !== 1 || key === ' ') return undefined
  return ctrlKey || metaKey ? `Ctrl ${shiftKey ? 'Shift ' : ''}${key.toLowerCase()}` : key
}

export type Step =
  /** A shortcut is complete. */
  | { readonly kind: 'run'; readonly keys: Keys }
  /** The beginning of one. */
  | { readonly kind: 'wait'; readonly keys: Keys }
  | { readonly kind: 'none' }

/** What a press does after what was pressed before, given every shortcut there is. */
export function stepOf(before: Keys | undefined, press: Keys, all: readonly Keys[]): Step {
  const tries = before === undefined ? [press] : [`${before} ${press}`, press]
  for (const keys of tries) {
    if (all.includes(keys)) return { kind: 'run', keys }
    if (all.some((one) => one.startsWith(`${keys} `))) return { kind: 'wait', keys }
  }
  return { kind: 'none' }
}

/** Whether a shortcut needs no modifier, and so can be switched off (WCAG 2.1.4). */
export function isSingleKey(keys: Keys): boolean {
  return !keys.startsWith('Ctrl ')
}

/** What a field does with its own text: while somebody types, it is the field's. */
export function isOfText(keys: Keys): boolean {
  return keys === UNDO_KEYS || keys === REDO_KEYS
}
