import {
  COMPRESSIONS,
  MEASUREMENT_TYPES,
  MOST_PASSES_OF_REQUEST,
  type NewRequest,
  PassName,
} from '@apsis/contract/odt/request.ts'
import { PRIORITIES } from '@apsis/contract/payments/amount.ts'
import { createKeptStore } from '../../ui/store/kept-store.ts'
import { orbitOfText } from '../pass/orbit-text.ts'

/** A request that is being written. */
export type Draft = {
  readonly satellite: string
  /** A catalogue number or an orbit, where no own satellite is chosen. */
  readonly object: string
  readonly type: (typeof MEASUREMENT_TYPES)[number]
  readonly compression: (typeof COMPRESSIONS)[number]
  readonly priority: (typeof PRIORITIES)[number]
  readonly passes: number
  /** The passes that are chosen, as requests name them. */
  readonly names: readonly string[]
  /** The event that it is for, by its id; empty: none. */
  readonly event: string
  /** The server makes one request of it, however often it is sent. */
  readonly key: string
}

/** Begins with a satellite of the organisation by its id, or with any object by its catalogue number. */
export const newDraft = (named = ''): Draft => ({
  satellite: /^\d{1,9}$/.test(named) ? '' : named,
  object: /^\d{1,9}$/.test(named) ? named : '',
  type: 'OPTICAL',
  compression: 'NONE',
  priority: 'standard',
  passes: 1,
  names: [],
  event: '',
  key: crypto.randomUUID(),
})

/** What an address says of the event that observations are for. */
export type ForEvent = {
  readonly id: string
  readonly type?: string | undefined
  /** Passes as requests name them, with commas between them. */
  readonly passes?: string | undefined
}

/** Begins with the object and the passes of an event. */
export const draftForEvent = (named: string | undefined, { id, type, passes }: ForEvent): Draft => ({
  ...newDraft(named),
  event: id,
  type: MEASUREMENT_TYPES.find((one) => one === type) ?? 'OPTICAL',
  names: (passes ?? '')
    .split(',')
    .filter((name) => PassName.safeParse(name).success)
    .slice(0, MOST_PASSES_OF_REQUEST),
})

/** The draft of this browser: it survives a reload. */
export const drafts = createKeptStore<Draft | null>({
  prefix: 'apsis-draft:',
  parse: draftOf,
  warning: 'The draft of the request cannot be kept for a later visit.',
  followsOtherTabs: false,
})

/** What was stored, where it is a whole draft; else none. */
export function draftOf(text: string | null): Draft | null {
  if (text === null) return null
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored !== 'object' || stored === null) return null
    const draft = { ...newDraft(), ...stored } as Draft
    const isWhole =
      [draft.satellite, draft.object, draft.event, draft.key].every((one) => typeof one === 'string') &&
      MEASUREMENT_TYPES.includes(draft.type) &&
      COMPRESSIONS.includes(draft.compression) &&
      PRIORITIES.includes(draft.priority) &&
      Number.isInteger(draft.passes) &&
      Array.isArray(draft.names) &&
      draft.names.every((name) => typeof name === 'string')
    return isWhole ? draft : null
  } catch {
    return null
  }
}

/** Whose passes are asked for; undefined while nothing is named. */
export const orbitOfDraft = ({ satellite, object }: Draft) =>
  satellite === '' ? orbitOfText(object) : ({ kind: 'satellite', satelliteId: satellite } as const)

/** The body of the request: fields of the orbit message are there together or not at all (spec §5). */
export function bodyOf(draft: Draft): NewRequest | undefined {
  const orbit = orbitOfDraft(draft)
  if (!orbit) return undefined
  const object =
    orbit.kind === 'satellite'
      ? { satelliteId: orbit.satelliteId }
      : orbit.kind === 'catalogue'
        ? { catalogueId: orbit.catalogueId }
        : { orbitDataMessageType: orbit.kind, orbitDataMessage: orbit.text }
  return {
    ...object,
    measurementType: draft.type,
    fileCompressionType: draft.compression,
    priority: draft.priority,
    ...(draft.event === '' ? {} : { conjunctionId: draft.event }),
    ...(draft.names.length > 0 ? { observationPassIds: [...draft.names] } : { numberOfPassesRequested: draft.passes }),
  }
}

/** How many passes of each sensor are ordered; without a sensor, those that the server chooses. */
export function linesOf({ names, passes }: Draft): readonly { readonly sensor?: string; readonly passes: number }[] {
  if (names.length === 0) return [{ passes }]
  const byCode = Map.groupBy(names, (name) => name.split('@')[0] ?? '')
  return [...byCode].map(([sensor, own]) => ({ sensor, passes: own.length }))
}
