import { ImpossibleBurn } from './burn-size.ts'
import { type ChosenBurn, eventsAfter, type OtherEvent, tradeSpaceOfEvents } from './collected.ts'
import { type BurnSettings, type DesignCase, type OpenDesign, openDesign, planOwn } from './design.ts'
import { planeAfter } from './plane-after.ts'
import { revolutionsAndShadows } from './revolutions.ts'
import { type SafeAsked, safeBurns } from './safe-burns.ts'
import { suggest } from './suggest.ts'

/** The queries to the worker thread; the case is sent with each query, and opened once. */
export type DesignQuestion =
  | { readonly kind: 'suggestions'; readonly designCase: DesignCase; readonly settings: BurnSettings }
  | {
      readonly kind: 'space'
      readonly designCase: DesignCase
      readonly settings: BurnSettings
      readonly others: readonly OtherEvent[]
    }
  | {
      readonly kind: 'events'
      readonly designCase: DesignCase
      readonly settings: BurnSettings
      readonly events: readonly OtherEvent[]
      readonly burn: ChosenBurn
    }
  | { readonly kind: 'orbit'; readonly designCase: DesignCase; readonly firstLead: number }
  | {
      readonly kind: 'plane'
      readonly designCase: DesignCase
      readonly settings: BurnSettings
      readonly burn: ChosenBurn
    }
  | ({ readonly kind: 'safe'; readonly designCase: DesignCase; readonly settings: BurnSettings } & SafeAsked)
  | {
      readonly kind: 'own'
      readonly designCase: DesignCase
      readonly settings: BurnSettings
      readonly ignitionMs: number
    }

let last: { readonly key: string; readonly open: OpenDesign } | undefined

function opened(designCase: DesignCase): OpenDesign {
  const key = JSON.stringify(designCase)
  if (last?.key !== key) last = { key, open: openDesign(designCase) }
  return last.open
}

function answer(question: DesignQuestion) {
  const open = opened(question.designCase)
  if (question.kind === 'orbit') return revolutionsAndShadows(open, question.firstLead)
  if (question.kind === 'plane') return planeAfter(open, question.settings, question.burn)
  if (question.kind === 'events') return eventsAfter(open, question.settings, question)
  if (question.kind === 'safe') return safeBurns(open, question.settings, question)
  if (question.kind === 'space') return tradeSpaceOfEvents(open, question.settings, question.others)
  return question.kind === 'own'
    ? planOwn(open, question.settings, question.ignitionMs)
    : suggest(open, question.settings)
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; question: DesignQuestion }>) => {
  const { id, question } = data
  try {
    postMessage({ id, answer: answer(question) })
  } catch (failure) {
    if (failure instanceof ImpossibleBurn) postMessage({ id, refusal: failure.refusal })
    else postMessage({ id, failure: failure instanceof Error ? failure.message : String(failure) })
  }
})
