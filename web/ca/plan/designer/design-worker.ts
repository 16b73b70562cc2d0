import { NotMade } from './burn-size.ts'
import { type ChosenBurn, eventsAfter, type OtherEvent, tradeSpaceOfEvents } from './collected.ts'
import { type DesignCase, type DesignWish, type OpenDesign, openDesign, planOwn } from './design.ts'
import { planeAfter } from './plane-after.ts'
import { orbitAround } from './revolutions.ts'
import { type SafeAsked, safeBurns } from './safe-burns.ts'
import { suggest } from './suggest.ts'

/** The questions to the thread; the case is sent with each question, and opened once. */
export type DesignQuestion =
  | { readonly kind: 'suggestions'; readonly given: DesignCase; readonly wish: DesignWish }
  | {
      readonly kind: 'space'
      readonly given: DesignCase
      readonly wish: DesignWish
      readonly others: readonly OtherEvent[]
    }
  | {
      readonly kind: 'events'
      readonly given: DesignCase
      readonly wish: DesignWish
      readonly events: readonly OtherEvent[]
      readonly burn: ChosenBurn
    }
  | { readonly kind: 'orbit'; readonly given: DesignCase; readonly firstLead: number }
  | { readonly kind: 'plane'; readonly given: DesignCase; readonly wish: DesignWish; readonly burn: ChosenBurn }
  | ({ readonly kind: 'safe'; readonly given: DesignCase; readonly wish: DesignWish } & SafeAsked)
  | { readonly kind: 'own'; readonly given: DesignCase; readonly wish: DesignWish; readonly ignitionMs: number }

let last: { readonly key: string; readonly open: OpenDesign } | undefined

function opened(given: DesignCase): OpenDesign {
  const key = JSON.stringify(given)
  if (last?.key !== key) last = { key, open: openDesign(given) }
  return last.open
}

function answer(question: DesignQuestion) {
  const open = opened(question.given)
  if (question.kind === 'orbit') return orbitAround(open, question.firstLead)
  if (question.kind === 'plane') return planeAfter(open, question.wish, question.burn)
  if (question.kind === 'events') return eventsAfter(open, question.wish, question)
  if (question.kind === 'safe') return safeBurns(open, question.wish, question)
  if (question.kind === 'space') return tradeSpaceOfEvents(open, question.wish, question.others)
  return question.kind === 'own' ? planOwn(open, question.wish, question.ignitionMs) : suggest(open, question.wish)
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; question: DesignQuestion }>) => {
  const { id, question } = data
  try {
    postMessage({ id, answer: answer(question) })
  } catch (failure) {
    if (failure instanceof NotMade) postMessage({ id, refusal: failure.refusal })
    else postMessage({ id, failure: failure instanceof Error ? failure.message : String(failure) })
  }
})
